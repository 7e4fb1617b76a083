#pragma once

#include "engine/tile.hpp"
#include "field/noises.hpp"

namespace perlane::reference {

// Value noise at one point; NaN beyond the coordinate limit. Derivatives by axis, per unit of coordinate, unless null.
float evaluate(const field::ValueNoise&, const engine::Point&, float* derivative) noexcept;

}  // namespace perlane::reference
