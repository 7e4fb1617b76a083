#pragma once
// The kernels that all noises of a lattice share.

#include "kernels/collapse_points.hpp"
#include "kernels/grid.hpp"
#include "kernels/lattice_kernels.hpp"
#include "kernels/points.hpp"
#include "kernels/word_stages.hpp"

namespace perlane::kernels {

// Calls visit(what is kept for the stack).
template <class Arch, class Visit>
XSIMD_INLINE void with_grid(const LatticeNoise<Arch>& noise, const model::Tile& tile,
                            bool derivatives, model::State& state, const Visit& visit) noexcept {
  switch (tile.dimensions) {
    case 1:
      return visit(GridFill<Arch, 1>::of(noise, tile, derivatives, state));
    case 2:
      return visit(GridFill<Arch, 2>::of(noise, tile, derivatives, state));
    case 3:
      return visit(GridFill<Arch, 3>::of(noise, tile, derivatives, state));
    default:
      return visit(GridFill<Arch, 4>::of(noise, tile, derivatives, state));
  }
}

template <class Arch>
void Lattice<Arch>::fill(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
                         const model::Sink& sink, model::State& state) noexcept {
  with_grid(noise, tile, false, state, [&](auto& grid) { grid.fill(tile, fold, sink); });
}

template <class Arch>
void Lattice<Arch>::differentiate(const Noise& noise, const model::Tile& tile, float* const* planes,
                                  model::State& state) noexcept {
  with_grid(noise, tile, true, state, [&](auto& grid) { grid.differentiate(tile, planes); });
}

template <class Arch>
void Lattice<Arch>::sample(const Noise& noise, const model::Tile& tile, bool derivatives,
                           float* const* planes) noexcept {
  evaluate_points<Arch>(noise, tile, derivatives, planes);
}

template <class Arch, class Drawing, int N>
CollapsePoints<Arch> collapse_of(bool is_usual, bool derivatives) noexcept {
  using Drawn = typename Drawing::template Drawn<N>;
  using Usual = typename Drawing::template Usual<N>;
  if (derivatives) {
    return is_usual ? collapse_points<Arch, N, Usual, true> : collapse_points<Arch, N, Drawn, true>;
  }
  return is_usual ? collapse_points<Arch, N, Usual, false> : collapse_points<Arch, N, Drawn, false>;
}

template <class Arch, class Noise>
LatticeNoise<Arch> LatticeKernels<Arch, Noise>::describe(const Noise& noise, int dimensions,
                                                         bool derivatives) noexcept {
  using Drawing = LatticeDrawing<Arch, Noise>;
  static constexpr decltype(&collapse_of<Arch, Drawing, 1>) collapse[] = {
      collapse_of<Arch, Drawing, 1>, collapse_of<Arch, Drawing, 2>, collapse_of<Arch, Drawing, 3>,
      collapse_of<Arch, Drawing, 4>};
  const bool is_usual = Drawing::is_usual(noise, dimensions);
  return {{noise.frequency, noise.fade, &noise.lattice},
          Drawing::gradients,
          &noise,
          Drawing::draw,
          !is_usual,
          collapse[dimensions - 1](is_usual, derivatives),
          nullptr};
}

}  // namespace perlane::kernels
