#pragma once

#include "model/sink.hpp"

namespace perlane::reference {

// What a fractal makes of an octave n, and the derivative of that with respect to n.
float shape(model::Shape, float n) noexcept;
float shape_slope(model::Shape, float n) noexcept;

// A value on its way from an octave to the output: alone, scaled, or added to the sum of the
// octaves before.
float accumulate(model::Accumulation, float sum, float n, float amplitude) noexcept;

}  // namespace perlane::reference
