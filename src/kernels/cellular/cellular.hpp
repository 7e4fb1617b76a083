#pragma once
// Cellular noise; mirror of reference/cellular.cpp.

#include "kernels/cellular/grid.hpp"
#include "kernels/shared/noise_kernels.hpp"

namespace perlane::kernels::cellular {

template <class Arch, int N>
void fill_cellular(const model::CellularNoise& noise, const model::Tile& tile, const model::Fold&,
                   const model::Sink& sink, model::State& state) noexcept {
  using Grid = CellularGrid<Arch, N>;
  float* scratch = borrow<Arch, float>(state.arena, Grid::scratch_floats);
  Grid(noise, tile, sink.buffer, scratch, state).fill();
}

template <class Arch>
void sample_cellular(const model::CellularNoise& noise, const model::Tile& tile, const model::Fold&,
                     float* const* planes, bool with_derivatives, model::State&) noexcept {
  evaluate_cells<Arch>(noise, tile, with_derivatives, planes);
}

}  // namespace perlane::kernels::cellular

namespace perlane::kernels {

template <class Arch>
struct NoiseKernels<Arch, model::CellularNoise> {
  using Table = NoiseTable<model::CellularNoise>;
  static constexpr Table table{.sample = by_dimensions<Table::Sample, 1, 4>(
                                   []<int>() { return cellular::sample_cellular<Arch>; }),
                               .fill = by_dimensions<Table::Fill, 2, 4>(
                                   []<int N>() { return cellular::fill_cellular<Arch, N>; })};
};

}  // namespace perlane::kernels
