#pragma once
// Moves samples one by one, and follows their derivatives; mirror of the steps for that in
// reference/program.cpp.

#include "model/sink.hpp"
#include "kernels/shared/pointwise.hpp"

namespace perlane::kernels::steps {

template <class Arch>
XSIMD_INLINE void store(const Widened<Arch>& wide, double* to) noexcept {
  constexpr int half = static_cast<int>(Doubles<Arch>::size);
  wide.low.store_unaligned(to);
  wide.high.store_unaligned(to + half);
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

// Packs the rows of a tile buffer in place. The end of a vector that is longer than its row is
// overwritten by the next row; after the last row, its last sample is repeated.
template <class Arch>
void pack_rows(float* buffer, std::ptrdiff_t pitch, int count, int rows) noexcept {
  using F = Floats<Arch>;
  const float* from = buffer;
  float* to = buffer;
  for (int row = 0; row < rows; ++row, from += pitch, to += count) {
    for (int i = 0; i < count; i += lanes<Arch>) F::load_aligned(from + i).store_unaligned(to + i);
  }
  for (int i = 0; i < model::row_alignment; i += lanes<Arch>) F(to[-1]).store_unaligned(to + i);
}

// Writes the coordinates of all samples of axes one behind another, and of some samples beyond
// them. The index along an axis is sample / stride, modulo the axis's count.
template <class Arch>
void write_packed_positions(const model::Tile& tile, double* const* point) noexcept {
  using D = Doubles<Arch>;
  constexpr int step = static_cast<int>(D::size);
  const int total = model::row_count<Arch>(tile) * tile.axis[0].count;
  alignas(64) double number[step];
  for (int i = 0; i < step; ++i) number[i] = i + 0.5;
  const D lane = D::load_aligned(number);
  int stride = 1;
  for (int a = 0; a < tile.dimensions; stride *= tile.axis[a++].count) {
    const model::Axis& axis = tile.axis[a];
    // Halves keep quotients away from whole numbers.
    const D per_sample(1.0 / stride), per_round(1.0 / axis.count), half(0.5);
    const D count(static_cast<double>(axis.count));
    const AxisPositions<Arch> position(axis, axis.first, axis.count);
    for (int i = 0; i < total; i += step) {
      const D sample = floor_of<Arch>((D(static_cast<double>(i)) + lane) * per_sample);
      const D round = floor_of<Arch>((sample + half) * per_round);
      position.at(sample - round * count).store_unaligned(point[a] + i);
    }
  }
}

template <class Arch>
void write_positions(const model::Tile& tile, double* const* point) noexcept {
  const int dimensions = tile.dimensions;
  const float* const* displacement = model::is_displaced<Arch>(tile) ? tile.displacement : nullptr;
  for_each_position<Arch>(tile, [=, &tile](const auto& position, std::ptrdiff_t at) {
    for (int axis = 0; axis < dimensions; ++axis) {
      Widened<Arch> c = position.wide(axis);
      if (displacement != nullptr) {
        const Widened<Arch> d = widen<Arch>(Floats<Arch>::load_unaligned(displacement[axis] + at));
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
  with_dimensions(tile.dimensions,
                  [&]<int N>() noexcept { transform_in<Arch, N>(tile, matrix, point); });
}

// Reads all operands of a vector before it writes anything.
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
        const F moved =
            F(matrix[b][axis]) + F::load_aligned(distance.value + i * distance.step) * factor;
        const F product = derivative[b] * moved;
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
  with_dimensions(dimensions,
                  [&]<int N>() noexcept { chain_in<Arch, N>(matrix, by, scale, from, to, count); });
}

}  // namespace perlane::kernels::steps
