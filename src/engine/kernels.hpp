#pragma once
// The table of kernels that each instruction set fills in.

#include "engine/tile.hpp"
#include "field/noises.hpp"

namespace perlane::engine {

template <class Noise>
struct NoiseKernels {
  // All by dimensions - 1.

  // Evaluates a tile of a grid. Output::shape is plain, and what goes to the destination are floats.
  using Fill = void (*)(const Noise&, const Tile&, const Output&, Arena) noexcept;
  Fill fill[4];

  // Evaluates a tile into a tile buffer for the value, and if there are more than one, one for each derivative.
  using Evaluate = void (*)(const Noise&, const Tile&, float* const* planes, Arena) noexcept;
  Evaluate differentiate[4];      // of a grid
  Evaluate sample[4];             // of points, the value only
  Evaluate sample_derivatives[4]; // of points
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
