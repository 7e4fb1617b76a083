#pragma once
// Gullies along the slope of a height: plain data that the reference and the kernels compute from.

#include "model/noises.hpp"

namespace perlane::model {

struct Erosion {
  // Gullies of one width.
  struct Octave {
    double frequency;  // cells per unit of coordinate
    LatticePoints lattice;  // hashed, without a period
    float amplitude;
  };

  const Octave* octave;
  int octaves;  // up to `most_octaves`
  // This is k: where the steepness of the height is s, gullies have s k / (s k + 1) of their full
  // depth.
  float steepness;

  static constexpr int most_octaves = 32;
};

// Each cell has a point, within a quarter of a cell of its middle along each axis. A wave around
// the point runs across the slope. Its radius is 5/4 of a cell, so 3 x 3 cells have all points that
// contribute. Bits of a hash give the position of the point, and the phase of the wave there.
inline constexpr float erosion_support_squared = 1.5625f;
inline constexpr float erosion_middle = 0.25f;
inline constexpr float erosion_jitter = 1.0f / 2048;  // of 10 bits, for x and y
inline constexpr float erosion_turn = 1.0f / 4096;  // of 12 bits
// Waves per cell. Where the waves of neighbouring points cancel, what remains is amplified, at most
// by 1 / erosion_agreement.
inline constexpr float erosion_waves = 0.7f;
inline constexpr float erosion_agreement = 0.5f;
// The steepness of the sides of a gully, over that of the slope that it runs down, and the
// sharpness of its bed and of the crests beside it.
inline constexpr float erosion_side = 0.7f;
inline constexpr float erosion_sharpness = 3.0f;
// Narrower gullies begin on the sides of wider ones: fully where the wave is 0.8 from its crest.
inline constexpr float erosion_onset = 1.25f;
// A height that is less steep counts as level.
inline constexpr float erosion_level = 0x1p-60f;

// For r from -1/2 to 1/2: cos(2 pi r) is a polynomial of r^2, and sin(2 pi r) another times
// r (1/4 - r^2), the highest power first, interpolated where Chebyshev's polynomials are 0. Their
// errors are below 5e-5, and their values at both ends are equal.
constexpr float cosine_of_turn[5] = {0x1.6cc3aep+5f, -0x1.49831cp+6f, 0x1.02ad82p+6f,
                                     -0x1.3bb188p+4f, 0x1.fffa86p-1f};
constexpr float sine_of_turn[4] = {-0x1.001d96p+5f, 0x1.085c4ep+6f, -0x1.0325e8p+6f,
                                   0x1.921e26p+4f};

}  // namespace perlane::model
