// A world of nested chunks, deep below the outermost one. The panels are noise of one size, noise
// of several sizes added, and noise with weights that vary from place to place. After "Fractal
// Block World", "Perlin Noise".

#include "image.hpp"
#include "run.hpp"

#include <perlane/perlane.hpp>

#include <vector>

namespace {

constexpr int blocks = 16, chunks = 16, size = blocks * chunks;  // of a panel
constexpr int width = 3 * size + 2 * gap;  // of the picture

// The chunk in the north-west corner of the picture. It is 1000 levels down, and touches a border
// of the chunks around it at all levels but the first few.
perlane::Path corner() {
  std::vector<perlane::Path::Position> positions(1000, {15, 15, 0});
  positions[3] = {7, 7, 0};
  return perlane::Path(positions).neighbour({-chunks / 2, -chunks / 2, 0});
}

// `size_of` counts the halvings that are chopped: 0 makes noise as large as a chunk, and 2 noise
// four times as large.
perlane::Field noise(const perlane::Path& path, int size_of) {
  return perlane::chunk_noise<2>(
      path, {.world_seed = 5, .salt = static_cast<std::uint64_t>(size_of), .chop = size_of});
}

perlane::Field height(const perlane::Path& path, int panel) {
  if (panel == 0) return noise(path, 0);
  if (panel == 1) return 0.12f * noise(path, 0) + 0.25f * noise(path, 1) + 0.6f * noise(path, 3);
  // This makes some places rough and others smooth.
  const perlane::Field roughness =
      perlane::chunk_value<2>(path, {.world_seed = 5, .salt = 99, .chop = 3}, {0, 0.8f});
  return roughness * (0.4f * noise(path, 0) + 0.6f * noise(path, 1)) + 0.6f * noise(path, 3);
}

void draw(const char* path) {
  std::vector<std::uint8_t> pixels(width * size, white);
  const perlane::Path first = corner();
  for (int panel = 0; panel < 3; ++panel) {
    for (int y = 0; y < chunks; ++y) {
      for (int x = 0; x < chunks; ++x) {
        const perlane::Strided<2, std::uint8_t> out{
            .elements = pixels,
            .stride = {width},
            .first = panel * (size + gap) + x * blocks + y * blocks * width};
        const perlane::Grid<2> grid{.shape = {blocks, blocks},
                                    .step = {1.0 / blocks, 1.0 / blocks}};
        perlane::fill<2>(out, grid, height(first.neighbour({x, y, 0}), panel),
                         perlane::Range{-0.5f, 0.5f});
      }
    }
  }
  write_png(path, pixels, width, size);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "chunks.png", draw); }
