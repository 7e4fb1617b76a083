#pragma once
// Cellular noise; mirror of reference/cellular.cpp.

#include "kernels/cellular/grid.hpp"
#include "kernels/shared/noise_kernels.hpp"

namespace perlane::kernels::cellular {

template <class Arch, int N>
void fill_cellular(const model::CellularNoise& noise, const model::Tile& tile, const model::Fold&,
                   const model::Sink& sink, model::State& state) noexcept {
  using Grid = CellularGrid<Arch, N>;
  float* scratch = scratch_memory<Arch, float>(state.arena, Grid::scratch_floats);
  Grid(noise, tile, sink.buffer, scratch, state).fill();
}

template <class Arch>
void sample_cellular(const model::CellularNoise& noise, const model::Tile& tile, const model::Fold&,
                     float* const* planes, bool with_derivatives, model::State&) noexcept {
  evaluate_cells<Arch>(noise, tile, with_derivatives, planes);
}

// Writes the coordinates of the nearest points of all samples of any tile, by axis, in rows like
// those of a tile buffer.
template <class Arch>
void nearest_points(const model::CellularNoise& noise, const model::Tile& tile,
                    double* const* point, model::State& state) noexcept {
  with_dimensions(tile.dimensions, [&]<int N>() noexcept {
    if constexpr (N > 1) {
      if (tile.kind == model::Tile::axes) {
        using Grid = CellularGrid<Arch, N>;
        model::CellularNoise offsets = noise;
        offsets.returns = model::CellularReturn::offset_x;
        float* scratch = scratch_memory<Arch, float>(state.arena, Grid::scratch_floats);
        return Grid(offsets, tile, nullptr, scratch, state).write_nearest_points(point);
      }
    }
    write_nearest_points<Arch, N>(noise, tile, point);
  });
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
