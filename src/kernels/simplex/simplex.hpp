#pragma once
// Simplex noise; mirror of reference/simplex.cpp. Samples are placed some vectors at a time, and
// then the vertices of their simplices are added up.

#include "kernels/shared/noise_kernels.hpp"
#include "kernels/simplex/grid.hpp"
#include "kernels/simplex/published.hpp"

namespace perlane::kernels::simplex {

template <class Arch, int N>
using SumBlock = void (*)(const model::SimplexNoise&, const void* drawn,
                          const SimplexBlock<Arch, N>&, float* const* planes) noexcept;

// Evaluates a tile of any kind, sample by sample.
template <class Arch, int N>
void sample_blocks(const model::SimplexNoise& noise, const model::Tile& tile, const void* drawn,
                   SumBlock<Arch, N> sum, float* const* planes) noexcept {
  SimplexBlock<Arch, N> block;
  const PlacedAxes<N> axes(noise);
  for_each_position<Arch>(tile, [&, axes](const auto& position, std::ptrdiff_t at) {
    place_simplex<Arch, N>(noise, axes, position, block.place[block.count]);
    block.at[block.count++] = at;
    if (block.count < SimplexBlock<Arch, N>::size) return;
    sum(noise, drawn, block, planes);
    block.count = 0;
  });
  sum(noise, drawn, block, planes);
}

// Whether words of the lattice draw from the set by their uppermost bits.
template <class Arch>
bool is_usual(const model::SimplexNoise& noise, int dimensions) noexcept {
  return noise.lattice.kind == LatticePoints::hashed && noise.gradients[dimensions - 1]->mirrored;
}

template <class Arch, int N, bool with_slopes>
void sample_simplex(const model::SimplexNoise& noise, const model::Tile& tile,
                    float* const* planes) noexcept {
  if constexpr (N > 1) {
    if (noise.is_published &&
        ScaledGrid<Arch, N>::is_near(tile, noise.frequency, noise.lattice.shift))
      return fill_published_grid<Arch, N, with_slopes>(noise, tile, planes);
  }
  if (is_usual<Arch>(noise, N)) {
    using Drawn = HashedSimplex<Arch, N>;
    const Drawn drawn(noise);
    sample_blocks<Arch, N>(noise, tile, &drawn, sum_block<Arch, N, with_slopes, Drawn>, planes);
  } else {
    using Drawn = AnySimplex<Arch, N>;
    const Drawn drawn(noise);
    sample_blocks<Arch, N>(noise, tile, &drawn, sum_block<Arch, N, with_slopes, Drawn>, planes);
  }
}

template <class Arch, int N>
void sample_simplex_values(const model::SimplexNoise& noise, const model::Tile& tile,
                           const model::Fold&, float* to) noexcept {
  float* const planes[] = {to};
  sample_simplex<Arch, N, false>(noise, tile, planes);
}

template <class Arch, int N>
void fill_simplex(const model::SimplexNoise& noise, const model::Tile& tile, const model::Fold&,
                  const model::Sink& sink, model::State& state) noexcept {
  if constexpr (N > 1) {
    if (!noise.is_published && is_usual<Arch>(noise, N)) {
      const SimplexTile<Arch, N> simplices(noise, tile, state);
      if (simplices.has_boxes()) return simplices.fill(sink.buffer);
    }
  }
  sample_simplex_values<Arch, N>(noise, tile, {}, sink.buffer);
}

template <class Arch, int N>
void differentiate_simplex(const model::SimplexNoise& noise, const model::Tile& tile,
                           float* const* planes, model::State&) noexcept {
  sample_simplex<Arch, N, true>(noise, tile, planes);
}

}  // namespace perlane::kernels::simplex

namespace perlane::kernels {

template <class Arch>
struct NoiseKernels<Arch, model::SimplexNoise> {
  static constexpr NoiseTable<model::SimplexNoise> table{
      false,
      {simplex::fill_simplex<Arch, 1>, simplex::fill_simplex<Arch, 2>,
       simplex::fill_simplex<Arch, 3>, simplex::fill_simplex<Arch, 4>},
      {simplex::differentiate_simplex<Arch, 1>, simplex::differentiate_simplex<Arch, 2>,
       simplex::differentiate_simplex<Arch, 3>, simplex::differentiate_simplex<Arch, 4>},
      nullptr,
      {simplex::sample_simplex_values<Arch, 1>, simplex::sample_simplex_values<Arch, 2>,
       simplex::sample_simplex_values<Arch, 3>, simplex::sample_simplex_values<Arch, 4>},
      {simplex::sample_simplex<Arch, 1, true>, simplex::sample_simplex<Arch, 2, true>,
       simplex::sample_simplex<Arch, 3, true>, simplex::sample_simplex<Arch, 4, true>},
      true};
};

}  // namespace perlane::kernels
