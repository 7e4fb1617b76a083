#pragma once
// Proven bounds of a field within boxes of positions.

#include <perlane/field.hpp>

#include "graph/bounds/enclosure.hpp"
#include "graph/node.hpp"

#include <span>

namespace perlane::graph {

// No sample whose coordinates lie in a box, rounding included, is outside its bounds. All boxes
// have as many dimensions, and the field can be evaluated in so many.
void bounds_in_boxes(const Node& field, std::span<const PositionBox> boxes,
                     std::span<Range> bounds);

}  // namespace perlane::graph
