// Marble, wood and clouds, made with nothing but noise and arithmetic on fields. After "Perlin
// Noise FAQ", and K. Perlin, "An Image Synthesizer", SIGGRAPH 1985.

#include "image.hpp"
#include "run.hpp"

#include <perlane/perlane.hpp>

#include <array>
#include <vector>

namespace {

constexpr int size = 256;  // of a texture
constexpr int width = 3 * size + 2 * gap;  // of the picture

using Colour = std::array<float, 3>;

struct Texture {
  perlane::Field field;  // from 0, the colour `low`, to 1, the colour `high`
  Colour low, high;
};

// Turbulence bends stripes that run across x and y. Veins are where the sine crosses 0.
perlane::Field marble() {
  const perlane::Field turbulence =
      perlane::billow(perlane::perlin({.seed = 4, .frequency = 1.0 / 128}), {.octaves = 6});
  const perlane::Field stripes = perlane::coordinate({.axis = 0, .frequency = 1.0 / 200}) +
                                 perlane::coordinate({.axis = 1, .frequency = 1.0 / 350});
  return perlane::smoothstep(-0.3f, 0.6f,
                             perlane::abs(perlane::sine(stripes + 0.45f * turbulence)));
}

// Rings surround an axis outside the picture, and are stretched along the grain.
perlane::Field wood() {
  const perlane::Field x = perlane::coordinate({.axis = 0, .frequency = 1.0 / 64}) - 2.2f;
  const perlane::Field y = perlane::coordinate({.axis = 1, .frequency = 1.0 / 640}) + 0.3f;
  const perlane::Field bend = perlane::perlin({.seed = 8, .frequency = 1.0 / 128});
  const perlane::Field rings = perlane::sine(3 * perlane::sqrt(x * x + y * y) + bend);
  const perlane::Field grain =
      perlane::scale(perlane::perlin({.seed = 9, .frequency = 1.0 / 3}), {1, 24});
  return perlane::clamp(0.55f + 0.35f * perlane::smoothstep(-1, 0.9f, rings) + 0.12f * grain, 0, 1);
}

perlane::Field clouds() {
  return perlane::smoothstep(-0.15f, 0.6f,
                             perlane::fbm(perlane::perlin({.seed = 21, .frequency = 1.0 / 128}),
                                          {.octaves = 7, .gain = 0.55}));
}

void draw(const char* path) {
  const Texture textures[] = {{marble(), {0.30f, 0.31f, 0.36f}, {0.97f, 0.96f, 0.94f}},
                              {wood(), {0.30f, 0.15f, 0.05f}, {0.85f, 0.62f, 0.36f}},
                              {clouds(), {0.22f, 0.46f, 0.80f}, {1.0f, 1.0f, 1.0f}}};
  std::vector<std::uint8_t> pixels(width * size * 3, white), plane(size * size);
  for (std::size_t texture = 0; texture < 3; ++texture) {
    const auto& [field, low, high] = textures[texture];
    for (std::size_t channel = 0; channel < 3; ++channel) {
      perlane::fill<2>(plane, {.shape = {size, size}},
                       perlane::mix(low[channel], high[channel], field), perlane::Range{0, 1});
      for (std::size_t i = 0; i < plane.size(); ++i) {
        const std::size_t row = i / size, column = i % size;
        pixels[(row * width + texture * (size + gap) + column) * 3 + channel] = plane[i];
      }
    }
  }
  write_png(path, pixels, width, size, Pixels::rgb);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "textures.png", draw); }
