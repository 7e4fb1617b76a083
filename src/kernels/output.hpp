#pragma once
// Where the values of a tile go, a few rows at a time: a tile buffer or the destination (A6: sums of octaves).

#include "kernels/lanes.hpp"

namespace perlane::kernels {

using engine::Accumulation;

enum class Place {
  buffer,  // a tile buffer: whole vectors, aligned, padding included
  store,   // the destination: the samples only
  stream,  // the destination, past the caches
};

// R rows of a tile from row y of slice z of volume w on. Everything that the loops over samples need is kept by value: what a
// vector store might alias would be loaded again for each.
template <class Arch, Accumulation accumulation, Place place, int R>
class OutputRows {
  using F = Floats<Arch>;

 public:
  XSIMD_INLINE OutputRows(const engine::Tile& tile, const engine::Output& output, int y, int z, int w) noexcept
      : amplitude_(output.amplitude) {
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

  // Takes the values n of a vector of samples of row r, from column i on.
  XSIMD_INLINE void put(int r, int i, F n) noexcept {
    n = accumulate(r, i, n);
    float* to = to_ + r * stride_ + i;
    if constexpr (place == Place::buffer) {
      n.store_aligned(to);
    } else if constexpr (place == Place::store) {
      n.store_unaligned(to);
    } else {
      stream<Arch>(to, n);
    }
  }

  // The same where only columns begin .. end - 1 are samples. The one edge policy: through a small buffer.
  XSIMD_INLINE void put_edge(int r, int i, F n, int begin, int end) noexcept {
    alignas(64) float edge[lanes<Arch>];
    accumulate(r, i, n).store_aligned(edge);
    float* to = to_ + r * stride_;
    for (int lane = 0; lane < lanes<Arch>; ++lane) {
      if (i + lane >= begin && i + lane < end) to[i + lane] = edge[lane];
    }
  }

  XSIMD_INLINE void finish(const engine::Output& output) noexcept {
    if constexpr (place != Place::buffer) {
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
  XSIMD_INLINE F accumulate(int r, int i, F n) noexcept {
    if constexpr (accumulation == Accumulation::scale) n = n * amplitude_;
    if constexpr (accumulation == Accumulation::add) n = F::load_aligned(sum_ + r * sum_stride_ + i) + n * amplitude_;
    if constexpr (place != Place::buffer) {
      low_ = xsimd::min(low_, n);
      high_ = xsimd::max(high_, n);
    }
    return n;
  }

  const float* sum_ = nullptr;
  float* to_;
  std::ptrdiff_t sum_stride_ = 0;
  std::ptrdiff_t stride_;
  F amplitude_;
  F low_, high_;
};

// Calls visit.template operator()<accumulation, place>() for what `output` asks.
template <class Arch, class Visit>
void with_output(const engine::Output& output, Visit visit) noexcept {
  const auto with_place = [&]<Accumulation accumulation>() {
    if (output.buffer != nullptr) {
      visit.template operator()<accumulation, Place::buffer>();
    } else if (output.stream) {
      visit.template operator()<accumulation, Place::stream>();
      finish_streaming<Arch>();
    } else {
      visit.template operator()<accumulation, Place::store>();
    }
  };
  switch (output.accumulation) {
    case Accumulation::none:
      return with_place.template operator()<Accumulation::none>();
    case Accumulation::scale:
      return with_place.template operator()<Accumulation::scale>();
    case Accumulation::add:
      return with_place.template operator()<Accumulation::add>();
  }
}

}  // namespace perlane::kernels
