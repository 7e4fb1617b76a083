// Noise from random unit vectors on an explicit grid. The panels are the noise without the fade,
// with the grid and its vectors drawn over it; the same with the fade; and octaves of it. After
// "Perlin noise" by Longwelwind.

#include "image.hpp"
#include "run.hpp"

#include <perlane/perlane.hpp>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace {

constexpr int size = 256;  // of a panel
constexpr int width = 3 * size + 2 * gap;  // of the picture

// The first panels begin in the middle of a cell, so that no vector is cut off.
constexpr int cell = 64, first = cell / 2;

// Each octave has its own grid of vectors. The values are divided by the largest that a cell can
// have, sqrt(2) / 2, and by the sum of the attenuations.
perlane::Field octaved_noise(int columns, int rows, double start_period, int octaves,
                             float attenuation, perlane::Fade fade, std::mt19937& random) {
  perlane::Field sum = perlane::constant(0);
  float weight = 1, total = 0;
  double period = start_period;
  for (int octave = 0; octave < octaves; ++octave) {
    const auto cells = [&](int samples) {
      return static_cast<std::int64_t>(std::ceil(samples / period)) + 1;
    };
    const perlane::Lattice vectors =
        perlane::Lattice::random_gradients<2>({cells(columns), cells(rows)}, random);
    sum =
        sum + weight * perlane::perlin({.frequency = 1 / period, .lattice = vectors, .fade = fade});
    total += weight;
    weight *= attenuation;
    period /= 2;
  }
  return std::numbers::sqrt2_v<float> / total * sum;
}

// A value v becomes the grey 128 + 128 v, and saturates.
constexpr perlane::Range grey{-1, 127.0f / 128};

// Draws the borders of the cells, and the gradient at each corner. A gradient is light at the end
// towards which the noise rises.
void draw_overlay(std::vector<std::uint8_t>& pixels, const perlane::Field& field) {
  const auto set = [&](int x, int y, std::uint8_t value) {
    if (x >= 0 && y >= 0 && x < size && y < size)
      pixels[static_cast<std::size_t>(x + y * width)] = value;
  };
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      if (x % cell == first || y % cell == first) set(x, y, 96);
    }
  }
  // At a lattice point, the slope of the noise is the gradient.
  const std::int64_t corners = size / cell;
  std::vector<float> dx(static_cast<std::size_t>(corners * corners)), dy(dx.size());
  const auto step = static_cast<double>(cell);
  perlane::fill<2>(perlane::Planes<2>{.value = {}, .derivative = {dx, dy}},
                   {.shape = {corners, corners}, .step = {step, step}, .first = {1, 1}}, field);
  for (std::size_t corner = 0; corner < dx.size(); ++corner) {
    const int x = first + static_cast<int>(corner) % static_cast<int>(corners) * cell,
              y = first + static_cast<int>(corner) / static_cast<int>(corners) * cell;
    const double length = std::hypot(dx[corner], dy[corner]);
    for (int i = 0; i <= cell * 2 / 5; ++i) {
      const int way_x = static_cast<int>(std::lround(i * dx[corner] / length)),
                way_y = static_cast<int>(std::lround(i * dy[corner] / length));
      // A dot marks the corner, and a smaller one the head.
      const int half = i < 4 ? 2 : i > cell * 2 / 5 - 3 ? 1 : 0;
      for (int a = -half; a <= half; ++a) {
        for (int b = -half; b <= half; ++b) set(x + way_x + a, y + way_y + b, i < 4 ? 0 : 255);
      }
    }
  }
}

void draw(const char* path) {
  std::vector<std::uint8_t> pixels(width * size, white);
  const auto panel = [&](int number) {
    return perlane::Strided<2, std::uint8_t>{
        .elements = pixels, .stride = {width}, .first = number * (size + gap)};
  };
  const perlane::Grid<2> grid{.shape = {size, size}, .first = {first, first}};
  for (const int smooth : {0, 1}) {
    std::mt19937 random(3);  // both panels have the same vectors
    const perlane::Fade fade = smooth != 0 ? perlane::Fade::quintic : perlane::Fade::linear;
    const perlane::Field field =
        octaved_noise(first + size, first + size, cell, 1, 0.5f, fade, random);
    perlane::fill<2>(panel(smooth), grid, field, grey);
    if (smooth == 0) draw_overlay(pixels, field);
  }
  std::mt19937 random(3);
  perlane::fill<2>(
      panel(2), grid,
      octaved_noise(first + size, first + size, 2 * cell, 6, 0.5f, perlane::Fade::quintic, random),
      grey);
  write_png(path, pixels, width, size);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "octaves.png", draw); }
