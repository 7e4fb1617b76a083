#pragma once
// Draws what stands at lattice points from their words. Noises differ in `Drawn`, which has
//
//   components                              of a gradient, one for each dimension; 0: a value
//   Drawn(noise)                            a constructor
//   void operator()(W, F (&)[components])   for a gradient in each lane, or
//   F operator()(W)                         for a value in each lane

#include "kernels/words.hpp"

namespace perlane::kernels {

template <class Arch, class Drawn>
XSIMD_INLINE void store_drawn(const Drawn& drawn, Words<Arch> word, float* out,
                              std::ptrdiff_t pitch) noexcept {
  if constexpr (Drawn::components == 0) {
    drawn(word).store_aligned(out);
  } else {
    Floats<Arch> gradient[Drawn::components];
    drawn(word, gradient);
    for (int axis = 0; axis < Drawn::components; ++axis)
      gradient[axis].store_aligned(out + axis * pitch);
  }
}

// Draws from `count` words; component c of word i becomes out[c * pitch + i].
template <class Arch, class Noise, class Drawn>
void draw_words(const void* noise, const std::uint32_t* word, int count, float* out,
                std::ptrdiff_t pitch) noexcept {
  const Drawn drawn(*static_cast<const Noise*>(noise));
  for (int i = 0; i < count; i += lanes<Arch>)
    store_drawn<Arch>(drawn, Words<Arch>::load_aligned(word + i), out + i, pitch);
}

// Draws a row of a hashed lattice, and makes its words in the same loop: each is the product of a
// column and the key of the row, see kernels/row_words.hpp. Not in one dimension, where words take
// a last round.
template <class Arch, class Noise, class Drawn>
void draw_hashed(const void* noise, const std::uint32_t* column, std::uint32_t key, int count,
                 float* out, std::ptrdiff_t pitch) noexcept {
  const Drawn drawn(*static_cast<const Noise*>(noise));
  const Words<Arch> row(key);
  for (int i = 0; i < count; i += lanes<Arch>)
    store_drawn<Arch>(drawn, Words<Arch>::load_aligned(column + i) * row, out + i, pitch);
}

}  // namespace perlane::kernels
