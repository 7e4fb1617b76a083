#pragma once
// Value noise: mirror of reference/value.cpp. Here is what its words stand for; the rest is what all
// noises of a lattice have in common.

#include "kernels/collapse_points.hpp"
#include "kernels/lattice_kernels.hpp"
#include "kernels/words.hpp"

namespace perlane::kernels {

template <class Arch>
void draw_values(const void* given, int, std::uint32_t* word, int count, float* out,
                 std::ptrdiff_t) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  const auto& noise = *static_cast<const model::ValueNoise*>(given);
  if (noise.lattice.kind == LatticePoints::array) {
    for (int i = 0; i < count; i += lanes<Arch>)
      gather<Arch>(noise.value, W::load_aligned(word + i)).store_aligned(out + i);
    return;
  }
  const int shift = noise.shift;
  const W levels(static_cast<std::uint32_t>(noise.levels));
  const F scale(noise.scale);
  for (int i = 0; i < count; i += lanes<Arch>) {
    const W drawn = W::load_aligned(word + i) >> shift;
    const W level = drawn + drawn + W(1) - levels;
    (xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(level)) * scale).store_aligned(out + i);
  }
}

template <class Arch>
struct LatticeDrawing<Arch, model::ValueNoise> {
  static constexpr bool gradients = false;
  static constexpr Draw draw = draw_values<Arch>;
  template <int N>
  using Drawn = DrawnValues<Arch, N>;
  template <int N>
  using Usual = Drawn<N>;
  static bool is_usual(const model::ValueNoise&, int) noexcept { return false; }
};

template <class Arch>
struct NoiseKernels<Arch, model::ValueNoise> : LatticeKernels<Arch, model::ValueNoise> {};

}  // namespace perlane::kernels
