#pragma once
// Simplex noise; mirror of reference/simplex.cpp. Samples are placed some vectors at a time, and
// then the vertices of their simplices are added up.

#include "kernels/noise_kernels.hpp"
#include "kernels/simplex_grid.hpp"
#include "kernels/simplex_sum.hpp"

namespace perlane::kernels {

// Some vectors of samples that have been placed, and where their values go.
template <class Arch, int N>
struct SimplexBlock {
  static constexpr int size = 16;

  alignas(64) SimplexPlace<Arch, N> place[size];
  std::ptrdiff_t at[size];
  int count = 0;
};

// Writes the values of a block, and the derivatives.
template <class Arch, int N, bool with_slopes, class Drawn>
PERLANE_OUT_OF_LINE void sum_block(const model::SimplexNoise& noise, const Drawn& drawn,
                                   const SimplexBlock<Arch, N>& block,
                                   float* const* planes) noexcept {
  using F = Floats<Arch>;
  const SimplexSteps<Arch, N> steps(noise);
  const F reach(noise.reach[N - 1]), frequency(static_cast<float>(noise.frequency));
  for (int i = 0; i < block.count; ++i) {
    const auto sum = sum_simplex<Arch, N, with_slopes>(block.place[i], drawn, steps, reach);
    sum.n.store_aligned(planes[0] + block.at[i]);
    if constexpr (with_slopes) {
      for (int axis = 0; axis < N; ++axis)
        (sum.slope[axis] * frequency).store_aligned(planes[axis + 1] + block.at[i]);
    }
  }
}

template <class Arch, int N, class Real>
PERLANE_OUT_OF_LINE void place_vector(const model::SimplexNoise& noise,
                                      const Position<Arch, Real>& position,
                                      SimplexPlace<Arch, N>& place) noexcept {
  place_simplex<Arch, N>(noise, position, place);
}

template <class Arch, int N, bool with_slopes, class Drawn>
void sample_drawn(const model::SimplexNoise& noise, const model::Tile& tile,
                  float* const* planes) noexcept {
  const Drawn drawn(noise);
  SimplexBlock<Arch, N> block;
  for_each_position<Arch>(tile, [&](const auto& position, std::ptrdiff_t at) {
    place_simplex<Arch, N>(noise, position, block.place[block.count]);
    block.at[block.count++] = at;
    if (block.count < SimplexBlock<Arch, N>::size) return;
    sum_block<Arch, N, with_slopes>(noise, drawn, block, planes);
    block.count = 0;
  });
  sum_block<Arch, N, with_slopes>(noise, drawn, block, planes);
}

// Whether words of the lattice draw from the set by their uppermost bits.
template <class Arch>
bool is_usual(const model::SimplexNoise& noise, int dimensions) noexcept {
  return noise.lattice.kind == LatticePoints::hashed && noise.gradients[dimensions - 1]->mirrored;
}

template <class Arch, int N, bool with_slopes>
void sample_simplex(const model::SimplexNoise& noise, const model::Tile& tile,
                    float* const* planes) noexcept {
  if (is_usual<Arch>(noise, N))
    return sample_drawn<Arch, N, with_slopes, HashedSimplex<Arch, N>>(noise, tile, planes);
  sample_drawn<Arch, N, with_slopes, AnySimplex<Arch, N>>(noise, tile, planes);
}

template <class Arch, int N>
void fill_simplex(const model::SimplexNoise& noise, const model::Tile& tile, const model::Fold&,
                  const model::Sink& sink, model::State& state) noexcept {
  if constexpr (N > 1) {
    const bool is_exact = !noise.is_published && is_usual<Arch>(noise, N);
    if (is_exact && SimplexTile<Arch, N>(noise, tile, state).fill(sink.buffer)) return;
  }
  float* const planes[] = {sink.buffer};
  sample_simplex<Arch, N, false>(noise, tile, planes);
}

template <class Arch, int N>
void differentiate_simplex(const model::SimplexNoise& noise, const model::Tile& tile,
                           float* const* planes, model::State&) noexcept {
  sample_simplex<Arch, N, true>(noise, tile, planes);
}

template <class Arch>
struct NoiseKernels<Arch, model::SimplexNoise> {
  static constexpr NoiseTable<model::SimplexNoise> table{
      false,
      {fill_simplex<Arch, 1>, fill_simplex<Arch, 2>, fill_simplex<Arch, 3>, fill_simplex<Arch, 4>},
      {differentiate_simplex<Arch, 1>, differentiate_simplex<Arch, 2>,
       differentiate_simplex<Arch, 3>, differentiate_simplex<Arch, 4>},
      {sample_simplex<Arch, 1, false>, sample_simplex<Arch, 2, false>,
       sample_simplex<Arch, 3, false>, sample_simplex<Arch, 4, false>},
      {sample_simplex<Arch, 1, true>, sample_simplex<Arch, 2, true>, sample_simplex<Arch, 3, true>,
       sample_simplex<Arch, 4, true>}};
};

}  // namespace perlane::kernels
