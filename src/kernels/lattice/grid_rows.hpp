#pragma once
// Fills the rows of samples of a tile, band by band, from the rows that kernels/lattice/grid.hpp
// caches for the stack: it removes y.

#include "kernels/lattice/grid.hpp"

namespace perlane::kernels::lattice {

template <class Arch, int N>
void GridFill<Arch, N>::fill(const model::Tile& tile, const model::Fold& fold,
                             const model::Sink& sink) noexcept {
  if constexpr (N == 1) {  // after x, k is the noise
    constexpr std::uint32_t cell[4] = {};
    draw_row(cell, line_);
    const bool is_sum = fold.accumulation == Accumulation::add;
    write<Arch>(line_, tile, {is_sum ? Accumulation::add : Accumulation::none, 1, fold.sum}, sink);
  } else {
    const bool is_sum = fold.accumulation == Accumulation::add;
    const bool has_extremes = sink.buffer == nullptr && sink.min != nullptr;
    const auto collapse = collapse_band_of<Arch>(noise_.has_gradients, is_sum, has_extremes);
    const int height = tile.axis[1].count, columns = tile.axis[0].count;
    RowTarget<Arch> target(tile, sink, stage(), stage_rows_);
    const RowExtent extent{columns_.before, columns, columns_.width,
                           sink.buffer == nullptr && columns >= lanes<Arch>};
    RowsTo rows{fold.sum, tile.pitch, nullptr, target.row_stride(), target.is_stream()};
    const int most = target.is_staged() ? stage_rows_ : height;
    Extremes<Arch> extremes(sink);
    for (int w = 0; w < tile.axis[3].count; ++w) {
      for (int z = 0; z < tile.axis[2].count; ++z) {
        target.begin_slice(z, w);
        for (int y = 0; y < height;) {
          const RowKey key = key_of(tile, y, z, w);
          const int sample = key.at<1>(), last = sample + height - y;
          const RowPair pair = find_pair<1>(key);
          const Weights& weights = axis(1).weights;
          const int count = rows_of_band(sample, last - sample < most ? last : sample + most);
          const Band band{
              pair, pitch_, {weights.s + sample, weights.u + sample, weights.v + sample}, count};
          rows.to = target.place();
          collapse(band, extent, rows, extremes);
          if (is_sum) rows.sum += count * rows.sum_stride;
          target.advance(count);
          y += count;
        }
      }
    }
    target.finish();
    if (has_extremes) extremes.finish(sink);
  }
}

template <class Arch, int N>
void GridFill<Arch, N>::differentiate(const model::Tile& tile, float* const* planes) noexcept {
  const auto frequency = static_cast<float>(noise_.parameters.frequency);
  const int width = columns_.width;
  if constexpr (N == 1) {
    constexpr std::uint32_t cell[4] = {};
    float* const k = line_;
    draw_row(cell, k);
    for (int i = 0; i < width; i += lanes<Arch>) {
      F::load_aligned(k + i).store_aligned(planes[0] + i);
      F::load_aligned(k + pitch_ + i).store_aligned(planes[1] + i);
    }
    scale<Arch>(planes[1], frequency, width);
  } else {
    std::ptrdiff_t row = 0;
    for_each_row(tile, [&](int y, int z, int w) {
      const RowKey key = key_of(tile, y, z, w);
      const int sample = key.at<1>();
      const RowPair pair = find_pair<1>(key);
      const auto removal = removal_of<Removal<F>, F>(axis(1).weights, sample);
      for (int set = 0; set < sets(2); ++set) {
        // The noise, x, then the last axis and those before it.
        float* const to = planes[set < 2 ? set : N + 2 - set] + row;
        const std::ptrdiff_t from = std::ptrdiff_t{set} * set_size(2);
        remove<1>(removal, {pair.low + from, pair.high + from}, to);
        if (set > 0) scale<Arch>(to, frequency, width);
      }
      remove<1>(removal_of<RemovalDerivative<F>, F>(axis(1).derivatives, sample), pair,
                planes[2] + row);
      scale<Arch>(planes[2] + row, frequency, width);
      row += tile.pitch;
    });
  }
}

}  // namespace perlane::kernels::lattice
