#include "composed.hpp"

#include <perlane/arithmetic.hpp>
#include <perlane/coordinates.hpp>
#include <perlane/derivatives.hpp>
#include <perlane/fractal.hpp>
#include <perlane/noise.hpp>
#include <perlane/terrain.hpp>

namespace perlane::bench {
namespace {

using F = Field;

constexpr double amplitude = 0.3;  // of warps, in cells

constexpr Composed list[] = {
    {"rotate", [](const F& a, const F&, double) { return rotate(a, 0.3); }, 2},
    {"transform",
     [](const F& a, const F&, double) {
       return transform(a, {{{1, 0.5, 0, 0, 7}, {0.1, 2, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}});
     },
     2},
    {"scale", [](const F& a, const F&, double) { return scale(a, {2, 3, 4, 5}); }},
    {"translate", [](const F& a, const F&, double) { return translate(a, {0.5, 7, 9, 11}); }},
    {"loop", [](const F& a, const F&, double cell) { return loop(a, 0, 3 * cell); }},
    {"tile", [](const F& a, const F&, double cell) { return tile(a, {3 * cell, 4 * cell, 0, 0}); },
     2},
    {"warp",
     [](const F& a, const F& b, double cell) { return warp(a, {b * static_cast<float>(cell)}); }},
    {"domain-warp",
     [](const F& a, const F&, double cell) {
       return domain_warp(a, {.frequency = 1 / cell, .amplitude = amplitude * cell});
     }},
    {"domain-warp-of-fbm",
     [](const F& a, const F&, double cell) {
       return domain_warp(fbm(a), {.frequency = 1 / cell, .amplitude = amplitude * cell});
     }},
    {"domain-warp-progressive",
     [](const F& a, const F&, double cell) {
       return domain_warp_progressive(
           a, {.frequency = 1 / cell, .amplitude = amplitude * cell, .octaves = 3});
     }},
    {"damped", [](const F& a, const F&, double) { return damped(a, {.octaves = 3}); }},
    {"erode",
     [](const F& a, const F&, double cell) { return erode(a, {.scale = cell / 2, .octaves = 2}); },
     2, 2},
    {"derivative", [](const F& a, const F&, double) { return derivative(a, 0); }},
    {"derivative-of-warp",
     [](const F& a, const F&, double cell) {
       return derivative(domain_warp(a, {.frequency = 1 / cell, .amplitude = amplitude * cell}), 0);
     }},
    {"slope", [](const F& a, const F&, double) { return slope(a); }, 2},
    {"slope-of-differences", [](const F& a, const F&, double) { return slope(differences(a, 1)); },
     2},
    {"curl", [](const F& a, const F&, double) { return curl(a)[0]; }, 2},
    {"edge",
     [](const F&, const F&, double cell) {
       return cellular({.frequency = 1 / cell, .returns = CellularReturn::edge});
     }},
    {"lookup",
     [](const F& a, const F&, double cell) { return cellular_lookup(a, {.frequency = 1 / cell}); }},
    {"lookup-of-fbm", [](const F& a, const F&,
                         double cell) { return cellular_lookup(fbm(a), {.frequency = 1 / cell}); }},
    {"offset",
     [](const F&, const F&, double cell) {
       return cellular({.frequency = 1 / cell, .returns = CellularReturn::offset_x});
     }},
    {"extrude", [](const F& a, const F&, double) { return extrude(fbm(a), 1); }, 2},
    {"extrude-minus-z",
     [](const F& a, const F&, double cell) {
       return extrude(fbm(a, {.octaves = 8}), 2) - coordinate({.axis = 2, .frequency = 1 / cell});
     },
     3},
    {"distance", [](const F&, const F&, double cell) { return distance({7, 9}, 2, 1 / cell); }, 2},
    {"add", [](const F& a, const F& b, double) { return a + b; }},
    {"multiply", [](const F& a, const F& b, double) { return a * b; }},
    {"divide", [](const F& a, const F& b, double) { return a / (b + 2); }},
    {"min", [](const F& a, const F& b, double) { return (min)(a, b); }},
    {"mix", [](const F& a, const F& b, double) { return mix(a, b, 0.5f * a + 0.5f); }},
    {"smooth-min", [](const F& a, const F& b, double) { return smooth_min(a, b, 0.25f); }},
    {"select", [](const F& a, const F& b, double) { return select(a, 0.1f, b, 0.5f); }},
    {"smoothstep", [](const F& a, const F&, double) { return smoothstep(-0.5f, 0.5f, a); }},
    {"pow", [](const F& a, const F&, double) { return pow(abs(a), 1.5f); }},
    {"sine", [](const F& a, const F&, double) { return sine(a); }},
    {"sqrt", [](const F& a, const F&, double) { return sqrt(abs(a)); }},
    {"terrace", [](const F& a, const F&, double) { return terrace(a, 8, 0.5f); }},
    {"curve", [](const F& a, const F&, double) { return curve(a, {{-1, 0}, {0, 0.2f}, {1, 1}}); }},
    {"fraction", [](const F& a, const F&, double) { return fraction(4 * a); }},
};

}  // namespace

std::span<const Composed> composed() noexcept { return list; }

}  // namespace perlane::bench
