#pragma once
// Simplex noise; mirror of reference/simplex.cpp. Samples are placed some vectors at a time, and
// then the vertices of their simplices are added up.

#include "kernels/shared/noise_kernels.hpp"
#include "kernels/simplex/grid.hpp"
#include "kernels/simplex/published.hpp"

namespace perlane::kernels::simplex {

// Evaluates a tile of any kind, sample by sample.
template <class Arch, int N, bool with_derivatives, class Drawn>
void sample_blocks(const model::SimplexNoise& noise, const model::Tile& tile,
                   float* const* planes) noexcept {
  const Drawn drawn(noise);
  const SimplexAxes<N> axes(noise);
  for_each_block<Arch, SimplexPlace<Arch, N>>(
      tile,
      [&noise, axes](const auto& position, SimplexPlace<Arch, N>& place) {
        place_simplex<Arch, N>(noise, axes, position, place);
      },
      [&](const SimplexBlock<Arch, N>& block) {
        sum_block<Arch, N, with_derivatives, Drawn>(noise, &drawn, block, planes);
      });
}

// Returns true if hashes of the lattice draw from the set by their uppermost bits.
template <class Arch>
bool draws_by_top_bits(const model::SimplexNoise& noise, int dimensions) noexcept {
  return noise.lattice.kind == LatticePoints::hashed &&
         noise.gradients[dimensions - 1]->sign_symmetric;
}

template <class Arch, int N, bool with_derivatives>
void evaluate_simplex(const model::SimplexNoise& noise, const model::Tile& tile,
                      float* const* planes) noexcept {
  if constexpr (N > 1) {
    if (noise.is_published &&
        ScaledGrid<Arch, N>::is_near(tile, noise.frequency, noise.lattice.shift))
      return fill_published_grid<Arch, N, with_derivatives>(noise, tile, planes);
  }
  if (draws_by_top_bits<Arch>(noise, N))
    return sample_blocks<Arch, N, with_derivatives, HashedSimplex<Arch, N>>(noise, tile, planes);
  sample_blocks<Arch, N, with_derivatives, AnySimplex<Arch, N>>(noise, tile, planes);
}

template <class Arch, int N>
void sample_simplex(const model::SimplexNoise& noise, const model::Tile& tile, const model::Fold&,
                    float* const* planes, bool with_derivatives, model::State&) noexcept {
  if (!model::is_small_module && with_derivatives)
    return evaluate_simplex<Arch, N, true>(noise, tile, planes);
  evaluate_simplex<Arch, N, false>(noise, tile, planes);
}

template <class Arch, int N>
void fill_simplex(const model::SimplexNoise& noise, const model::Tile& tile, const model::Fold&,
                  const model::Sink& sink, model::State& state) noexcept {
  if constexpr (N > 1) {
    if (!noise.is_published && draws_by_top_bits<Arch>(noise, N)) {
      const SimplexTile<Arch, N> simplices(noise, tile, state);
      if (simplices.has_boxes()) return simplices.fill(sink.buffer);
    }
  }
  evaluate_simplex<Arch, N, false>(noise, tile, &sink.buffer);
}

}  // namespace perlane::kernels::simplex

namespace perlane::kernels {

template <class Arch>
struct NoiseKernels<Arch, model::SimplexNoise> {
  using Table = NoiseTable<model::SimplexNoise>;
  static constexpr Table table{.sample = by_dimensions<Table::Sample, 1, 4>(
                                   []<int N>() { return simplex::sample_simplex<Arch, N>; }),
                               .fill = by_dimensions<Table::Fill, 1, 4>(
                                   []<int N>() { return simplex::fill_simplex<Arch, N>; }),
                               .fills_rows = true};
};

}  // namespace perlane::kernels
