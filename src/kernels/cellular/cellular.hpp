#pragma once
// Cellular noise; mirror of reference/cellular.cpp.

#include "kernels/cellular/grid.hpp"
#include "kernels/shared/noise_kernels.hpp"

namespace perlane::kernels::cellular {

template <class Arch, int N>
void fill_cellular(const model::CellularNoise& noise, const model::Tile& tile, const model::Fold&,
                   const model::Sink& sink, model::State& state) noexcept {
  if constexpr (N > 1) {
    using Grid = CellularGrid<Arch, N>;
    float* scratch = borrow<Arch, float>(state.arena, Grid::scratch_floats);
    Grid(noise, tile, sink.buffer, scratch, state).fill();
  } else {
    evaluate_cells<Arch>(noise, tile, false, &sink.buffer);
  }
}

template <class Arch>
void differentiate_cellular(const model::CellularNoise& noise, const model::Tile& tile,
                            float* const* planes, model::State&) noexcept {
  evaluate_cells<Arch>(noise, tile, true, planes);
}

template <class Arch>
void sample_cellular(const model::CellularNoise& noise, const model::Tile& tile, const model::Fold&,
                     float* to) noexcept {
  evaluate_cells<Arch>(noise, tile, false, &to);
}

template <class Arch>
void sample_cellular_derivatives(const model::CellularNoise& noise, const model::Tile& tile,
                                 float* const* planes) noexcept {
  evaluate_cells<Arch>(noise, tile, true, planes);
}

}  // namespace perlane::kernels::cellular

namespace perlane::kernels {

template <class Arch>
struct NoiseKernels<Arch, model::CellularNoise> {
  static constexpr auto differentiate = cellular::differentiate_cellular<Arch>;
  static constexpr auto sample = cellular::sample_cellular<Arch>;
  static constexpr auto sample_derivatives = cellular::sample_cellular_derivatives<Arch>;
  static constexpr NoiseTable<model::CellularNoise> table{
      false,
      {cellular::fill_cellular<Arch, 1>, cellular::fill_cellular<Arch, 2>,
       cellular::fill_cellular<Arch, 3>, cellular::fill_cellular<Arch, 4>},
      {differentiate, differentiate, differentiate, differentiate},
      nullptr,
      {sample, sample, sample, sample},
      {sample_derivatives, sample_derivatives, sample_derivatives, sample_derivatives}};
};

}  // namespace perlane::kernels
