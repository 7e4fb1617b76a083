#pragma once
// The gradients of OpenSimplex2 noise and of FastNoiseLite's, in 2D and 3D.

#include "model/noises.hpp"

#include <cstddef>
#include <memory>

namespace perlane::field {

// By dimensions - 2.
using FlatAndSolid = std::unique_ptr<const model::GradientSet[]>;

// J. Peck's, which FastNoiseLite scales after the sum.
FlatAndSolid fastnoise_lite_gradients(const float (&scale)[2]);

// K. Spencer's, which are divided by numbers that normalise the noise.
FlatAndSolid open_simplex_gradients(const double (&normalizer)[2]);

template <class Noise>
void set_gradients(const FlatAndSolid& sets, Noise& noise) {
  for (std::size_t i = 0; i < 2; ++i) noise.gradients[i + 1] = &sets[i];
}

}  // namespace perlane::field
