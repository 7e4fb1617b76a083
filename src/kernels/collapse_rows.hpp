#pragma once
// Removes y, z or w from rows of lattice columns: of a row at a lattice point below and of one above,
// one for each of R samples that lie between them. A row is a line of floats for each component of
// the gradient that is left, and one for k.

#include "kernels/collapse.hpp"
#include "kernels/lanes.hpp"

namespace perlane::kernels {

// The lines of two rows, `count` columns of them.
struct LinePair {
  const float* low;
  const float* high;
  int count;

  XSIMD_INLINE LinePair operator+(std::ptrdiff_t distance) const noexcept {
    return {low + distance, high + distance, count};
  }
};

// Lines for R samples, so far apart.
struct Lines {
  float* first;
  std::ptrdiff_t distance;
};

// The samples: R in a row.
struct RowSamples {
  const float* f;
  const float* f_minus_1;
  const float* s;
  const float* slope;  // null without derivatives
};

template <class Arch>
XSIMD_INLINE Removal<Floats<Arch>> removal_of(const RowSamples& samples, int r) noexcept {
  using F = Floats<Arch>;
  return {F(samples.f[r]), F(samples.f_minus_1[r]), F(samples.s[r])};
}
template <class Arch>
XSIMD_INLINE Pair<Floats<Arch>> load_pair(const LinePair& lines, int i) noexcept {
  return {Floats<Arch>::load_aligned(lines.low + i), Floats<Arch>::load_aligned(lines.high + i)};
}

// A component of the gradient along an axis that is left; or k, if there are no gradients.
template <class Arch, int R>
void blend_lines(const RowSamples& samples, const LinePair from, const Lines to) noexcept {
  Removal<Floats<Arch>> removal[R];
  for (int r = 0; r < R; ++r) removal[r] = removal_of<Arch>(samples, r);
  for (int i = 0; i < from.count; i += lanes<Arch>) {
    const Pair<Floats<Arch>> pair = load_pair<Arch>(from, i);
    for (int r = 0; r < R; ++r)
      removal[r].blend(pair).store_aligned(to.first + r * to.distance + i);
  }
}

// k, where `g` is the component of the gradient along the axis that is removed.
template <class Arch, int R, bool has_k>
void collapse_lines(const RowSamples& samples, const LinePair k, const LinePair g,
                    const Lines to) noexcept {
  Removal<Floats<Arch>> removal[R];
  for (int r = 0; r < R; ++r) removal[r] = removal_of<Arch>(samples, r);
  for (int i = 0; i < g.count; i += lanes<Arch>) {
    const Pair<Floats<Arch>> slope = load_pair<Arch>(g, i);
    for (int r = 0; r < R; ++r) {
      Pair<Floats<Arch>> constants;
      if constexpr (has_k) {
        constants = removal[r].constants(load_pair<Arch>(k, i), slope);
      } else {
        constants = removal[r].constants(slope);
      }
      removal[r].blend(constants).store_aligned(to.first + r * to.distance + i);
    }
  }
}

// The derivative of a component of the gradient, or of k if there are no gradients, along the axis
// that is removed.
template <class Arch>
void derive_lines(const RowSamples& samples, const LinePair from, float* to) noexcept {
  const Floats<Arch> slope(*samples.slope);
  for (int i = 0; i < from.count; i += lanes<Arch>)
    derivative(slope, load_pair<Arch>(from, i)).store_aligned(to + i);
}

// The derivative of k. There is none at the first axis that is removed: then k.low is null.
template <class Arch>
void derive_constant_lines(const RowSamples& samples, const LinePair k, const LinePair g,
                           float* to) noexcept {
  const auto removal = removal_of<Arch>(samples, 0);
  const Floats<Arch> slope(*samples.slope);
  for (int i = 0; i < g.count; i += lanes<Arch>) {
    const Pair<Floats<Arch>> along = load_pair<Arch>(g, i);
    const Pair<Floats<Arch>> constants =
        k.low == nullptr ? removal.constants(along)
                         : removal.constants(load_pair<Arch>(k, i), along);
    derivative(removal, slope, constants, along).store_aligned(to + i);
  }
}

}  // namespace perlane::kernels
