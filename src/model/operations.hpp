#pragma once
// What operators do to values and to coordinates: the plain data that the reference and the kernels
// compute from.

#include "model/strict.hpp"

namespace perlane::model {

// An operation has up to three operands, a, b and c. Nobody reads those that it does not have.
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

// Square roots of less than this count as flat, because their slope grows without bounds.
inline constexpr float least_sloping = 0x1p-60f;

}  // namespace perlane::model
