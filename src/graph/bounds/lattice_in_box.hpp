#pragma once
// Noise that is blended in the cells of a lattice, within a box of positions.

#include "graph/bounds/enclosure.hpp"
#include "model/noises.hpp"

namespace perlane::graph {

// A box that is too large to be followed through its cells gets no bounds.
Enclosure lattice_in_box(const model::PerlinNoise& noise, const PositionBox& box) noexcept;
Enclosure lattice_in_box(const model::ValueNoise& noise, const PositionBox& box) noexcept;

}  // namespace perlane::graph
