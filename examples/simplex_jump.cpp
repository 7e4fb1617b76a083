// Shows why the support of a vertex of simplex noise has the radius sqrt(1/2). The panels are
// slices of 3D noise. Each pixel shows the difference between the noise and the mean of its
// neighbours, many times enlarged: grey where the noise is smooth, and a line where it jumps.
// Published noise, on the left, takes sqrt(0.6), so vertices reach beyond the far side of their
// simplices, where the noise breaks off. On the right is perlane's noise.

#include "image.hpp"
#include "run.hpp"

#include <perlane/perlane.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

constexpr int size = 320;  // of a panel
constexpr int width = 2 * size + gap;  // of the picture
constexpr double cell = 120;  // pixels

// S. Gustavson, "Simplex noise demystified", 2005, with a hash in place of the table.
double published_noise(double x, double y, double z) {
  static constexpr std::array<std::array<double, 3>, 12> gradients{{{1, 1, 0},
                                                                    {-1, 1, 0},
                                                                    {1, -1, 0},
                                                                    {-1, -1, 0},
                                                                    {1, 0, 1},
                                                                    {-1, 0, 1},
                                                                    {1, 0, -1},
                                                                    {-1, 0, -1},
                                                                    {0, 1, 1},
                                                                    {0, -1, 1},
                                                                    {0, 1, -1},
                                                                    {0, -1, -1}}};
  const std::array<double, 3> point{x, y, z};
  const double skew = (x + y + z) / 3;
  std::array<int, 3> vertex;
  std::array<double, 3> within;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    vertex[axis] = static_cast<int>(std::floor(point[axis] + skew));
    within[axis] = point[axis] + skew - vertex[axis];
  }
  double sum = 0;
  for (int step = 0;; ++step) {
    const double moved = (vertex[0] + vertex[1] + vertex[2]) / 6.0;
    std::uint32_t hash = 0;
    for (const int i : vertex) {
      hash = (hash ^ static_cast<std::uint32_t>(i)) * 0x9e3779b1u;
      hash ^= hash >> 15;
    }
    double t = 0.6, slope = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double d = point[axis] - (vertex[axis] - moved);
      t -= d * d;
      slope += gradients[hash % 12][axis] * d;
    }
    if (t > 0) sum += 32 * t * t * t * t * slope;
    if (step == 3) return sum;
    const auto next = std::ranges::max_element(within) - within.begin();
    ++vertex[static_cast<std::size_t>(next)];
    within[static_cast<std::size_t>(next)] = -1;  // taken
  }
}

constexpr int pitch = size + 2;  // of heights, which have a pixel more on each side

void shade(const std::vector<float>& height, int panel, std::vector<std::uint8_t>& pixels) {
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const auto at = [&](int i, int j) {
        return double{height[static_cast<std::size_t>(x + 1 + i + (y + 1 + j) * pitch)]};
      };
      const double bent = at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1) - 4 * at(0, 0);
      const double light = std::clamp(128 - 1.0 * cell * cell * bent, 0.0, 255.0);
      pixels[static_cast<std::size_t>(y * width + panel * (size + gap) + x)] =
          static_cast<std::uint8_t>(light);
    }
  }
}

void draw(const char* path) {
  constexpr double z = 0.3;
  std::vector<std::uint8_t> pixels(width * size, white);
  std::vector<float> height(pitch * pitch);
  for (int y = 0; y < pitch; ++y) {
    for (int x = 0; x < pitch; ++x) {
      height[static_cast<std::size_t>(x + y * pitch)] =
          static_cast<float>(published_noise(x / cell, y / cell, z));
    }
  }
  shade(height, 0, pixels);
  perlane::fill<3>(
      height, {.shape = {pitch, pitch, 1}, .origin = {0, 0, z * cell}},
      perlane::simplex(
          {.seed = 2, .frequency = 1 / cell, .gradients = perlane::Gradients::edges()}));
  shade(height, 1, pixels);
  write_png(path, pixels, width, size);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "simplex_jump.png", draw); }
