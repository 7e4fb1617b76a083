#pragma once
/// \file
/// The noise of FastNoiseLite (J. Peck, 2020), which Godot has as `FastNoiseLite` and which is
/// ported to shaders and a dozen languages: the same terrain, faster.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>

namespace perlane {

/// The settings of FastNoiseLite, by its names and with its defaults. As there, `frequency`,
/// `lacunarity`, `gain` and the strengths are rounded to binary32.
///
/// Cellular noise and domain warps are not here: they draw from tables of random vectors that no
/// formula makes. Use `cellular` and `domain_warp` for new worlds.
struct FastNoiseLite {
  enum class NoiseType { open_simplex2, open_simplex2s, perlin, value_cubic, value };
  enum class FractalType { none, fbm, ridged, ping_pong };

  /// Any value will do. Octave k of a fractal has the seed `seed` + k.
  int seed = 1337;
  /// Cells per unit of coordinate. Positive and finite, in binary32.
  double frequency = 0.01;
  NoiseType noise_type = NoiseType::open_simplex2;
  FractalType fractal_type = FractalType::none;
  /// Layers of noise of a fractal, 1 to Fractal::octave_limit.
  int octaves = 3;
  /// Frequency of an octave over that of the octave before. Positive and finite, in binary32.
  double lacunarity = 2;
  /// Amplitude of an octave over that of the octave before. Finite.
  double gain = 0.5;
  /// How much octaves are weaker where those before them are low. Finite; within 0 and 1, values
  /// stay within -1 and 1 as they do without.
  double weighted_strength = 0;
  /// Of FractalType::ping_pong: how often values are folded back, 0 to 65536.
  double ping_pong_strength = 2;
};

/// The values of FastNoiseLite with these settings, to 1e-5 of what its C++ code computes in
/// binary64 (FN_USE_DOUBLES), up to 2^31 cells from the origin, and the same bits everywhere. It
/// can be evaluated in 2 and 3 dimensions. Perlin, Value and ValueCubic noise are evaluated by axis
/// collapse on grids, and are exact far from the origin; so is everything that perlane makes of
/// fields: derivatives, ranges, octaves and operators.
///
/// FractalType::ping_pong multiplies errors by its strength. Above 2.5, values agree to 4e-6 times
/// the strength. A `weighted_strength` beyond 0 to 1 multiplies errors, too.
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
