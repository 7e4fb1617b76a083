#pragma once
// The formula of axis collapse, written once for rows, for samples and for points; mirror of
// reference/cell.hpp, `collapse`.
//
// A vertex of a cell has a gradient along the axes that are left, and a constant k. Removing an
// axis makes one vertex of the two beside a sample, `low` and `high`. The derivatives along axes
// that are already removed have the same form, and a further axis removes them by the same formula;
// only the derivative along the axis that is removed has one of its own.

#include "kernels/arch/arch.hpp"

namespace perlane::kernels {

// What stands at the two vertices that are merged.
template <class F>
struct Pair {
  F low, high;
};

// How to remove one axis: where some samples lie between the two vertices, at fraction f. The
// weights are s = fade(f), u = f * (1 - s) and v = s * (f - 1).
template <class F>
struct Removal {
  F s, u, v;

  XSIMD_INLINE static Removal at(F f, F fade) noexcept {
    return {fade, f * (F(1.0f) - fade), fade * (f - F(1.0f))};
  }

  // Blends the components of the gradient along an axis that is left, or the constants.
  XSIMD_INLINE F blend(const Pair<F>& ends) const noexcept {
    return ends.low + s * (ends.high - ends.low);
  }
  // Adds up the gradients along the axis that is removed, at the sample.
  XSIMD_INLINE F offset(const Pair<F>& g) const noexcept { return g.low * u + g.high * v; }
  // Returns k; `g` is the gradient along this axis. At the first axis there is no k before, and k
  // is `offset`.
  XSIMD_INLINE F merge(const Pair<F>& k, const Pair<F>& g) const noexcept {
    return blend(k) + offset(g);
  }
};

// The same for the derivative along the axis: the weights are the derivatives of s, u and v.
template <class F>
struct RemovalSlope {
  F s, u, v;

  XSIMD_INLINE static RemovalSlope at(F f, F fade, F slope) noexcept {
    return {slope, (F(1.0f) - fade) - f * slope, fade + (f - F(1.0f)) * slope};
  }

  XSIMD_INLINE F blend(const Pair<F>& ends) const noexcept { return s * (ends.high - ends.low); }
  XSIMD_INLINE F offset(const Pair<F>& g) const noexcept { return g.low * u + g.high * v; }
  XSIMD_INLINE F merge(const Pair<F>& k, const Pair<F>& g) const noexcept {
    return blend(k) + offset(g);
  }
};

}  // namespace perlane::kernels
