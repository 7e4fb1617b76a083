#pragma once
// Every kernel, for one instruction set.

#include "kernels/axis_maps.hpp"
#include "kernels/curve.hpp"
#include "kernels/erosion.hpp"
#include "kernels/lattice.hpp"
#include "kernels/make_stages.hpp"
#include "kernels/moves.hpp"
#include "kernels/noises.hpp"
#include "kernels/octaves.hpp"
#include "kernels/operations.hpp"
#include "kernels/table.hpp"
#include "kernels/write.hpp"

namespace perlane::kernels {

template <class Arch, class... Noise>
constexpr NoiseTables<model::NoiseList<Noise...>> make_noises(model::NoiseList<Noise...>) noexcept {
  return {NoiseKernels<Arch, Noise>::table...};
}

template <class Arch>
constexpr Kernels make_table(const char* name, const Stages& stages) noexcept {
  return {name,
          lanes<Arch>,
          make_noises<Arch>(model::Noises{}),
          write<Arch>,
          join_octaves<Arch>,
          join_octave_slopes<Arch>,
          operate<Arch>,
          operate_slope<Arch>,
          curve<Arch>,
          curve_slope<Arch>,
          erode<Arch>,
          map_double<Arch>,
          map_single<Arch>,
          displace<Arch>,
          join_rows<Arch>,
          join_axes<Arch>,
          locate_positions<Arch>,
          transform<Arch>,
          chain<Arch>,
          &stages};
}

}  // namespace perlane::kernels
