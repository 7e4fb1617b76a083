#pragma once
// Curves through points: mirror of reference/curve.cpp.

#include "model/curve.hpp"
#include "kernels/lanes/lanes.hpp"

namespace perlane::kernels::steps {

template <class Arch>
XSIMD_INLINE Floats<Arch> clamped(Floats<Arch> x, float low, float high) noexcept {
  using F = Floats<Arch>;
  return xsimd::select(x < F(low), F(low), xsimd::select(x > F(high), F(high), x));
}

// The segment of a curve that x lies in, its width, and the fraction of x within it.
template <class Arch>
struct CurvePlace {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  W segment;
  F width, t;

  XSIMD_INLINE CurvePlace(const model::Curve& curve, F x) noexcept : segment(0u) {
    const F inside = clamped<Arch>(x, curve.first, curve.last);
    for (int half = curve.knots / 2; half > 0; half /= 2) {
      const W next = segment + W(static_cast<std::uint32_t>(half));
      segment = xsimd::select(
          xsimd::batch_bool_cast<std::uint32_t>(gather<Arch>(curve.knot, next) <= inside), next,
          segment);
    }
    width = gather<Arch>(curve.width, segment);
    t = quotient<Arch>(inside - gather<Arch>(curve.knot, segment), width);
  }
  XSIMD_INLINE F c(const model::Curve& curve, int power) const noexcept {
    return gather<Arch>(curve.c[power], segment);
  }
};

template <class Arch>
void curve(const model::Curve& curve, const float* from, float* out, int count) noexcept {
  using F = Floats<Arch>;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const CurvePlace<Arch> at(curve, F::load_aligned(from + i));
    const F y =
        ((at.c(curve, 3) * at.t + at.c(curve, 2)) * at.t + at.c(curve, 1)) * at.t + at.c(curve, 0);
    clamped<Arch>(y, curve.low, curve.high).store_aligned(out + i);
  }
}

template <class Arch>
void curve_derivative(const model::Curve& curve, const float* from, const float* derivative,
                      float* out, int count) noexcept {
  using F = Floats<Arch>;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const F x = F::load_aligned(from + i);
    const CurvePlace<Arch> at(curve, x);
    const F dy =
        (F(3.0f) * at.c(curve, 3) * at.t + F(2.0f) * at.c(curve, 2)) * at.t + at.c(curve, 1);
    const F product = quotient<Arch>(dy, at.width) * F::load_aligned(derivative + i);
    xsimd::select(x < F(curve.first), F(0.0f), product).store_aligned(out + i);
  }
}

}  // namespace perlane::kernels::steps
