// Three textures of 128 x 128, each laid four times: the noise as it is, blended to tile, and with
// a period. After "Perlin Noise FAQ".

#include "image.hpp"
#include "run.hpp"

#include <perlane/perlane.hpp>

#include <vector>

namespace {

constexpr int size = 128;  // of a texture
constexpr int width = 3 * 2 * size + 2 * gap;  // of the picture

void draw(const char* path) {
  const perlane::Fractal octaves{.octaves = 4};
  const perlane::Perlin source{.seed = 12, .frequency = 1.0 / 32};
  perlane::Perlin periodic = source;
  periodic.period = {size / 32, size / 32};  // cells

  const perlane::Field endless = perlane::fbm(perlane::perlin(source), octaves);
  const perlane::Field textures[] = {endless, perlane::tile(endless, {size, size}),
                                     perlane::fbm(perlane::perlin(periodic), octaves)};

  std::vector<std::uint8_t> pixels(width * 2 * size, white);
  for (int texture = 0; texture < 3; ++texture) {
    for (int copy = 0; copy < 4; ++copy) {
      const int column = texture * (2 * size + gap) + copy % 2 * size, row = copy / 2 * size;
      const perlane::Strided<2, std::uint8_t> out{
          .elements = pixels, .stride = {width}, .first = row * width + column};
      perlane::fill<2>(out, {.shape = {size, size}}, textures[texture],
                       perlane::Range{-0.6f, 0.6f});
    }
  }
  write_png(path, pixels, width, 2 * size);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "tiling.png", draw); }
