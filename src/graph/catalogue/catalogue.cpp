#include "graph/catalogue/catalogue.hpp"

#include <perlane/fastnoise_lite.hpp>

#include <utility>

namespace perlane::graph {
namespace {

template <FastNoiseLite::NoiseType type>
Field of_fastnoise_lite(std::uint64_t seed, double frequency) {
  return fastnoise_lite({.seed = static_cast<int>(static_cast<std::uint32_t>(seed)),
                         .frequency = frequency,
                         .noise_type = type});
}

constexpr Source source_list[] = {
    {"perlin", "gradient noise on a hashed lattice, repeats after 2^32 cells",
     [](std::uint64_t seed, double frequency) {
       return perlin({.seed = seed, .frequency = frequency});
     }},
    {"perlin-table",
     "gradient noise through a shuffled table of 256 entries, repeats after 256 cells",
     [](std::uint64_t seed, double frequency) {
       return perlin({.seed = seed, .frequency = frequency, .lattice = Lattice::permutation()});
     }},
    {"perlin2002", "Ken Perlin's improved noise as published, repeats after 256 cells", perlin2002},
    {"value", "value noise on a hashed lattice, repeats after 2^32 cells",
     [](std::uint64_t seed, double frequency) {
       return value({.seed = seed, .frequency = frequency});
     }},
    {"value-table", "value noise through a shuffled table of 256 entries, repeats after 256 cells",
     [](std::uint64_t seed, double frequency) {
       return value({.seed = seed, .frequency = frequency, .lattice = Lattice::permutation()});
     }},
    {"white", "one value for each cell",
     [](std::uint64_t seed, double frequency) {
       return white({.seed = seed, .frequency = frequency});
     }},
    {"cellular", "distance to the nearest of points that are scattered, one in each cell",
     [](std::uint64_t seed, double frequency) {
       return cellular({.seed = seed, .frequency = frequency});
     }},
    {"cellular-borders", "distance to the second nearest point less that to the nearest",
     [](std::uint64_t seed, double frequency) {
       return cellular(
           {.seed = seed, .frequency = frequency, .returns = CellularReturn::f2_minus_f1});
     }},
    {"cellular-value", "one value around each of the points",
     [](std::uint64_t seed, double frequency) {
       return cellular({.seed = seed, .frequency = frequency, .returns = CellularReturn::value});
     }},
    {"simplex", "simplex noise on a hashed lattice, repeats after 2^32 cells",
     [](std::uint64_t seed, double frequency) {
       return simplex({.seed = seed, .frequency = frequency});
     }},
    {"simplex2012", "Stefan Gustavson's simplex noise as published, repeats after 256 cells",
     simplex2012},
    {"fastnoise-perlin", "FastNoiseLite's Perlin noise, in 2D and 3D",
     of_fastnoise_lite<FastNoiseLite::NoiseType::perlin>},
    {"fastnoise-value", "FastNoiseLite's Value noise, in 2D and 3D",
     of_fastnoise_lite<FastNoiseLite::NoiseType::value>},
    {"fastnoise-value-cubic", "FastNoiseLite's ValueCubic noise, in 2D and 3D",
     of_fastnoise_lite<FastNoiseLite::NoiseType::value_cubic>},
    {"fastnoise-opensimplex2", "FastNoiseLite's OpenSimplex2 noise, in 2D and 3D",
     of_fastnoise_lite<FastNoiseLite::NoiseType::open_simplex2>},
    {"fastnoise-opensimplex2s", "FastNoiseLite's OpenSimplex2S noise, in 2D and 3D",
     of_fastnoise_lite<FastNoiseLite::NoiseType::open_simplex2s>},
    {"opensimplex2", "K. Spencer's OpenSimplex2 noise as published, in 2D to 4D",
     [](std::uint64_t seed, double frequency) {
       return opensimplex2({.seed = static_cast<std::int64_t>(seed), .frequency = frequency});
     }},
    {"opensimplex2s", "K. Spencer's OpenSimplex2S noise as published, in 2D to 4D",
     [](std::uint64_t seed, double frequency) {
       return opensimplex2s({.seed = static_cast<std::int64_t>(seed), .frequency = frequency});
     }},
    {"mx-noise", "the Perlin noise of OSL and MaterialX, in 2D and 3D", mx_noise},
    {"mx-cell-noise", "the cell noise of OSL and MaterialX, in 2D and 3D", mx_cell_noise},
    {"constant", "0.5 everywhere", [](std::uint64_t, double) { return constant(0.5f); }},
    {"coordinate", "x in cells: a ramp from west to east",
     [](std::uint64_t, double frequency) {
       return coordinate({.axis = 0, .frequency = frequency});
     }},
};

template <auto make>
Field of_octaves(Field source, const Fractal& octaves) {
  return make(std::move(source), {.octaves = octaves.octaves,
                                  .lacunarity = octaves.lacunarity,
                                  .gain = octaves.gain,
                                  .aligned = octaves.aligned});
}

constexpr FractalKind fractal_list[] = {
    {"fbm", "a sum of octaves, each finer and weaker than the one before", fbm},
    {"ridged", "a sum of octaves with crests where they cross 0", ridged},
    {"billow", "a sum of octaves with creases where they cross 0", billow},
    {"ping-pong", "a sum of octaves that go up and down",
     [](Field source, const Fractal& octaves) { return ping_pong(std::move(source), octaves); }},
    {"multifractal", "a product of octaves, smooth where it is low", of_octaves<multifractal>,
     true},
    {"hybrid-multifractal", "a sum of octaves, smooth where it is low",
     of_octaves<hybrid_multifractal>, true},
    {"ridged-multifractal", "crests where octaves cross 0, smooth between them",
     of_octaves<ridged_multifractal>, true},
    {"hetero-terrain", "octaves in proportion to the altitude", of_octaves<hetero_terrain>, true},
};

}  // namespace

std::span<const Source> sources() noexcept { return source_list; }
std::span<const FractalKind> fractals() noexcept { return fractal_list; }

}  // namespace perlane::graph
