#pragma once
// Defines the kernels of noises of a lattice, from those of grids (lattice/) and those of points
// (points/), which do not include each other.

#include "kernels/lattice/collapse_rows.hpp"
#include "kernels/lattice/draw.hpp"
#include "kernels/lattice/grid_rows.hpp"
#include "kernels/lattice/kernels.hpp"
#include "kernels/points/staged.hpp"
#include "kernels/shared/hash_stages.hpp"

#include <type_traits>

namespace perlane::kernels {

// Calls visit(grid) with the grid of the stack.
template <class Arch, class Visit>
XSIMD_INLINE void with_grid(const ErasedNoise<Arch>& noise, const model::Tile& tile,
                            bool has_derivatives, int before, model::State& state,
                            const Visit& visit) noexcept {
  with_dimensions(tile.dimensions, [&]<int N>() noexcept {
    visit(lattice::GridFill<Arch, N>::of(noise, tile, has_derivatives, before, state));
  });
}

template <class Arch>
void SharedLatticeKernels<Arch>::fill(const Source& noise, const model::Tile& tile,
                                      const model::Fold& fold, const model::Sink& sink,
                                      model::State& state) noexcept {
  with_grid(noise, tile, false, padding_of<Arch>(tile, sink), state,
            [&](auto& grid) { grid.fill(tile, fold, sink); });
}

template <class Arch>
void SharedLatticeKernels<Arch>::differentiate(const Source& noise, const model::Tile& tile,
                                               float* const* planes, model::State& state) noexcept {
  with_grid(noise, tile, true, 0, state, [&](auto& grid) { grid.differentiate(tile, planes); });
}

template <class Arch>
bool SharedLatticeKernels<Arch>::folds_points(const Description& noise,
                                              const model::Tile& tile) noexcept {
  return points::is_fused_tile(noise, tile);
}

template <class Arch>
void SharedLatticeKernels<Arch>::sample(const Description& noise, const model::Tile& tile,
                                        bool derivatives, const model::Fold& fold,
                                        float* const* planes) noexcept {
  points::evaluate_points<Arch>(noise, tile, derivatives, fold, planes);
}

template <class Arch, class Noise>
using Describe = LatticeDescription<Arch> (*)(const Noise&, const HashStages&) noexcept;

// Returns true if kernels/points/fused.hpp has the fade and the period of a hashed lattice.
template <class Arch, class Noise>
bool can_be_fused(const Noise& noise, int dimensions) noexcept {
  bool has_period = false;
  for (int axis = 0; axis < dimensions; ++axis)
    has_period = has_period || noise.lattice.period[axis] != 0;
  return noise.fade == model::Fade::quintic && !has_period;
}

// Plain C++ uses the stages: it would gain nothing, and GCC takes minutes for these loops. So does
// one dimension, which has no rows of vertices, and all but binary32 in four dimensions, which is
// rare and would take as long to compile as everything in two.
template <class Arch, int N, class Noise, class Hashed, class Given>
constexpr auto fused_points_of() noexcept {
  constexpr bool is_left_out =
      model::is_small_module && !std::is_same_v<Given, points::GivenPoints<double>>;
  if constexpr (lanes<Arch> < 4 || N == 1 || is_left_out ||
                (N == 4 && !std::is_same_v<Given, points::GivenPoints<float>>)) {
    return nullptr;
  } else {
    return points::fused_points<Arch, N, Noise, Hashed, Given>;
  }
}

// Gradients drawn in registers, in 2D and 3D, skip the detour through memory; all others take it.
template <class Arch, int N, class Noise, class Drawn>
constexpr auto collapse_points_of() noexcept {
  if constexpr (Drawn::components > 0 && (N == 2 || N == 3) &&
                !requires { Drawn::looks_up_memory; }) {
    return points::collapse_points<Arch, N, Noise, Drawn>;
  } else {
    return nullptr;
  }
}

template <class Arch, class Noise, int N, class Drawn>
LatticeDescription<Arch> describe_drawn(const Noise& noise, const HashStages& hashes) noexcept {
  using Drawing = LatticeDrawing<Arch, Noise>;
  using Hashed = typename Drawing::template Hashed<N>;
  const bool is_hashed = N > 1 && Drawing::can_hash_and_draw(noise, N);
  const bool is_fused = is_hashed && can_be_fused<Arch>(noise, N);
  return {
      {noise.frequency, noise.fade, &noise.lattice},
      Drawn::components > 0,
      &noise,
      &hashes,
      Drawing::choose,
      lattice::draw_from_hashes<Arch, Noise, Drawn>,
      is_hashed ? lattice::hash_and_draw<Arch, Noise, Hashed> : nullptr,
      is_hashed ? lattice::remove_x_hashed<Arch, Noise, Hashed, Removal<Floats<Arch>>> : nullptr,
      is_hashed && !model::is_small_module
          ? lattice::remove_x_hashed<Arch, Noise, Hashed, RemovalDerivative<Floats<Arch>>>
          : nullptr,
      is_fused
          ? FusedPoints<Arch>{fused_points_of<Arch, N, Noise, Hashed,
                                              points::GivenPoints<double>>(),
                              fused_points_of<Arch, N, Noise, Hashed, points::GivenPoints<float>>(),
                              fused_points_of<Arch, N, Noise, Hashed, points::DisplacedPoints>()}
          : FusedPoints<Arch>{},
      collapse_points_of<Arch, N, Noise, Drawn>(),
      noise.amplitude};
}

template <class Arch, class Noise, int N, class... Drawn>
LatticeDescription<Arch> describe_in(DrawnList<Drawn...>, const Noise& noise,
                                     const HashStages& hashes) noexcept {
  static constexpr Describe<Arch, Noise> describe[] = {describe_drawn<Arch, Noise, N, Drawn>...};
  return describe[LatticeDrawing<Arch, Noise>::drawing_of(noise, N)](noise, hashes);
}

template <class Arch, class Noise>
LatticeDescription<Arch> LatticeKernels<Arch, Noise>::describe(const Noise& noise, int dimensions,
                                                               const HashStages& hashes) noexcept {
  using Drawing = LatticeDrawing<Arch, Noise>;
  return with_dimensions(dimensions, [&]<int N>() noexcept {
    return describe_in<Arch, Noise, N>(typename Drawing::template Drawn<N>(), noise, hashes);
  });
}

}  // namespace perlane::kernels
