#pragma once
// The hashes of lattice points; mirror of reference/lattice.cpp, `hash`. This file has them for one
// lattice point in each lane, kernels/shared/row_hashes.hpp for rows, and
// kernels/shared/vertex_hashes.hpp for the vertices around points.

#include "model/noises.hpp"
#include "kernels/lanes/lanes.hpp"

namespace perlane::kernels {

using model::LatticePoints;

// The hash of an axis goes through two steps. The first of them makes neighbours one addition
// apart.
template <class Arch>
XSIMD_INLINE Words<Arch> spread_axis(Words<Arch> cell, const LatticePoints& lattice,
                                     int axis) noexcept {
  using W = Words<Arch>;
  return cell * W(model::hash_multiplier[axis]) + W(lattice.key.axis[axis]);
}
// The second makes the hash of x, which is multiplied, or the hash of another axis, which is a
// factor.
template <class Arch>
XSIMD_INLINE Words<Arch> mixed(Words<Arch> spread) noexcept {
  return spread ^ (spread >> model::hash_shift);
}
template <class Arch>
XSIMD_INLINE Words<Arch> mixed_factor(Words<Arch> spread) noexcept {
  return Backend<Arch>::xor_or(spread, spread >> model::hash_shift, Words<Arch>(1));
}

template <class Arch>
XSIMD_INLINE Words<Arch> last_round(Words<Arch> hash) noexcept {
  return (hash ^ (hash >> 15)) * Words<Arch>(model::last_round_multiplier);
}

// Returns the part that a coordinate of an xor-hashed lattice adds to a hash; and the hash of all
// parts together.
template <class Arch>
XSIMD_INLINE Words<Arch> xor_axis(Words<Arch> cell, const LatticePoints& lattice,
                                  int axis) noexcept {
  using W = Words<Arch>;
  return cell * W(model::xor_multiplier[axis]) ^ W(lattice.key.axis[axis]);
}
template <class Arch>
XSIMD_INLINE Words<Arch> xor_hash(Words<Arch> combined) noexcept {
  return combined * Words<Arch>(model::xor_last_multiplier);
}
// Returns the number, with a sign, from which a hash draws its value.
template <class Arch>
XSIMD_INLINE Words<Arch> xor_value(Words<Arch> hash) noexcept {
  const Words<Arch> square = hash * hash;
  return square ^ (square << 19);
}

// Returns the hash of OSL and MaterialX; it ignores coordinates beyond the dimensions.
template <class Arch>
XSIMD_INLINE Words<Arch> jenkins_hash(const LatticePoints& lattice, int dimensions, Words<Arch> x,
                                      Words<Arch> y, Words<Arch> z) noexcept {
  using W = Words<Arch>;
  const W begin(model::jenkins_state(dimensions));
  W a = begin + x + W(lattice.start), b = dimensions > 1 ? begin + y : begin,
    c = dimensions > 2 ? begin + z : begin;
  const auto stir = [](W& to, W from, int turn) {
    to = (to ^ from) - ((from << turn) | (from >> (32 - turn)));
  };
  stir(c, b, 14);
  stir(a, c, 11);
  stir(b, a, 25);
  stir(c, b, 16);
  stir(a, c, 4);
  stir(b, a, 14);
  stir(c, b, 24);
  return c;
}

// Looks up an entry of the table of a lattice.
template <class Arch>
XSIMD_INLINE Words<Arch> entry(const LatticePoints& lattice, Words<Arch> index) noexcept {
  return gather<Arch>(lattice.table, index & Words<Arch>(lattice.mask));
}

// Takes the last step of a classic table, which looks nothing up.
template <class Arch>
XSIMD_INLINE Words<Arch> classic_hash(const LatticePoints& lattice, Words<Arch> index) noexcept {
  return lattice.remainders == nullptr ? index & Words<Arch>(lattice.mask)
                                       : gather<Arch>(lattice.remainders, index);
}

// Returns the hash of the lattice point at coordinates `cell`, lane by lane.
template <class Arch, int N>
XSIMD_INLINE Words<Arch> hash_of(const LatticePoints& lattice,
                                 const Words<Arch> (&cell)[N]) noexcept {
  using W = Words<Arch>;
  switch (lattice.kind) {
    case LatticePoints::hashed: {
      W v = mixed<Arch>(spread_axis<Arch>(cell[0], lattice, 0));
      if constexpr (N == 1) return last_round<Arch>(v * W(lattice.key.line | 1));
      for (int axis = 1; axis < N; ++axis)
        v = v * mixed_factor<Arch>(spread_axis<Arch>(cell[axis], lattice, axis));
      return v;
    }
    case LatticePoints::permutation: {
      W v(lattice.start);
      for (int axis = 0; axis < N; ++axis) v = entry<Arch>(lattice, v + cell[axis]);
      for (int axis = N; axis < lattice.look_ups; ++axis) v = entry<Arch>(lattice, v);
      return v;
    }
    case LatticePoints::classic: {
      W v(lattice.start);
      for (int axis = N - 1; axis > 0; --axis) v = entry<Arch>(lattice, v + cell[axis]);
      return classic_hash<Arch>(lattice, v + cell[0]);
    }
    case LatticePoints::jenkins:
      return jenkins_hash<Arch>(lattice, N, cell[0], cell[N > 1 ? 1 : 0], cell[N > 2 ? 2 : 0]);
    case LatticePoints::xor_hashed: {
      W v = xor_axis<Arch>(cell[0], lattice, 0);
      for (int axis = 1; axis < N; ++axis) v = v ^ xor_axis<Arch>(cell[axis], lattice, axis);
      return xor_hash<Arch>(v);
    }
    case LatticePoints::array:
      break;
  }
  W v = cell[0];
  for (int axis = 1; axis < N; ++axis) v = v + cell[axis] * W(lattice.stride[axis]);
  return v;
}

}  // namespace perlane::kernels
