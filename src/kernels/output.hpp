#pragma once
// Where the values of a tile go, a few rows at a time: a tile buffer or the destination (A6: sums of octaves). The destination has floats;
// codes go through kernels/pass.hpp.

#include "kernels/lanes.hpp"

namespace perlane::kernels {

using engine::Accumulation;

enum class Place {
  buffer,       // a tile buffer: whole vectors, aligned, padding included
  destination,  // the samples only
};

inline constexpr int rows_at_once = 4;

template <class Arch>
XSIMD_INLINE void update_extremes(Floats<Arch> lows, Floats<Arch> highs, const engine::Output& output) noexcept {
  alignas(64) float low[lanes<Arch>], high[lanes<Arch>];
  lows.store_aligned(low);
  highs.store_aligned(high);
  for (int lane = 0; lane < lanes<Arch>; ++lane) {
    if (low[lane] < *output.min) *output.min = low[lane];
    if (*output.max < high[lane]) *output.max = high[lane];
  }
}

// Up to rows_at_once rows of a tile, from row y of slice z of volume w on. Everything that the loops over samples need is kept by value: what a
// vector store might alias would be loaded again for each.
template <class Arch, Accumulation accumulation, Place place>
class OutputRows {
  using F = Floats<Arch>;

 public:
  // `edge`: rows_at_once vectors, aligned.
  XSIMD_INLINE OutputRows(const engine::Tile& tile, const engine::Output& output, float* edge, int y, int z, int w) noexcept
      : begin_(tile.lead), end_(tile.lead + tile.axis[0].count), is_stream_(output.stream), amplitude_(output.amplitude), edge_(edge) {
    const int row = (w * tile.axis[2].count + z) * tile.axis[1].count + y;
    if constexpr (accumulation == Accumulation::add) {
      sum_ = output.sum + std::ptrdiff_t{row} * tile.columns;
      sum_stride_ = tile.columns;
    }
    if constexpr (place == Place::buffer) {
      to_ = output.buffer + std::ptrdiff_t{row} * tile.columns;
      stride_ = tile.columns;
    } else {
      to_ = static_cast<float*>(output.destination) - tile.lead + output.stride[0] * y + output.stride[1] * z + output.stride[2] * w;
      stride_ = output.stride[0];
      low_ = F(*output.min);
      high_ = F(*output.max);
    }
  }

  // Begins the vectors of samples from column i on.
  XSIMD_INLINE void begin_vectors(int i) noexcept {
    i_ = i;
    if constexpr (place == Place::destination) {
      // The one edge policy: a vector that is not all samples goes through a small buffer.
      is_edge_ = i < begin_ || i + lanes<Arch> > end_;
      vector_ = is_edge_ ? edge_ : to_ + i;
      vector_stride_ = is_edge_ ? lanes<Arch> : stride_;
    } else {
      vector_ = to_ + i;
      vector_stride_ = stride_;
    }
  }

  // Takes the values n of the vector of samples in row r.
  XSIMD_INLINE void put(int r, F n) noexcept {
    if constexpr (accumulation == Accumulation::scale) n = n * amplitude_;
    if constexpr (accumulation == Accumulation::add) n = F::load_aligned(sum_ + r * sum_stride_ + i_) + n * amplitude_;
    float* to = vector_ + r * vector_stride_;
    if constexpr (place == Place::buffer) {
      n.store_aligned(to);
    } else {
      low_ = xsimd::min(low_, n);
      high_ = xsimd::max(high_, n);
      if (is_stream_) {
        stream<Arch>(to, n);
      } else {
        n.store_unaligned(to);
      }
    }
  }

  // Ends them, in `rows` rows.
  XSIMD_INLINE void end_vectors(int rows) noexcept {
    if constexpr (place == Place::destination) {
      if (is_edge_) [[unlikely]] {
        for (int r = 0; r < rows; ++r) {
          for (int lane = 0; lane < lanes<Arch>; ++lane) {
            if (i_ + lane >= begin_ && i_ + lane < end_) to_[r * stride_ + i_ + lane] = edge_[r * lanes<Arch> + lane];
          }
        }
      }
    }
  }

  XSIMD_INLINE void finish(const engine::Output& output) noexcept {
    if constexpr (place == Place::destination) update_extremes<Arch>(low_, high_, output);
  }

 private:
  const float* sum_ = nullptr;
  float* to_;
  std::ptrdiff_t sum_stride_ = 0;
  std::ptrdiff_t stride_;
  int i_ = 0;
  float* vector_ = nullptr;
  std::ptrdiff_t vector_stride_ = 0;
  int begin_, end_;  // columns of the samples
  bool is_edge_ = false;
  bool is_stream_;
  F amplitude_;
  F low_, high_;
  float* edge_;
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
