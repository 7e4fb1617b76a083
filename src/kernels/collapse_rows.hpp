#pragma once
// Removes y, z or w from rows of lattice columns: a row at the lattice point below some samples and
// one at the lattice point above become a row for each of the samples. A row has a line of floats
// for each component of the gradient that is left, and one for k.

#include "kernels/collapse.hpp"
#include "kernels/lattice_rows.hpp"

namespace perlane::kernels {

// The rows beside some samples.
struct Beside {
  const float* low;
  const float* high;
};

template <class Arch>
XSIMD_INLINE Removal<Floats<Arch>> removal_of(const RowAxis& axis, int sample) noexcept {
  using F = Floats<Arch>;
  return {F(axis.f[sample]), F(axis.f_minus_1[sample]), F(axis.s[sample])};
}

// A vector of lattice columns of the row below and of the row above. If there are gradients, they
// have components from x up to axis M, which is removed; and there is k, except at the first axis
// that is removed. Otherwise there is only k, and M does not matter.
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

  // What k is as seen from the samples.
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
void remove_axis(const RowAxis& axis, int sample, const float* low, const float* high,
                 const RowShape& shape, float* to) noexcept {
  constexpr int left = has_gradients ? M : 0;
  // These are copies: what a store might alias would be loaded again after each.
  const int count = shape.count, from_pitch = shape.from, pitch = shape.to;
  const std::ptrdiff_t distance = R > 1 ? shape.distance : 0;
  Removal<Floats<Arch>> removal[R];
  for (int r = 0; r < R; ++r) removal[r] = removal_of<Arch>(axis, sample + r);
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

// Makes a row with derivatives: a set of lines for the noise, one for its derivative along axis M,
// and one for each derivative along an axis that is removed already. The rows beside have `sets`
// sets of lines, all of these but the second.
template <class Arch, bool has_gradients, int M, bool has_k>
void differentiate_axis(const RowAxis& axis, int sample, const float* low, const float* high,
                        const RowShape& shape, float* to) noexcept {
  using F = Floats<Arch>;
  constexpr int left = has_gradients ? M : 0;
  const int count = shape.count, sets = shape.sets, from_pitch = shape.from, pitch = shape.to;
  const std::ptrdiff_t from_set = std::ptrdiff_t{left + (has_gradients ? 2 : 1)} * from_pitch,
                       set = std::ptrdiff_t{left + 1} * pitch;
  const auto removal = removal_of<Arch>(axis, sample);
  const F slope(axis.slope[sample]);
  for (int i = 0; i < count; i += lanes<Arch>) {
    float* result = to + i;
    const auto remove = [&](const auto& columns, const Pair<F>& constants) {
      for (int a = 0; a < left; ++a) removal.blend(columns.g[a]).store_aligned(result + a * pitch);
      removal.blend(constants).store_aligned(result + left * pitch);
    };
    const ColumnPairs<Arch, has_gradients, M, has_k> columns(low + i, high + i, from_pitch);
    const Pair<F> constants = columns.constants(removal);
    remove(columns, constants);
    result += set;
    for (int a = 0; a < left; ++a)
      derivative(slope, columns.g[a]).store_aligned(result + a * pitch);
    if constexpr (has_gradients) {
      derivative(removal, slope, constants, columns.g[M]).store_aligned(result + left * pitch);
    } else {
      derivative(slope, constants).store_aligned(result + left * pitch);
    }
    if constexpr (has_k) {
      std::ptrdiff_t from = i;
      for (int other = 1; other < sets; ++other) {
        from += from_set;
        result += set;
        const ColumnPairs<Arch, has_gradients, M, true> derived(low + from, high + from,
                                                                from_pitch);
        remove(derived, derived.constants(removal));
      }
    }
  }
}

// Chooses how to remove an axis, y to w.
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
// Chooses how to remove y for R samples at once.
template <class Arch, int R>
RemoveAxis remove_y_of(bool has_gradients, bool has_k) noexcept {
  if (!has_gradients) return remove_axis<Arch, false, 1, true, R>;
  return has_k ? remove_axis<Arch, true, 1, true, R> : remove_axis<Arch, true, 1, false, R>;
}
template <class Arch>
RemoveAxis differentiate_axis_of(bool has_gradients, int axis, bool has_k) noexcept {
  if (!has_gradients) return differentiate_axis<Arch, false, 1, true>;
  switch (axis) {
    case 1:
      return has_k ? differentiate_axis<Arch, true, 1, true>
                   : differentiate_axis<Arch, true, 1, false>;
    case 2:
      return has_k ? differentiate_axis<Arch, true, 2, true>
                   : differentiate_axis<Arch, true, 2, false>;
    default:
      return differentiate_axis<Arch, true, 3, false>;
  }
}

}  // namespace perlane::kernels
