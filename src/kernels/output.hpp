#pragma once
// Where the values of a tile go, a few rows at a time: a tile buffer or the destination (A6: sums of octaves).

#include "kernels/lanes.hpp"

namespace perlane::kernels {

using engine::Accumulation;

enum class Place {
  buffer,       // a tile buffer: whole vectors, aligned, padding included
  destination,  // the samples only
};

// Stores the samples of a vector, `count` from `first` on. The one edge policy: through a small buffer.
template <class Arch>
[[gnu::noinline, gnu::cold]] void store_edge(float* to, Floats<Arch> n, int first, int count) noexcept {
  alignas(64) float edge[lanes<Arch>];
  n.store_aligned(edge);
  for (int lane = first; lane < first + count; ++lane) to[lane] = edge[lane];
}

// R rows of a tile from row y of slice z of volume w on. Everything that the loops over samples need is kept by value: what a
// vector store might alias would be loaded again for each.
template <class Arch, Accumulation accumulation, Place place>
class OutputRows {
  using F = Floats<Arch>;

 public:
  XSIMD_INLINE OutputRows(const engine::Tile& tile, const engine::Output& output, int y, int z, int w) noexcept
      : begin_(tile.lead), end_(tile.lead + tile.axis[0].count), is_stream_(output.stream), amplitude_(output.amplitude) {
    const int row = (w * tile.axis[2].count + z) * tile.axis[1].count + y;
    if constexpr (accumulation == Accumulation::add) {
      sum_ = output.sum + std::ptrdiff_t{row} * tile.columns;
      sum_stride_ = tile.columns;
    }
    if constexpr (place == Place::buffer) {
      to_ = output.buffer + std::ptrdiff_t{row} * tile.columns;
      stride_ = tile.columns;
    } else {
      to_ = output.destination - tile.lead + output.stride[0] * y + output.stride[1] * z + output.stride[2] * w;
      stride_ = output.stride[0];
      low_ = F(*output.min);
      high_ = F(*output.max);
    }
  }

  // Which of the vectors from column i on is the next to be put.
  XSIMD_INLINE void move_to(int i) noexcept {
    i_ = i;
    is_edge_ = place == Place::destination && (i < begin_ || i + lanes<Arch> > end_);
  }

  // Takes the values n of the vector of samples in row r.
  XSIMD_INLINE void put(int r, F n) noexcept {
    if constexpr (accumulation == Accumulation::scale) n = n * amplitude_;
    if constexpr (accumulation == Accumulation::add) n = F::load_aligned(sum_ + r * sum_stride_ + i_) + n * amplitude_;
    float* to = to_ + r * stride_ + i_;
    if constexpr (place == Place::buffer) {
      n.store_aligned(to);
    } else {
      low_ = xsimd::min(low_, n);
      high_ = xsimd::max(high_, n);
      if (is_edge_) [[unlikely]] {
        const int first = i_ < begin_ ? begin_ - i_ : 0;
        store_edge<Arch>(to, n, first, (i_ + lanes<Arch> < end_ ? lanes<Arch> : end_ - i_) - first);
      } else if (is_stream_) {
        stream<Arch>(to, n);
      } else {
        n.store_unaligned(to);
      }
    }
  }

  XSIMD_INLINE void finish(const engine::Output& output) noexcept {
    if constexpr (place == Place::destination) {
      alignas(64) float low[lanes<Arch>], high[lanes<Arch>];
      low_.store_aligned(low);
      high_.store_aligned(high);
      for (int lane = 0; lane < lanes<Arch>; ++lane) {
        if (low[lane] < *output.min) *output.min = low[lane];
        if (*output.max < high[lane]) *output.max = high[lane];
      }
    }
  }

 private:
  const float* sum_ = nullptr;
  float* to_;
  std::ptrdiff_t sum_stride_ = 0;
  std::ptrdiff_t stride_;
  int i_ = 0;
  int begin_, end_;  // columns of the samples
  bool is_edge_ = false;
  bool is_stream_;
  F amplitude_;
  F low_, high_;
};

// Calls visit.template operator()<accumulation, place>() for what `output` asks.
template <class Arch, class Visit>
void with_output(const engine::Output& output, Visit visit) noexcept {
  const bool is_buffer = output.buffer != nullptr;
  switch (output.accumulation) {
    case Accumulation::none:
      is_buffer ? visit.template operator()<Accumulation::none, Place::buffer>()
                : visit.template operator()<Accumulation::none, Place::destination>();
      break;
    case Accumulation::scale:
      is_buffer ? visit.template operator()<Accumulation::scale, Place::buffer>()
                : visit.template operator()<Accumulation::scale, Place::destination>();
      break;
    case Accumulation::add:
      is_buffer ? visit.template operator()<Accumulation::add, Place::buffer>()
                : visit.template operator()<Accumulation::add, Place::destination>();
      break;
  }
  if (!is_buffer && output.stream) finish_streaming<Arch>();
}

}  // namespace perlane::kernels
