#pragma once
// The rows of samples of a tile, from what kernels/grid.hpp keeps for the stack: x is removed.

#include "kernels/grid.hpp"

namespace perlane::kernels {

template <class Arch, int N>
void GridFill<Arch, N>::fill(const model::Tile& tile, const model::Fold& fold,
                             const model::Sink& sink) noexcept {
  constexpr int R = rows_at_once<Arch>;
  const bool is_buffer = sink.buffer != nullptr;
  const bool is_sum = fold.accumulation != Accumulation::none;
  const auto collapse_block = collapse_block_of<Arch>(noise_.has_gradients, is_sum, is_buffer);
  const auto collapse_one = collapse_row_of<Arch>(noise_.has_gradients, is_sum);
  const auto collapse_rows = collapse_cell_of<Arch>(noise_.has_gradients, is_sum);
  const int height = tile.axis[1].count;
  RowTarget<Arch> target(tile, sink, stage_);
  RowsTo rows{fold.sum, tile.pitch,          fold.amplitude,
              nullptr,  target.row_stride(), target.is_stream()};
  if (fold.accumulation == Accumulation::scale) {  // adding to -0 changes nothing
    for (int i = 0; i < columns_.width; i += lanes<Arch>)
      Floats<Arch>(-0.0f).store_aligned(nothing_ + i);
    rows.sum = nothing_;
    rows.sum_stride = 0;
  }
  const auto advance = [&](int count) {
    rows.sum += count * rows.sum_stride;
    target.advance(count);
  };
  const bool is_in_cell = is_in_cell_ && !target.is_stream();
  Extremes<Arch> extremes(sink);
  for (int w = 0; w < tile.axis[3].count; ++w) {
    for (int z = 0; z < tile.axis[2].count; ++z) {
      target.begin_slice(z, w);
      int y = 0;
      if constexpr (N > 1) {
        while (is_in_cell && y < height) {
          const int count = height - y < cell_rows ? height - y : cell_rows;
          make_cell(key_of(tile, y, z, w), count);
          rows.to = target.place();
          collapse_rows(columns_, x_rows_, count, rows, extremes);
          advance(count);
          y += count;
        }
        while (y + R <= height) {
          int blocks = 0;
          for (; blocks < most_blocks_ && y + R <= height; ++blocks, y += R)
            make_block(key_of(tile, y, z, w), x_rows_ + blocks * R * block_shape_.distance);
          rows.to = target.place();
          collapse_block(columns_, x_rows_, blocks, rows, extremes);
          advance(blocks * R);
        }
      }
      for (; y < height; ++y, advance(1)) {
        make_x_row(key_of(tile, y, z, w));
        rows.to = target.place();
        collapse_one(columns_, x_rows_, pitch_, rows, extremes);
      }
    }
  }
  target.finish();
  if (!is_buffer) extremes.finish(sink);
}

template <class Arch, int N>
void GridFill<Arch, N>::differentiate(const model::Tile& tile, float* const* planes) noexcept {
  const auto differentiate = differentiate_row_of<Arch>(noise_.has_gradients, N);
  const auto frequency = static_cast<float>(noise_.placement.frequency);
  std::ptrdiff_t row = 0;
  for_each_row(tile, [&](int y, int z, int w) {
    make_x_row(key_of(tile, y, z, w));
    differentiate(columns_, x_rows_, pitch_, frequency, planes, row);
    row += tile.pitch;
  });
}

}  // namespace perlane::kernels
