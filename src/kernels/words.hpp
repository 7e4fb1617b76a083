#pragma once
// The words of lattice points; mirror of reference/lattice.cpp, `hash` and `word`. This file has
// them for one lattice point in each lane, kernels/row_words.hpp for rows, and
// kernels/vertex_words.hpp for the vertices around points.

#include "model/noises.hpp"
#include "kernels/lanes.hpp"

namespace perlane::kernels {

using model::LatticePoints;

// One axis' share of the hash.
template <class Arch>
XSIMD_INLINE Words<Arch> hash_axis(Words<Arch> cell, Words<Arch> key) noexcept {
  using W = Words<Arch>;
  W h = cell + key;
  h = h ^ (h >> 16);
  h = h * W(0x7feb352du);
  h = h ^ (h >> 15);
  h = h * W(0x846ca68bu);
  return h ^ (h >> 16);
}

template <class Arch>
XSIMD_INLINE Words<Arch> hash_join(Words<Arch> v) noexcept {
  return v * (v + v + Words<Arch>(1));
}

// An entry of the table of a lattice.
template <class Arch>
XSIMD_INLINE Words<Arch> entry(const LatticePoints& lattice, Words<Arch> index) noexcept {
  return gather<Arch>(lattice.table, index & Words<Arch>(lattice.mask));
}

// The last step of a classic table, which is not looked up.
template <class Arch>
XSIMD_INLINE Words<Arch> classic_word(const LatticePoints& lattice, Words<Arch> index) noexcept {
  return lattice.rest == nullptr ? index & Words<Arch>(lattice.mask)
                                 : gather<Arch>(lattice.rest, index);
}

// The word of the lattice point at coordinates `cell`, lane by lane.
template <class Arch, int N>
XSIMD_INLINE Words<Arch> word_of(const LatticePoints& lattice,
                                 const Words<Arch> (&cell)[N]) noexcept {
  using W = Words<Arch>;
  switch (lattice.kind) {
    case LatticePoints::hashed: {
      W v(lattice.key.all);
      for (int axis = 0; axis < N; ++axis)
        v = v ^ hash_axis<Arch>(cell[axis], W(lattice.key.axis[axis]));
      return hash_join<Arch>(v);
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
      return classic_word<Arch>(lattice, v + cell[0]);
    }
    case LatticePoints::array:
      break;
  }
  W v = cell[0];
  for (int axis = 1; axis < N; ++axis) v = v + cell[axis] * W(lattice.stride[axis]);
  return v;
}

}  // namespace perlane::kernels
