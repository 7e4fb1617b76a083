#pragma once
// Adds up OpenSimplex2 noise of samples that have been placed, some vectors at a time.

#include "kernels/open_simplex/sum_4d.hpp"
#include "kernels/shared/pointwise.hpp"

namespace perlane::kernels::open_simplex {

template <class Arch, int N>
using OpenSimplexBlock = PlacedBlock<OpenSimplexPlace<Arch, N>>;

template <class Arch, int N, class Hash, bool with_derivatives>
XSIMD_INLINE void sum_block_of(const model::OpenSimplexNoise& noise, const Hash& hash,
                               const OpenSimplexGradients<Arch, N, Hash>& gradients,
                               const OpenSimplexBlock<Arch, N>& block,
                               float* const* planes) noexcept {
  using F = Floats<Arch>;
  const F frequency(static_cast<float>(noise.frequency));
  for (int i = 0; i < block.count; ++i) {
    const auto& place = block.place[i];
    const auto is_within = place.beyond == place.beyond;
    OpenSimplexSum<Arch, N, Hash, with_derivatives> sum(gradients);
    sum_open_simplex(noise, hash, place, sum);
    xsimd::select(is_within, sum.n, place.beyond).store_aligned(planes[0] + block.at[i]);
    if constexpr (with_derivatives) {
      for (int axis = 0; axis < N; ++axis) {
        xsimd::select(is_within, sum.derivative[axis] * frequency, place.beyond)
            .store_aligned(planes[axis + 1] + block.at[i]);
      }
    }
  }
}

template <class Arch, int N, class Hash, bool with_derivatives>
PERLANE_NOINLINE void sum_block(const model::OpenSimplexNoise& noise,
                                const OpenSimplexBlock<Arch, N>& block,
                                float* const* planes) noexcept {
  const OpenSimplexGradients<Arch, N, Hash> gradients(noise);
  sum_block_of<Arch, N, Hash, with_derivatives>(noise, Hash{}, gradients, block, planes);
}

}  // namespace perlane::kernels::open_simplex
