#pragma once
// Every kernel, for one instruction set.

#include "kernels/shared/axis_maps.hpp"
#include "kernels/steps/curve.hpp"
#include "kernels/steps/erosion.hpp"
#include "kernels/lattice_noises.hpp"
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

template <class Arch>
constexpr Kernels make_table(const char* name) noexcept {
  return {name,
          lanes<Arch>,
          make_noises<Arch>(model::Noises{}),
          write<Arch>,
          steps::join_octaves<Arch>,
          steps::join_octave_derivatives<Arch>,
          steps::operate<Arch>,
          steps::operate_derivative<Arch>,
          steps::curve<Arch>,
          steps::curve_derivative<Arch>,
          steps::erode<Arch>,
          map_double<Arch>,
          map_single<Arch>,
          steps::displace<Arch>,
          steps::join_rows<Arch>,
          steps::join_axes<Arch>,
          steps::locate_positions<Arch>,
          steps::transform<Arch>,
          cellular::nearest_points<Arch>,
          steps::chain<Arch>};
}

}  // namespace perlane::kernels
