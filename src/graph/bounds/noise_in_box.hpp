#pragma once
// Proven bounds of a noise within a box of positions.

#include "graph/bounds/enclosure.hpp"
#include "graph/node.hpp"

namespace perlane::graph {

// `node` is that of the noise, whose bounds, also of derivatives, hold everywhere; null only for
// ramps.
Enclosure noise_in_box(const model::NoisePointer& noise, const Node* node, const PositionBox& box);

}  // namespace perlane::graph
