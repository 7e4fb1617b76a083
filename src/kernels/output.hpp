#pragma once
// Where the values of a tile go, a few rows at a time: a tile buffer or the destination (A6: sums of octaves).

#include "kernels/lanes.hpp"

#include <cstring>

namespace perlane::kernels {

using engine::Accumulation;

// Rows y .. y + R - 1 of a slice of the tile. `Final`: to the destination, where only the samples may be written.
template <class Arch, Accumulation accumulation, bool Final, int R>
class OutputRows {
  using F = Floats<Arch>;

 public:
  OutputRows(const engine::Tile& tile, const engine::Output& output, int y, int z, int w) noexcept
      : output_(output), tile_(tile), amplitude_(output.amplitude) {
    const int row = (w * tile.axis[2].count + z) * tile.axis[1].count + y;
    if constexpr (accumulation == Accumulation::add) sum_ = output.sum + std::ptrdiff_t{row} * tile.columns;
    if constexpr (Final) {
      to_ = output.destination - tile.lead + output.stride[0] * y + output.stride[1] * z + output.stride[2] * w;
      low_ = F(*output.min);
      high_ = F(*output.max);
    } else {
      to_ = output.buffer + std::ptrdiff_t{row} * tile.columns;
    }
  }

  // Takes the values of `lanes` samples of row r, from column i on.
  XSIMD_INLINE void put(int r, int i, F n) noexcept {
    if constexpr (accumulation == Accumulation::scale) n = n * amplitude_;
    if constexpr (accumulation == Accumulation::add) n = F::load_aligned(sum_ + r * tile_.columns + i) + n * amplitude_;
    if constexpr (Final) {
      low_ = xsimd::min(low_, n);
      high_ = xsimd::max(high_, n);
      float* to = to_ + r * output_.stride[0] + i;
      const int end = tile_.lead + tile_.axis[0].count;
      if (i >= tile_.lead && i + lanes<Arch> <= end) {
        if (output_.stream) {
          stream<Arch>(to, n);
        } else {
          n.store_unaligned(to);
        }
      } else {
        // The one edge policy: a partial vector goes through a small buffer.
        alignas(64) float edge[lanes<Arch>];
        n.store_aligned(edge);
        for (int lane = 0; lane < lanes<Arch>; ++lane) {
          if (i + lane >= tile_.lead && i + lane < end) to[lane] = edge[lane];
        }
      }
    } else {
      n.store_aligned(to_ + std::ptrdiff_t{r} * tile_.columns + i);
    }
  }

  void finish() noexcept {
    if constexpr (Final) {
      alignas(64) float low[lanes<Arch>], high[lanes<Arch>];
      low_.store_aligned(low);
      high_.store_aligned(high);
      for (int lane = 0; lane < lanes<Arch>; ++lane) {
        if (low[lane] < *output_.min) *output_.min = low[lane];
        if (*output_.max < high[lane]) *output_.max = high[lane];
      }
    }
  }

 private:
  const engine::Output& output_;
  const engine::Tile& tile_;
  const float* sum_ = nullptr;
  float* to_;
  F amplitude_;
  F low_, high_;
};

// Calls visit.template operator()<accumulation, Final>() for what `output` asks.
template <class Arch, class Visit>
XSIMD_INLINE void with_output(const engine::Output& output, Visit visit) noexcept {
  const bool final = output.buffer == nullptr;
  switch (output.accumulation) {
    case Accumulation::none:
      return final ? visit.template operator()<Accumulation::none, true>() : visit.template operator()<Accumulation::none, false>();
    case Accumulation::scale:
      return final ? visit.template operator()<Accumulation::scale, true>() : visit.template operator()<Accumulation::scale, false>();
    case Accumulation::add:
      return final ? visit.template operator()<Accumulation::add, true>() : visit.template operator()<Accumulation::add, false>();
  }
}

}  // namespace perlane::kernels
