// Counts instructions, where times would depend on the machine. Under Valgrind's callgrind, each
// case becomes a part of its output, which instructions_test.py reads.

#include <perlane/perlane.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <valgrind/callgrind.h>
#include <vector>

namespace perlane::bench {
namespace {

// The first call makes what a field makes once. The second is counted.
template <class Evaluate>
void count(const std::string& name, std::size_t samples, Evaluate evaluate) {
  const std::string part = name + ' ' + std::to_string(samples);
  evaluate();
  CALLGRIND_ZERO_STATS;
  evaluate();
  CALLGRIND_DUMP_STATS_AT(part.c_str());
}

template <int N>
void count_fill(const std::string& name, const std::array<std::int64_t, N>& shape,
                const Field& field) {
  std::size_t samples = 1;
  for (const std::int64_t size : shape) samples *= static_cast<std::size_t>(size);
  std::vector<float> out(samples);
  const Grid<N> grid = {.shape = shape};
  count(name, samples, [&] { fill<N>(out, grid, field, {.parallel = false}); });
}

void count_points(const std::string& name, const Field& field) {
  std::vector<double> x(4096), y(4096);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = 0.37 * static_cast<double>(i * 2654435761u % 65536);
    y[i] = 0.53 * static_cast<double>(i * 40503u % 65536);
  }
  // The results begin at a cache line. Elsewhere, they take one run of points more.
  std::vector<float> memory(x.size() + 16);
  void* line = memory.data();
  std::size_t room = memory.size() * sizeof(float);
  auto* const first = static_cast<float*>(std::align(64, x.size() * sizeof(float), line, room));
  const std::span<float> out(first, x.size());
  count(name, x.size(), [&] { sample(out, field, x, y, {.parallel = false}); });
}

void count_all() {
  const Field wide = perlin({.seed = 1, .frequency = 0.01});
  const Field narrow = perlin({.seed = 1, .frequency = 1.0 / 8});
  count_fill<2>("perlin 16x16", {16, 16}, wide);
  count_fill<2>("perlin 512x512", {512, 512}, wide);
  count_fill<2>("perlin in cells of 8, 512x512", {512, 512}, narrow);
  count_fill<3>("perlin 64x64x64", {64, 64, 64}, wide);
  count_fill<4>("perlin 32x32x16x16", {32, 32, 16, 16}, wide);
  count_fill<2>("value 512x512", {512, 512}, value({.seed = 1, .frequency = 0.01}));
  count_fill<2>("fbm of 8 octaves, 512x512", {512, 512},
                fbm(perlin({.seed = 1, .frequency = 1.0 / 256}), {.octaves = 8}));
  count_fill<2>("ridged of 8 octaves, 512x512", {512, 512},
                ridged(perlin({.seed = 1, .frequency = 1.0 / 256}), {.octaves = 8}));
  count_fill<2>("cellular 512x512", {512, 512}, cellular({.seed = 1, .frequency = 1.0 / 32}));
  count_fill<2>("simplex 512x512", {512, 512}, simplex({.seed = 1, .frequency = 1.0 / 32}));
  count_fill<2>("opensimplex2 512x512", {512, 512},
                opensimplex2({.seed = 1, .frequency = 1.0 / 32}));
  count_fill<2>("translate of perlin, 512x512", {512, 512}, translate(wide, {0.5, 7}));
  count_fill<2>("domain_warp of perlin, 512x512", {512, 512},
                domain_warp(wide, {.seed = 2, .frequency = 0.01}));
  count_fill<2>("erode 256x256", {256, 256}, erode(fbm(wide, {.octaves = 4})));
  count_points("points of perlin", wide);
  count_points("points of simplex", simplex({.seed = 1, .frequency = 0.01}));
}

}  // namespace
}  // namespace perlane::bench

int main() {
  if (!RUNNING_ON_VALGRIND) {
    std::puts("Run this under Valgrind; see instructions_test.py.");
    return 1;
  }
  perlane::bench::count_all();
}
