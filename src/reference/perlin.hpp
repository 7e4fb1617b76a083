#pragma once

#include "field/noises.hpp"

#include <span>

namespace perlane::reference {

// Gradient noise at one point of 1 to 4 coordinates; NaN beyond the coordinate limit.
float evaluate(const field::PerlinNoise&, std::span<const double> point) noexcept;

}  // namespace perlane::reference
