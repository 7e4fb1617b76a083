#pragma once
// The table of kernels that each instruction set fills in.

#include "model/tile.hpp"
#include "model/noises.hpp"
#include "model/operations.hpp"

namespace perlane::kernels {

template <class Noise>
struct NoiseKernels {
  // All by dimensions - 1.

  // Evaluates a tile of a grid. Output::shape is plain, and what goes to the destination are
  // floats.
  void (*fill[4])(const Noise&, const model::Tile&, const model::Output&, model::State&) noexcept;
  // Evaluates a tile of a grid into a tile buffer for the value, and one for each derivative.
  void (*differentiate[4])(const Noise&, const model::Tile&, float* const* planes,
                           model::State&) noexcept;

  // Evaluates a run of points into a tile buffer for the value, and if there are more, one for each
  // derivative.
  using Sample = void (*)(const Noise&, const model::Tile&, float* const* planes) noexcept;
  Sample sample[4];  // the value only
  Sample sample_derivatives[4];
};

template <class List>
struct NoiseTable;
template <class... Noise>
struct NoiseTable<model::NoiseList<Noise...>> : NoiseKernels<Noise>... {};

struct Kernels {
  const char* name;
  NoiseTable<model::Noises> noises;
  // Passes a tile buffer on: n is read from `buffer`.
  void (*pass)(const float* buffer, const model::Tile&, const model::Output&) noexcept;
  // `count` values of an operation, or of its derivative; count is a multiple of row_alignment. The
  // output may be an input.
  void (*operate)(model::Operation, const model::Input& a, const model::Input& b,
                  const model::Input& c, float* out, int count) noexcept;
  void (*operate_slope)(model::Operation, const model::Input (&value)[3],
                        const model::Input (&slope)[3], float* out, int count) noexcept;
  // Maps `count` coordinates; what is written is filled up to whole vectors with the last one.
  void (*map)(const model::AxisMap&, const double* coordinate, double* out, int count) noexcept;
  void (*map_single)(const model::AxisMap&, const float* coordinate, float* out,
                     int count) noexcept;
};

}  // namespace perlane::kernels
