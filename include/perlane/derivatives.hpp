#pragma once
/// \file
/// Derivatives of fields, as fields.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>

#include <array>

namespace perlane {

// Derivatives per unit of coordinate, exact, as values that other fields can be made of. They have
// no derivatives of their own: what is made of them (which `has_derivatives` tells) cannot be
// written as planes of derivatives, nor be asked for derivatives again. An octave of a derivative,
// in a fractal, is as steep per cell as its source. Ranges are proven, and for noise in up to 3
// dimensions no more than one and a half times what a search finds (docs/numerics.md).
//
// All of these throw std::invalid_argument if a field has no derivatives, or is made for fewer
// dimensions than they need; or if derivatives might not be floats.

/// Returns false if `field` has no derivatives, because it holds `derivative`, `slope`, `curl`,
/// `damped` or `erode`.
bool has_derivatives(const Field& field);

/// The derivative of `field` along an axis.
/// \param axis  0 to 3: x, y, z or w
Field derivative(const Field& field, int axis);

/// How steep `field` is: the length of its gradient along the first axes.
/// \param dimensions  1 to 4 of them
Field slope(const Field& field, int dimensions = 2);

/// A flow without sources along the level lines of a potential: (d/dy, -d/dx). (R. Bridson and
/// others, "Curl-noise for procedural fluid flow", SIGGRAPH 2007.)
std::array<Field, 2> curl(const Field& potential);

/// The same in three dimensions, the curl of a vector potential.
std::array<Field, 3> curl(const std::array<Field, 3>& potential);

}  // namespace perlane
