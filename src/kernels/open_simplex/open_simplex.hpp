#pragma once
// OpenSimplex2 and OpenSimplex2S; mirror of reference/open_simplex.cpp. Samples are placed some
// vectors at a time, and then the vertices around them are added up. On grids, these are the
// vectors of a box.

#include "kernels/shared/noise_kernels.hpp"
#include "kernels/open_simplex/grid.hpp"

namespace perlane::kernels::open_simplex {

// Places the samples of a vector.
template <class Arch, int N, class Real>
XSIMD_INLINE void place_samples(const model::OpenSimplexNoise& noise,
                                const Position<Arch, Real>& position,
                                OpenSimplexPlace<Arch, N>& place) noexcept {
  Widened<Arch> s[N];
  const double limit = widen_cells<Arch>(position, noise.frequency, noise.lattice.shift, s);
  place_open_simplex<Arch, N>(s, limit, noise.is_smooth, place);
}

template <class Arch, int N, bool with_derivatives>
void evaluate_open_simplex(const model::OpenSimplexNoise& noise, const model::Tile& tile,
                           float* const* planes) noexcept {
  if constexpr (N < 4) {
    if (ScaledGrid<Arch, N>::is_near(tile, noise.frequency, noise.lattice.shift)) {
      const auto fill = noise.is_long
                            ? fill_open_simplex_grid<Arch, N, LongHash<Arch>, with_derivatives>
                            : fill_open_simplex_grid<Arch, N, ShortHash<Arch>, with_derivatives>;
      return fill(noise, tile, planes);
    }
  }
  auto sum = sum_block<Arch, N, LongHash<Arch>, with_derivatives>;
  if constexpr (N < 4) {
    if (!noise.is_long) sum = sum_block<Arch, N, ShortHash<Arch>, with_derivatives>;
  }
  for_each_block<Arch, OpenSimplexPlace<Arch, N>>(
      tile,
      [&](const auto& position, OpenSimplexPlace<Arch, N>& place) {
        place_samples<Arch, N>(noise, position, place);
      },
      [&](const OpenSimplexBlock<Arch, N>& block) { sum(noise, block, planes); });
}

template <class Arch, int N>
void sample_open_simplex(const model::OpenSimplexNoise& noise, const model::Tile& tile,
                         const model::Fold&, float* const* planes, bool with_derivatives,
                         model::State&) noexcept {
  if (with_derivatives) return evaluate_open_simplex<Arch, N, true>(noise, tile, planes);
  evaluate_open_simplex<Arch, N, false>(noise, tile, planes);
}

}  // namespace perlane::kernels::open_simplex

namespace perlane::kernels {

template <class Arch>
struct NoiseKernels<Arch, model::OpenSimplexNoise> {
  using Table = NoiseTable<model::OpenSimplexNoise>;
  static constexpr Table table{.sample = by_dimensions<Table::Sample, 2, 4>([]<int N>() {
                                 return open_simplex::sample_open_simplex<Arch, N>;
                               })};
};

}  // namespace perlane::kernels
