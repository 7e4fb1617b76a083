// This is one of two files that include everything and end up in one program.

#include <perlane/perlane.hpp>

#include <array>
#include <cstdio>
#include <vector>

namespace second {
float height();
}

int main() {
  const std::array<int, 4> table{2, 0, 3, 1};
  const perlane::Field field = perlane::perlin({.lattice = perlane::Lattice::permutation(table)});
  std::vector<float> heights(16);
  perlane::Range written{};
  perlane::fill<2>(heights, {.shape = {4, 4}, .first = {1, 1}}, field, {.seen = &written});
  std::printf("perlane %d.%d.%d\n", perlane::version_major, perlane::version_minor,
              perlane::version_patch);
  const float here = heights.front();
  const float there = second::height();
  return written.min < written.max && !(here < there) && !(there < here) ? 0 : 1;
}
