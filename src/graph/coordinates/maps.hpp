#pragma once
// What nodes that map coordinates have in common.

#include "graph/facts.hpp"

#include "graph/lowering.hpp"

#include <array>

namespace perlane::graph {

// Whether coordinates can be divided by a number: it stays what it is in binary32. False for NaN.
inline bool is_divisor(double number) noexcept { return number >= 1e-30 && number <= 1e30; }

using Maps = std::array<model::AxisMap, 4>;

// Maps with the frequency that keeps what they map within the limit of coordinates of a field with
// these facts. `name` is that of the public function, for std::invalid_argument.
Maps limited(const char* name, const Maps& maps, const Facts& field);

// What is known of a field after it is mapped by maps that are limited.
Facts mapped(const Facts& field, const Maps& maps);

// Adds the slope of the maps to derivatives; not where it is 1.
Value with_slopes(Lowering&, Value, const Maps& maps);

}  // namespace perlane::graph
