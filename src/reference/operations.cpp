// Operators on values, and maps of coordinates. Looping by a blend: M. Zucker, "The Perlin noise
// math FAQ", 2001.

#include "reference/operations.hpp"

#include "model/noises.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace perlane::reference {
namespace {

using model::AxisMap;
using model::Operation;

constexpr float quiet_nan = std::numeric_limits<float>::quiet_NaN();

// True also if a is NaN: then the minimum and the maximum are NaN, too.
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
  const float complement = 1.0f - r;
  return {complement < r ? complement : r, r > 0.5f};
}

float sine(float a) noexcept {
  const auto [distance, is_below] = turn(a);
  const float complement = 0.5f - distance;
  const float magnitude = sine_of_quarter(complement < distance ? complement : distance);
  const float sine = is_below ? -magnitude : magnitude;
  return a < 0.0f ? -sine : sine;
}

float sine_derivative(float a) noexcept {
  return model::two_pi * sine_of_quarter(0.25f - turn(a).distance);
}

// The position of a between b and c, from 0 to 1.
float position_between(float a, float b, float c) noexcept {
  const float t = (a - b) / (c - b);
  const float above = t < 0.0f ? 0.0f : t;
  return above > 1.0f ? 1.0f : above;
}

// The number is above 0.
double logarithm(double x) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t k = (bits - model::sqrt_half_bits + (std::uint64_t{1024} << 52)) >> 52;
  const double m = std::bit_cast<double>(bits - (k << 52) + (std::uint64_t{1024} << 52));
  const double s = (m - 1) / (m + 1);
  const double q = s * s;
  double sum = model::logarithm_polynomial[0];
  for (int i = 1; i < 8; ++i) sum = sum * q + model::logarithm_polynomial[i];
  return (static_cast<double>(k) - 1024) + sum * s;
}

// 2 to the y.
double power_of_two(double y) noexcept {
  const double above = y < -1000 ? -1000 : y;
  const double inside = above > 1000 ? 1000 : above;
  const double n = std::floor(inside + 0.5);
  const double f = inside - n;
  double sum = model::power_polynomial[0];
  for (int i = 1; i < 10; ++i) sum = sum * f + model::power_polynomial[i];
  // 2^n: the end of the mantissa of this sum becomes the exponent.
  return sum * std::bit_cast<double>(std::bit_cast<std::uint64_t>(n + (0x1p52 + 1023)) << 52);
}

float power(float a, double exponent) noexcept {
  if (std::isnan(a)) return a;
  if (std::isnan(exponent)) return quiet_nan;
  if (!(a > 0.0f)) return 0.0f;
  return static_cast<float>(power_of_two(exponent * logarithm(double{a})));
}

float exponential(float a) noexcept {
  return std::isnan(a) ? a : static_cast<float>(power_of_two(double{a} * model::log2_of_e));
}

float natural_logarithm(float a) noexcept {
  return a > 0.0f ? static_cast<float>(logarithm(double{a}) * model::ln_of_2) : quiet_nan;
}

float derivative_of_power(float a, float b, float da, float db) noexcept {
  if (std::isnan(b)) return b;
  if (a < model::flat_below) return 0.0f;
  return b * power(a, double{b} - 1) * da + power(a, double{b}) * natural_logarithm(a) * db;
}

// Returns the nearness of a and b: 1 where they are equal, and 0 from a distance of `radius` on.
float nearness(float a, float b, float radius) noexcept {
  const float room = radius - std::abs(a - b);
  return (room > 0.0f ? room : 0.0f) / radius;
}

float smooth_correction(float a, float b, float radius) noexcept {
  const float h = nearness(a, b, radius);
  return h * h * h * (radius * model::sixth);
}

// Blends the derivative of the one that is taken, the smaller or the larger, into that of the other
// as they come near.
float smooth_derivative(float h, float taken, float other) noexcept {
  return taken + h * h * 0.5f * (other - taken);
}

// Splits t: `whole` is the nearest whole number, and t is `beyond` above it.
struct Rounded {
  float whole;
  float beyond;
};
Rounded nearest(float t) noexcept {
  const float below = std::floor(t);
  const float r = t - below;
  return r < 0.5f ? Rounded{below, r} : Rounded{below + 1.0f, r - 1.0f};
}

// Returns how much the ramp between two whole numbers rises from here to its middle: less than 1/2
// on the ramp.
float room_on_ramp(float beyond, float derivative) noexcept {
  return (0.5f - std::abs(beyond)) * derivative;
}

float terrace(float a, float steps, float derivative) noexcept {
  const auto [whole, beyond] = nearest(a * steps);
  const float room = room_on_ramp(beyond, derivative);
  const bool is_ramp = derivative > 0.0f && room < 0.5f;
  const float offset = is_ramp ? 0.5f - room : 0.0f;
  return (whole + (beyond < 0.0f ? -offset : offset)) / steps;
}

float terrace_derivative(float a, float steps, float derivative, float da) noexcept {
  const bool is_ramp =
      derivative > 0.0f && room_on_ramp(nearest(a * steps).beyond, derivative) < 0.5f;
  return std::isnan(a) ? quiet_nan : is_ramp ? derivative * da : 0.0f;
}

template <class Real>
Real map_as(const AxisMap& map, Real coordinate, Real frequency, Real limit) noexcept {
  if (!(std::abs(coordinate * frequency) < limit)) return std::numeric_limits<Real>::quiet_NaN();
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
      const Real remainder = coordinate - by * std::floor(coordinate / by);
      const Real above = remainder < 0 ? 0 : remainder;  // rounding may leave it on either side
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
      return sine(a);
    case Operation::divide:
      return a / b;
    case Operation::power:
      return power(a, double{b});
    case Operation::smooth_minimum:
      return (is_less(a, b) ? a : b) - smooth_correction(a, b, c);
    case Operation::smooth_maximum:
      return (is_more(a, b) ? a : b) + smooth_correction(a, b, c);
    case Operation::terrace:
      return terrace(a, b, c);
    case Operation::fraction:
      return a - std::floor(a);
    case Operation::step:
      return std::isnan(a) ? quiet_nan : a < b ? 0.0f : 1.0f;
    case Operation::floor:
      return std::floor(a);
    case Operation::exponential:
      return exponential(a);
    case Operation::logarithm:
      return natural_logarithm(a);
    case Operation::power_of_fields:
      return power(a, double{b});
    case Operation::choose:
      break;
  }
  return std::isnan(a) || std::isnan(b) || std::isnan(c) ? quiet_nan : c == 0.0f ? a : b;
}

float operate_derivative(Operation operation, float a, float b, float c, float da, float db,
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
      return a < model::flat_below ? 0.0f : da / (2.0f * std::sqrt(a));
    case Operation::sine:
      return sine_derivative(a) * da;
    case Operation::divide:
      return (da - a / b * db) / b;
    case Operation::power:
      return a < model::flat_below ? 0.0f : b * power(a, double{b} - 1) * da;
    case Operation::smooth_minimum:
      return is_less(a, b) ? smooth_derivative(nearness(a, b, c), da, db)
                           : smooth_derivative(nearness(a, b, c), db, da);
    case Operation::smooth_maximum:
      return is_more(a, b) ? smooth_derivative(nearness(a, b, c), da, db)
                           : smooth_derivative(nearness(a, b, c), db, da);
    case Operation::terrace:
      return terrace_derivative(a, b, c, da);
    case Operation::fraction:
      return da;
    case Operation::step:
    case Operation::floor:
      return std::isnan(a) ? quiet_nan : 0.0f;
    case Operation::exponential:
      return exponential(a) * da;
    case Operation::logarithm:
      return da / a;
    case Operation::power_of_fields:
      return derivative_of_power(a, b, da, db);
    case Operation::choose:
      break;
  }
  return std::isnan(a) || std::isnan(b) || std::isnan(c) ? quiet_nan : c == 0.0f ? da : db;
}

double map(const AxisMap& map, double coordinate) noexcept {
  return map_as(map, coordinate, map.frequency, model::coordinate_limit);
}
float map(const AxisMap& map, float coordinate) noexcept {
  return map_as(map, coordinate, model::float_factor<void>(map.frequency),
                model::float_coordinate_limit);
}

}  // namespace perlane::reference
