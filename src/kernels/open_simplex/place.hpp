#pragma once
// Finds where samples lie in the lattice of OpenSimplex2 noise; mirror of
// reference/open_simplex.cpp, `locate`.

#include "model/open_simplex.hpp"
#include "kernels/lanes/locate.hpp"
#include "kernels/shared/pointwise.hpp"

namespace perlane::kernels::open_simplex {

// The places of a vector of samples in the lattice; `beyond` is NaN beyond the coordinate limit,
// and else 0.
template <class Arch, int N>
struct OpenSimplexPlace {
  Words<Arch> cell[N];
  Floats<Arch> f[N];
  Floats<Arch> beyond;
};

// Samples that are known to be below 2^48 need neither limit nor modulus.
template <class Arch, int N, bool are_near>
XSIMD_INLINE void place_cells(const Widened<Arch> (&s)[N], double limit, bool is_smooth,
                              OpenSimplexPlace<Arch, N>& place) noexcept {
  using D = Doubles<Arch>;
  const D nearer(N == 3 && !is_smooth ? 0.5 : 0.0);
  const D factor(N == 2   ? model::open_simplex_skew
                 : N == 3 ? model::open_simplex_reflection
                          : model::open_simplex_skew_4d(is_smooth));
  typename D::batch_bool_type is_within[2];
  D whole[N][2], fraction[N][2];
  for (int half = 0; half < 2; ++half) {
    D inside[N];
    for (int axis = 0; axis < N; ++axis) {
      inside[axis] = half == 0 ? s[axis].low : s[axis].high;
      if constexpr (!are_near) {
        const auto limited = within_limit(inside[axis], limit);
        is_within[half] = axis == 0 ? limited.is_within : is_within[half] & limited.is_within;
        inside[axis] = limited.inside;
      }
    }
    D sum = inside[0];
    for (int axis = 1; axis < N; ++axis) sum = sum + inside[axis];
    const D shared = sum * factor;
    for (int axis = 0; axis < N; ++axis) {
      const D moved = N == 3 ? shared - inside[axis] : inside[axis] + shared;
      whole[axis][half] = floor_of<Arch>(moved + nearer);
      fraction[axis][half] = moved - whole[axis][half];
    }
  }
  for (int axis = 0; axis < N; ++axis) {
    place.cell[axis] = are_near ? to_words<Arch>(whole[axis][0], whole[axis][1])
                                : to_words_modulo<Arch>(whole[axis][0], whole[axis][1]);
    place.f[axis] = narrow<Arch>(fraction[axis][0], fraction[axis][1]);
  }
  place.beyond = are_near ? Floats<Arch>(0.0f) : nan_beyond<Arch>(is_within[0], is_within[1]);
}

template <class Arch, int N>
PERLANE_NOINLINE void place_open_simplex(const Widened<Arch> (&s)[N], double limit, bool is_smooth,
                                         OpenSimplexPlace<Arch, N>& place) noexcept {
  place_cells<Arch, N, false>(s, limit, is_smooth, place);
}

}  // namespace perlane::kernels::open_simplex
