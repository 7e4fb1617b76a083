#pragma once
// Proven bounds of what fractals make of their octaves.

#include <perlane/field.hpp>

#include "graph/node.hpp"
#include "model/octaves.hpp"

#include <array>

namespace perlane::graph {

// The signals of an octave whose values are within `n`.
Range shaped(const model::OctaveRule& rule, const Range& n) noexcept;

// Goes through the octaves as the reference does, with intervals in place of numbers. Rounding is
// monotonic, so an operation of bounds, rounded like any other, bounds it.
class JoinedBounds {
 public:
  explicit JoinedBounds(const model::OctaveRule& rule) noexcept : rule_(rule) {}

  // What derivatives stay within: those along each axis, their length, and, last, everything that
  // they are computed from (Facts::derivative_bound).
  using Steepness = std::array<double, 6>;

  // The next octave: its values, its derivatives, and its amplitude.
  void add(const Range& n, const Steepness& dn, float amplitude) noexcept;

  Bounds bounds() const noexcept { return {value_.min, value_.max}; }
  // What derivatives stay within, before rounding; and with all that they are computed from.
  Slopes slopes() const noexcept {
    return {{slope_[0], slope_[1], slope_[2], slope_[3]}, slope_[4]};
  }
  double steepest() const noexcept { return steepest_; }

 private:
  const model::OctaveRule& rule_;
  bool is_first_ = true;
  Range value_{0, 0}, weight_{1, 1};
  Steepness slope_{}, weight_slope_{};  // of the value, and of the weight
  double steepest_ = 0;
};

}  // namespace perlane::graph
