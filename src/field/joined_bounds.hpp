#pragma once
// Proven bounds of what fractals make of their octaves.

#include <perlane/field.hpp>

#include "field/node.hpp"
#include "model/octaves.hpp"

namespace perlane::field {

// The signals of an octave whose values are within `n`.
Range shaped(const model::OctaveRule& rule, const Range& n) noexcept;

// Goes through the octaves as the reference does, with intervals in place of numbers. Rounding is
// monotonic, so an operation of bounds, rounded like any other, bounds it.
class JoinedBounds {
 public:
  explicit JoinedBounds(const model::OctaveRule& rule) noexcept : rule_(rule) {}

  // The next octave: its values, what its derivatives stay within, and its amplitude.
  void add(const Range& n, double slope, float amplitude) noexcept;

  Bounds bounds() const noexcept { return {value_.min, value_.max}; }
  // What derivatives stay within, before rounding; and with all that they are computed from.
  double slope() const noexcept { return slope_; }
  double steepest() const noexcept { return steepest_; }

 private:
  const model::OctaveRule& rule_;
  bool is_first_ = true;
  Range value_{0, 0}, weight_{1, 1};
  // Of the value, of the weight, and the largest of all that these are computed from.
  double slope_ = 0, weight_slope_ = 0, steepest_ = 0;
};

}  // namespace perlane::field
