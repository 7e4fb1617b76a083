#include "field/catalogue.hpp"

namespace perlane::field {
namespace {

Field hashed(std::uint64_t seed, double frequency) { return perlin({.seed = seed, .frequency = frequency}); }

Field shuffled(std::uint64_t seed, double frequency) {
  return perlin({.seed = seed, .frequency = frequency, .lattice = Lattice::permutation()});
}

constexpr Source source_list[] = {
    {"perlin", "gradient noise on a hashed lattice, repeats after 2^32 cells", hashed},
    {"perlin-table", "gradient noise through a shuffled table of 256 entries, repeats after 256 cells", shuffled},
    {"perlin2002", "Ken Perlin's improved noise as published, repeats after 256 cells", perlin2002},
};

constexpr FractalKind fractal_list[] = {
    {"fbm", "a sum of octaves, each finer and weaker than the one before", fbm},
};

}  // namespace

std::span<const Source> sources() noexcept { return source_list; }
std::span<const FractalKind> fractals() noexcept { return fractal_list; }

}  // namespace perlane::field
