#pragma once
// The formulas of operators; mirror of reference/operations.cpp.

#include "kernels/lanes/lanes.hpp"

#include <limits>

namespace perlane::kernels {

// xsimd's minus may subtract from 0, which makes +0 of +0.
template <class Arch>
XSIMD_INLINE Floats<Arch> negative(Floats<Arch> x) noexcept {
  return x ^ Floats<Arch>(-0.0f);
}

template <class Arch>
XSIMD_INLINE Floats<Arch> nan() noexcept {
  return Floats<Arch>(std::numeric_limits<float>::quiet_NaN());
}
template <class Arch>
XSIMD_INLINE auto is_any_nan(Floats<Arch> x, Floats<Arch> y, Floats<Arch> z) noexcept {
  return (x != x) | (y != y) | (z != z);
}

template <class Arch>
XSIMD_INLINE auto is_less(Floats<Arch> x, Floats<Arch> y) noexcept {
  return (x < y) | (x != x);
}
template <class Arch>
XSIMD_INLINE auto is_more(Floats<Arch> x, Floats<Arch> y) noexcept {
  return (x > y) | (x != x);
}

template <class Arch>
XSIMD_INLINE Floats<Arch> sine_of_quarter(Floats<Arch> x) noexcept {
  using F = Floats<Arch>;
  const F q = x * x;
  F sum(model::sine_polynomial[0]);
  for (int i = 1; i < 5; ++i) sum = sum * q + F(model::sine_polynomial[i]);
  const F sine = sum * x;
  return xsimd::select(F(1.0f) < sine, F(1.0f), sine);
}

template <class Arch>
struct Turn {
  Floats<Arch> distance;
  typename Floats<Arch>::batch_bool_type is_below;
};
template <class Arch>
XSIMD_INLINE Turn<Arch> turn(Floats<Arch> a) noexcept {
  using F = Floats<Arch>;
  const F magnitude = xsimd::abs(a);
  const F r = magnitude - floor_of<Arch>(magnitude);
  const F complement = F(1.0f) - r;
  return {xsimd::select(complement < r, complement, r), r > F(0.5f)};
}

template <class Arch>
XSIMD_INLINE Floats<Arch> sine_of(Floats<Arch> a) noexcept {
  using F = Floats<Arch>;
  const Turn<Arch> nearest = turn<Arch>(a);
  const F complement = F(0.5f) - nearest.distance;
  const F magnitude = sine_of_quarter<Arch>(
      xsimd::select(complement < nearest.distance, complement, nearest.distance));
  const F sine = xsimd::select(nearest.is_below, negative<Arch>(magnitude), magnitude);
  return xsimd::select(a < F(0.0f), negative<Arch>(sine), sine);
}
template <class Arch>
XSIMD_INLINE Floats<Arch> sine_derivative_of(Floats<Arch> a) noexcept {
  using F = Floats<Arch>;
  return F(model::two_pi) * sine_of_quarter<Arch>(F(0.25f) - turn<Arch>(a).distance);
}

template <class Arch>
XSIMD_INLINE Floats<Arch> position_between(Floats<Arch> a, Floats<Arch> b,
                                           Floats<Arch> c) noexcept {
  using F = Floats<Arch>;
  const F t = quotient<Arch>(a - b, c - b);
  const F above = xsimd::select(t < F(0.0f), F(0.0f), t);
  return xsimd::select(above > F(1.0f), F(1.0f), above);
}

// For numbers above 0.
template <class Arch>
XSIMD_INLINE Doubles<Arch> logarithm_of(Doubles<Arch> x) noexcept {
  using D = Doubles<Arch>;
  using L = LongWords<Arch>;
  const L bits = xsimd::bitwise_cast<std::uint64_t>(x), bias(std::uint64_t{1024} << 52);
  const L k = (bits - L(model::sqrt_half_bits) + bias) >> 52;
  const D m = xsimd::bitwise_cast<double>(bits - (k << 52) + bias);
  const D s = quotient<Arch>(m - D(1), m + D(1));
  const D q = s * s;
  D sum(model::logarithm_polynomial[0]);
  for (int i = 1; i < 8; ++i) sum = sum * q + D(model::logarithm_polynomial[i]);
  // k as the end of the mantissa.
  const D whole = xsimd::bitwise_cast<double>(k | L(std::uint64_t{0x433} << 52));
  return (whole - D(0x1p52 + 1024)) + sum * s;
}

template <class Arch>
XSIMD_INLINE Doubles<Arch> power_of_two(Doubles<Arch> y) noexcept {
  using D = Doubles<Arch>;
  const D above = xsimd::select(y < D(-1000), D(-1000), y);
  const D inside = xsimd::select(above > D(1000), D(1000), above);
  const D n = floor_of<Arch>(inside + D(0.5));
  const D f = inside - n;
  D sum(model::power_polynomial[0]);
  for (int i = 1; i < 10; ++i) sum = sum * f + D(model::power_polynomial[i]);
  const auto exponent = xsimd::bitwise_cast<std::uint64_t>(n + D(0x1p52 + 1023)) << 52;
  return sum * xsimd::bitwise_cast<double>(exponent);
}

// a to the b - `less`.
template <class Arch>
XSIMD_INLINE Floats<Arch> power_of(Floats<Arch> a, Floats<Arch> b, double less) noexcept {
  using F = Floats<Arch>;
  using D = Doubles<Arch>;
  const auto is_above = a > F(0.0f);
  const Widened<Arch> x = widen<Arch>(xsimd::select(is_above, a, F(1.0f)));
  const Widened<Arch> exponent = widen<Arch>(b);
  const F power =
      narrow<Arch>(power_of_two<Arch>((exponent.low - D(less)) * logarithm_of<Arch>(x.low)),
                   power_of_two<Arch>((exponent.high - D(less)) * logarithm_of<Arch>(x.high)));
  const F flat = xsimd::select(b != b, b, F(0.0f));
  return xsimd::select(is_above, power, xsimd::select(a != a, a, flat));
}

template <class Arch>
XSIMD_INLINE Floats<Arch> exponential_of(Floats<Arch> a) noexcept {
  using D = Doubles<Arch>;
  const Widened<Arch> x = widen<Arch>(a);
  const Floats<Arch> power = narrow<Arch>(power_of_two<Arch>(x.low * D(model::log2_of_e)),
                                          power_of_two<Arch>(x.high * D(model::log2_of_e)));
  return xsimd::select(a != a, a, power);
}

template <class Arch>
XSIMD_INLINE Floats<Arch> natural_logarithm_of(Floats<Arch> a) noexcept {
  using F = Floats<Arch>;
  using D = Doubles<Arch>;
  const auto is_above = a > F(0.0f);
  const Widened<Arch> x = widen<Arch>(xsimd::select(is_above, a, F(1.0f)));
  const F logarithm = narrow<Arch>(logarithm_of<Arch>(x.low) * D(model::ln_of_2),
                                   logarithm_of<Arch>(x.high) * D(model::ln_of_2));
  return xsimd::select(is_above, logarithm, nan<Arch>());
}

template <class Arch>
XSIMD_INLINE Floats<Arch> derivative_of_power(Floats<Arch> a, Floats<Arch> b, Floats<Arch> da,
                                              Floats<Arch> db) noexcept {
  using F = Floats<Arch>;
  const F steep = b * power_of<Arch>(a, b, 1) * da +
                  power_of<Arch>(a, b, 0) * natural_logarithm_of<Arch>(a) * db;
  const F flat = xsimd::select(b != b, b, F(0.0f));
  return xsimd::select(a < F(model::flat_below), flat, steep);
}

template <class Arch>
XSIMD_INLINE Floats<Arch> nearness(Floats<Arch> a, Floats<Arch> b, Floats<Arch> radius) noexcept {
  using F = Floats<Arch>;
  const F room = radius - xsimd::abs(a - b);
  return quotient<Arch>(xsimd::select(room > F(0.0f), room, F(0.0f)), radius);
}
template <class Arch>
XSIMD_INLINE Floats<Arch> smooth_correction(Floats<Arch> a, Floats<Arch> b,
                                            Floats<Arch> radius) noexcept {
  const Floats<Arch> h = nearness<Arch>(a, b, radius);
  return h * h * h * (radius * Floats<Arch>(model::sixth));
}
template <class Arch>
XSIMD_INLINE Floats<Arch> smooth_derivative(Floats<Arch> h, Floats<Arch> taken,
                                            Floats<Arch> other) noexcept {
  return taken + h * h * Floats<Arch>(0.5f) * (other - taken);
}

template <class Arch>
struct Terrace {
  using F = Floats<Arch>;
  F whole, beyond, room;
  typename F::batch_bool_type is_ramp;

  XSIMD_INLINE Terrace(F a, F steps, F derivative) noexcept {
    const F t = a * steps;
    const F below = floor_of<Arch>(t);
    const F r = t - below;
    const auto is_lower = r < F(0.5f);
    whole = xsimd::select(is_lower, below, below + F(1.0f));
    beyond = xsimd::select(is_lower, r, r - F(1.0f));
    room = (F(0.5f) - xsimd::abs(beyond)) * derivative;
    is_ramp = (derivative > F(0.0f)) & (room < F(0.5f));
  }
};
template <class Arch>
XSIMD_INLINE Floats<Arch> terrace_of(Floats<Arch> a, Floats<Arch> steps,
                                     Floats<Arch> derivative) noexcept {
  using F = Floats<Arch>;
  const Terrace<Arch> at(a, steps, derivative);
  const F offset = xsimd::select(at.is_ramp, F(0.5f) - at.room, F(0.0f));
  const F height = at.whole + xsimd::select(at.beyond < F(0.0f), negative<Arch>(offset), offset);
  return quotient<Arch>(height, steps);
}

}  // namespace perlane::kernels
