#include "cli/relief.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace perlane::cli {
namespace {

struct Colour {
  float red;
  float green;
  float blue;
};

constexpr Colour mix(const Colour& a, const Colour& b, float part) noexcept {
  return {a.red + part * (b.red - a.red), a.green + part * (b.green - a.green),
          a.blue + part * (b.blue - a.blue)};
}

// The unit of elevation is the root mean square of a single octave's bounds. Half of a map is
// within -0.2 to 0.2, and 1 is rare.
struct Tint {
  float elevation;
  Colour colour;
};

constexpr std::array tints{
    Tint{-0.80f, {18, 38, 78}},     // deep sea
    Tint{-0.32f, {30, 74, 126}},    //
    Tint{-0.08f, {62, 126, 166}},   // shallow
    Tint{-0.00f, {122, 182, 194}},  // surf
    Tint{0.000f, {222, 208, 164}},  // beach
    Tint{0.012f, {208, 198, 148}},  //
    Tint{0.030f, {150, 168, 100}},  // lowland
    Tint{0.16f, {112, 142, 76}},    //
    Tint{0.34f, {66, 100, 56}},     // forest
    Tint{0.48f, {104, 104, 76}},    // heath
    Tint{0.58f, {134, 124, 110}},   // rock
    Tint{0.68f, {168, 162, 154}},   //
    Tint{0.74f, {226, 230, 234}},   // snow
    Tint{1.00f, {240, 243, 246}},   //
};

Colour tint(float elevation) noexcept {
  if (elevation <= tints.front().elevation) return tints.front().colour;
  std::size_t above = 1;
  while (above < tints.size() && tints[above].elevation < elevation) ++above;
  if (above == tints.size()) return tints.back().colour;
  const Tint& low = tints[above - 1];
  const Tint& high = tints[above];
  return mix(low.colour, high.colour,
             (elevation - low.elevation) / (high.elevation - low.elevation));
}

// The root mean square slope of the shaded surface. It is steep enough to see, but not so steep
// that shadows are black.
constexpr double steepness = 0.55;
// The root mean square slope of one octave of gradient noise per cell, over its largest value.
constexpr double octave_slope = 1.7;
// Central differences see no finer structure than this many cells per sample.
constexpr double finest = 0.25;
// Water hides most of the relief of the sea bed.
constexpr float under_water = 0.25f;

// Neither soil nor snow holds on steep ground.
constexpr Colour cliff{124, 114, 100};
constexpr float cliff_begins = 0.6f;
constexpr float cliff_is_bare = 1.4f;

// The sun, which is warm, stands in the north-west, half way up. The sky, which is blue, lights the
// shadows. A level surface gets 1.
constexpr float sun_height = 0.70710678f;
constexpr Colour sun{0.72f, 0.68f, 0.61f};
constexpr Colour sky{0.28f, 0.32f, 0.39f};

std::uint8_t byte_of(float channel) noexcept {
  const float inside = channel > 255 ? 255.0f : channel;
  return static_cast<std::uint8_t>(static_cast<int>(inside + 0.5f));
}

}  // namespace

Relief::Relief(Range noise, double cells_per_sample, const Fractal& octaves) {
  const double largest = std::max({-noise.min, noise.max, 1e-30f});  // flat fields have 0
  double frequency = cells_per_sample;
  double amplitude = 1;
  double total = 0;
  double square = 0;
  double slope_square = 0;
  for (int k = 0; k < octaves.octaves; ++k) {
    const double seen = frequency < finest ? frequency : finest;
    total += std::abs(amplitude);
    square += amplitude * amplitude;
    slope_square += amplitude * amplitude * seen * seen;
    frequency *= octaves.lacunarity;
    amplitude *= octaves.gain;
  }
  elevation_ = static_cast<float>(total / (std::sqrt(square) * largest));
  slope_ = static_cast<float>(steepness * total /
                              (std::sqrt(slope_square) * octave_slope * largest) / 2);
}

void Relief::colour(const float* here, std::int64_t stride, std::int64_t width,
                    std::uint8_t* rgb) const noexcept {
  for (std::int64_t x = 0; x < width; ++x, rgb += 3) {
    const float elevation = here[x] * elevation_;
    const float slope = elevation < 0 ? slope_ * under_water : slope_;
    const float east = (here[x + 1] - here[x - 1]) * slope;
    const float down = (here[x + stride] - here[x - stride]) * slope;
    const float steep = east * east + down * down;
    const float length = std::sqrt(1 + steep);
    // The dot product of the normal (-east, -down, 1) with
    // the direction of the sun, (-0.5, -0.5, sun_height).
    const float facing = (0.5f * (east + down) + sun_height) / length;
    const float light = facing > 0 ? facing / sun_height : 0;
    const float bare = (std::sqrt(steep) - cliff_begins) / (cliff_is_bare - cliff_begins);
    const Colour ground = mix(tint(elevation), cliff,
                              elevation < 0 || bare < 0 ? 0.0f
                              : bare > 1                ? 1.0f
                                                        : bare);
    rgb[0] = byte_of(ground.red * (sky.red + sun.red * light));
    rgb[1] = byte_of(ground.green * (sky.green + sun.green * light));
    rgb[2] = byte_of(ground.blue * (sky.blue + sun.blue * light));
  }
}

}  // namespace perlane::cli
