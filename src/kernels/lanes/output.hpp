#pragma once
// The extremes of the values written, and the rows of a tile.

#include "model/sink.hpp"
#include "model/tile.hpp"
#include "kernels/lanes/lanes.hpp"
#include "kernels/lanes/layout.hpp"

namespace perlane::kernels {

using model::Accumulation;

// Vectors side by side keep what rows share in registers.
template <class Arch>
inline constexpr int vectors_at_once = lanes<Arch> >= 4 ? 2 : 1;

// The least and the largest value that is written to a tile, in each lane, if the sink has
// extremes.
template <class Arch>
struct Extremes {
  Floats<Arch> low, high;
  bool has_extremes = false;

  Extremes() noexcept : low(0.0f), high(0.0f) {}
  XSIMD_INLINE explicit Extremes(const model::Sink& sink) noexcept : Extremes() {
    if (sink.min == nullptr) return;
    low = Floats<Arch>(*sink.min);
    high = Floats<Arch>(*sink.max);
    has_extremes = true;
  }

  // Ignores NaN, which is neither less nor more.
  XSIMD_INLINE void include(Floats<Arch> n) noexcept {
    if (!has_extremes) return;
    low = xsimd::select(n < low, n, low);
    high = xsimd::select(n > high, n, high);
  }

  void finish(const model::Sink& sink) const noexcept {
    if (sink.min == nullptr) return;
    using F = Floats<Arch>;
    *sink.min = reduce_lanes<Arch>(low, [](F a, F b) { return xsimd::min(a, b); });
    *sink.max = reduce_lanes<Arch>(high, [](F a, F b) { return xsimd::max(a, b); });
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

}  // namespace perlane::kernels
