#pragma once

#include "graph/node.hpp"
#include "model/curve.hpp"

namespace perlane::graph {

// Of the values for any operand in the range.
Bounds bounds_of_curve(const model::Curve&, const Range& operand) noexcept;

}  // namespace perlane::graph
