#pragma once
// Draws the gradients or values of lattice points from their hashes. Noises differ in `Drawn`,
// which has
//
//   components                              of a gradient, one for each dimension; 0: a value
//   Source(noise, amplitude)                the set that it draws from, times the amplitude
//   explicit Drawn(source)                  a constructor; the source must stay where it is
//   void operator()(W, F (&)[components])   for a gradient in each lane, or
//   F operator()(W)                         for a value in each lane

#include "kernels/shared/hashes.hpp"

namespace perlane::kernels::lattice {

// The source of a `Drawn` that multiplies by the amplitude as it draws.
template <class Noise>
struct WithAmplitude {
  const Noise& noise;
  float amplitude;

  WithAmplitude(const Noise& of, float factor) noexcept : noise(of), amplitude(factor) {}
};

template <class Arch, class Drawn>
XSIMD_INLINE void store_drawn(const Drawn& drawn, Words<Arch> hash, float* out,
                              std::ptrdiff_t pitch) noexcept {
  if constexpr (Drawn::components == 0) {
    drawn(hash).store_aligned(out);
  } else {
    Floats<Arch> gradient[Drawn::components];
    drawn(hash, gradient);
    for (int axis = 0; axis < Drawn::components; ++axis)
      gradient[axis].store_aligned(out + axis * pitch);
  }
}

// Draws from `count` hashes, without the amplitude; component c of hash i becomes out[c * pitch +
// i].
template <class Arch, class Noise, class Drawn>
void draw_from_hashes(const void* noise, const std::uint32_t* hash, int count, float* out,
                      std::ptrdiff_t pitch) noexcept {
  // The caller multiplies by the amplitude: there may be fewer hashes than a source has numbers.
  const typename Drawn::Source source(*static_cast<const Noise*>(noise), 1);
  const Drawn drawn(source);
  for (int i = 0; i < count; i += lanes<Arch>)
    store_drawn<Arch>(drawn, Words<Arch>::load_aligned(hash + i), out + i, pitch);
}

// Hashes a row of a hashed lattice and draws from it, in one loop: each hash is the product of a
// column and the key of the row, see kernels/shared/row_hashes.hpp. One dimension cannot do so,
// because its hashes need a last round.
template <class Arch, class Noise, class Drawn>
void hash_and_draw(const void* noise, const std::uint32_t* column, std::uint32_t key, int count,
                   float* out, std::ptrdiff_t pitch) noexcept {
  const typename Drawn::Source source(*static_cast<const Noise*>(noise), 1);
  const Drawn drawn(source);
  const Words<Arch> row(key);
  for (int i = 0; i < count; i += lanes<Arch>)
    store_drawn<Arch>(drawn, Words<Arch>::load_aligned(column + i) * row, out + i, pitch);
}

}  // namespace perlane::kernels::lattice
