#pragma once
// Where the values of a tile go, a few rows at a time: a tile buffer or the destination; mirror of
// reference/fractal.cpp, `accumulate`. The destination has floats; codes go through
// kernels/write.hpp.

#include "model/sink.hpp"
#include "model/tile.hpp"
#include "kernels/lanes.hpp"
#include "kernels/layout.hpp"

namespace perlane::kernels {

using model::Accumulation;

enum class Place {
  buffer,       // a tile buffer: whole vectors, aligned, padding included
  destination,  // the samples only
};

// Samples are evaluated in blocks of so many vectors of so many rows: what rows share is loaded
// once, what vectors share is kept in registers, and what goes past the caches is written two cache
// lines at a time, which is half as fast again as one of each row in turn.
template <class Arch>
inline constexpr int rows_at_once = lanes<Arch> == 16 ? 4 : 2;
template <class Arch>
inline constexpr int vectors_at_once = lanes<Arch> >= 4 ? 2 : 1;

// What a tile writes to the destination lies between, lane by lane.
template <class Arch>
struct Extremes {
  Floats<Arch> low, high;

  Extremes() noexcept : low(0.0f), high(0.0f) {}
  XSIMD_INLINE explicit Extremes(const model::Sink& sink) noexcept
      : low(*sink.min), high(*sink.max) {}

  void finish(const model::Sink& sink) const noexcept {
    alignas(64) static constexpr std::uint32_t numbers[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                            8, 9, 10, 11, 12, 13, 14, 15};
    const auto number = Words<Arch>::load_aligned(numbers);
    Floats<Arch> least = low, most = high;
    for (std::uint32_t half = lanes<Arch> / 2; half > 0; half /= 2) {
      const Words<Arch> other = number ^ Words<Arch>(half);
      least = xsimd::min(least, permute<Arch>(least, other));
      most = xsimd::max(most, permute<Arch>(most, other));
    }
    *sink.min = least.get(0);
    *sink.max = most.get(0);
  }
};

// Rows from row y of slice z of volume w on.
template <class Arch>
RowsTo rows_to(const model::Tile& tile, const model::Fold& fold, const model::Sink& sink, int y,
               int z, int w) noexcept {
  const std::ptrdiff_t row =
      std::ptrdiff_t{(w * tile.axis[2].count + z) * tile.axis[1].count + y} * tile.pitch;
  RowsTo rows{fold.sum,
              tile.pitch,
              fold.amplitude,
              nullptr,
              0,
              tile.left_padding,
              tile.left_padding + tile.axis[0].count,
              sink.stream};
  if (fold.accumulation == Accumulation::add) rows.sum += row;
  if (sink.buffer != nullptr) {
    rows.to = sink.buffer + row;
    rows.stride = tile.pitch;
  } else {
    rows.to = static_cast<float*>(sink.destination) - tile.left_padding + sink.stride[0] * y +
              sink.stride[1] * z + sink.stride[2] * w;
    rows.stride = sink.stride[0];
  }
  return rows;
}

// Calls visit(y, z, w) for every row of a tile, in the order of a tile buffer.
template <class Visit>
void for_each_row(const model::Tile& tile, Visit visit) noexcept {
  for (int w = 0; w < tile.axis[3].count; ++w) {
    for (int z = 0; z < tile.axis[2].count; ++z) {
      for (int y = 0; y < tile.axis[1].count; ++y) visit(y, z, w);
    }
  }
}

template <class Arch>
XSIMD_INLINE int rows_of(const model::Tile& tile) noexcept {
  return tile.axis[1].count * tile.axis[2].count * tile.axis[3].count;
}

// A block that is not all samples. Not a member of OutputRows, which would then seem to change with
// every store.
template <class Arch>
struct EdgeBlock {
  static constexpr int stride = vectors_at_once<Arch> * lanes<Arch>;
  alignas(64) float sample[rows_at_once<Arch> * stride];
};

// Copies the samples of such a block to where they belong: of `count` columns from i on, those that
// are in begin .. end - 1.
template <class Arch>
PERLANE_OUT_OF_LINE void copy_edge(const float* edge, float* to, std::ptrdiff_t stride, int rows,
                                   int i, int count, int begin, int end) noexcept {
  for (int r = 0; r < rows; ++r, edge += EdgeBlock<Arch>::stride, to += stride) {
    for (int column = 0; column < count; ++column) {
      if (i + column >= begin && i + column < end) to[i + column] = edge[column];
    }
  }
}

// Takes the values of some rows of a tile. Everything that the loops over samples need is kept by
// value: what a vector store might alias would be loaded again for each.
template <class Arch, bool is_sum, Place place>
class OutputRows {
  using F = Floats<Arch>;

 public:
  XSIMD_INLINE OutputRows(const RowsTo& rows, const Extremes<Arch>& extremes,
                          EdgeBlock<Arch>& edge) noexcept
      : sum_(rows.sum),
        to_(rows.to),
        sum_stride_(rows.sum_stride),
        stride_(rows.stride),
        begin_(rows.begin),
        end_(rows.end),
        is_stream_(rows.is_stream),
        amplitude_(rows.amplitude),
        edge_(edge.sample) {
    if constexpr (place == Place::destination) {
      low_[0] = extremes.low;
      low_[vectors_at_once<Arch> - 1] = extremes.low;
      high_[0] = extremes.high;
      high_[vectors_at_once<Arch> - 1] = extremes.high;
    }
  }

  // Begins a block of so many vectors of samples, from column i on.
  XSIMD_INLINE void begin_block(int i, int vectors) noexcept {
    i_ = i;
    if constexpr (place == Place::destination) {
      // The one edge policy: a block that is not all samples goes through a small buffer.
      is_edge_ = i < begin_ || i + vectors * lanes<Arch> > end_;
      vector_ = is_edge_ ? edge_ : to_ + i;
      vector_stride_ = is_edge_ ? EdgeBlock<Arch>::stride : stride_;
    } else {
      vector_ = to_ + i;
      vector_stride_ = stride_;
    }
  }

  // Takes the values n of a vector of row r.
  XSIMD_INLINE void put(int r, int vector, F n) noexcept {
    if constexpr (is_sum)
      n = F::load_aligned(sum_ + r * sum_stride_ + i_ + vector * lanes<Arch>) + n * amplitude_;
    float* to = vector_ + r * vector_stride_ + vector * lanes<Arch>;
    if constexpr (place == Place::buffer) {
      n.store_aligned(to);
    } else {
      low_[vector] = xsimd::min(low_[vector], n);
      high_[vector] = xsimd::max(high_[vector], n);
      if (is_stream_) {
        Backend<Arch>::stream(to, n);
      } else {
        n.store_unaligned(to);
      }
    }
  }

  XSIMD_INLINE void end_block(int rows, int vectors) noexcept {
    if constexpr (place == Place::destination) {
      if (is_edge_) [[unlikely]]
        copy_edge<Arch>(edge_, to_, stride_, rows, i_, vectors * lanes<Arch>, begin_, end_);
    }
  }

  XSIMD_INLINE void finish(Extremes<Arch>& extremes) const noexcept {
    if constexpr (place == Place::destination) {
      // No loop: what is indexed by a variable is not kept in registers.
      static_assert(vectors_at_once<Arch> <= 2);
      extremes.low = xsimd::min(low_[0], low_[vectors_at_once<Arch> - 1]);
      extremes.high = xsimd::max(high_[0], high_[vectors_at_once<Arch> - 1]);
    }
  }

 private:
  const float* sum_;
  float* to_;
  std::ptrdiff_t sum_stride_;
  std::ptrdiff_t stride_;
  int i_ = 0;
  float* vector_ = nullptr;
  std::ptrdiff_t vector_stride_ = 0;
  int begin_, end_;  // columns of the samples
  bool is_edge_ = false;
  bool is_stream_;
  F amplitude_;
  F low_[vectors_at_once<Arch>],
      high_[vectors_at_once<Arch>];  // one each, not to wait for each other
  float* edge_;
};

}  // namespace perlane::kernels
