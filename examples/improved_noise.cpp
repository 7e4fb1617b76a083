// Ken Perlin's improved noise as published, its reduction to 2D, and noise from an explicit grid of
// vectors. After "Breaking down Perlin noise reference implementation".

#include "image.hpp"
#include "run.hpp"

#include <perlane/perlane.hpp>

#include <array>
#include <numeric>
#include <random>
#include <vector>

namespace {

constexpr int size = 256;  // of a panel
constexpr int width = 3 * size + 2 * gap;  // of the picture

// A shuffled table of 512 entries chooses from four gradients along the axes.
perlane::Field reduced(std::mt19937& random) {
  std::vector<int> table(512);
  std::iota(table.begin(), table.end(), 0);
  for (std::size_t i = table.size(); i > 1; --i) std::swap(table[i - 1], table[random() % i]);
  constexpr std::array<std::array<float, 2>, 4> vectors{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  return perlane::perlin({.frequency = 1.0 / 16,
                          .lattice = perlane::Lattice::permutation(table),
                          .gradients = perlane::Gradients::vectors<2>(vectors)});
}

// Every point of a grid of 66 x 66 has a random diagonal. Cells span 16 pixels.
perlane::Field naive(std::mt19937& random) {
  constexpr std::array<float, 2> diagonals[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
  std::vector<std::array<float, 2>> grid(66 * 66);
  for (auto& vector : grid) vector = diagonals[random() % 4];
  return perlane::perlin(
      {.frequency = 1.0 / 16, .lattice = perlane::Lattice::explicit_gradients<2>(grid, {66, 66})});
}

void draw(const char* path) {
  std::mt19937 random(2);
  std::vector<std::uint8_t> pixels(width * size, white);
  const auto panel = [&](int number) {
    return perlane::Strided<2, std::uint8_t>{
        .elements = pixels, .stride = {width}, .first = number * (size + gap)};
  };

  // perlin2002 has a cell per unit, and is 0 wherever all coordinates are whole numbers. So the
  // samples are 1/16 apart. In 2D it is the slice z = 0.
  perlane::fill<2>(panel(0), {.shape = {size, size}, .step = {1.0 / 16, 1.0 / 16}},
                   perlane::perlin2002(), perlane::Range{-1, 1});
  perlane::fill<2>(panel(1), {.shape = {size, size}}, reduced(random), perlane::Range{-0.7f, 0.7f});
  perlane::fill<2>(panel(2), {.shape = {size, size}}, naive(random), perlane::Range{-1, 1});
  write_png(path, pixels, width, size);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "improved_noise.png", draw); }
