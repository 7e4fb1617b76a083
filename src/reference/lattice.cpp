// The lattice. K. Perlin, "An Image Synthesizer", SIGGRAPH 1985; "Improving Noise", SIGGRAPH 2002.

#include "reference/lattice.hpp"

#include <cmath>

namespace perlane::reference {

bool is_within_limit(double coordinate, double frequency) noexcept {
  return std::abs(coordinate * frequency) < field::coordinate_limit;  // false for NaN
}

Position locate(double coordinate, double frequency) noexcept {
  const double s = coordinate * frequency;
  const double cell = std::floor(s);
  return {static_cast<std::uint32_t>(static_cast<std::int64_t>(cell)), static_cast<float>(s - cell)};
}

float fade(Fade fade, float f) noexcept {
  switch (fade) {
    case Fade::quintic: {
      // 6f^5 - 15f^4 + 10f^3 about the centre of the cell.
      const float t = f - 0.5f;
      const float q = t * t;
      return ((q * 6.0f - 5.0f) * q + 1.875f) * t + 0.5f;
    }
    case Fade::cubic:
      return (3.0f - 2.0f * f) * (f * f);
    case Fade::linear:
      break;
  }
  return f;
}

// Each axis is hashed by itself (lowbias32 of C. Wellons, "Prospecting for Hash Functions", 2018, with a key added), the axes
// are joined by exclusive or, and v(2v + 1) of RC6 (Rivest et al., 1998) breaks the linearity of that: without it the words
// of the four corners of every rectangle of lattice points would cancel. On a grid the axes' hashes are shared by
// rows and columns, and a lattice point costs one multiplication.
std::uint32_t hash(const field::HashKey& key, std::span<const std::uint32_t> cell) noexcept {
  std::uint32_t v = key.all;
  for (std::size_t axis = 0; axis < cell.size(); ++axis) {
    std::uint32_t h = cell[axis] + key.axis[axis];
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    v ^= h;
  }
  return v * (2 * v + 1);
}

// Perlin's table, chained: p[p[p[x] + y] + z].
std::uint32_t look_up(const field::PerlinNoise& noise, std::span<const std::uint32_t> cell) noexcept {
  std::uint32_t h = noise.start;
  for (int axis = 0; axis < noise.look_ups || axis < static_cast<int>(cell.size()); ++axis) {
    const std::uint32_t coordinate = axis < static_cast<int>(cell.size()) ? cell[static_cast<std::size_t>(axis)] : 0;
    h = noise.table[(h + coordinate) & noise.mask];
  }
  return h;
}

}  // namespace perlane::reference
