// The list of factories: sums and products of octaves, and erosion.

#include "graph/catalogue/factory.hpp"

namespace perlane::graph {
namespace {

template <class A>
constexpr Member aligned =
    member<A, &A::aligned>("aligned", "keeps the lattices of all octaves in line, as published");
template <class A>
constexpr Member weight =
    member<A, &A::weight>("weight", "weakens octaves where those before are low", {0, 1});
template <class A>
constexpr Member fraction =
    member<A, &A::fraction>("fraction", "weight of one more octave, which fades in", {0, 1});
template <class A>
constexpr Member footprint = member<A, &A::footprint>(
    "footprint", "distance between samples; octaves too fine for it fade out; 0: none do", from_0);

constexpr Member fractal[] = {octaves<Fractal>,  lacunarity<Fractal>, gain<Fractal>,
                              aligned<Fractal>,  weight<Fractal>,     fraction<Fractal>,
                              footprint<Fractal>};
constexpr Member with_strength[] = {
    octaves<PingPong>,
    lacunarity<PingPong>,
    gain<PingPong>,
    aligned<PingPong>,
    weight<PingPong>,
    fraction<PingPong>,
    footprint<PingPong>,
    member<PingPong, &PingPong::strength>(
        "strength", "how often values from -1 to 1 rise and fall",
        {above_0.least, 2 * largest_float, "a number above 0 that is finite as a float"})};
constexpr Member with_damping[] = {
    octaves<DampedBy>,
    lacunarity<DampedBy>,
    gain<DampedBy>,
    aligned<DampedBy>,
    fraction<DampedBy>,
    footprint<DampedBy>,
    member<DampedBy, &DampedBy::damping>("damping", "fades octaves where it is steep", from_0)};
template <class A>
constexpr Member offset =
    member<A, &A::offset>("offset", "added to every octave",
                          {-largest_float, largest_float, "a number that is finite as a float"});
constexpr Member cascade[] = {octaves<Cascade>, lacunarity<Cascade>, gain<Cascade>,
                              offset<Cascade>,  aligned<Cascade>,    footprint<Cascade>};
constexpr Member multi[] = {
    octaves<Multifractal>,
    lacunarity<Multifractal>,
    gain<Multifractal>,
    offset<Multifractal>,
    member<Multifractal, &Multifractal::feedback>(
        "feedback", "strengthens octaves where those before are strong",
        {0, largest_float, "a number that is finite as a float, 0 or more"}),
    aligned<Multifractal>,
    footprint<Multifractal>};

constexpr std::string_view height[] = {"height"};
constexpr Member erosion[] = {
    member<Erosion, &Erosion::seed>("seed", "another seed gives other gullies"),
    member<Erosion, &Erosion::scale>("scale", "width of the widest gullies", above_0),
    member<Erosion, &Erosion::strength>(
        "strength", "depth of all gullies together, in units of the height", from_0),
    member<Erosion, &Erosion::octaves>("octaves", "number of widths of gullies",
                                       {1, Fractal::octave_limit}),
    member<Erosion, &Erosion::lacunarity>("lacunarity",
                                          "width of gullies over that of the next octave", above_0),
    member<Erosion, &Erosion::gain>("gain", "depth of gullies over that of the octave before",
                                    finite)};

// There are others of these names, which take a number.
using SumOfOctaves = Field (*)(Field, const Fractal&);

constexpr Factory list_of_fractals[] = {
    factory<Fractal, SumOfOctaves{fbm}>("fbm", "a sum of octaves", one_source, fractal),
    factory<Fractal, SumOfOctaves{ridged}>(
        "ridged", "a sum of octaves with crests where they cross 0", one_source, fractal),
    factory<Fractal, SumOfOctaves{billow}>(
        "billow", "a sum of octaves with creases where they cross 0", one_source, fractal),
    factory<PingPong>("ping_pong", "a sum of octaves, folded back and forth", one_source,
                      with_strength,
                      [](const PingPong& a, Fields f) { return ping_pong(f[0], a, a.strength); }),
    factory<DampedBy>("damped", "a sum of octaves that fade where it is steep", one_source,
                      with_damping,
                      [](const DampedBy& a, Fields f) { return damped(f[0], a, a.damping); }),
    factory<Cascade, multifractal>("multifractal", "a product of octaves, smooth where it is low",
                                   one_source, cascade),
    factory<Multifractal, hybrid_multifractal>(
        "hybrid_multifractal", "a sum of octaves, smooth where it is low", one_source, multi),
    factory<Multifractal, ridged_multifractal>(
        "ridged_multifractal", "crests where octaves cross 0, smooth between", one_source, multi),
    factory<Cascade, hetero_terrain>("hetero_terrain", "octaves in proportion to the altitude",
                                     one_source, cascade),
    factory<Erosion, erode>("erode", "gullies along the slope of a height; the slope must not jump",
                            height, erosion),
};

}  // namespace

std::span<const Factory> factories_of_fractals() noexcept { return kept<list_of_fractals>; }

}  // namespace perlane::graph
