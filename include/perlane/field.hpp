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

namespace field {
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
  explicit Field(std::shared_ptr<const field::Node> node) noexcept;
  const field::Node& node() const noexcept { return *node_; }
  const std::shared_ptr<const field::Node>& shared_node() const noexcept { return node_; }

 private:
  std::shared_ptr<const field::Node> node_;
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
  /// Hashed (2^23 values, evenly spaced), a table (as many values as it has entries), or explicit
  /// values.
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

/// OpenSimplex2 noise as K. Spencer published it (KdotJPG/OpenSimplex2, 2022): his hash and
/// gradients, and in 3D the orientation `noise3_Fallback`. It can be evaluated in 2 and 3
/// dimensions. Where vertices lie is computed in binary64, so this noise is not exact far from the
/// origin, and in 3D it jumps, as published. Of his and FastNoiseLite's noises of this name, seeds
/// and gradients differ.
struct OpenSimplex2 {
  /// Any value will do.
  std::int64_t seed = 0;
  /// Cells per unit of coordinate, 1 in his code. Positive and finite.
  double frequency = 1.0 / 64;
};

/// \throws std::invalid_argument  the frequency is out of its range
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
/// gain overflow, or a frequency leaves the range of binary64
Field fbm(Field source, const Fractal& parameters = {});

/// The same sum of 1 - 2 |n| for every octave n: crests where the octaves cross 0, as of mountains.
/// Within [-1, 1] if the source is.
Field ridged(Field source, const Fractal& parameters = {});

/// The same sum of 2 |n| - 1 for every octave n: creases where the octaves cross 0, between
/// billows. Within [-1, 1] if the source is.
Field billow(Field source, const Fractal& parameters = {});

/// Proven bounds: no sample of `field` in so many dimensions is outside.
/// \param dimensions  1 to 4
/// \throws std::invalid_argument  any other number of dimensions, or one that the field does not
/// have (explicit lattices, gradients of the user, `coordinate`)
Range range(const Field& field, int dimensions);

}  // namespace perlane
