#pragma once
// Fades and their derivatives, and the weights that follow from them; mirror of
// reference/lattice.hpp, `fade` and `fade_derivative`.

#include "model/noises.hpp"
#include "kernels/shared/collapse.hpp"
#include "kernels/lanes/lanes.hpp"
#include "kernels/lanes/layout.hpp"

namespace perlane::kernels {

// Each of these is a function of the fraction x, and is NaN where x is NaN.
template <class F>
struct QuinticFade {
  XSIMD_INLINE static F at(F x) noexcept {
    const F t = x - F(0.5f);
    const F q = t * t;
    return ((q * F(6.0f) - F(5.0f)) * q + F(1.875f)) * t + F(0.5f);
  }
  XSIMD_INLINE static F derivative(F x) noexcept {
    const F t = x - F(0.5f);
    const F q = t * t;
    return (q * F(30.0f) - F(15.0f)) * q + F(1.875f);
  }
};
template <class F>
struct CubicFade {
  XSIMD_INLINE static F at(F x) noexcept { return (F(3.0f) - F(2.0f) * x) * (x * x); }
  XSIMD_INLINE static F derivative(F x) noexcept { return (x - x * x) * F(6.0f); }
};
template <class F>
struct LinearFade {
  XSIMD_INLINE static F at(F x) noexcept { return x; }
  XSIMD_INLINE static F derivative(F x) noexcept { return x * F(0.0f) + F(1.0f); }
};
template <class F>
struct NoFade {
  XSIMD_INLINE static F at(F x) noexcept { return x * F(0.0f); }
  XSIMD_INLINE static F derivative(F x) noexcept { return x * F(0.0f); }
};

template <class Curve, class F>
void weigh_with(const float* f, const Weights& weights, const Weights& derivatives,
                int count) noexcept {
  constexpr int step = static_cast<int>(F::size);
  for (int i = 0; i < count; i += step) {
    const F x = F::load_aligned(f + i);
    const auto removal = Removal<F>::at(x, Curve::at(x));
    removal.s.store_aligned(weights.s + i);
    removal.u.store_aligned(weights.u + i);
    removal.v.store_aligned(weights.v + i);
  }
  if (derivatives.s == nullptr) return;
  for (int i = 0; i < count; i += step) {
    const F x = F::load_aligned(f + i);
    const auto removal = RemovalDerivative<F>::at(x, Curve::at(x), Curve::derivative(x));
    removal.s.store_aligned(derivatives.s + i);
    removal.u.store_aligned(derivatives.u + i);
    removal.v.store_aligned(derivatives.v + i);
  }
}

// Writes the weights of `count` fractions, a multiple of the lanes, and their derivatives unless
// these are null.
template <class Arch>
void weigh(model::Fade fade, const float* f, const Weights& weights, const Weights& derivatives,
           int count) noexcept {
  using F = Floats<Arch>;
  switch (fade) {
    case model::Fade::quintic:
      return weigh_with<QuinticFade<F>, F>(f, weights, derivatives, count);
    case model::Fade::cubic:
      return weigh_with<CubicFade<F>, F>(f, weights, derivatives, count);
    case model::Fade::linear:
      return weigh_with<LinearFade<F>, F>(f, weights, derivatives, count);
    case model::Fade::none:
      return weigh_with<NoFade<F>, F>(f, weights, derivatives, count);
  }
}

}  // namespace perlane::kernels
