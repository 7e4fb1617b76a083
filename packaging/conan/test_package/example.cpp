#include <perlane/perlane.hpp>

#include <cstdio>
#include <vector>

int main() {
  std::vector<float> heights(64 * 64);
  perlane::Range written{};
  perlane::fill<2>(heights, {.shape = {64, 64}}, perlane::fbm(perlane::perlin({.seed = 42})),
                   {.seen = &written});
  std::printf("heights from %g to %g\n", written.min, written.max);
}
