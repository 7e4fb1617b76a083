#pragma once
// Gradient noise; mirror of reference/perlin.cpp. This file draws gradients from hashes; all noises
// of a lattice share everything else.

#include "kernels/lattice/draw.hpp"
#include "kernels/lattice/kernels.hpp"
#include "kernels/lanes/sign_symmetric.hpp"
#include "kernels/shared/hashes.hpp"

namespace perlane::kernels::lattice {

// Returns the bits of a hash that choose a gradient: the lower ones if the size of the set is a
// power of two; otherwise all bits, because `choose` has left the number of a gradient.
template <class Arch>
std::uint32_t choice_mask(const model::GradientSet& set) noexcept {
  return (set.count & (set.count - 1)) == 0 ? set.count - 1 : ~std::uint32_t{0};
}

// Draws from a set of up to 16.
template <class Arch, int N>
class FewGradients {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  static constexpr int components = N;

  using Source = WithAmplitude<model::PerlinNoise>;

  explicit FewGradients(const Source& source) noexcept
      : mask_(choice_mask<Arch>(*source.noise.gradients[N - 1])), amplitude_(source.amplitude) {
    for (int axis = 0; axis < N; ++axis)
      component_[axis] = Table16<Arch>(source.noise.gradients[N - 1]->component[axis]);
  }

  XSIMD_INLINE void operator()(W hash, F (&gradient)[N]) const noexcept {
    const W choice = hash & mask_;
    for (int axis = 0; axis < N; ++axis) gradient[axis] = component_[axis](choice) * amplitude_;
  }

 private:
  Table16<Arch> component_[N];
  W mask_;
  F amplitude_;
};

// Draws from any set, and from arrays of gradients.
template <class Arch, int N>
class AnyGradients {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  static constexpr int components = N;
  static constexpr bool looks_up_memory = true;

  using Source = WithAmplitude<model::PerlinNoise>;

  explicit AnyGradients(const Source& source) noexcept
      : mask_(~std::uint32_t{0}), amplitude_(source.amplitude) {
    const model::PerlinNoise& noise = source.noise;
    const model::GradientSet* set = noise.gradients[N - 1];
    const bool is_array = noise.lattice.kind == LatticePoints::array;
    if (!is_array) mask_ = W(choice_mask<Arch>(*set));
    for (int axis = 0; axis < N; ++axis)
      component_[axis] = is_array ? noise.component[axis] : set->component[axis];
  }

  XSIMD_INLINE void operator()(W hash, F (&gradient)[N]) const noexcept {
    const W choice = hash & mask_;
    for (int axis = 0; axis < N; ++axis)
      gradient[axis] = gather<Arch>(component_[axis], choice) * amplitude_;
  }

 private:
  const float* component_[N];
  W mask_;
  F amplitude_;
};

}  // namespace perlane::kernels::lattice

namespace perlane::kernels {

template <class Arch>
struct LatticeDrawing<Arch, model::PerlinNoise> {
  using Noise = model::PerlinNoise;
  enum Drawing { sign_symmetric, few, any };
  template <int N>
  using Drawn = DrawnList<SignSymmetricGradients<Arch, N>, lattice::FewGradients<Arch, N>,
                          lattice::AnyGradients<Arch, N>>;

  template <int N>
  using Hashed = SignSymmetricGradients<Arch, N>;

  static Drawing drawing_of(const Noise& noise, int dimensions) noexcept {
    if (noise.lattice.kind == LatticePoints::array) return any;
    const model::GradientSet& set = *noise.gradients[dimensions - 1];
    return set.sign_symmetric ? sign_symmetric : set.count <= 16 ? few : any;
  }

  static bool can_hash_and_draw(const Noise& noise, int dimensions) noexcept {
    return noise.lattice.kind == LatticePoints::hashed &&
           drawing_of(noise, dimensions) == sign_symmetric;
  }

  // A hash has its best bits at the top, an entry of a table at the bottom.
  static void choose(const void* given, int dimensions, std::uint32_t* hash, int count) noexcept {
    using W = Words<Arch>;
    const auto& noise = *static_cast<const Noise*>(given);
    if (noise.lattice.kind == LatticePoints::array) return;
    const bool is_hashed = noise.lattice.kind == LatticePoints::hashed;
    const model::GradientSet& set = *noise.gradients[dimensions - 1];
    if (set.sign_symmetric) {
      if (is_hashed) return;
      for (int i = 0; i < count; i += lanes<Arch>)
        sign_symmetric_hash<Arch>(W::load_aligned(hash + i), dimensions).store_aligned(hash + i);
      return;
    }
    const W choices(set.count);
    if (noise.lattice.kind == LatticePoints::xor_hashed) {
      // Drawing takes the lower bits.
      for (int i = 0; i < count; i += lanes<Arch>) {
        const W v = W::load_aligned(hash + i);
        ((v ^ (v >> 15)) >> (dimensions - 1)).store_aligned(hash + i);
      }
    } else if (is_hashed) {
      for (int i = 0; i < count; i += lanes<Arch>)
        (((W::load_aligned(hash + i) >> 8) * choices) >> 24).store_aligned(hash + i);
    } else if ((set.count & (set.count - 1)) != 0) {
      // Hashes are below 65536, so the quotient is exact or one too large.
      const W inverse(65536 / set.count + 1);
      for (int i = 0; i < count; i += lanes<Arch>) {
        const W v = W::load_aligned(hash + i);
        const W remainder = v - ((v * inverse) >> 16) * choices;
        xsimd::select(remainder < choices, remainder, remainder + choices).store_aligned(hash + i);
      }
    }
  }
};

template <class Arch>
struct NoiseKernels<Arch, model::PerlinNoise> : LatticeKernels<Arch, model::PerlinNoise> {};

}  // namespace perlane::kernels
