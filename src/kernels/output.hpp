#pragma once
// Where the values of a tile go, a few rows at a time: a tile buffer or the destination; mirror of
// reference/fractal.cpp, `accumulate`. The destination has floats; codes go through
// kernels/pass.hpp.

#include "kernels/lanes.hpp"

namespace perlane::kernels {

using model::Accumulation;

enum class Place {
  buffer,  // a tile buffer: whole vectors, aligned, padding included
  destination,  // the samples only
};

// Samples are evaluated in blocks of so many vectors of so many rows: what rows share is loaded
// once, what vectors share is kept in registers, and what goes past the caches is written two cache
// lines at a time, which is half as fast again as one of each row in turn.
template <class Arch>
inline constexpr int rows_at_once = lanes<Arch> == 16  ? 4
                                    : lanes<Arch> >= 4 ? 2
                                                       : 1;
template <class Arch>
inline constexpr int vectors_at_once = lanes<Arch> >= 4 ? 2 : 1;

// What a tile writes to the destination lies between, lane by lane.
template <class Arch>
struct Extremes {
  Floats<Arch> low, high;

  Extremes() = default;
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

// A block that is not all samples. Not a member of OutputRows, which would then seem to change with
// every store.
template <class Arch>
struct EdgeBlock {
  static constexpr int stride = vectors_at_once<Arch> * lanes<Arch>;
  alignas(64) float sample[rows_at_once<Arch> * stride];
};

// Some rows of a tile, from row y of slice z of volume w on. Everything that the loops over samples
// need is kept by value: what a vector store might alias would be loaded again for each.
template <class Arch, Accumulation accumulation, Place place>
class OutputRows {
  using F = Floats<Arch>;

 public:
  XSIMD_INLINE OutputRows(const model::Tile& tile, const model::Fold& fold, const model::Sink& sink,
                          const Extremes<Arch>& extremes, EdgeBlock<Arch>& edge, int y, int z,
                          int w) noexcept
      : begin_(tile.left_padding),
        end_(tile.left_padding + tile.axis[0].count),
        is_stream_(sink.stream),
        amplitude_(fold.amplitude),
        edge_(edge.sample) {
    const int row = (w * tile.axis[2].count + z) * tile.axis[1].count + y;
    if constexpr (accumulation == Accumulation::add) {
      sum_ = fold.sum + std::ptrdiff_t{row} * tile.pitch;
      sum_stride_ = tile.pitch;
    }
    if constexpr (place == Place::buffer) {
      to_ = sink.buffer + std::ptrdiff_t{row} * tile.pitch;
      stride_ = tile.pitch;
    } else {
      to_ = static_cast<float*>(sink.destination) - tile.left_padding + sink.stride[0] * y +
            sink.stride[1] * z + sink.stride[2] * w;
      stride_ = sink.stride[0];
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
    if constexpr (accumulation == Accumulation::scale) n = n * amplitude_;
    if constexpr (accumulation == Accumulation::add)
      n = F::load_aligned(sum_ + r * sum_stride_ + i_ + vector * lanes<Arch>) + n * amplitude_;
    float* to = vector_ + r * vector_stride_ + vector * lanes<Arch>;
    if constexpr (place == Place::buffer) {
      n.store_aligned(to);
    } else {
      low_[vector] = xsimd::min(low_[vector], n);
      high_[vector] = xsimd::max(high_[vector], n);
      if (is_stream_) {
        stream<Arch>(to, n);
      } else {
        n.store_unaligned(to);
      }
    }
  }

  // Ends it.
  XSIMD_INLINE void end_block(int rows, int vectors) noexcept {
    if constexpr (place == Place::destination) {
      if (is_edge_) [[unlikely]] {
        const int first = i_ < begin_ ? begin_ : i_,
                  end = i_ + vectors * lanes<Arch> < end_ ? i_ + vectors * lanes<Arch> : end_;
        for (int r = 0; r < rows; ++r) {
          for (int i = first; i < end; ++i)
            to_[r * stride_ + i] = edge_[r * EdgeBlock<Arch>::stride + i - i_];
        }
      }
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
  F low_[vectors_at_once<Arch>],
      high_[vectors_at_once<Arch>];  // one each, not to wait for each other
  float* edge_;
};

// Calls visit.template operator()<accumulation, place>(extremes) for what the fold and the sink
// ask.
template <class Arch, Place place, class Visit>
void with_accumulation(const model::Fold& fold, Extremes<Arch>& extremes, Visit visit) noexcept {
  switch (fold.accumulation) {
    case Accumulation::none:
      return visit.template operator()<Accumulation::none, place>(extremes);
    case Accumulation::scale:
      return visit.template operator()<Accumulation::scale, place>(extremes);
    case Accumulation::add:
      return visit.template operator()<Accumulation::add, place>(extremes);
  }
}
template <class Arch, class Visit>
void with_sink(const model::Fold& fold, const model::Sink& sink, Visit visit) noexcept {
  if (sink.buffer != nullptr) {
    Extremes<Arch> unused;
    return with_accumulation<Arch, Place::buffer>(fold, unused, visit);
  }
  Extremes<Arch> extremes(sink);
  with_accumulation<Arch, Place::destination>(fold, extremes, visit);
  extremes.finish(sink);
}

}  // namespace perlane::kernels
