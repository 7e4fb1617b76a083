#pragma once
// Bounds as the user gets them.

#include <perlane/field.hpp>

#include "field/node.hpp"

namespace perlane::field {

// Rounded to floats, away from what they bound.
Range outwards(const field::Bounds& bounds) noexcept;

// Whether no value can overflow. False for NaN.
bool are_floats(const field::Bounds& bounds) noexcept;

// Throws std::invalid_argument if the field cannot be evaluated in so many dimensions; `what` has
// them.
void validate_dimensions(const Field& field, int dimensions, const char* what);

}  // namespace perlane::field
