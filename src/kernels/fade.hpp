#pragma once
// Fades and their slopes; mirror of reference/lattice.cpp, `fade` and `fade_slope`.

#include "model/noises.hpp"
#include "kernels/lanes.hpp"

namespace perlane::kernels {

// Each of these is a function of the fraction x, and is NaN where x is NaN.
template <class F>
struct QuinticFade {
  XSIMD_INLINE static F at(F x) noexcept {
    const F t = x - F(0.5f);
    const F q = t * t;
    return ((q * F(6.0f) - F(5.0f)) * q + F(1.875f)) * t + F(0.5f);
  }
  XSIMD_INLINE static F slope(F x) noexcept {
    const F t = x - F(0.5f);
    const F q = t * t;
    return (q * F(30.0f) - F(15.0f)) * q + F(1.875f);
  }
};
template <class F>
struct CubicFade {
  XSIMD_INLINE static F at(F x) noexcept { return (F(3.0f) - F(2.0f) * x) * (x * x); }
  XSIMD_INLINE static F slope(F x) noexcept { return (x - x * x) * F(6.0f); }
};
template <class F>
struct LinearFade {
  XSIMD_INLINE static F at(F x) noexcept { return x; }
  XSIMD_INLINE static F slope(F x) noexcept { return x * F(0.0f) + F(1.0f); }
};
template <class F>
struct NoFade {
  XSIMD_INLINE static F at(F x) noexcept { return x * F(0.0f); }
  XSIMD_INLINE static F slope(F x) noexcept { return x * F(0.0f); }
};

template <class Curve, class F>
void fade_with(const float* f, float* f_minus_1, float* s, float* slope, int count) noexcept {
  constexpr int step = static_cast<int>(F::size);
  for (int i = 0; i < count; i += step) {
    const F x = F::load_aligned(f + i);
    (x - F(1.0f)).store_aligned(f_minus_1 + i);
    Curve::at(x).store_aligned(s + i);
  }
  if (slope == nullptr) return;
  for (int i = 0; i < count; i += step)
    Curve::slope(F::load_aligned(f + i)).store_aligned(slope + i);
}

// Writes f - 1, the fade of f, and unless it is null the slope of the fade, for `count` samples, a
// multiple of the lanes.
template <class Arch>
void fade_all(model::Fade fade, const float* f, float* f_minus_1, float* s, float* slope,
              int count) noexcept {
  using F = Floats<Arch>;
  switch (fade) {
    case model::Fade::quintic:
      return fade_with<QuinticFade<F>, F>(f, f_minus_1, s, slope, count);
    case model::Fade::cubic:
      return fade_with<CubicFade<F>, F>(f, f_minus_1, s, slope, count);
    case model::Fade::linear:
      return fade_with<LinearFade<F>, F>(f, f_minus_1, s, slope, count);
    case model::Fade::none:
      return fade_with<NoFade<F>, F>(f, f_minus_1, s, slope, count);
  }
}

}  // namespace perlane::kernels
