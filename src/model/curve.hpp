#pragma once
// A curve through points: plain data that the reference and the kernels compute from.

namespace perlane::model {

// Arrays have an element for each knot; the number of knots is a power of two. A knot begins a
// segment; there the curve is ((c[3] * t + c[2]) * t + c[1]) * t + c[0], where t = (x - knot) /
// width is from 0 to 1. The segment of the last point is level. Knots after it are infinite.
struct Curve {
  int knots;
  const float* knot;
  const float* width;
  const float* c[4];
  float first, last;  // x that the curve is clamped to,
  float low, high;    // and y
};

}  // namespace perlane::model
