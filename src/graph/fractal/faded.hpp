#pragma once
// Octaves that are too fine for the samples of a grid fade to their mean.

#include "graph/node.hpp"
#include "model/octaves.hpp"

#include <vector>

namespace perlane::graph {

// The octaves of a fractal that has this rule and Fractal::footprint: those of cells that span less
// than two footprints fade. The octaves as they are if the footprint is 0.
std::vector<NodePointer> faded_octaves(std::vector<NodePointer> octaves, double footprint,
                                       const model::OctaveRule& rule = {});

// Returns true for an octave that has faded to 0 everywhere.
bool has_faded_to_zero(const Node& octave) noexcept;

}  // namespace perlane::graph
