#pragma once
// FastNoise2, a noise library by Jordan Peck, beside perlane. CMake compiles fastnoise2.cpp if it
// finds an installed FastNoise2, and defines PERLANE_BENCH_FASTNOISE2.

#include "work.hpp"

#include <string_view>
#include <vector>

namespace perlane::bench {

std::string_view fastnoise2_version();

// The instruction sets that FastNoise2 was built with and that run here, by perlane's names, best
// first.
std::vector<std::string_view> fastnoise2_isas();

// True if it has such a source and fractal, too, and writes such elements.
bool fastnoise2_has(const Case& measured);

MakeWork make_fastnoise2;

}  // namespace perlane::bench
