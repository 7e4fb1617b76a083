#pragma once

#include "model/erosion.hpp"
#include "model/tile.hpp"

namespace perlane::reference {

// A height after erosion, given the height before and its derivatives along x and y; in 2
// dimensions. NaN beyond the coordinate limit.
float erode(const model::Erosion&, const model::Point&, float height, const float* slope) noexcept;

}  // namespace perlane::reference
