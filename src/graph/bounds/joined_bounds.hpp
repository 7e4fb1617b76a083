#pragma once
// Proven bounds of joined octaves.

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
  // Goes on from the value and the weight that octaves before have made.
  JoinedBounds(const model::OctaveRule& rule, const Range& value, const Range& weight) noexcept
      : rule_(rule), is_first_(false), value_(value), weight_(weight) {}

  // Bounds of derivatives: along each axis, of the length of the gradient, and, last, of everything
  // that they are computed from (Properties::derivative_scale).
  using Derivatives = std::array<double, 6>;

  // The next octave: its values, its derivatives, and its amplitude.
  void add(const Range& n, const Derivatives& dn, float amplitude) noexcept;

  Bounds bounds() const noexcept { return {value_.min, value_.max}; }
  const Range& value() const noexcept { return value_; }
  const Range& weight() const noexcept { return weight_; }
  // Bounds of derivatives, before rounding; and the same with all that they are computed from.
  DerivativeBounds derivative_bounds() const noexcept {
    return {{derivative_[0], derivative_[1], derivative_[2], derivative_[3]}, derivative_[4]};
  }
  double steepest() const noexcept { return steepest_; }

 private:
  const model::OctaveRule& rule_;
  bool is_first_ = true;
  Range value_{0, 0}, weight_{1, 1};
  Derivatives derivative_{}, weight_derivative_{};  // of the value, and of the weight
  double steepest_ = 0;
};

}  // namespace perlane::graph
