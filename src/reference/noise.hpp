#pragma once

#include "model/noises.hpp"
#include "model/tile.hpp"

namespace perlane::reference {

// A noise at one point; NaN beyond the coordinate limit. Derivatives by axis, per unit of
// coordinate, unless null. The file of each noise defines its function.
float evaluate(const model::PerlinNoise&, const model::Point&, float* derivative) noexcept;
float evaluate(const model::ValueNoise&, const model::Point&, float* derivative) noexcept;
float evaluate(const model::CellularNoise&, const model::Point&, float* derivative) noexcept;
float evaluate(const model::SimplexNoise&, const model::Point&, float* derivative) noexcept;
float evaluate(const model::CubicNoise&, const model::Point&, float* derivative) noexcept;
float evaluate(const model::OpenSimplexNoise&, const model::Point&, float* derivative) noexcept;
float evaluate(const model::Ramp&, const model::Point&, float* derivative) noexcept;

// The nearest point of cellular noise, by axis, in units of coordinate; NaN beyond the limit.
void nearest_point(const model::CellularNoise&, const model::Point&, double* coordinate) noexcept;

}  // namespace perlane::reference
