#pragma once
/// \file
/// Noise, and the simplest fields beside it: constants, ramps and distances.

#include <perlane/detail/cxx20.hpp>
#include <perlane/fade.hpp>
#include <perlane/field.hpp>
#include <perlane/integers.hpp>
#include <perlane/lattice.hpp>
#include <perlane/per_axis.hpp>

#include <array>
#include <cstdint>

namespace perlane {

/// Gradient noise (K. Perlin, "An Image Synthesizer", SIGGRAPH 1985; "Improving Noise", SIGGRAPH
/// 2002). It is 0 at every lattice point. With perlane's own gradients and the quintic fade its
/// values stay between -1 and 1. With the automatic gradients, the other fades go beyond that by
/// 1.1% at most; `range` says how far.
struct Perlin {
  /// Each seed makes another noise, but only moves a table or lattice of your own. Any value will
  /// do.
  Seed seed = 0;
  /// Cells per unit of coordinate: a cell spans 1 / frequency. Positive and finite.
  double frequency = 1.0 / 64;
  /// Hashed (repeats after 2^32 cells), a table (permutation or classic), or explicit gradients.
  Lattice lattice{};
  /// Lattice points draw from these, unless they are explicit.
  Gradients gradients{};
  /// The ease curve within a cell.
  Fade fade = Fade::quintic;
  /// Cells after which an axis repeats exactly, 1 to 2^32; 0: none but that of the lattice. A
  /// number is for all axes; in a list, axes that are left out have none. Costs nothing. An
  /// explicit lattice has the period of its extents.
  PerAxis<std::int64_t> period{};
};

///     const perlane::Field hills = perlane::perlin({.seed = 42, .frequency = 1.0 / 200});
///
/// \throws std::invalid_argument  a member is out of its range; the lattice has values in place of
/// gradients; it is explicit, and there are `gradients` as well, or a period that is not its extent
Field perlin(const Perlin& parameters = {});

/// \cond
// A call that is a mistake, for what the compiler says of it.
template <detail::NumberLike Number>
Field perlin(Number) {
  static_assert(!detail::NumberLike<Number>,
                "perlane: name the number; write perlin({.seed = 42}) or {.frequency = 0.01}");
  return {};
}
/// \endcond

/// Value noise: values between -1 and 1 at the lattice points, blended within each cell.
struct Value {
  /// As in Perlin: any value will do.
  Seed seed = 0;
  /// Cells per unit of coordinate. Positive and finite.
  double frequency = 1.0 / 64;
  /// Hashed (2^32 values, evenly spaced and rounded), a table (as many values as it has entries),
  /// or explicit values.
  Lattice lattice{};
  /// The ease curve within a cell.
  Fade fade = Fade::quintic;
  /// As in Perlin.
  PerAxis<std::int64_t> period{};
};

/// \throws std::invalid_argument  a member is out of its range, or the lattice has gradients in
/// place of values
Field value(const Value& parameters = {});

/// White noise: one value between -1 and 1 for each cell, that of its lattice point, and steps
/// between the cells.
struct White {
  /// As in Perlin: any value will do.
  Seed seed = 0;
  /// Cells per unit of coordinate: at 1, every sample of a unit grid has a value of its own.
  /// Positive and finite.
  double frequency = 1;
  /// As in Value.
  Lattice lattice{};
  /// As in Perlin.
  PerAxis<std::int64_t> period{};
};

/// \throws std::invalid_argument  a member is out of its range, or the lattice has gradients in
/// place of values
Field white(const White& parameters = {});

/// The measure of the distance to a point of cellular noise.
enum class Distance {
  euclidean,  ///< sqrt(dx^2 + dy^2 + ...)
  squared,  ///< dx^2 + dy^2 + ...
  manhattan,  ///< |dx| + |dy| + ...
  chebyshev,  ///< the largest of |dx|, |dy| ...
};

/// The value that cellular noise makes of the points around a place.
enum class CellularReturn {
  f1,  ///< the distance to the nearest point, F1
  f2,  ///< the distance to the second nearest, F2
  f2_minus_f1,  ///< the difference of the two: 0 on the borders between cells
  value,  ///< a value between -1 and 1 that the nearest point has drawn: flat cells
  edge,  ///< the distance to the nearest border between cells; Distance::euclidean only
  offset_x,  ///< the offset to the nearest point along x, in units of coordinate; others likewise
  offset_y,
  offset_z,
  offset_w,
};

/// Cellular noise (S. Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996): one point in
/// each cell of a lattice, and distances from them. Distances are in cells, from 0 on, and not
/// scaled: with n dimensions and jitter 1, F1 is at most sqrt(n), and F2 in 2D at most sqrt(2.5).
/// The points are the nearest of all, whatever the jitter: perlane looks into as many cells as a
/// proof needs, so there are no seams.
///
/// A sample at c has its nearest point at c + offset, along each axis. If two points are equally
/// near, the one in the lower cell is the nearest; w decides first, x last.
///
/// Its derivatives are exact: 0 at the points, those of the lower cell on borders between cells,
/// and 0 of values. An offset falls by 1 along its own axis.
struct Cellular {
  /// As in Perlin: any value will do.
  Seed seed = 0;
  /// Cells per unit of coordinate. Positive and finite.
  double frequency = 1.0 / 64;
  /// Moves points away from the centres of their cells, 0 to 1: at 0 they are the centres, at 1
  /// they lie anywhere in their cells.
  double jitter = 1;
  /// The measure of distances.
  Distance distance = Distance::euclidean;
  /// The value that the field has.
  CellularReturn returns = CellularReturn::f1;
  /// As in Perlin.
  PerAxis<std::int64_t> period{};
};

///     const perlane::Field cells = perlane::cellular(
///         {.frequency = 1.0 / 50, .returns = perlane::CellularReturn::f2_minus_f1});
///
/// \throws std::invalid_argument  a member is out of its range, or edges are asked for with another
/// distance than the Euclidean
Field cellular(const Cellular& parameters = {});

/// `field` at the nearest point of cellular noise, so that each cell has one value: biomes with the
/// large shapes of a field and the borders of cells. All samples of a cell have it to the bit,
/// however far they are from the origin.
///
///     const perlane::Field climate = perlane::perlin({.frequency = 1.0 / 512});
///     const perlane::Field biomes = perlane::cellular_lookup(climate, {.frequency = 1.0 / 50});
///
/// Its range is that of the field, and its derivatives are 0. With a period, points count as those
/// of the first period, so the result repeats even if the field does not. A grid is evaluated as
/// cellular noise, and then the field as points are.
/// \param parameters  of the points; `returns` has no effect, and must be f1, its default
/// \throws std::invalid_argument  a member is out of its range, the field is noise of a chunk, or
/// the distance to a point, or the period, times a frequency of the field reaches 2^50
Field cellular_lookup(const Field& field, const Cellular& parameters = {});

/// Simplex noise (K. Perlin, "Noise Hardware", SIGGRAPH course notes, 2001; S. Gustavson, "Simplex
/// noise demystified", 2005): gradients at the vertices of triangles, tetrahedra and so on, each of
/// which contributes within sqrt(1/2) of a cell. Published noise often takes sqrt(0.6), which is
/// beyond the far side of its simplices, so that it jumps; this noise is continuous, and so are its
/// first three derivatives. It is 0 at every vertex, and no edge of a cell runs along an axis. It
/// has no period: shifts along the axes do not take its vertices to each other. It repeats after
/// 2^32 cells of its own lattice.
///
/// With perlane's own gradients its values stay between -1 and 1. Positions are rounded to
/// multiples of 2^-24 of a cell.
struct Simplex {
  /// As in Perlin: any value will do.
  Seed seed = 0;
  /// Cells per unit of coordinate. Cells are squares and cubes before they are squashed along their
  /// diagonal: then the edges of triangles are 0.82 cells long, and those of tetrahedra 0.87 and 1.
  /// Positive and finite.
  double frequency = 1.0 / 64;
  /// Vertices draw from these. Vectors of your own, and `Gradients::random`, have the range that
  /// they have in Perlin; the other sets have one just inside -1 to 1.
  Gradients gradients{};
};

/// \throws std::invalid_argument  the frequency is out of its range
Field simplex(const Simplex& parameters = {});

/// The same value everywhere.
/// \throws std::invalid_argument  the value is not finite
Field constant(float value);

/// A ramp: the coordinate itself, times a frequency, rounded to a float. It can be evaluated in any
/// number of dimensions that has the axis: axis + 1 to 4.
struct Coordinate {
  /// 0 to 3: x, y, z or w.
  int axis = 0;
  /// Change per unit of coordinate. Finite, not 0; below 0 the ramp falls.
  double frequency = 1;
};

/// \throws std::invalid_argument  a member is out of its range
Field coordinate(const Coordinate& parameters = {});

/// The distance from a point along the first axes, times a frequency: cones, discs, spheres. It can
/// be evaluated in that many dimensions or more. Derivatives at the point itself are 0, but in 1D.
/// \param point       in units of coordinate; axes beyond `dimensions` do not count
/// \param dimensions  1 to 4
/// \param frequency   change per unit of coordinate. Positive and finite
/// \throws std::invalid_argument  also if these are out of their ranges
Field distance(const PerAxis<double>& point, int dimensions, double frequency = 1);

}  // namespace perlane
