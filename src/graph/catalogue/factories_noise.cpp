// The list of factories: noise, and fields without noise.

#include "graph/catalogue/factory.hpp"
#include "graph/noise/source.hpp"

namespace perlane::graph {
namespace {

template <class A>
constexpr Member lattice =
    member<A, &A::lattice>("lattice", "source of the gradients or values of lattice points");
template <class A>
constexpr Member gradients =
    member<A, &A::gradients>("gradients", "the set that lattice points draw from");
template <class A>
constexpr Member fade = member<A, &A::fade>("fade", "the ease curve within a cell");

// The text that messages have in place of a list of names.
consteval Limits use(std::string_view use) { return {.use = use}; }

constexpr Member perlin_members[] = {seed<Perlin>,      frequency<Perlin>, lattice<Perlin>,
                                     gradients<Perlin>, fade<Perlin>,      period<Perlin>};
constexpr Member value_members[] = {seed<perlane::Value>, frequency<perlane::Value>,
                                    lattice<perlane::Value>, fade<perlane::Value>,
                                    period<perlane::Value>};
constexpr Member white_members[] = {seed<White>, frequency<White>, lattice<White>, period<White>};
constexpr Member cellular_members[] = {
    seed<Cellular>,
    frequency<Cellular>,
    jitter<Cellular>,
    distance_measure<Cellular>,
    member<Cellular, &Cellular::returns>("returns", "what is returned of the nearest points"),
    period<Cellular>};
constexpr Member simplex_members[] = {seed<Simplex>, frequency<Simplex>, gradients<Simplex>};
constexpr Member open_simplex_members[] = {
    seed<OpenSimplex2>, frequency<OpenSimplex2>,
    member<OpenSimplex2, &OpenSimplex2::orientation>(
        "orientation", "orientation of its lattice",
        use("Orientation::standard in 2, 3 and 4 dimensions, improve_x in 2, improve_xy or "
            "improve_xz in 3, improve_xyz, improve_xyz_improve_xy, improve_xyz_improve_xz or "
            "improve_xy_improve_zw in 4"))};
constexpr Member published_members[] = {seed<Published>, frequency<Published>};

using Lite = FastNoiseLite;
constexpr Limits above_0_float{std::numeric_limits<float>::denorm_min(), largest_float,
                               "a finite number above 0, in binary32"};
constexpr Member lite_members[] = {
    seed<Lite>,
    member<Lite, &Lite::frequency>("frequency", "cells per unit of coordinate", above_0_float),
    member<Lite, &Lite::noise_type>(
        "noise_type", "the noise",
        use("NoiseType::open_simplex2, open_simplex2s, perlin, value_cubic or value (its cellular "
            "noise draws from a table of random vectors, which perlane does not have)")),
    member<Lite, &Lite::fractal_type>(
        "fractal_type", "rule that adds octaves",
        use("FractalType::none, fbm, ridged or ping_pong (its domain warps draw from a table of "
            "random vectors, which perlane does not have)")),
    octaves<Lite>,
    member<Lite, &Lite::lacunarity>("lacunarity", "frequency over that of the octave before",
                                    above_0_float),
    member<Lite, &Lite::gain>("gain", "amplitude over that of the octave before", finite_float),
    member<Lite, &Lite::weighted_strength>(
        "weighted_strength", "weakens octaves where those before are low", finite_float),
    member<Lite, &Lite::ping_pong_strength>("ping_pong_strength",
                                            "number of times that values are folded", {0, 65536}),
};

constexpr Member constant_members[] = {
    required<Number, &Number::value>("value", "the value", finite_float)};
constexpr Member coordinate_members[] = {
    member<Coordinate, &Coordinate::axis>("axis", "x, y, z or w", an_axis),
    member<Coordinate, &Coordinate::frequency>(
        "frequency", "change per unit of coordinate, not 0",
        {-largest_number, largest_number, "a finite number other than 0"})};
constexpr Member distance_members[] = {
    required<DistanceFrom, &DistanceFrom::point>(
        "point", "in units of coordinate; axes beyond dimensions do not count", finite),
    required<DistanceFrom, &DistanceFrom::dimensions>("dimensions", "axes that count", {1, 4}),
    member<DistanceFrom, &DistanceFrom::frequency>("frequency", "change per unit of coordinate",
                                                   above_0)};

constexpr Factory list_of_noise[] = {
    factory<Perlin, perlin>("perlin", "gradient noise", perlin_members),
    factory<Published, perlin2002>(
        "perlin2002", "Ken Perlin's improved noise; seeds move it along x", published_members),
    factory<perlane::Value, value>("value", "value noise", value_members),
    factory<White, white>("white", "one value for each cell", white_members),
    factory<Cellular, cellular>("cellular", "distances from scattered points", cellular_members),
    factory<Simplex, simplex>("simplex", "simplex noise", simplex_members),
    factory<Published, simplex2012>("simplex2012", "Stefan Gustavson's simplex noise",
                                    published_members),
    factory<OpenSimplex2, opensimplex2>("opensimplex2", "K. Spencer's OpenSimplex2 noise",
                                        open_simplex_members),
    factory<OpenSimplex2, opensimplex2s>("opensimplex2s", "K. Spencer's OpenSimplex2S noise",
                                         open_simplex_members),
    factory<Lite, fastnoise_lite>("fastnoise_lite", "the noise of FastNoiseLite", lite_members),
    factory<Published, mx_noise>("mx_noise",
                                 "the Perlin noise of OSL and MaterialX; seeds move it along x",
                                 published_members),
    factory<Published, mx_cell_noise>("mx_cell_noise",
                                      "the cell noise of OSL and MaterialX; seeds move it along x",
                                      published_members),
    factory<Number>("constant", "the same everywhere; a number stands for it", no_fields,
                    constant_members, [](const Number& a, Fields) { return constant(a.value); }),
    factory<Coordinate, coordinate>("coordinate", "a ramp along an axis", coordinate_members),
    factory<DistanceFrom>(
        "distance", "the distance from a point", no_fields, distance_members,
        [](const DistanceFrom& a, Fields) { return distance(a.point, a.dimensions, a.frequency); }),
};

}  // namespace

std::span<const Factory> factories_of_noise() noexcept { return kept<list_of_noise>; }

}  // namespace perlane::graph
