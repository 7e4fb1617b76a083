// A map of hexagons from two noises, elevation and humidity. After "Perlin noise" by Longwelwind.

#include "run.hpp"

#include <perlane/perlane.hpp>

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int columns = 48, rows = 36;
constexpr double radius = 8;                    // of a hexagon, from its centre to a corner
constexpr double half_width = 6.9282032302755;  // sqrt(3) / 2 times the radius

struct Terrain {
  const char* name;
  const char* colour;
};
constexpr Terrain water{"water", "#3f76b5"}, plain{"plain", "#a9c66c"}, forest{"forest", "#4f8a4b"},
    desert{"desert", "#e3cf8e"}, mountain{"mountain", "#8d8a86"};

const Terrain& terrain(float elevation, float humidity) {
  if (elevation < -0.06f) return water;
  if (elevation > 0.28f) return mountain;
  if (humidity > 0.10f) return forest;
  return humidity < -0.16f ? desert : plain;
}

void draw(const char* path) {
  std::vector<double> x, y;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      x.push_back((2 * column + 1 + row % 2) * half_width);
      y.push_back((1.5 * row + 1) * radius);
    }
  }
  std::vector<float> elevation(x.size()), humidity(x.size());
  perlane::sample(
      elevation,
      perlane::fbm(perlane::perlin({.seed = 11, .frequency = 1.0 / 190}), {.octaves = 5}),
      std::span<const double>(x), std::span<const double>(y));
  perlane::sample(
      humidity, perlane::fbm(perlane::perlin({.seed = 34, .frequency = 1.0 / 150}), {.octaves = 3}),
      std::span<const double>(x), std::span<const double>(y));

  std::ofstream file(path);
  char text[256];
  const auto print = [&](const char* format, auto... values) {
    std::snprintf(text, sizeof text, format, values...);
    file << text;
  };
  print("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\">\n",
        (2 * columns + 1) * half_width, (1.5 * rows + 0.5) * radius);
  for (const Terrain* kind : {&water, &plain, &forest, &desert, &mountain}) {
    print("<path fill=\"%s\" stroke=\"#0003\" d=\"", kind->colour);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (&terrain(elevation[i], humidity[i]) != kind) continue;
      print("M%.1f %.1fl6.9 4v8l-6.9 4-6.9-4v-8z", x[i], y[i] - radius);
    }
    file << "\"><title>" << kind->name << "</title></path>\n";
  }
  file << "</svg>\n";
  file.close();
  if (!file) throw std::runtime_error(std::string("cannot write ") + path);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "hexagon_map.svg", draw); }
