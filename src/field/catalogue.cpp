#include "field/catalogue.hpp"

namespace perlane::field {
namespace {

Field hashed(std::uint64_t seed, double frequency) {
  return perlin({.seed = seed, .frequency = frequency});
}

Field shuffled(std::uint64_t seed, double frequency) {
  return perlin({.seed = seed, .frequency = frequency, .lattice = Lattice::permutation()});
}

Field values(std::uint64_t seed, double frequency) {
  return value({.seed = seed, .frequency = frequency});
}

Field values_of_table(std::uint64_t seed, double frequency) {
  return value({.seed = seed, .frequency = frequency, .lattice = Lattice::permutation()});
}

Field cells(std::uint64_t seed, double frequency) {
  return white({.seed = seed, .frequency = frequency});
}

Field half(std::uint64_t, double) { return constant(0.5f); }

Field ramp(std::uint64_t, double frequency) {
  return coordinate({.axis = 0, .frequency = frequency});
}

constexpr Source source_list[] = {
    {"perlin", "gradient noise on a hashed lattice, repeats after 2^32 cells", hashed},
    {"perlin-table",
     "gradient noise through a shuffled table of 256 entries, repeats after 256 cells", shuffled},
    {"perlin2002", "Ken Perlin's improved noise as published, repeats after 256 cells", perlin2002},
    {"value", "value noise on a hashed lattice, repeats after 2^32 cells", values},
    {"value-table", "value noise through a shuffled table of 256 entries, repeats after 256 cells",
     values_of_table},
    {"white", "one value for each cell", cells},
    {"constant", "0.5 everywhere", half},
    {"coordinate", "x in cells: a ramp from west to east", ramp},
};

constexpr FractalKind fractal_list[] = {
    {"fbm", "a sum of octaves, each finer and weaker than the one before", fbm},
    {"ridged", "a sum of octaves with crests where they cross 0", ridged},
    {"billow", "a sum of octaves with creases where they cross 0", billow},
};

}  // namespace

std::span<const Source> sources() noexcept { return source_list; }
std::span<const FractalKind> fractals() noexcept { return fractal_list; }

}  // namespace perlane::field
