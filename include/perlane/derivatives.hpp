#pragma once
/// \file
/// Derivatives of fields, as fields.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>

#include <array>

namespace perlane {

// Derivatives per unit of coordinate, exact, as values that other fields can be made of. They have
// no derivatives of their own: fields that are made of them (`has_derivatives` is false) cannot be
// written as planes of derivatives, nor differentiated again, unless `differences` gives them some.
// An octave of a derivative, in a fractal, is as steep per cell as its source. Ranges are proven,
// and for noise in up to 3 dimensions no more than one and a half times what a search finds
// (docs/numerics.md).
//
// All of these throw std::invalid_argument if a field has no derivatives, or is made for fewer
// dimensions than they need; or if derivatives might not be floats.

/// Returns false if `field` has no derivatives, because it holds `derivative`, `slope`, `curl`,
/// `damped` or `erode` outside of `differences`.
bool has_derivatives(const Field& field);

/// The derivative of `field` along an axis.
/// \param axis  0 to 3: x, y, z or w
Field derivative(const Field& field, int axis);

/// The steepness of `field`: the length of its gradient along the first axes. Squares are binary32,
/// so lengths below 1e-18 lose digits, and those below 1e-23 are 0.
/// \param dimensions  1 to 4 of them
Field slope(const Field& field, int dimensions = 2);

/// `field`, with derivatives by central differences: (f(p + step) - f(p - step)) / (2 step) along
/// each axis, of any field, also one that has no exact derivatives. The values stay as they are.
/// All that takes derivatives then takes these: `slope`, `derivative`, `curl`, `erode`, normals.
///
///     const perlane::Field hills = perlane::fbm(perlane::perlin(), {.octaves = 3});
///     const perlane::Field eroded = perlane::erode(hills, {.scale = 20});
///     const perlane::Field steepness = perlane::slope(perlane::differences(eroded, 1));
///
/// The error falls with the square of the step until roundings of the values, divided by the step,
/// outweigh it. Derivatives take two evaluations of the field for each axis, and one for the value
/// where that is needed, too. At the limit of coordinates, or of an octave that has faded, one of
/// the two may be NaN, and the derivative with it, where the value is not.
/// \param step  in units of coordinate, 1e-30 to 1e30; the distance between samples suits most
/// \throws std::invalid_argument  if the step is out of its range, the field holds noise of a
/// chunk, or its values over the step may be beyond 1e36
Field differences(const Field& field, double step);

/// A flow without sources along the level lines of a potential: (d/dy, -d/dx). (R. Bridson and
/// others, "Curl-noise for procedural fluid flow", SIGGRAPH 2007.)
std::array<Field, 2> curl(const Field& potential);

/// The same in three dimensions, the curl of a vector potential.
std::array<Field, 3> curl(const std::array<Field, 3>& potential);

}  // namespace perlane
