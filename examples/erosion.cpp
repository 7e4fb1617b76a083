// Mountains with gullies that run down their slopes, and snow where they are high.

#include "image.hpp"
#include "relief.hpp"
#include "run.hpp"

#include <perlane/perlane.hpp>

namespace {

void draw(const char* path) {
  const perlane::Field mountains =
      perlane::fbm(perlane::perlin({.seed = 4, .frequency = 1.0 / 512}), {.octaves = 3});
  const perlane::Field eroded = perlane::erode(mountains, {.scale = 144, .strength = 0.5});
  const Map map{.shown = {-0.6f, 0.7f},
                .tints = {{0, {92, 98, 66}},
                          {18000, {104, 112, 70}},
                          {30000, {136, 122, 92}},
                          {42000, {150, 138, 120}},
                          {50000, {204, 208, 212}},
                          {65535, {222, 226, 230}}},
                .level = 1200};
  write_png(path, relief(eroded, map, 512, 288, 2), 512, 288, Pixels::rgb);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "erosion.png", draw); }
