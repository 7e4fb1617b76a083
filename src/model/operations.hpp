#pragma once
// What operators do to values and to coordinates, as the reference and the kernels see it: plain
// data.

#include "model/strict.hpp"

namespace perlane::model {

// Of values a, b and c; those that an operation does not have are not read.
enum class Operation {
  add,         // a + b
  subtract,    // a - b
  multiply,    // a * b
  minimum,     // of a and b
  maximum,     // of a and b
  mix,         // a + c * (b - a)
  smoothstep,  // a, from b to c, which are constants
  absolute,    // |a|
  square_root,
  sine,        // sin(2 pi a)
};

// Of a coordinate along one axis.
struct AxisMap {
  enum Kind {
    none,
    translate,  // c - by
    scale,      // c / by
    wrap,       // to 0 .. by, and then + shift
  } kind = none;
  double by = 0;
  double shift = 0;
  double frequency = 0;  // beyond the limit of coordinates, times this, it is NaN
};

// sin(2 pi x) / x, as a polynomial of x^2 for x from 0 to 1/4, the highest power first; least
// relative error, 5e-9 before rounding.
inline constexpr float sine_polynomial[5] = {0x1.3db008p+5f, -0x1.324cccp+6f, 0x1.4668bp+6f,
                                             -0x1.4abbc2p+5f, 0x1.921fb6p+2f};
inline constexpr float two_pi = 0x1.921fb6p+2f;

// Square roots of less than this are taken to have no slope: it would grow without bounds.
inline constexpr float least_sloping = 0x1p-60f;

}  // namespace perlane::model
