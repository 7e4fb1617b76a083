#pragma once
// The grid that a caller gives.

#include <perlane/detail/entry_points.hpp>
#include <perlane/field.hpp>

#include "engine/tiles.hpp"

namespace perlane::api {

engine::Box to_box(const detail::AnyGrid& grid) noexcept;

// Throws std::invalid_argument if a member of Grid is out of its range for any field.
void validate(const engine::Box& box);

// Throws std::invalid_argument if a member of Grid is out of its range, or the field cannot be
// evaluated on such a grid.
void validate(const engine::Box& box, const Field& field);

// The field can be evaluated where all coordinates are nearer to 0 than this.
double reach_of(const Field& field) noexcept;

}  // namespace perlane::api
