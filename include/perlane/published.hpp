#pragma once
/// \file
/// Noise that others have published, with their values.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>
#include <perlane/integers.hpp>

#include <cstdint>
#include <type_traits>

namespace perlane {

/// The parameters of published noises, which have none of their own.
struct Published {
  /// 0 is the published noise. Another seed moves `perlin2002`, `mx_noise` and `mx_cell_noise`
  /// along x, and makes another `simplex2012`. Any value will do.
  Seed seed = 0;
  /// Cells per unit of coordinate, 1 as published. Positive and finite.
  double frequency = 1;
};

/// Ken Perlin's improved noise exactly as published: his permutation table, his gradients, a cell
/// per unit of coordinate, unscaled. It is 0 wherever all coordinates are integers. Repeats after
/// 256 cells. In 1D and 2D it is the plane y = z = 0 of the published 3D noise; in 4D the gradients
/// are the 32 edges of the hypercube.
/// \throws std::invalid_argument  the frequency is out of its range
Field perlin2002(const Published& parameters = {});

/// Simplex noise as S. Gustavson publishes it (simplexnoise1234): K. Perlin's permutation table,
/// his gradients and his scale (`range` says how far the values go). It repeats after 256 cells of
/// its own lattice. Vertices lie where binary64 puts them, so this noise is not exact far from the
/// origin.
/// \throws std::invalid_argument  the frequency is out of its range
Field simplex2012(const Published& parameters = {});

/// The orientation of the lattice of OpenSimplex2 noise. `standard` is K. Spencer's `noise2`,
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
/// gradients. It can be evaluated in 2, 3 and 4 dimensions, or in those of its orientation. The
/// places of vertices are computed in binary64, so this noise is not exact far from the origin. As
/// published, it jumps in 3D, and in 4D except for OpenSimplex2S. FastNoiseLite's noises of these
/// names have other seeds and gradients.
struct OpenSimplex2 {
  /// Any value will do.
  std::int64_t seed = 0;
  /// Cells per unit of coordinate, 1 in his code. Positive and finite.
  double frequency = 1.0 / 64;
  /// The way in which the lattice is turned.
  Orientation orientation = Orientation::standard;
};

/// \throws std::invalid_argument  the frequency is out of its range, or the orientation is none
Field opensimplex2(const OpenSimplex2& parameters = {});

/// The smooth variant, OpenSimplex2S ("SuperSimplex"), whose vertices reach farther.
Field opensimplex2s(const OpenSimplex2& parameters = {});

/// The Perlin noise of OSL and MaterialX (`noise2d` and `noise3d` with amplitude 1 and pivot 0),
/// and so of all renderers that use them: gradient noise with their hash and their scales. `range`
/// says how far it goes. It can be evaluated in 2 and 3 dimensions.
/// \throws std::invalid_argument  the frequency is out of its range
Field mx_noise(const Published& parameters = {});

/// Their cell noise (`cellnoise2d`, `cellnoise3d`): one value from 0 to 1 for each cell.
Field mx_cell_noise(const Published& parameters = {});

/// The same with seed 0 and this frequency.
template <class Number>
  requires std::is_arithmetic_v<Number>
Field simplex2012(Number frequency) {
  return simplex2012(Published{.frequency = static_cast<double>(frequency)});
}
/// \overload
template <class Number>
  requires std::is_arithmetic_v<Number>
Field mx_noise(Number frequency) {
  return mx_noise(Published{.frequency = static_cast<double>(frequency)});
}
/// \overload
template <class Number>
  requires std::is_arithmetic_v<Number>
Field mx_cell_noise(Number frequency) {
  return mx_cell_noise(Published{.frequency = static_cast<double>(frequency)});
}

/// The settings of FastNoiseLite, by its names and with its defaults. As there, `frequency`,
/// `lacunarity`, `gain` and the strengths are rounded to binary32.
///
/// Cellular noise and domain warps are not here: they draw from tables of random vectors that no
/// formula makes. Use `cellular` and `domain_warp` for new worlds.
struct FastNoiseLite {
  /// The noises, by the names of FastNoiseLite. Its cellular noise is not among them.
  enum class NoiseType { open_simplex2, open_simplex2s, perlin, value_cubic, value };
  /// Its fractals; `none` is the noise itself.
  enum class FractalType { none, fbm, ridged, ping_pong };

  /// Any value will do. Octave k of a fractal has the seed `seed` + k.
  int seed = 1337;
  /// Cells per unit of coordinate. Positive and finite, in binary32.
  double frequency = 0.01;
  /// The noise.
  NoiseType noise_type = NoiseType::open_simplex2;
  /// The fractal of that noise.
  FractalType fractal_type = FractalType::none;
  /// Layers of noise of a fractal, 1 to Fractal::octave_limit.
  int octaves = 3;
  /// Frequency of an octave over that of the octave before. Positive and finite, in binary32.
  double lacunarity = 2;
  /// Amplitude of an octave over that of the octave before. Finite.
  double gain = 0.5;
  /// Weakens octaves where those before them are low. Finite; within 0 and 1, values stay within -1
  /// and 1 as they do without.
  double weighted_strength = 0;
  /// For FractalType::ping_pong: how often values from -1 to 1 rise and fall again, 0 to 65536.
  double ping_pong_strength = 2;
};

/// The values of FastNoiseLite with these settings, to 1e-5 of what its C++ code computes in
/// binary64 (FN_USE_DOUBLES), up to 2^30 cells from the origin, and the same bits everywhere. It
/// can be evaluated in 2 and 3 dimensions. On grids, Perlin, Value and ValueCubic noise are
/// evaluated by axis collapse. They are exact far from the origin, and so are their derivatives,
/// their octaves and operators on them.
///
/// FractalType::ping_pong multiplies errors by its strength: values agree to 8e-6 times the
/// strength. A `weighted_strength` beyond 0 to 1 multiplies errors, too.
///
///     // new FastNoiseLite { Seed = 42, NoiseType = Perlin, FractalType = FBm }
///     const perlane::Field hills = perlane::fastnoise_lite(
///         {.seed = 42,
///          .noise_type = perlane::FastNoiseLite::NoiseType::perlin,
///          .fractal_type = perlane::FastNoiseLite::FractalType::fbm});
///
/// \throws std::invalid_argument  a member is out of its range
Field fastnoise_lite(const FastNoiseLite& parameters = {});

}  // namespace perlane
