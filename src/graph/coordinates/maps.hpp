#pragma once
// Functions that nodes which map coordinates share.

#include "graph/properties.hpp"

#include "graph/lowering.hpp"

#include <array>

namespace perlane::graph {

// Returns true if coordinates can be divided by a number: binary32 holds it. False for NaN.
inline bool is_divisor(double number) noexcept { return number >= 1e-30 && number <= 1e30; }

using Maps = std::array<model::AxisMap, 4>;

// Maps with the frequency that keeps mapped coordinates within the limit of a field with these
// properties. `name` is that of the public function, for std::invalid_argument.
Maps limited(const char* name, const Maps& maps, const Properties& field);

// The properties of a field that is mapped by maps that are limited.
Properties mapped(const Properties& field, const Maps& maps);

// Multiplies derivatives by those of the maps, unless these are 1.
Value with_map_derivatives(Lowering&, Value, const Maps& maps);

}  // namespace perlane::graph
