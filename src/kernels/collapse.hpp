#pragma once
// The formula of axis collapse, written once for rows, for samples and for points: mirror of
// reference/cell.cpp, `collapse`.
//
// A vertex of a cell has a gradient along the axes that are left, and a constant k. Removing an
// axis makes one vertex of the two beside a sample, `low` and `high`. The derivatives along axes
// that are already removed have the same form, and a further axis removes them by the same formula;
// only the derivative along the axis that is removed has one of its own.

#include "kernels/arch.hpp"

namespace perlane::kernels {

// What stands at two neighbouring vertices.
template <class F>
struct Pair {
  F low, high;
};

// One axis, at some samples: where they lie between the vertices.
template <class F>
struct Removal {
  F f, f_minus_1, s;

  // The components of the gradient along the axes that are left; and k, if there are no gradients.
  XSIMD_INLINE F blend(const Pair<F>& of) const noexcept { return of.low + s * (of.high - of.low); }

  // What k is seen from the sample, before it is blended. `g`: the gradient along this axis.
  XSIMD_INLINE Pair<F> constants(const Pair<F>& k, const Pair<F>& g) const noexcept {
    return {k.low + g.low * f, k.high + g.high * f_minus_1};
  }
  // At the first axis to be removed there is no k.
  XSIMD_INLINE Pair<F> constants(const Pair<F>& g) const noexcept {
    return {g.low * f, g.high * f_minus_1};
  }
};

// The derivatives along the axis that is removed, `slope` the slope of its fade: of a component of
// the gradient, and of k if there are no gradients,
template <class F>
XSIMD_INLINE F derivative(F slope, const Pair<F>& of) noexcept {
  return slope * (of.high - of.low);
}
// and of k otherwise.
template <class F>
XSIMD_INLINE F derivative(const Removal<F>& removal, F slope, const Pair<F>& k,
                          const Pair<F>& g) noexcept {
  return removal.blend(g) + slope * (k.high - k.low);
}

}  // namespace perlane::kernels
