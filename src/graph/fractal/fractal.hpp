#pragma once
// Fractals of octaves that are there already.

#include <perlane/fractal.hpp>

#include "graph/node.hpp"
#include "model/octaves.hpp"

#include <vector>

namespace perlane::graph {

// The octaves, joined by a rule.
NodePointer joined_octaves(const model::OctaveRule& rule, std::vector<NodePointer> octaves,
                           std::vector<float> amplitude);

// The field of such a node. Throws std::invalid_argument if its values might not be floats, because
// those of the source are large.
Field made_of(const Field& source, NodePointer node);

// The sum of the octaves, each shaped and times its amplitude. In a fractal of this sum, each of
// the octaves becomes an octave.
Field sum_of_octaves(model::Shape shape, const std::vector<Field>& octaves,
                     std::vector<float> amplitude);

}  // namespace perlane::graph
