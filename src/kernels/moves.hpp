#pragma once
// Moves samples one by one, and follows their derivatives; mirror of the steps for that in
// reference/program.cpp.

#include "model/sink.hpp"
#include "kernels/pointwise.hpp"

namespace perlane::kernels {

template <class Arch>
XSIMD_INLINE void store(const Widened<Arch>& wide, double* to) noexcept {
  constexpr int half = static_cast<int>(Doubles<Arch>::size);
  wide.low.store_aligned(to);
  wide.high.store_aligned(to + half);
}

template <class Arch>
void displace(const float* before, float before_factor, const model::Input& by, float by_factor,
              float* to, int count) noexcept {
  using F = Floats<Arch>;
  for (int i = 0; i < count; i += lanes<Arch>) {
    F sum = F::load_aligned(by.value + i * by.step) * F(by_factor);
    if (before != nullptr) sum = F::load_aligned(before + i) * F(before_factor) + sum;
    sum.store_aligned(to + i);
  }
}

template <class Arch>
void locate_positions(const model::Tile& tile, double* const* point) noexcept {
  const int dimensions = tile.dimensions;
  const float* const* displacement = model::is_displaced<Arch>(tile) ? tile.displacement : nullptr;
  for_each_position<Arch>(tile, [=, &tile](const auto& position, std::ptrdiff_t at) {
    for (int axis = 0; axis < dimensions; ++axis) {
      Widened<Arch> c = position.wide(axis);
      if (displacement != nullptr) {
        const Widened<Arch> d = widen<Arch>(Floats<Arch>::load_aligned(displacement[axis] + at));
        const Doubles<Arch> factor(tile.displacement_factor[axis]);
        c.low = c.low + d.low * factor;
        c.high = c.high + d.high * factor;
      }
      store<Arch>(c, point[axis] + at);
    }
  });
}

template <class Arch, int N>
void transform_in(const model::Tile& tile, const double (&matrix)[4][5],
                  double* const* point) noexcept {
  using D = Doubles<Arch>;
  for_each_position<Arch>(tile, [&](const auto& position, std::ptrdiff_t at) {
    Widened<Arch> c[N];
    for (int b = 0; b < N; ++b) c[b] = position.wide(b);
    for (int a = 0; a < N; ++a) {
      const double(&row)[5] = matrix[a];
      Widened<Arch> sum{c[0].low * D(row[0]), c[0].high * D(row[0])};
      for (int b = 1; b < N; ++b) {
        sum.low = sum.low + c[b].low * D(row[b]);
        sum.high = sum.high + c[b].high * D(row[b]);
      }
      sum.low = sum.low + D(row[4]);
      sum.high = sum.high + D(row[4]);
      store<Arch>(sum, point[a] + at);
    }
  });
}

template <class Arch>
void transform(const model::Tile& tile, const double (&matrix)[4][5],
               double* const* point) noexcept {
  switch (tile.dimensions) {
    case 1:
      return transform_in<Arch, 1>(tile, matrix, point);
    case 2:
      return transform_in<Arch, 2>(tile, matrix, point);
    case 3:
      return transform_in<Arch, 3>(tile, matrix, point);
    default:
      return transform_in<Arch, 4>(tile, matrix, point);
  }
}

// All that a vector is made of is read before anything is written.
template <class Arch, int N>
void chain_in(const float (&matrix)[4][4], const model::Input (&by)[4][4], float scale,
              const float* const* from, float* const* to, int count) noexcept {
  using F = Floats<Arch>;
  const F factor(scale);
  for (int i = 0; i < count; i += lanes<Arch>) {
    F derivative[N], result[N];
    for (int b = 0; b < N; ++b) derivative[b] = F::load_aligned(from[b + 1] + i);
    for (int axis = 0; axis < N; ++axis) {
      for (int b = 0; b < N; ++b) {
        const model::Input& distance = by[b][axis];
        const F slope =
            F(matrix[b][axis]) + F::load_aligned(distance.value + i * distance.step) * factor;
        const F product = derivative[b] * slope;
        result[axis] = b == 0 ? product : result[axis] + product;
      }
    }
    F::load_aligned(from[0] + i).store_aligned(to[0] + i);
    for (int axis = 0; axis < N; ++axis) result[axis].store_aligned(to[axis + 1] + i);
  }
}

template <class Arch>
void chain(int dimensions, const float (&matrix)[4][4], const model::Input (&by)[4][4], float scale,
           const float* const* from, float* const* to, int count) noexcept {
  switch (dimensions) {
    case 1:
      return chain_in<Arch, 1>(matrix, by, scale, from, to, count);
    case 2:
      return chain_in<Arch, 2>(matrix, by, scale, from, to, count);
    case 3:
      return chain_in<Arch, 3>(matrix, by, scale, from, to, count);
    default:
      return chain_in<Arch, 4>(matrix, by, scale, from, to, count);
  }
}

}  // namespace perlane::kernels
