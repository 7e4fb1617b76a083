#pragma once
// The table of kernels that each instruction set fills in.

#include "engine/tile.hpp"
#include "field/noises.hpp"

namespace perlane::engine {

template <class Noise>
struct NoiseKernels {
  // Evaluates a tile; by dimensions - 1.
  using Fill = void (*)(const Noise&, const Tile&, const Output&, Arena) noexcept;
  Fill fill[4];
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
