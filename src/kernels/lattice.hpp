#pragma once
// The words of lattice points, a row at a time: mirror of reference/lattice.cpp, `hash` and `look_up`.

#include "field/noises.hpp"
#include "kernels/lanes.hpp"

namespace perlane::kernels {

// One axis' share of the hash. A template on Arch though it is scalar code: see "No ODR traps" in docs/architecture.md.
template <class Arch, class Word>
XSIMD_INLINE Word hash_axis(Word cell, std::uint32_t key) noexcept {
  Word h = cell + Word(key);
  h = h ^ (h >> 16);
  h = h * Word(0x7feb352du);
  h = h ^ (h >> 15);
  h = h * Word(0x846ca68bu);
  return h ^ (h >> 16);
}

template <class Arch>
XSIMD_INLINE Words<Arch> hash_join(Words<Arch> v) noexcept {
  return v * (v + v + Words<Arch>(1));
}

// The lattice of a tile. What depends on x alone is worked out once for all rows.
template <class Arch, int N>
class LatticeWords {
 public:
  // Replaces the coordinates in `column` by what depends on x alone.
  LatticeWords(const field::PerlinNoise& noise, std::uint32_t* column, int count) noexcept
      : noise_(noise), column_(column) {
    using W = Words<Arch>;
    for (int i = 0; i < count; i += lanes<Arch>) {
      W x = W::load_aligned(column + i);
      if (noise.table == nullptr) {
        x = hash_axis<Arch>(x, noise.key.axis[0]);
      } else {
        x = gather<Arch>(noise.table, (x + W(noise.start)) & W(noise.mask));
      }
      x.store_aligned(column + i);
    }
  }

  // Chooses a row: y, z, w.
  void select_row(const std::uint32_t* cell) noexcept {
    key_ = noise_.key.all;
    for (int axis = 1; axis < N; ++axis) {
      cell_[axis] = cell[axis];
      key_ ^= hash_axis<Arch>(cell[axis], noise_.key.axis[axis]);
    }
  }

  // The words of columns i, i + 1, ... of the row, reduced to `bits`.
  XSIMD_INLINE Words<Arch> word(int i, int bits) const noexcept {
    using W = Words<Arch>;
    W v = W::load_aligned(column_ + i);
    if (noise_.table == nullptr) return hash_join<Arch>(v ^ W(key_)) >> (32 - bits);
    for (int axis = 1; axis < N; ++axis) v = gather<Arch>(noise_.table, (v + W(cell_[axis])) & W(noise_.mask));
    for (int axis = N; axis < noise_.look_ups; ++axis) v = gather<Arch>(noise_.table, v & W(noise_.mask));
    return v & W((1u << bits) - 1);
  }

 private:
  const field::PerlinNoise& noise_;
  const std::uint32_t* column_;
  std::uint32_t key_ = 0;
  std::uint32_t cell_[4] = {};
};

}  // namespace perlane::kernels
