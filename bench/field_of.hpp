#pragma once

#include <perlane/arithmetic.hpp>
#include <perlane/coordinates.hpp>
#include <perlane/noise.hpp>
#include <perlane/terrain.hpp>

#include "cases.hpp"
#include "composed.hpp"
#include "graph/catalogue/catalogue.hpp"
#include "work.hpp"

#include <algorithm>
#include <bit>

namespace perlane::bench {

inline Field field_of(const Case& measured) {
  if (measured.source.starts_with(warped)) {
    Case inside = measured;
    inside.source.remove_prefix(warped.size());
    // By a cell's part of the same noise that FastNoise2 is asked for.
    return domain_warp(
        field_of(inside),
        {.seed = 2, .frequency = 1 / measured.cell, .amplitude = warp_amplitude * measured.cell});
  }
  const double frequency = measured.cell == 0 ? 1.0 : 1 / measured.cell;
  const auto made = std::ranges::find(composed(), measured.source, &Composed::name);
  if (made != composed().end()) {
    return made->make(perlin({.seed = 1, .frequency = frequency}),
                      perlin({.seed = 2, .frequency = frequency}), measured.cell);
  }
  const auto source = std::ranges::find(graph::sources(), measured.source, &graph::Source::name);
  const Field single = source->make(1, frequency);
  if (measured.fractal.empty()) return single;
  if (measured.fractal == "erode") {
    return erode(single, {.scale = measured.cell / 2, .octaves = measured.octaves});
  }
  const auto fractal =
      std::ranges::find(graph::fractals(), measured.fractal, &graph::FractalKind::name);
  return fractal->make(single, {.octaves = measured.octaves});
}

inline bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

}  // namespace perlane::bench
