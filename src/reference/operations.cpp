// Operators on values, and maps of coordinates. Looping by a blend: M. Zucker, "The Perlin noise
// math FAQ", 2001.

#include "reference/operations.hpp"

#include "model/noises.hpp"

#include <cmath>
#include <limits>

namespace perlane::reference {
namespace {

using model::AxisMap;
using model::Operation;

// Also if a is not a number: the smaller and the larger of two are not either then.
bool is_less(float a, float b) noexcept { return a < b || std::isnan(a); }
bool is_more(float a, float b) noexcept { return a > b || std::isnan(a); }

// For x from -1/4 to 1/4.
float sine_of_quarter(float x) noexcept {
  const float q = x * x;
  float sum = model::sine_polynomial[0];
  for (int i = 1; i < 5; ++i) sum = sum * q + model::sine_polynomial[i];
  const float sine = sum * x;
  return 1.0f < sine ? 1.0f : sine;
}

// The distance of |a| from the nearest whole number, 0 to 1/2, which is exact, and on which side it
// lies.
struct Turn {
  float distance;
  bool is_below;  // that number
};
Turn turn(float a) noexcept {
  const float magnitude = std::abs(a);
  const float r = magnitude - std::floor(magnitude);
  const float rest = 1.0f - r;
  return {rest < r ? rest : r, r > 0.5f};
}

float sine(float a) noexcept {
  const auto [distance, is_below] = turn(a);
  const float rest = 0.5f - distance;
  const float magnitude = sine_of_quarter(rest < distance ? rest : distance);
  const float sine = is_below ? -magnitude : magnitude;
  return a < 0.0f ? -sine : sine;
}

float sine_slope(float a) noexcept {
  return model::two_pi * sine_of_quarter(0.25f - turn(a).distance);
}

// Where a lies between b and c, from 0 to 1.
float position_between(float a, float b, float c) noexcept {
  const float t = (a - b) / (c - b);
  const float above = t < 0.0f ? 0.0f : t;
  return above > 1.0f ? 1.0f : above;
}

template <class Real>
Real map_as(const AxisMap& map, Real coordinate, Real limit) noexcept {
  if (!(std::abs(coordinate * static_cast<Real>(map.frequency)) < limit))
    return std::numeric_limits<Real>::quiet_NaN();
  const Real by = static_cast<Real>(map.by);
  switch (map.kind) {
    case AxisMap::none:
      break;
    case AxisMap::translate:
      return coordinate - by;
    case AxisMap::scale:
      return coordinate / by;
    case AxisMap::affine:
      return coordinate * by + static_cast<Real>(map.shift);
    case AxisMap::wrap: {
      const Real rest = coordinate - by * std::floor(coordinate / by);
      const Real above = rest < 0 ? 0 : rest;  // rounding may leave it on either side
      return (above > by ? by : above) + static_cast<Real>(map.shift);
    }
  }
  return coordinate;
}

}  // namespace

float operate(Operation operation, float a, float b, float c) noexcept {
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::subtract:
      return a - b;
    case Operation::multiply:
      return a * b;
    case Operation::minimum:
      return is_less(a, b) ? a : b;
    case Operation::maximum:
      return is_more(a, b) ? a : b;
    case Operation::mix:
      return a + c * (b - a);
    case Operation::smoothstep: {
      const float t = position_between(a, b, c);
      return (3.0f - 2.0f * t) * (t * t);
    }
    case Operation::absolute:
      return std::abs(a);
    case Operation::square_root:
      return a < 0.0f ? 0.0f : std::sqrt(a);
    case Operation::sine:
      break;
  }
  return sine(a);
}

float operate_slope(Operation operation, float a, float b, float c, float da, float db,
                    float dc) noexcept {
  switch (operation) {
    case Operation::add:
      return da + db;
    case Operation::subtract:
      return da - db;
    case Operation::multiply:
      return da * b + a * db;
    case Operation::minimum:
      return is_less(a, b) ? da : db;
    case Operation::maximum:
      return is_more(a, b) ? da : db;
    case Operation::mix:
      return (da + c * (db - da)) + dc * (b - a);
    case Operation::smoothstep: {
      const float t = position_between(a, b, c);
      return (t - t * t) * 6.0f * (da / (c - b));
    }
    case Operation::absolute:
      return a < 0.0f ? -da : da;
    case Operation::square_root:
      return a < model::least_sloping ? 0.0f : da / (2.0f * std::sqrt(a));
    case Operation::sine:
      break;
  }
  return sine_slope(a) * da;
}

double map(const AxisMap& map, double coordinate) noexcept {
  return map_as(map, coordinate, model::coordinate_limit);
}
float map(const AxisMap& map, float coordinate) noexcept {
  return map_as(map, coordinate, model::coordinate_limit_single);
}

}  // namespace perlane::reference
