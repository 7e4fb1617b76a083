#pragma once
// Operations on values and on coordinates: the plain data that the reference and the kernels
// compute from.

#include "model/strict.hpp"

#include <cstdint>

namespace perlane::model {

// An operation has up to three operands, a, b and c. Those that it does not have are never read.
enum class Operation {
  add,  // a + b
  subtract,  // a - b
  multiply,  // a * b
  minimum,  // min(a, b)
  maximum,  // max(a, b)
  mix,  // a + c * (b - a)
  smoothstep,  // 3t^2 - 2t^3, where t is the position of a between the constants b and c
  absolute,  // |a|
  square_root,  // sqrt(a), and 0 where a is below 0
  sine,  // sin(2 pi a)
  divide,  // a / b
  power,  // a to the b, and 0 where a is 0 or below
  smooth_minimum,  // min(a, b) - h^3 c / 6, where h = max(c - |a - b|, 0) / c
  smooth_maximum,  // max(a, b) + h^3 c / 6
  terrace,  // a * b, drawn to the nearest whole number by ramps of slope c, over b
  fraction,  // a - floor(a)
  step,  // 0 where a is below b, and 1 from there on
  choose,  // a where c is 0, and b elsewhere
  floor,  // the whole number at or below a
  exponential,  // e to the a
  logarithm,  // ln(a), and NaN where a is 0 or below
  power_of_fields,  // power, where b varies, too
};

// A map of the coordinate c along one axis.
struct AxisMap {
  enum Kind {
    none,  // c
    translate,  // c - by
    scale,  // c / by
    wrap,  // c - by * floor(c / by) + shift
    affine,  // c * by + shift
  } kind = none;
  double by = 0;
  double shift = 0;
  double frequency = 0;  // the result is NaN where c times this reaches the limit of coordinates
};

// Coefficients of the polynomial of x^2, the highest power first, that comes nearest to
// sin(2 pi x) / x for x from 0 to 1/4. Its relative error is 5e-9 before rounding.
inline constexpr float sine_polynomial[5] = {0x1.3db008p+5f, -0x1.324cccp+6f, 0x1.4668bp+6f,
                                             -0x1.4abbc2p+5f, 0x1.921fb6p+2f};
inline constexpr float two_pi = 0x1.921fb6p+2f;

inline constexpr float sixth = 0x1.555556p-3f;

// Powers are computed in binary64. Their logarithm to base 2 is k + s * p(s^2), where the argument
// is 2^k * m, m is from sqrt(1/2) to sqrt(2), and s = (m - 1) / (m + 1): these are 2 / ln(2) over
// 15, 13, 11 and so on to 1, of the series of artanh. The terms that it lacks are less than 4e-14
// of the sum.
inline constexpr double logarithm_polynomial[8] = {
    0x1.89f3b1694cffep-3, 0x1.c68f568d3176p-3,  0x1.0c9a84994022dp-2, 0x1.484b13d7c02a9p-2,
    0x1.a61762a7aded9p-2, 0x1.2776c50ef9bfep-1, 0x1.ec709dc3a03fdp-1, 0x1.71547652b82fep+1};
inline constexpr std::uint64_t sqrt_half_bits = 0x3fe6a09e667f3bcdu;  // its bits

// 2^f for f from -1/2 to 1/2: ln(2)^n / n! for n from 9 to 0. The terms that it lacks are less than
// 8e-12.
inline constexpr double power_polynomial[10] = {0x1.b5253d395e7c4p-24, 0x1.62c0223a5c824p-20,
                                                0x1.ffcbfc588b0c7p-17, 0x1.430912f86c787p-13,
                                                0x1.5d87fe78a6731p-10, 0x1.3b2ab6fba4e77p-7,
                                                0x1.c6b08d704a0cp-5,   0x1.ebfbdff82c58fp-3,
                                                0x1.62e42fefa39efp-1,  1};

inline constexpr double log2_of_e = 0x1.71547652b82fep+0;
inline constexpr double ln_of_2 = 0x1.62e42fefa39efp-1;

// Below this, square roots and powers count as flat, because their derivatives grow without bounds.
inline constexpr float flat_below = 0x1p-60f;

}  // namespace perlane::model
