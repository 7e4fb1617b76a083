#pragma once
// Enclosures of values and positions within a box of samples.
//
// An interval alone forgets where in the box a value lies: the sum of two octaves, one of which
// rises where the other falls, would be as wide as both together. So each value also has a linear
// form: M. Berz and G. Hoffstätter, "Computation and application of Taylor polynomials with
// interval remainder bounds", Reliable Computing 4, 1998, to the first order.

#include <perlane/field.hpp>

#include "graph/bounds/range_arithmetic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace perlane::graph {

// Numbers in binary64, both ends included. An end that is NaN has no bound. An operation of two
// numbers that are rounded is monotonic in each, so the same operation of the ends bounds it,
// roundings included.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

inline Interval of_ends(double a, double b) noexcept {
  if (std::isnan(a) || std::isnan(b)) return {};
  return {std::min(a, b), std::max(a, b)};
}
inline Interval operator+(const Interval& a, const Interval& b) noexcept {
  return of_ends(a.low + b.low, a.high + b.high);
}
inline Interval operator*(const Interval& a, double factor) noexcept {
  return of_ends(a.low * factor, a.high * factor);
}
// The largest magnitude.
inline double largest(const Interval& a) noexcept {
  return std::max(std::abs(a.low), std::abs(a.high));
}

// centre + the sum of slope[axis] * t[axis], up to `error` away: t[axis] goes from -1 at the first
// sample of the box to 1 at the last. If the error is infinite, nothing is known.
struct Linear {
  double centre = 0;
  std::array<double, 4> slope{};
  double error = std::numeric_limits<double>::infinity();

  static Linear within(double low, double high) noexcept {
    const double centre = low + (high - low) / 2;
    if (!std::isfinite(centre)) return {};
    return {centre, {}, std::max(high - centre, centre - low)};
  }
  static Linear within(const Range& range) noexcept { return within(range.min, range.max); }

  bool is_known() const noexcept { return error < std::numeric_limits<double>::infinity(); }

  // The largest distance of values from the centre.
  double radius() const noexcept {
    double sum = error;
    for (const double along : slope) sum += std::abs(along);
    return sum;
  }

  // With so much more error; and the roundings of this arithmetic itself.
  Linear with_error(double more) const noexcept {
    Linear result = *this;
    result.error += more + (std::abs(centre) + radius()) * 0x1p-48;
    if (std::isnan(result.error)) return {};
    return result;
  }

  Interval interval() const noexcept {
    const double most = radius() * (1 + 0x1p-48);
    return of_ends(centre - most, centre + most);
  }
};

inline Linear operator*(const Linear& a, double factor) noexcept {
  Linear result{a.centre * factor, a.slope, a.error * std::abs(factor)};
  for (double& along : result.slope) along *= factor;
  return result.with_error(0);
}
inline Linear operator+(const Linear& a, const Linear& b) noexcept {
  Linear result{a.centre + b.centre, a.slope, a.error + b.error};
  for (std::size_t axis = 0; axis < 4; ++axis) result.slope[axis] += b.slope[axis];
  return result.with_error(0);
}
inline Linear operator+(const Linear& a, double number) noexcept {
  Linear result = a;
  result.centre += number;
  return result.with_error(0);
}
inline Linear operator*(const Linear& a, const Linear& b) noexcept {
  const double radius_a = a.radius(), radius_b = b.radius();
  Linear result{a.centre * b.centre, {}, 0};
  for (std::size_t axis = 0; axis < 4; ++axis)
    result.slope[axis] = a.centre * b.slope[axis] + b.centre * a.slope[axis];
  return result.with_error(std::abs(a.centre) * b.error + std::abs(b.centre) * a.error +
                           radius_a * radius_b);
}

// Two bounds of a value, which lies within both.
struct Enclosure {
  Range range = everything;
  Linear linear{};

  Enclosure() = default;
  explicit Enclosure(const Range& within) noexcept
      : range(within), linear(Linear::within(within)) {}
  Enclosure(const Range& within, const Linear& form) noexcept : range(within), linear(form) {}
};

// The most that one operation in binary32 rounds by, whose results are within these.
inline double rounding_of(const Range& results) noexcept {
  return double{magnitude_of(results).max} * 0x1p-24 + 0x1p-150;
}
inline double rounding_of(const Range& a, const Range& b) noexcept {
  return rounding_of(a) + rounding_of(b);
}

// The positions of all samples in a box.
struct PositionBox {
  int dimensions = 1;
  // By axis.
  Interval coordinate[4];
  Linear linear[4];  // of the coordinate, and the displacement if there is any
  // As model::Point: samples are displaced by these numbers times the factors.
  bool is_displaced = false;
  Range displacement[4]{};
  double displacement_factor[4]{};

  // The box with the displacement added to its coordinates.
  PositionBox moved() const noexcept {
    PositionBox box = *this;
    if (!is_displaced) return box;
    box.is_displaced = false;
    for (int axis = 0; axis < dimensions; ++axis) {
      const Interval by{displacement[axis].min, displacement[axis].max};
      box.coordinate[axis] = coordinate[axis] + by * displacement_factor[axis];
    }
    return box;
  }
};

}  // namespace perlane::graph
