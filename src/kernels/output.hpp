#pragma once
// Writes the values of a tile, a few rows at a time, to a tile buffer or to a destination of
// floats; mirror of reference/fractal.cpp, `accumulate`.

#include "model/sink.hpp"
#include "model/tile.hpp"
#include "kernels/lanes.hpp"
#include "kernels/layout.hpp"

namespace perlane::kernels {

using model::Accumulation;

enum class Place {
  buffer,       // a tile buffer: aligned, padding included
  destination,  // the samples only, unless a row has fewer than a vector; and their extremes
};

// Samples are evaluated in blocks of so many vectors of so many rows: what rows share is loaded
// once, what vectors share is kept in registers, and what goes past the caches is written two cache
// lines at a time, which is half as fast again as one of each row in turn.
template <class Arch>
inline constexpr int rows_at_once = lanes<Arch> == 16 ? 4 : 2;
template <class Arch>
inline constexpr int vectors_at_once = lanes<Arch> >= 4 ? 2 : 1;

// The least and the largest of what a tile writes to the destination, in each lane.
template <class Arch>
struct Extremes {
  Floats<Arch> low, high;

  Extremes() noexcept : low(0.0f), high(0.0f) {}
  XSIMD_INLINE explicit Extremes(const model::Sink& sink) noexcept : Extremes() {
    if (sink.buffer != nullptr) return;
    low = Floats<Arch>(*sink.min);
    high = Floats<Arch>(*sink.max);
  }

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

// Takes the values of some rows of a tile. Everything that the loops over samples need are kept by
// value: what a vector store might alias would be loaded again for each.
template <class Arch, bool is_sum, Place place>
class OutputRows {
  using F = Floats<Arch>;

 public:
  XSIMD_INLINE OutputRows(const RowsTo& rows, const Columns& columns,
                          const Extremes<Arch>& extremes) noexcept
      : sum_(rows.sum),
        to_(rows.to),
        sum_stride_(rows.sum_stride),
        stride_(rows.stride),
        width_(columns.width),
        last_(columns.last),
        skip_(columns.skip),
        is_stream_(rows.is_stream),
        amplitude_(rows.amplitude) {
    if constexpr (place == Place::destination) {
      low_[0] = extremes.low;
      low_[vectors_at_once<Arch> - 1] = extremes.low;
      high_[0] = extremes.high;
      high_[vectors_at_once<Arch> - 1] = extremes.high;
    }
  }

  // Begins a block of so many vectors of samples, the first of which is at column i of the tables.
  XSIMD_INLINE void begin_block(int i, int vectors) noexcept {
    at_[0] = i;
    at_[vectors - 1] = i + (vectors - 1) * lanes<Arch>;
    if constexpr (place == Place::destination) {
      at_[vectors - 1] -= skip_;
      at_[0] = i == 0 ? 0 : i - skip_;
      if (i + vectors * lanes<Arch> == width_) at_[vectors - 1] = last_;
    }
  }

  // Takes the values n of a vector of row r.
  XSIMD_INLINE void put(int r, int vector, F n) noexcept {
    const std::ptrdiff_t at = at_[vector];
    if constexpr (place == Place::buffer) {
      if constexpr (is_sum) n = F::load_aligned(sum_ + r * sum_stride_ + at) + n * amplitude_;
      n.store_aligned(to_ + r * stride_ + at);
    } else {
      if constexpr (is_sum) n = F::load_unaligned(sum_ + r * sum_stride_ + at) + n * amplitude_;
      low_[vector] = xsimd::min(low_[vector], n);
      high_[vector] = xsimd::max(high_[vector], n);
      float* const to = to_ + r * stride_ + at;
      if (is_stream_) {
        Backend<Arch>::stream(to, n);
      } else {
        n.store_unaligned(to);
      }
    }
  }

  // Goes on with the rows after so many.
  XSIMD_INLINE void skip(int rows) noexcept {
    sum_ += rows * sum_stride_;
    to_ += rows * stride_;
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
  int width_, last_, skip_;
  bool is_stream_;
  int at_[vectors_at_once<Arch>];  // where in its row a vector of the block belongs
  F amplitude_;
  F low_[vectors_at_once<Arch>],
      high_[vectors_at_once<Arch>];  // one each, not to wait for each other
};

}  // namespace perlane::kernels
