// The list of factories: noise, and fields without noise.

#include "graph/catalogue/catalogue.hpp"
#include "graph/catalogue/factory.hpp"
#include "graph/source.hpp"

namespace perlane::graph {
namespace {

constexpr auto cells = "cells per unit of coordinate";

template <class A>
constexpr Member seed = member<A, &A::seed>("seed", "each makes another noise");
template <class A>
constexpr Member frequency = member<A, &A::frequency>("frequency", cells, above_0);
template <class A>
constexpr Member lattice = member<A, &A::lattice>("lattice", "what stands at the lattice points");
template <class A>
constexpr Member gradients = member<A, &A::gradients>("gradients", "what lattice points draw from");
template <class A>
constexpr Member fade = member<A, &A::fade>("fade", "the ease curve within a cell");
template <class A>
constexpr Member period =
    member<A, &A::period>("period", "cells after which an axis repeats, or 0", {0, 0x1p32});

constexpr Member perlin_members[] = {seed<Perlin>,      frequency<Perlin>, lattice<Perlin>,
                                     gradients<Perlin>, fade<Perlin>,      period<Perlin>};
constexpr Member value_members[] = {seed<perlane::Value>, frequency<perlane::Value>,
                                    lattice<perlane::Value>, fade<perlane::Value>,
                                    period<perlane::Value>};
constexpr Member white_members[] = {seed<White>, frequency<White>, lattice<White>, period<White>};
constexpr Member cellular_members[] = {
    seed<Cellular>,
    frequency<Cellular>,
    member<Cellular, &Cellular::jitter>("jitter", "how far points are from the centres of cells",
                                        {0, 1}),
    member<Cellular, &Cellular::distance>("distance", "how far a point is"),
    member<Cellular, &Cellular::returns>("returns", "what is made of the points"),
    period<Cellular>};
constexpr Member simplex_members[] = {seed<Simplex>, frequency<Simplex>, gradients<Simplex>};
constexpr Member open_simplex_members[] = {
    seed<OpenSimplex2>, frequency<OpenSimplex2>,
    member<OpenSimplex2, &OpenSimplex2::orientation>("orientation", "how its lattice is turned")};
constexpr Member published_members[] = {seed<Published>, frequency<Published>};

using Lite = FastNoiseLite;
constexpr Limits above_0_float{std::numeric_limits<float>::denorm_min(), largest_float};
constexpr Member lite_members[] = {
    seed<Lite>,
    member<Lite, &Lite::frequency>("frequency", cells, above_0_float),
    member<Lite, &Lite::noise_type>("noise_type", "the noise"),
    member<Lite, &Lite::fractal_type>("fractal_type", "how octaves are added"),
    member<Lite, &Lite::octaves>("octaves", "layers of noise", {1, Fractal::octave_limit}),
    member<Lite, &Lite::lacunarity>("lacunarity", "frequency over that of the octave before",
                                    above_0_float),
    member<Lite, &Lite::gain>("gain", "amplitude over that of the octave before", finite_float),
    member<Lite, &Lite::weighted_strength>("weighted_strength",
                                           "how much weaker octaves are where those before are low",
                                           finite_float),
    member<Lite, &Lite::ping_pong_strength>("ping_pong_strength", "how often values are folded",
                                            {0, 65536}),
};

constexpr Member constant_members[] = {
    required<ConstantValue, &ConstantValue::value>("value", "the value", finite_float)};
constexpr Member coordinate_members[] = {
    member<Coordinate, &Coordinate::axis>("axis", "x, y, z or w", {0, 3}),
    member<Coordinate, &Coordinate::frequency>("frequency", "change per unit of coordinate, not 0",
                                               finite)};
constexpr Member distance_members[] = {
    required<DistanceFrom, &DistanceFrom::point>(
        "point", "in units of coordinate; axes beyond dimensions do not count", finite),
    required<DistanceFrom, &DistanceFrom::dimensions>("dimensions", "axes that count", {1, 4}),
    member<DistanceFrom, &DistanceFrom::frequency>("frequency", "change per unit of coordinate",
                                                   above_0)};

// Published noise with cells of another size.
template <Field (*make)(std::uint64_t, double)>
Field published(const Published& arguments) {
  validate_frequency("Published", arguments.frequency);
  return make(arguments.seed, arguments.frequency);
}

constexpr Factory list_of_noise[] = {
    factory<Perlin>("perlin", "gradient noise", no_fields, perlin_members,
                    [](const Perlin& a, Fields) { return perlin(a); }),
    factory<Published>("perlin2002", "Ken Perlin's improved noise; seeds move it along x",
                       no_fields, published_members,
                       [](const Published& a, Fields) { return published<perlin2002>(a); }),
    factory<perlane::Value>("value", "value noise", no_fields, value_members,
                            [](const perlane::Value& a, Fields) { return value(a); }),
    factory<White>("white", "one value for each cell", no_fields, white_members,
                   [](const White& a, Fields) { return white(a); }),
    factory<Cellular>("cellular", "distances from scattered points", no_fields, cellular_members,
                      [](const Cellular& a, Fields) { return cellular(a); }),
    factory<Simplex>("simplex", "simplex noise", no_fields, simplex_members,
                     [](const Simplex& a, Fields) { return simplex(a); }),
    factory<Published>("simplex2012", "Stefan Gustavson's simplex noise", no_fields,
                       published_members,
                       [](const Published& a, Fields) { return published<simplex2012>(a); }),
    factory<OpenSimplex2>("opensimplex2", "K. Spencer's OpenSimplex2 noise", no_fields,
                          open_simplex_members,
                          [](const OpenSimplex2& a, Fields) { return opensimplex2(a); }),
    factory<OpenSimplex2>("opensimplex2s", "K. Spencer's OpenSimplex2S noise", no_fields,
                          open_simplex_members,
                          [](const OpenSimplex2& a, Fields) { return opensimplex2s(a); }),
    factory<Lite>("fastnoise_lite", "the noise of FastNoiseLite", no_fields, lite_members,
                  [](const Lite& a, Fields) { return fastnoise_lite(a); }),
    factory<Published>("mx_noise", "the Perlin noise of OSL and MaterialX; seeds move it along x",
                       no_fields, published_members,
                       [](const Published& a, Fields) { return published<mx_noise>(a); }),
    factory<Published>("mx_cell_noise", "the cell noise of OSL and MaterialX, likewise", no_fields,
                       published_members,
                       [](const Published& a, Fields) { return published<mx_cell_noise>(a); }),
    factory<ConstantValue>("constant", "the same everywhere; a number stands for it", no_fields,
                           constant_members,
                           [](const ConstantValue& a, Fields) { return constant(a.value); }),
    factory<Coordinate>("coordinate", "a ramp along an axis", no_fields, coordinate_members,
                        [](const Coordinate& a, Fields) { return coordinate(a); }),
    factory<DistanceFrom>(
        "distance", "the distance from a point", no_fields, distance_members,
        [](const DistanceFrom& a, Fields) { return distance(a.point, a.dimensions, a.frequency); }),
};

}  // namespace

std::span<const Factory> factories_of_noise() noexcept { return list_of_noise; }

}  // namespace perlane::graph
