// The list of factories: sums and products of octaves, and erosion.

#include "graph/catalogue/factory.hpp"

namespace perlane::graph {
namespace {

template <class A>
constexpr Member octaves =
    member<A, &A::octaves>("octaves", "layers of noise", {1, Fractal::octave_limit});
template <class A>
constexpr Member lacunarity =
    member<A, &A::lacunarity>("lacunarity", "frequency over that of the octave before", above_0);
template <class A>
constexpr Member gain =
    member<A, &A::gain>("gain", "amplitude over that of the octave before", finite);
template <class A>
constexpr Member aligned = member<A, &A::aligned>("aligned", "whether lattices lie as published");
template <class A>
constexpr Member weight = member<A, &A::weight>(
    "weight", "how much weaker octaves are where those before are low", {0, 1});
template <class A>
constexpr Member fraction =
    member<A, &A::fraction>("fraction", "how much of one octave more", {0, 1});

constexpr Member fractal[] = {octaves<Fractal>, lacunarity<Fractal>, gain<Fractal>,
                              aligned<Fractal>, weight<Fractal>,     fraction<Fractal>};
constexpr Member with_strength[] = {
    octaves<PingPong>,
    lacunarity<PingPong>,
    gain<PingPong>,
    aligned<PingPong>,
    weight<PingPong>,
    fraction<PingPong>,
    member<PingPong, &PingPong::strength>("strength", "turns for values from -1 to 1",
                                          {above_0.least, 2 * largest_float})};
constexpr Member with_damping[] = {
    octaves<Damped>,
    lacunarity<Damped>,
    gain<Damped>,
    aligned<Damped>,
    fraction<Damped>,
    member<Damped, &Damped::damping>("damping", "how much octaves fade where it is steep", from_0)};
constexpr Member multi[] = {
    octaves<Multifractal>,
    lacunarity<Multifractal>,
    gain<Multifractal>,
    member<Multifractal, &Multifractal::offset>("offset", "what is added to octaves", finite_float),
    member<Multifractal, &Multifractal::feedback>(
        "feedback", "what makes octaves stronger where those before are", {0, largest_float}),
    aligned<Multifractal>};

constexpr std::string_view height[] = {"height"};
constexpr Member erosion[] = {
    member<Erosion, &Erosion::seed>("seed", "each makes other gullies"),
    member<Erosion, &Erosion::scale>("scale", "width of the widest gullies", above_0),
    member<Erosion, &Erosion::strength>(
        "strength", "depth of all gullies together, in units of the height", from_0),
    member<Erosion, &Erosion::octaves>("octaves", "widths of gullies", {1, Fractal::octave_limit}),
    member<Erosion, &Erosion::lacunarity>("lacunarity", "how many times narrower the next are",
                                          above_0),
    member<Erosion, &Erosion::gain>("gain", "depth over that of those before", finite)};

constexpr Factory list_of_fractals[] = {
    factory<Fractal>("fbm", "a sum of octaves", one_source, fractal,
                     [](const Fractal& a, Fields f) { return fbm(f[0], a); }),
    factory<Fractal>("ridged", "a sum of octaves with crests where they cross 0", one_source,
                     fractal, [](const Fractal& a, Fields f) { return ridged(f[0], a); }),
    factory<Fractal>("billow", "a sum of octaves with creases where they cross 0", one_source,
                     fractal, [](const Fractal& a, Fields f) { return billow(f[0], a); }),
    factory<PingPong>("ping_pong", "a sum of octaves that go up and down", one_source,
                      with_strength,
                      [](const PingPong& a, Fields f) { return ping_pong(f[0], a, a.strength); }),
    factory<Damped>("damped", "a sum of octaves that fade where it is steep", one_source,
                    with_damping,
                    [](const Damped& a, Fields f) { return damped(f[0], a, a.damping); }),
    factory<Multifractal>("multifractal", "a product of octaves", one_source, multi,
                          [](const Multifractal& a, Fields f) { return multifractal(f[0], a); }),
    factory<Multifractal>(
        "hybrid_multifractal", "a sum of octaves, smooth where it is low", one_source, multi,
        [](const Multifractal& a, Fields f) { return hybrid_multifractal(f[0], a); }),
    factory<Multifractal>(
        "ridged_multifractal", "crests where octaves cross 0, smooth between", one_source, multi,
        [](const Multifractal& a, Fields f) { return ridged_multifractal(f[0], a); }),
    factory<Multifractal>("hetero_terrain", "octaves in proportion to the altitude", one_source,
                          multi,
                          [](const Multifractal& a, Fields f) { return hetero_terrain(f[0], a); }),
    factory<Erosion>("erode", "gullies along the slope of a height, which may not jump", height,
                     erosion, [](const Erosion& a, Fields f) { return erode(f[0], a); }),
};

}  // namespace

std::span<const Factory> factories_of_fractals() noexcept { return list_of_fractals; }

}  // namespace perlane::graph
