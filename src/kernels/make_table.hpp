#pragma once
// Every kernel, for one instruction set.

#include "kernels/shared/axis_maps.hpp"
#include "kernels/steps/curve.hpp"
#include "kernels/steps/erosion.hpp"
#include "kernels/lattice_definitions.hpp"
#include "kernels/steps/moves.hpp"
#include "kernels/noises.hpp"
#include "kernels/steps/octaves.hpp"
#include "kernels/steps/operations.hpp"
#include "kernels/table.hpp"
#include "kernels/write/write.hpp"

namespace perlane::kernels {

template <class Arch, class... Noise>
constexpr NoiseTables<model::NoiseList<Noise...>> make_noises(model::NoiseList<Noise...>) noexcept {
  return {NoiseKernels<Arch, Noise>::table...};
}

// The small module has no derivatives, and moves no samples.
template <class Function>
constexpr Function* unless_small_module(Function* function) noexcept {
  return model::is_small_module ? nullptr : function;
}

template <class Arch>
constexpr Kernels make_table(const char* name) noexcept {
  return {name,
          lanes<Arch>,
          make_noises<Arch>(model::Noises{}),
          write<Arch>,
          steps::join_octaves<Arch>,
          unless_small_module(steps::join_octave_derivatives<Arch>),
          steps::operate<Arch>,
          unless_small_module(steps::operate_derivative<Arch>),
          unless_small_module(steps::curve<Arch>),
          unless_small_module(steps::curve_derivative<Arch>),
          unless_small_module(steps::erode<Arch>),
          unless_small_module(map_double<Arch>),
          unless_small_module(map_float<Arch>),
          unless_small_module(steps::displace<Arch>),
          steps::pack_rows<Arch>,
          steps::write_packed_positions<Arch>,
          unless_small_module(steps::write_positions<Arch>),
          unless_small_module(steps::transform<Arch>),
          unless_small_module(cellular::nearest_points<Arch>),
          unless_small_module(steps::chain<Arch>)};
}

}  // namespace perlane::kernels
