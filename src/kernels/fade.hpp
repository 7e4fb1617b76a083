#pragma once
// Fades and their slopes: mirror of reference/lattice.cpp, `fade` and `fade_slope`.

#include "model/noises.hpp"
#include "kernels/lanes.hpp"

namespace perlane::kernels {

// out[i] = formula(f[i]) for `count` values, a multiple of the lanes.
template <class Arch, class Formula>
XSIMD_INLINE void for_each_fraction(const float* f, float* out, int count,
                                    Formula formula) noexcept {
  for (int i = 0; i < count; i += lanes<Arch>)
    formula(Floats<Arch>::load_aligned(f + i)).store_aligned(out + i);
}

// NaN where f is.
template <class Arch>
void fade(Fade fade, const float* f, float* out, int count) noexcept {
  using F = Floats<Arch>;
  switch (fade) {
    case Fade::quintic:
      return for_each_fraction<Arch>(f, out, count, [](F x) {
        const F t = x - F(0.5f);
        const F q = t * t;
        return ((q * F(6.0f) - F(5.0f)) * q + F(1.875f)) * t + F(0.5f);
      });
    case Fade::cubic:
      return for_each_fraction<Arch>(f, out, count,
                                     [](F x) { return (F(3.0f) - F(2.0f) * x) * (x * x); });
    case Fade::linear:
      return for_each_fraction<Arch>(f, out, count, [](F x) { return x; });
  }
  for_each_fraction<Arch>(f, out, count, [](F x) { return x * F(0.0f); });  // model::no_fade
}

template <class Arch>
void fade_slope(Fade fade, const float* f, float* out, int count) noexcept {
  using F = Floats<Arch>;
  switch (fade) {
    case Fade::quintic:
      return for_each_fraction<Arch>(f, out, count, [](F x) {
        const F t = x - F(0.5f);
        const F q = t * t;
        return (q * F(30.0f) - F(15.0f)) * q + F(1.875f);
      });
    case Fade::cubic:
      return for_each_fraction<Arch>(f, out, count, [](F x) { return (x - x * x) * F(6.0f); });
    case Fade::linear:
      return for_each_fraction<Arch>(f, out, count,
                                     [](F x) { return x * F(0.0f) + F(1.0f); });
  }
  for_each_fraction<Arch>(f, out, count, [](F x) { return x * F(0.0f); });
}

template <class Arch>
void minus_1(const float* f, float* out, int count) noexcept {
  using F = Floats<Arch>;
  for_each_fraction<Arch>(f, out, count, [](F x) { return x - F(1.0f); });
}

}  // namespace perlane::kernels
