#pragma once
// The table of kernels that each instruction set fills in.

#include "engine/tile.hpp"
#include "field/noises.hpp"
#include "field/operations.hpp"

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
  NoiseTable<field::Noises> noises;
  // Passes a tile buffer on: n is read from `buffer`.
  void (*pass)(const float* buffer, const Tile&, const Output&) noexcept;
  // `count` values of an operation, or of its derivative; count is a multiple of row_alignment. The output may be an input.
  void (*operate)(field::Operation, const Input& a, const Input& b, const Input& c, float* out, int count) noexcept;
  void (*operate_slope)(field::Operation, const Input (&value)[3], const Input (&slope)[3], float* out, int count) noexcept;
  // Maps `count` coordinates; what is written is filled up to whole vectors with the last one.
  void (*map)(const field::AxisMap&, const double* coordinate, double* out, int count) noexcept;
  void (*map_single)(const field::AxisMap&, const float* coordinate, float* out, int count) noexcept;
};

}  // namespace perlane::engine
