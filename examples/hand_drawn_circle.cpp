// A circle as a hand would draw it. Noise varies the radius around the circle and closes without a
// seam. After "Perlin noise" by Longwelwind.

#include "run.hpp"

#include <perlane/perlane.hpp>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int points = 360;

void draw(const char* path) {
  std::ofstream file(path);
  file << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-130 -130 260 260\">\n";
  for (std::uint64_t stroke = 0; stroke < 3; ++stroke) {
    // There are six cells around the circle, and the seventh is the first again. Noise is 0 at the
    // lattice points of its first octave, so every stroke begins elsewhere: otherwise all of them
    // would meet in six points.
    const perlane::Field wobble = perlane::fbm(
        perlane::perlin({.seed = stroke, .frequency = 6.0 / points, .period = 6}), {.octaves = 3});
    std::vector<float> offset(points);
    const std::int64_t first = static_cast<std::int64_t>(stroke) * points / 18;
    perlane::fill<1>(offset, {.shape = {points}, .first = {first}}, wobble);
    file << "<path fill=\"none\" stroke=\"#223\" stroke-width=\"1.5\" stroke-linejoin=\"round\" "
            "d=\"";
    for (int i = 0; i < points; ++i) {
      const double angle = 2 * std::numbers::pi * i / points,
                   radius = 100 + 12 * double{offset[static_cast<std::size_t>(i)]};
      char text[64];
      std::snprintf(text, sizeof text, "%s%.2f %.2f",
                    i == 0   ? "M"
                    : i == 1 ? "L"
                             : " ",
                    radius * std::cos(angle), radius * std::sin(angle));
      file << text;
    }
    file << "z\"/>\n";
  }
  file << "</svg>\n";
  file.close();
  if (!file) throw std::runtime_error(std::string("cannot write ") + path);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "hand_drawn_circle.svg", draw); }
