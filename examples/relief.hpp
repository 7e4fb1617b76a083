#pragma once
// Draws heights as a map: colours by height, and a sun in the north-west. Every CPU draws the same
// picture: numbers are whole, except for a root and a quotient, which round alike everywhere.

#include <perlane/perlane.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

using Colour = std::array<int, 3>;

struct Tint {
  int height;  // 0 to 65535
  Colour colour;
};

struct Map {
  perlane::Range shown;  // from height 0 to 65535
  std::vector<Tint> tints;  // from height 0 on
  int level = 4000;  // a rise of this much over two pixels is a slope of 45 degrees
  perlane::Field snow = perlane::constant(0);  // from 0 to 1
};

inline Colour blend(const Colour& a, const Colour& b, int part, int whole) {
  Colour result{};
  for (std::size_t i = 0; i < 3; ++i) result[i] = a[i] + (b[i] - a[i]) * part / whole;
  return result;
}

inline Colour tint(const std::vector<Tint>& tints, int height) {
  std::size_t above = 1;
  while (above + 1 < tints.size() && tints[above].height < height) ++above;
  const Tint &low = tints[above - 1], &high = tints[above];
  return blend(low.colour, high.colour, std::min(height, high.height) - low.height,
               high.height - low.height);
}

// The rows of a picture, from the top; pixels are `step` apart.
inline std::vector<std::uint8_t> relief(const perlane::Field& field, const Map& map, int width,
                                        int height, double step) {
  const std::int64_t wide = width + 2;  // one more sample on each side
  const perlane::Grid<2> grid{.shape = {wide, height + 2}, .step = {step, step}, .first = {-1, -1}};
  std::vector<std::uint16_t> code(static_cast<std::size_t>(wide * (height + 2)));
  std::vector<std::uint8_t> snow(code.size()), pixels;
  perlane::fill(code, grid, field, map.shown);
  perlane::fill(snow, grid, map.snow, perlane::Range{0, 1});
  for (std::int64_t y = 1; y <= height; ++y) {
    for (std::int64_t x = 1; x <= width; ++x) {
      const auto at = [&](std::int64_t i) {
        return std::int64_t{code[static_cast<std::size_t>(i)]};
      };
      const std::int64_t here = y * wide + x;
      const std::int64_t east = at(here + 1) - at(here - 1),
                         south = at(here + wide) - at(here - wide);
      const std::int64_t square = east * east + south * south + map.level * std::int64_t{map.level};
      // The dot product with the direction of the sun, (-0.5, -0.5, 0.7), in 256ths.
      const std::int64_t facing = 256 * (5 * (east + south) + 7 * std::int64_t{map.level});
      const double light =
          static_cast<double>(facing) / (10 * std::sqrt(static_cast<double>(square)));
      const int shade = 70 + std::max(static_cast<int>(light), 0);
      const Colour ground = blend(tint(map.tints, code[static_cast<std::size_t>(here)]),
                                  {228, 232, 236}, snow[static_cast<std::size_t>(here)], 255);
      for (const int channel : ground) {
        pixels.push_back(static_cast<std::uint8_t>(std::min(channel * shade / 249, 255)));
      }
    }
  }
  return pixels;
}
