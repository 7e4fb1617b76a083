#pragma once
// The table of kernels that each instruction set fills in.

#include "engine/tile.hpp"
#include "field/noises.hpp"

namespace perlane::engine {

template <class Noise>
struct NoiseKernels {
  // All by dimensions - 1.

  // Evaluates a tile of a grid. Output::shape is plain, and what goes to the destination are floats.
  void (*fill[4])(const Noise&, const Tile&, const Output&, State&) noexcept;
  // Evaluates a tile of a grid into a tile buffer for the value, and one for each derivative.
  void (*differentiate[4])(const Noise&, const Tile&, float* const* planes, State&) noexcept;

  // Evaluates a run of points into a tile buffer for the value, and if there are more, one for each derivative.
  using Sample = void (*)(const Noise&, const Tile&, float* const* planes) noexcept;
  Sample sample[4];  // the value only
  Sample sample_derivatives[4];
};

template <class List>
struct NoiseTable;
template <class... Noise>
struct NoiseTable<field::NoiseList<Noise...>> : NoiseKernels<Noise>... {};

struct Kernels {
  const char* name;
  int lanes;
  NoiseTable<field::Noises> noises;
  // Passes a tile buffer on: n is read from `buffer`.
  void (*pass)(const float* buffer, const Tile&, const Output&) noexcept;
};

}  // namespace perlane::engine
