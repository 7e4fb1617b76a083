#pragma once
// Cellular noise; mirror of reference/cellular.cpp.

#include "kernels/cellular_grid.hpp"
#include "kernels/noise_kernels.hpp"
#include "kernels/write.hpp"

namespace perlane::kernels {

// Values that are left as they are go where they belong, others through a buffer.
template <class Arch, int N>
void fill_cellular(const model::CellularNoise& noise, const model::Tile& tile,
                   const model::Fold& fold, const model::Sink& sink, model::State& state) noexcept {
  const bool has_boxes = N > 1 && noise.returns != model::CellularReturn::edge;
  const bool is_float = has_boxes && sink.type == model::ElementType::float32;
  const bool is_direct =
      fold.accumulation == Accumulation::none && (is_float || sink.buffer != nullptr);
  const int size = is_direct ? 0 : tile.pitch * rows_of<Arch>(tile);
  model::Sink to = sink;
  const auto use = [&](float* buffer) {
    if (is_direct) return;
    to = {};
    to.buffer = buffer;
  };
  if constexpr (N > 1) {
    using Grid = CellularGrid<Arch, N>;
    if (has_boxes) {
      float* scratch = borrow<Arch, float>(state.arena, Grid::scratch_floats + size);
      use(scratch + Grid::scratch_floats);
      Grid(noise, tile, to, scratch, state).fill();
    }
  }
  if (!has_boxes) {
    use(borrow<Arch, float>(state.arena, size));
    evaluate_cells<Arch>(noise, tile, false, &to.buffer);
  }
  if (!is_direct) write<Arch>(to.buffer, tile, fold, sink);
}

template <class Arch>
void differentiate_cellular(const model::CellularNoise& noise, const model::Tile& tile,
                            float* const* planes, model::State&) noexcept {
  evaluate_cells<Arch>(noise, tile, true, planes);
}

template <class Arch>
void sample_cellular(const model::CellularNoise& noise, const model::Tile& tile,
                     const model::Fold&, float* to) noexcept {
  evaluate_cells<Arch>(noise, tile, false, &to);
}

template <class Arch>
void sample_cellular_derivatives(const model::CellularNoise& noise, const model::Tile& tile,
                                 float* const* planes) noexcept {
  evaluate_cells<Arch>(noise, tile, true, planes);
}

template <class Arch>
struct NoiseKernels<Arch, model::CellularNoise> {
  static constexpr auto differentiate = differentiate_cellular<Arch>;
  static constexpr auto sample = sample_cellular<Arch>;
  static constexpr auto sample_derivatives = sample_cellular_derivatives<Arch>;
  static constexpr NoiseTable<model::CellularNoise> table{
      true,
      {fill_cellular<Arch, 1>, fill_cellular<Arch, 2>, fill_cellular<Arch, 3>,
       fill_cellular<Arch, 4>},
      {differentiate, differentiate, differentiate, differentiate},
      nullptr,
      {sample, sample, sample, sample},
      {sample_derivatives, sample_derivatives, sample_derivatives, sample_derivatives}};
};

}  // namespace perlane::kernels
