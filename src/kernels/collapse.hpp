#pragma once
// The formula of axis collapse, written once for rows, for samples and for points; mirror of
// reference/cell.cpp, `collapse`.
//
// A vertex of a cell has a gradient along the axes that are left, and a constant k. Removing an
// axis makes one vertex of the two beside a sample, `low` and `high`. The derivatives along axes
// that are already removed have the same form, and a further axis removes them by the same formula;
// only the derivative along the axis that is removed has one of its own.

#include "kernels/arch.hpp"

namespace perlane::kernels {

// What stands at the two vertices that are merged.
template <class F>
struct Pair {
  F low, high;
};

// How to remove one axis: where some samples lie between the two vertices.
template <class F>
struct Removal {
  F f, f_minus_1, s;

  // Blends the two ends: components of the gradient along an axis that is left, or constants as
  // seen from the sample.
  XSIMD_INLINE F blend(const Pair<F>& ends) const noexcept {
    return ends.low + s * (ends.high - ends.low);
  }

  // Returns k as seen from the sample; `g` is the gradient along this axis.
  XSIMD_INLINE Pair<F> constants(const Pair<F>& k, const Pair<F>& g) const noexcept {
    return {k.low + g.low * f, k.high + g.high * f_minus_1};
  }
  // Returns the same for the first axis that is removed, where there is no k.
  XSIMD_INLINE Pair<F> constants(const Pair<F>& g) const noexcept {
    return {g.low * f, g.high * f_minus_1};
  }
};

// Returns the derivative along the axis that is removed, of a component of the gradient, or of k if
// there are no gradients; `slope` is the slope of the fade.
template <class F>
XSIMD_INLINE F derivative(F slope, const Pair<F>& ends) noexcept {
  return slope * (ends.high - ends.low);
}
// Returns the derivative of k if there are gradients; `g` is the gradient along this axis, and `k`
// is as seen from the sample.
template <class F>
XSIMD_INLINE F derivative(const Removal<F>& removal, F slope, const Pair<F>& k,
                          const Pair<F>& g) noexcept {
  return removal.blend(g) + slope * (k.high - k.low);
}

}  // namespace perlane::kernels
