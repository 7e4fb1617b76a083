#pragma once
// The gradients of OpenSimplex2 noise in 2D, 3D and 4D, and of FastNoiseLite's in 2D and 3D.

#include "model/noises.hpp"

#include <array>
#include <cstddef>

namespace perlane::graph {

// By dimensions - 2.
template <std::size_t count>
using GradientSets = std::array<model::GradientSet, count>;

// J. Peck's, which FastNoiseLite scales after the sum.
GradientSets<2> fastnoise_lite_gradients(const float (&scale)[2]);

// K. Spencer's, which are divided by numbers that normalise the noise.
GradientSets<3> open_simplex_gradients(const double (&normalizer)[3]);

template <std::size_t count, class Noise>
void set_gradients(const GradientSets<count>& sets, Noise& noise) {
  for (std::size_t i = 0; i < count; ++i) noise.gradients[i + 1] = &sets[i];
}

}  // namespace perlane::graph
