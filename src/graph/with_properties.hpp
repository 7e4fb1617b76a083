#pragma once
// A node that has the value of its first part, and of which more is known.

#include <perlane/field.hpp>

#include "graph/node.hpp"

#include <functional>
#include <vector>

namespace perlane::graph {

// Changes properties, which are those of the first part. `factor` is the frequency of the octave
// that the node is, over that of the field; 1 outside of fractals.
using ChangeProperties =
    std::function<void(Properties&, std::span<const NodePointer> parts, double factor)>;

// The first part, with other properties. The other parts are those that `change` asks.
Field with_properties(std::vector<NodePointer> parts, ChangeProperties change);

}  // namespace perlane::graph
