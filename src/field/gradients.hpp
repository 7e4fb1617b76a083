#pragma once
// The gradient sets, by dimensions - 1.

#include "field/noises.hpp"

namespace perlane::field {

// Unless asked for others: as many directions as one look-up per component allows, spread evenly.
const GradientSet& automatic_gradients(int dimensions) noexcept;

// Perlin 2002: the edges of the cube, with his order and his four repeats; unscaled.
const GradientSet& perlin2002_gradients(int dimensions) noexcept;

}  // namespace perlane::field
