#pragma once
// The lists of sources and fractals that the command line, the tests and the benchmarks walk.

#include <perlane/field.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace perlane::graph {

struct Source {
  std::string_view name;
  std::string_view description;
  Field (*make)(std::uint64_t seed, double frequency);  // frequency: cells per unit of coordinate
};

struct FractalKind {
  std::string_view name;
  std::string_view description;
  Field (*make)(Field source, const Fractal&);
  // Octaves are multiplied by each other, so it refuses what has no bounds but that of coordinates.
  bool is_product = false;
};

std::span<const Source> sources() noexcept;
std::span<const FractalKind> fractals() noexcept;

// Published noises with cells of another size; another seed moves perlin2002 and those of MaterialX
// along x, and makes another simplex2012.
Field perlin2002(std::uint64_t seed, double frequency);
Field simplex2012(std::uint64_t seed, double frequency);
Field mx_noise(std::uint64_t seed, double frequency);
Field mx_cell_noise(std::uint64_t seed, double frequency);

}  // namespace perlane::graph
