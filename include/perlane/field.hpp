#pragma once
/// \file
/// What to evaluate: sources of noise, and what is made of them.

#include <perlane/detail/cxx20.hpp>
#include <perlane/fade.hpp>
#include <perlane/integers.hpp>
#include <perlane/lattice.hpp>

#include <cstdint>
#include <memory>

namespace perlane {

namespace graph {
class Node;
}

/// A scalar function of 1 to 4 coordinates. Immutable, cheap to copy, safe to share between
/// threads. Made by the functions below, evaluated by `fill` and `sample`.
class Field {
 public:
  // No move operations: a moved-from field would be a field that cannot be evaluated.
  Field(const Field&) noexcept = default;
  Field& operator=(const Field&) noexcept = default;
  ~Field() = default;

  /// For perlane itself: the node behind this field.
  explicit Field(std::shared_ptr<const graph::Node> node) noexcept;
  const graph::Node& node() const noexcept { return *node_; }
  const std::shared_ptr<const graph::Node>& shared_node() const noexcept { return node_; }

 private:
  std::shared_ptr<const graph::Node> node_;
};

/// Bounds of a set of values, both included.
struct Range {
  float min;
  float max;

  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// Gradient noise (K. Perlin, "An Image Synthesizer", SIGGRAPH 1985; "Improving Noise", SIGGRAPH
/// 2002). It is 0 at every lattice point. With perlane's own gradients and the quintic fade its
/// values stay between -1 and 1; the other fades go beyond by 1.1% at most with the automatic
/// gradients, `range` says how far.
struct Perlin {
  /// Each seed makes another noise, but only moves a table or lattice of your own. Any value will
  /// do.
  Seed seed = 0;
  /// Cells per unit of coordinate: a cell spans 1 / frequency. Positive and finite.
  double frequency = 1.0 / 64;
  /// Hashed (repeats after 2^32 cells), a table (permutation or classic), or explicit gradients.
  Lattice lattice{};
  /// What lattice points draw from, unless they are explicit.
  Gradients gradients{};
  /// The ease curve within a cell.
  Fade fade = Fade::quintic;
  /// Cells after which an axis repeats exactly, 1 to 2^32; 0: none but that of the lattice. Costs
  /// nothing. An explicit lattice has the period of its extents.
  Integers<4> period{};
};

///     const perlane::Field hills = perlane::perlin({.seed = 42, .frequency = 1.0 / 200});
///
/// \throws std::invalid_argument  a member is out of its range; the lattice has values in place of
/// gradients; it is explicit, and there are `gradients` as well, or a period that is not its extent
Field perlin(const Perlin& parameters = {});

/// Ken Perlin's improved noise exactly as published: his permutation table, his gradients, a cell
/// per unit of coordinate, unscaled. It is 0 wherever all coordinates are integers. Repeats after
/// 256 cells. In 1D and 2D it is the plane y = z = 0 of the published 3D noise; in 4D the gradients
/// are the 32 edges of the hypercube.
Field perlin2002();

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
  Integers<4> period{};
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
  Integers<4> period{};
};

/// \throws std::invalid_argument  a member is out of its range, or the lattice has gradients in
/// place of values
Field white(const White& parameters = {});

/// How far a point of cellular noise is, along the axes or across them.
enum class Distance {
  euclidean,  ///< sqrt(dx^2 + dy^2 + ...)
  squared,  ///< dx^2 + dy^2 + ...
  manhattan,  ///< |dx| + |dy| + ...
  chebyshev,  ///< the largest of |dx|, |dy| ...
};

/// What cellular noise makes of the points around a place.
enum class CellularReturn {
  f1,  ///< the distance to the nearest point, F1
  f2,  ///< the distance to the second nearest, F2
  f2_minus_f1,  ///< the difference of the two: 0 on the borders between cells
  value,  ///< a value between -1 and 1 that the nearest point has drawn: flat cells
  edge,  ///< the distance to the nearest border between cells; Distance::euclidean only
};

/// Cellular noise (S. Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996): one point in
/// each cell of a lattice, and distances from them. Distances are in cells, from 0 on, and not
/// scaled: with n dimensions and jitter 1, F1 is sqrt(n) at most, and F2 in 2D is sqrt(2.5). They
/// are those to the nearest of all points, whatever the jitter: perlane looks into as many cells as
/// a proof needs, so there are no seams.
///
/// Its derivatives are exact: 0 at the points, those of the lower cell on borders between cells,
/// and 0 of values.
struct Cellular {
  /// As in Perlin: any value will do.
  Seed seed = 0;
  /// Cells per unit of coordinate. Positive and finite.
  double frequency = 1.0 / 64;
  /// How far points are moved from the centres of their cells, 0 to 1: at 0 they are the centres,
  /// at 1 they lie anywhere in their cells.
  double jitter = 1;
  Distance distance = Distance::euclidean;
  CellularReturn returns = CellularReturn::f1;
  /// As in Perlin.
  Integers<4> period{};
};

///     const perlane::Field cells = perlane::cellular(
///         {.frequency = 1.0 / 50, .returns = perlane::CellularReturn::f2_minus_f1});
///
/// \throws std::invalid_argument  a member is out of its range, or edges are asked for with another
/// distance than the Euclidean
Field cellular(const Cellular& parameters = {});

/// Simplex noise (K. Perlin, "Noise Hardware", SIGGRAPH course notes, 2001; S. Gustavson, "Simplex
/// noise demystified", 2005): gradients at the vertices of triangles, tetrahedra and so on, each of
/// which is felt within sqrt(1/2) of a cell. Published noise often takes sqrt(0.6), which is beyond
/// the far side of its simplices, so that it jumps; this noise is continuous, and so are its first
/// three derivatives. It is 0 at every vertex, and has no axis that edges of cells would run along.
/// It has no period: shifts along the axes do not take its vertices to each other. It repeats after
/// 2^32 cells of its own lattice.
///
/// With perlane's own gradients its values stay between -1 and 1. Where samples lie is rounded to
/// multiples of 2^-24 of a cell.
struct Simplex {
  /// As in Perlin: any value will do.
  Seed seed = 0;
  /// Cells per unit of coordinate: before they are squashed along their diagonal, which makes
  /// triangles of edges 0.82 of cubes, and tetrahedra of edges 0.87 and 1. Positive and finite.
  double frequency = 1.0 / 64;
  /// What vertices draw from. Vectors of your own, and `Gradients::random`, have the range that
  /// they have in Perlin; the other sets have one just inside -1 to 1.
  Gradients gradients{};
};

/// \throws std::invalid_argument  the frequency is out of its range
Field simplex(const Simplex& parameters = {});

/// Simplex noise as S. Gustavson published it in 2012 (simplexnoise1234): K. Perlin's permutation
/// table, gradients that lie in the table's numbers, unscaled (`range` says how far it goes). It
/// repeats after 256 cells of its own lattice. Vertices lie where binary64 puts them, so this noise
/// is not exact far from the origin.
/// \param frequency  cells per unit of coordinate, 1 as published; positive and finite
/// \throws std::invalid_argument  the frequency is out of its range
Field simplex2012(double frequency = 1);

/// How OpenSimplex2 noise lies: how its lattice is turned. `standard` is his `noise2`,
/// `noise3_Fallback` and `noise4_Fallback`. `improve_x`, in 2 dimensions, has y along the main
/// diagonal (`noise2_ImproveX`). `improve_xy` and `improve_xz`, in 3 dimensions, have the axis that
/// they do not name along it, so that noise looks the same in all directions of the plane that they
/// name (`noise3_ImproveXY`, `noise3_ImproveXZ`). The others are for 4 dimensions: with w along the
/// main diagonal, for noise that changes with time w, `improve_xyz`, or where z or y is vertical
/// `improve_xyz_improve_xy` and `improve_xyz_improve_xz`; and `improve_xy_improve_zw` has two
/// planes of triangles (`noise4_ImproveXYZ` and so on).
enum class Orientation {
  standard,
  improve_x,
  improve_xy,
  improve_xz,
  improve_xyz,
  improve_xyz_improve_xy,
  improve_xyz_improve_xz,
  improve_xy_improve_zw
};

/// OpenSimplex2 noise as K. Spencer published it (KdotJPG/OpenSimplex2, 2022): his hash and
/// gradients. It can be evaluated in 2, 3 and 4 dimensions, or in those of its orientation. Where
/// vertices lie is computed in binary64, so this noise is not exact far from the origin; and it
/// jumps in 3D and, other than OpenSimplex2S, in 4D, as published. Of his and FastNoiseLite's
/// noises of this name, seeds and gradients differ.
struct OpenSimplex2 {
  /// Any value will do.
  std::int64_t seed = 0;
  /// Cells per unit of coordinate, 1 in his code. Positive and finite.
  double frequency = 1.0 / 64;
  Orientation orientation = Orientation::standard;
};

/// \throws std::invalid_argument  the frequency is out of its range, or the orientation is none
Field opensimplex2(const OpenSimplex2& parameters = {});

/// The smooth variant, OpenSimplex2S ("SuperSimplex"), whose vertices are felt farther.
Field opensimplex2s(const OpenSimplex2& parameters = {});

/// The Perlin noise of OSL and MaterialX (`noise2d` and `noise3d` of amplitude 1 and pivot 0), and
/// so of what renders with them: gradient noise on a lattice that is hashed as theirs, with their
/// factors, beyond which `range` says how far it goes. It can be evaluated in 2 and 3 dimensions.
/// \param frequency  cells per unit of coordinate, 1 as published; positive and finite
/// \throws std::invalid_argument  the frequency is out of its range
Field mx_noise(double frequency = 1);

/// Their cell noise (`cellnoise2d`, `cellnoise3d`): one value from 0 to 1 for each cell.
Field mx_cell_noise(double frequency = 1);

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

/// A sum of octaves, each finer and weaker than the one before.
struct Fractal {
  /// The most octaves there can be.
  static constexpr int octave_limit = 32;

  /// Layers of noise, 1 to octave_limit.
  int octaves = 6;
  /// Frequency of an octave over that of the octave before. Positive and finite; mostly 2. A whole
  /// number if the source has a period: octave k then has that period times lacunarity^k, and the
  /// sum tiles as its source does. (Tables and explicit lattices repeat by themselves; sums of
  /// their octaves do so if it is a whole number.)
  double lacunarity = 2.0;
  /// Amplitude of an octave over that of the octave before. Finite; mostly 0.5.
  double gain = 0.5;
  /// Whether the lattice points of all octaves lie where published sums have them. Gradient noise
  /// is 0 at its lattice points; if the lacunarity is a whole number, all aligned octaves are 0 at
  /// those of the first, which shows as a regular grid in ridges and coasts. Otherwise each octave
  /// but the first is moved along every axis by a part of its cell that it draws from its seed.
  bool aligned = false;
  /// How much weaker further octaves are where an octave is low, 0 to 1: 0 leaves them as they are;
  /// with 1 they vanish where its signal, n of `fbm` and 1 - 2 |n| of `ridged`, is -1. Valleys
  /// become smooth and peaks stay rough. (The weighted strength of J. Peck's FastNoiseLite.)
  /// Signals beyond -1 and 1 count as -1 and 1.
  double weight = 0;
  /// How much of one octave more there is, 0 to 1, so that detail can be faded in: 0 is none, and 1
  /// is the same as an octave more.
  double fraction = 0;
};

/// Octaves of `source` with amplitudes that add up to 1, so the sum stays within the range of its
/// source (fractional Brownian motion). Octave 0 is `source` itself; each further octave draws a
/// seed of its own from the seed of `source`.
///
/// An octave aliases where its cells are smaller than two samples: it then adds what no longer
/// depends on its neighbours, and looks like white noise. With `step` between samples that happens
/// from octave log(1 / (2 * frequency * step)) / log(lacunarity) on; choose octaves to suit the
/// sample spacing.
/// \throws std::invalid_argument  a member is out of its range, values might not be floats, or
/// octaves would not be fields: the source has a period that the lacunarity does not keep or makes
/// longer than 2^32 cells, it holds noise of a chunk (use chunk_layers for that), powers of the
/// gain overflow, a frequency leaves the range of binary64, or all octaves together would have more
/// than 2^17 nodes (octaves of octaves do so, from 32 of 32 of 32 of 32 on)
Field fbm(Field source, const Fractal& parameters = {});

/// The same sum of 1 - 2 |n| for every octave n: crests where the octaves cross 0, as of mountains.
/// Within [-1, 1] if the source is.
Field ridged(Field source, const Fractal& parameters = {});

/// The same sum of 2 |n| - 1 for every octave n: creases where the octaves cross 0, between
/// billows. Within [-1, 1] if the source is.
Field billow(Field source, const Fractal& parameters = {});

/// The same sum of a ping-pong of every octave n: 1 - 4 |r - 1/2| of the part r of (n + 1) strength
/// / 2 above the whole number below it, which goes up and down between -1 and 1. (J. Peck's
/// FastNoiseLite.)
/// \param strength  turns, up or down, for values from -1 to 1: above 0, finite as a float
/// \throws std::invalid_argument  as fbm, and if the strength is out of its range
Field ping_pong(Field source, const Fractal& parameters = {}, double strength = 2);

/// Octaves that depend on those before them (F. K. Musgrave, in "Texturing and Modeling: A
/// Procedural Approach", 1994; as Blender states them): plains are smooth, and mountains rough.
/// Octave k has the amplitude gain^k; the sums are not scaled, but `range` says how far they go,
/// and `remap` takes them elsewhere. Octaves are out of step as those of `fbm`.
struct Multifractal {
  /// As in Fractal.
  int octaves = 6;
  double lacunarity = 2.0;
  /// Amplitude of an octave over that of the octave before (Blender's lacunarity^-H). Finite.
  double gain = 0.5;
  /// What is added to octaves of -1 to 1. Finite.
  double offset = 1;
  /// What makes further octaves stronger where those before are (Blender's gain). Finite, 0 or
  /// more.
  double feedback = 1;
  /// As in Fractal.
  bool aligned = false;
};

/// The product of n gain^k + offset for all octaves n. It does not use `feedback`.
/// \throws std::invalid_argument  as fbm
Field multifractal(Field source, const Multifractal& parameters = {});

/// The sum of w (n + offset) gain^k, where w is 1 at first, and then the summand before times
/// `feedback`, 1 at most; or 0, once it is 0.001 or below.
/// \throws std::invalid_argument  as fbm
Field hybrid_multifractal(Field source, const Multifractal& parameters = {});

/// The sum of t gain^k, where t is (offset - |n|)^2 times a weight, which is 1 at first, and then
/// the t before times `feedback`, 1 at most. Crests where octaves cross 0.
/// \throws std::invalid_argument  as fbm
Field ridged_multifractal(Field source, const Multifractal& parameters = {});

/// Altitude v, which begins as n + offset of the first octave; each further one adds
/// (n + offset) gain^k v. It does not use `feedback`.
/// \throws std::invalid_argument  as fbm
Field hetero_terrain(Field source, const Multifractal& parameters = {});

/// The same sum of n / (1 + damping |d|^2) for every octave n, where d is the sum of the slopes of
/// the octaves so far, each per cell of its own: detail fades where it is steep, which looks
/// eroded. (I. Quilez, "More noise", 2008; without the rotation of octaves.) The result has no
/// derivatives, see `has_derivatives`; each octave is evaluated with its own.
/// \param damping  finite, 0 or more
/// \throws std::invalid_argument  as fbm; also if there is a weight, the source has no derivatives,
/// values of the source times the frequency of an octave may be beyond 1e36, or the damping is out
/// of its range
Field damped(Field source, const Fractal& parameters = {}, double damping = 1);

/// Proven bounds: no sample of `field` in so many dimensions is outside.
/// \param dimensions  1 to 4
/// \throws std::invalid_argument  any other number of dimensions, or one that the field does not
/// have (explicit lattices, gradients of the user, `coordinate`)
Range range(const Field& field, int dimensions);

}  // namespace perlane
