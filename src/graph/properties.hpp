#pragma once
// Properties of fields, and functions that work them out.

#include <perlane/field.hpp>

#include "graph/node.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace perlane::graph {

// Rounded to floats, outwards.
Range outwards(const Bounds& bounds) noexcept;

// Returns true if no value can overflow. False for NaN.
bool are_floats(const Bounds& bounds) noexcept;

// The largest magnitude within bounds, and no less than 1.
inline double magnitude(const Bounds& bounds) noexcept {
  return std::max({-bounds.min, bounds.max, 1.0});
}

// The largest magnitude within a range.
inline double largest(const Range& range) noexcept {
  return std::max(std::abs(double{range.min}), std::abs(double{range.max}));
}

// Calls visit(dimensions, dimensions - 1) for all that there are.
template <class Visit>
void for_each_dimension(const Dimensions& all, Visit visit) {
  for (int dimensions = all.least; dimensions <= all.most; ++dimensions) {
    visit(dimensions, static_cast<std::size_t>(dimensions - 1));
  }
}

// The most that the roundings of one node add to derivatives, relative to the sum of the magnitudes
// that they are computed from.
inline constexpr double derivative_rounding = 1e-5;

// The most that the rounding of one operation adds, absolutely, where its result is subnormal: half
// of the smallest number.
inline constexpr double least_rounding = 0x1p-150;

// A bound of derivatives with room for their roundings. A derivative of 0 stays 0 in all roundings,
// and subnormal ones round a thousand times at most in one node.
inline double rounded_derivative_bound(double bound) noexcept {
  return bound == 0 ? 0 : bound * (1 + derivative_rounding) + 1024 * least_rounding;
}

// Computes the bounds of the derivatives of a node from those of its parts: find(component) gives
// the bound along an axis, or that of the length, and component(bounds) is the same number of a
// part. All formulas of derivatives add up those of the parts, times factors, so that one bound
// serves for both.
template <class Find>
DerivativeBounds each_derivative_bound(int dimensions, Find find) {
  DerivativeBounds bounds;
  const auto within = [&](auto component) { return rounded_derivative_bound(find(component)); };
  double square = 0;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
    bounds.along[axis] = within([axis](const DerivativeBounds& part) { return part.along[axis]; });
    square += bounds.along[axis] * bounds.along[axis];
  }
  bounds.length = std::min(within([](const DerivativeBounds& part) { return part.length; }),
                           rounded_derivative_bound(std::sqrt(square)));
  for (double& along : bounds.along) along = std::min(along, bounds.length);
  return bounds;
}

// The most that a slope of a node can be, if what it is computed from are floats, and else the most
// that this can be. Bounds have room for roundings of subnormal numbers, which the scale lacks.
inline double steepest(const Node& node, int dimensions) noexcept {
  const double scale = node.derivative_scale(dimensions);
  if (!(scale <= 1e36)) return scale;
  return std::min(100 * scale, node.derivative_bounds(dimensions).length);
}

// Merges the properties of parts that are evaluated at the same coordinates: their dimensions,
// their limits of coordinates, their chunk and their buffers. Bounds are left to the node.
Properties merged_properties(std::span<const NodePointer> parts) noexcept;

// True if the parts hold noise of chunks at different places: then no coordinates are within all of
// these chunks.
bool are_of_different_chunks(std::span<const NodePointer> parts) noexcept;

// Throws std::invalid_argument if the field holds noise of a chunk: the function `name` would
// evaluate it beyond its chunk. `instead` says what to do.
void reject_chunks(const char* name, const Field& field, const char* instead);

// Throws std::invalid_argument if the scale of the function `name` does not fit a float: that of an
// octave may be too large.
void validate_scale(const char* name, double scale);

// Throws std::invalid_argument if the field lacks derivatives, which the function `name` needs.
void require_derivatives(const char* name, const Field& field);

// Throws std::invalid_argument if the field cannot be evaluated in so many dimensions; `what` has
// them.
[[noreturn]] void reject_dimensions(const Field& field, int dimensions, const char* what);
inline void validate_dimensions(const Field& field, int dimensions, const char* what) {
  const auto [least, most] = graph::node_of(field).dimensions();
  if (dimensions < least || dimensions > most) reject_dimensions(field, dimensions, what);
}

}  // namespace perlane::graph
