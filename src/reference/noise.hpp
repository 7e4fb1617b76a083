#pragma once

#include "model/tile.hpp"

namespace perlane::reference {

// A noise at one point; NaN beyond the coordinate limit. Derivatives by axis, per unit of
// coordinate, unless null. Defined by the file of the noise.
template <class Noise>
float evaluate(const Noise&, const model::Point&, float* derivative) noexcept;

}  // namespace perlane::reference
