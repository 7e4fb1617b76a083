#pragma once
// Bounds as the user gets them.

#include <perlane/field.hpp>

#include "engine/node.hpp"

namespace perlane::field {

// Rounded to floats, away from what they bound.
Range outwards(const engine::Bounds& bounds) noexcept;

// Whether no value can overflow. False for NaN.
bool are_floats(const engine::Bounds& bounds) noexcept;

// Throws std::invalid_argument if the field cannot be evaluated in so many dimensions; `what` has them.
void validate_dimensions(const Field& field, int dimensions, const char* what);

}  // namespace perlane::field
