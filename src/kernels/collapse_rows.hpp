#pragma once
// Removes y, z or w from rows of lattice columns: of a row at a lattice point below and of one above,
// one for each of R samples that lie between them. A row is a line of floats for each component of
// the gradient that is left, and one for k.

#include "kernels/collapse.hpp"
#include "kernels/lanes.hpp"

namespace perlane::kernels {

// The rows beside some samples.
struct Beside {
  const float* low;
  const float* high;
};

// The samples: R in a row.
struct RowSamples {
  const float* f;
  const float* f_minus_1;
  const float* s;
  const float* slope;  // null without derivatives
};

// `count` columns of rows whose lines are `from` apart, and those that are made `to`; these are
// `distance` apart.
struct RowShape {
  int count;
  int from;
  int to;
  std::ptrdiff_t distance;
};

template <class Arch>
XSIMD_INLINE Removal<Floats<Arch>> removal_of(const RowSamples& samples, int r) noexcept {
  using F = Floats<Arch>;
  return {F(samples.f[r]), F(samples.f_minus_1[r]), F(samples.s[r])};
}

// A vector of lattice columns at a row below and at one above. There are the gradients along x and
// on up to axis M, which is removed, and k; or k alone, and then M does not matter. At the first
// axis to be removed there is no k where there are gradients.
template <class Arch, bool has_gradients, int M, bool has_k>
struct ColumnPairs {
  using F = Floats<Arch>;
  static constexpr int gradients = has_gradients ? M + 1 : 0;
  Pair<F> g[has_gradients ? M + 1 : 1];
  Pair<F> k;

  XSIMD_INLINE ColumnPairs(const float* low, const float* high, int pitch) noexcept {
    const auto load = [&](int line) {
      return Pair<F>{F::load_aligned(low + line * pitch), F::load_aligned(high + line * pitch)};
    };
    for (int a = 0; a < gradients; ++a) g[a] = load(a);
    if constexpr (has_k) k = load(gradients);
  }

  // What k is seen from the samples, before it is blended.
  XSIMD_INLINE Pair<F> constants(const Removal<F>& removal) const noexcept {
    if constexpr (!has_gradients) {
      return k;
    } else if constexpr (has_k) {
      return removal.constants(k, g[M]);
    } else {
      return removal.constants(g[M]);
    }
  }
};

template <class Arch, bool has_gradients, int M, bool has_k, int R>
void remove_axis(const RowSamples& samples, const float* low, const float* high,
                 const RowShape& shape, float* to) noexcept {
  constexpr int left = has_gradients ? M : 0;
  // By value: what a store might alias would be loaded again for each.
  const int count = shape.count, from_pitch = shape.from, pitch = shape.to;
  const std::ptrdiff_t distance = R > 1 ? shape.distance : 0;
  Removal<Floats<Arch>> removal[R];
  for (int r = 0; r < R; ++r) removal[r] = removal_of<Arch>(samples, r);
  for (int i = 0; i < count; i += lanes<Arch>) {
    const ColumnPairs<Arch, has_gradients, M, has_k> columns(low + i, high + i, from_pitch);
    for (int r = 0; r < R; ++r) {
      float* result = to + r * distance + i;
      for (int a = 0; a < left; ++a)
        removal[r].blend(columns.g[a]).store_aligned(result + a * pitch);
      removal[r].blend(columns.constants(removal[r])).store_aligned(result + left * pitch);
    }
  }
}

// Makes a row of the derivatives along the axis that is removed.
template <class Arch, bool has_gradients, int M, bool has_k>
void derive_axis(const RowSamples& samples, const float* low, const float* high,
                 const RowShape& shape, float* to) noexcept {
  constexpr int left = has_gradients ? M : 0;
  const int count = shape.count, from_pitch = shape.from, pitch = shape.to;
  const auto removal = removal_of<Arch>(samples, 0);
  const Floats<Arch> slope(*samples.slope);
  for (int i = 0; i < count; i += lanes<Arch>) {
    const ColumnPairs<Arch, has_gradients, M, has_k> columns(low + i, high + i, from_pitch);
    const auto constants = columns.constants(removal);
    float* result = to + i;
    for (int a = 0; a < left; ++a)
      derivative(slope, columns.g[a]).store_aligned(result + a * pitch);
    float* k = result + left * pitch;
    if constexpr (has_gradients) {
      derivative(removal, slope, constants, columns.g[M]).store_aligned(k);
    } else {
      derivative(slope, constants).store_aligned(k);
    }
  }
}

using RemoveAxis = void (*)(const RowSamples&, const float* low, const float* high,
                            const RowShape&, float* to) noexcept;

// How to remove an axis, y to w.
template <class Arch>
RemoveAxis remove_axis_of(bool has_gradients, int axis, bool has_k) noexcept {
  if (!has_gradients) return remove_axis<Arch, false, 1, true, 1>;
  switch (axis) {
    case 1:
      return has_k ? remove_axis<Arch, true, 1, true, 1> : remove_axis<Arch, true, 1, false, 1>;
    case 2:
      return has_k ? remove_axis<Arch, true, 2, true, 1> : remove_axis<Arch, true, 2, false, 1>;
    default:
      return remove_axis<Arch, true, 3, false, 1>;
  }
}
// How to remove y for some samples at once.
template <class Arch, int R>
RemoveAxis remove_y_of(bool has_gradients, bool has_k) noexcept {
  if (!has_gradients) return remove_axis<Arch, false, 1, true, R>;
  return has_k ? remove_axis<Arch, true, 1, true, R> : remove_axis<Arch, true, 1, false, R>;
}
template <class Arch>
RemoveAxis derive_axis_of(bool has_gradients, int axis, bool has_k) noexcept {
  if (!has_gradients) return derive_axis<Arch, false, 1, true>;
  switch (axis) {
    case 1:
      return has_k ? derive_axis<Arch, true, 1, true> : derive_axis<Arch, true, 1, false>;
    case 2:
      return has_k ? derive_axis<Arch, true, 2, true> : derive_axis<Arch, true, 2, false>;
    default:
      return derive_axis<Arch, true, 3, false>;
  }
}

}  // namespace perlane::kernels
