#pragma once

#include "graph/node.hpp"
#include "model/curve.hpp"

namespace perlane::graph {

// Bounds of the values for any operand in the range.
Bounds bounds_of_curve(const model::Curve&, const Range& operand) noexcept;

}  // namespace perlane::graph
