// Cubics between points. F. N. Fritsch and J. Butland, "A method for constructing local monotone
// piecewise cubic interpolants", SIAM J. Sci. Stat. Comput. 5, 1984; graph/arithmetic/curve.cpp
// makes them.

#include "reference/curve.hpp"

namespace perlane::reference {
namespace {

// NaN stays NaN.
float clamped(float x, float low, float high) noexcept {
  return x < low ? low : x > high ? high : x;
}

// The last knot that is not above x, if there is one, and the first otherwise.
int segment_of(const model::Curve& curve, float x) noexcept {
  int segment = 0;
  for (int half = curve.knots / 2; half > 0; half /= 2) {
    if (curve.knot[segment + half] <= x) segment += half;
  }
  return segment;
}

}  // namespace

float curve(const model::Curve& curve, float x) noexcept {
  const float inside = clamped(x, curve.first, curve.last);
  const int i = segment_of(curve, inside);
  const float t = (inside - curve.knot[i]) / curve.width[i];
  const float y = ((curve.c[3][i] * t + curve.c[2][i]) * t + curve.c[1][i]) * t + curve.c[0][i];
  return clamped(y, curve.low, curve.high);
}

float curve_derivative(const model::Curve& curve, float x, float dx) noexcept {
  const float inside = clamped(x, curve.first, curve.last);
  const int i = segment_of(curve, inside);
  const float t = (inside - curve.knot[i]) / curve.width[i];
  const float derivative = (3.0f * curve.c[3][i] * t + 2.0f * curve.c[2][i]) * t + curve.c[1][i];
  return x < curve.first ? 0.0f : derivative / curve.width[i] * dx;
}

}  // namespace perlane::reference
