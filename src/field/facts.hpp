#pragma once
// What is known of fields, and how it is worked out.

#include <perlane/field.hpp>

#include "field/node.hpp"

#include <algorithm>
#include <span>

namespace perlane::field {

// Rounded to floats, away from what they bound.
Range outwards(const Bounds& bounds) noexcept;

// Whether no value can overflow. False for NaN.
bool are_floats(const Bounds& bounds) noexcept;

// The largest magnitude within bounds, and no less than 1.
inline double magnitude(const Bounds& bounds) noexcept {
  return std::max({-bounds.min, bounds.max, 1.0});
}

// Calls visit(dimensions, dimensions - 1) for all that there are.
template <class Visit>
void for_each_dimension(const Dimensions& all, Visit visit) {
  for (int dimensions = all.least; dimensions <= all.most; ++dimensions) {
    visit(dimensions, static_cast<std::size_t>(dimensions - 1));
  }
}

// Whether parts that are evaluated at the same coordinates hold noise of chunks at different
// places: then no coordinates are within all of these chunks.
bool are_of_different_chunks(std::span<const NodePointer> parts) noexcept;

// Takes over what such parts know of their chunk, if there is one.
void join_chunks(Facts& facts, std::span<const NodePointer> parts) noexcept;

// Throws std::invalid_argument if the field holds noise of a chunk: the function `name` would
// evaluate it beyond its chunk. `instead` says what to do.
void refuse_chunks(const char* name, const Field& field, const char* instead);

// Throws std::invalid_argument if what the function `name` scales by is no float: that of an octave
// may be too large.
void validate_scale(const char* name, double scale);

// Throws std::invalid_argument if the field has no derivatives, which the function `name` needs.
void refuse_derivatives(const char* name, const Field& field);

// Throws std::invalid_argument if the field cannot be evaluated in so many dimensions; `what` has
// them.
void validate_dimensions(const Field& field, int dimensions, const char* what);

}  // namespace perlane::field
