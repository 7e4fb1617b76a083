#pragma once
// Gradient noise: mirror of reference/perlin.cpp. Here is what its words draw; the rest is what all
// noises of a lattice have in common.

#include "kernels/collapse_points.hpp"
#include "kernels/lattice_kernels.hpp"
#include "kernels/words.hpp"

namespace perlane::kernels {

// Of a mirrored set, whose vectors are known to the compiler to be few. Upper bits of a word that is
// moved up by `shift` choose the vector; below them are the signs.
template <class Arch, int N>
class MirroredGradients {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  explicit MirroredGradients(const model::GradientSet& set) noexcept {
    for (int axis = 0; axis < N; ++axis) magnitude_[axis] = Table8<Arch>(set.magnitude[axis]);
  }

  XSIMD_INLINE void operator()(W word, F (&gradient)[N]) const noexcept {
    const W vector = word >> 29;
    for (int axis = 0; axis < N; ++axis) {
      const W sign = (word << (2 + N - axis)) & W(0x80000000u);
      gradient[axis] = magnitude_[axis](vector) ^ xsimd::bitwise_cast<float>(sign);
    }
  }

 private:
  Table8<Arch> magnitude_[N];
};

template <class Arch>
bool is_mirrored(const model::PerlinNoise& noise, int dimensions) noexcept {
  return noise.lattice.kind != LatticePoints::array && noise.gradients[dimensions - 1]->mirrored;
}

template <class Arch, int N>
void draw_mirrored(const model::PerlinNoise& noise, const std::uint32_t* word, int count,
                   float* out, std::ptrdiff_t pitch) noexcept {
  const MirroredGradients<Arch, N> drawn(*noise.gradients[N - 1]);
  // A hash has its best bits at the top, an entry of a table at the bottom.
  const int shift = noise.lattice.kind == LatticePoints::hashed ? 0 : 29 - N;
  for (int i = 0; i < count; i += lanes<Arch>) {
    Floats<Arch> gradient[N];
    drawn(Words<Arch>::load_aligned(word + i) << shift, gradient);
    for (int axis = 0; axis < N; ++axis) gradient[axis].store_aligned(out + axis * pitch + i);
  }
}

// Replaces words by numbers of gradients.
template <class Arch>
void choose_gradients(const model::PerlinNoise& noise, std::uint32_t set_count, std::uint32_t* word,
                      int count) noexcept {
  using W = Words<Arch>;
  const W choices(set_count);
  if (noise.lattice.kind == LatticePoints::hashed) {
    for (int i = 0; i < count; i += lanes<Arch>)
      (((W::load_aligned(word + i) >> 8) * choices) >> 24).store_aligned(word + i);
  } else if ((set_count & (set_count - 1)) == 0) {
    for (int i = 0; i < count; i += lanes<Arch>)
      (W::load_aligned(word + i) & W(set_count - 1)).store_aligned(word + i);
  } else {
    // Words are below 65536, so the quotient is exact or one too large.
    const W inverse(65536 / set_count + 1);
    for (int i = 0; i < count; i += lanes<Arch>) {
      const W v = W::load_aligned(word + i);
      const W rest = v - ((v * inverse) >> 16) * choices;
      xsimd::select(rest < choices, rest, rest + choices).store_aligned(word + i);
    }
  }
}

template <class Arch>
void draw_gradients(const void* given, int dimensions, std::uint32_t* word, int count, float* out,
                    std::ptrdiff_t pitch) noexcept {
  using W = Words<Arch>;
  const auto& noise = *static_cast<const model::PerlinNoise*>(given);
  if (is_mirrored<Arch>(noise, dimensions)) {
    switch (dimensions) {
      case 1:
        return draw_mirrored<Arch, 1>(noise, word, count, out, pitch);
      case 2:
        return draw_mirrored<Arch, 2>(noise, word, count, out, pitch);
      case 3:
        return draw_mirrored<Arch, 3>(noise, word, count, out, pitch);
      default:
        return draw_mirrored<Arch, 4>(noise, word, count, out, pitch);
    }
  }
  const bool is_array = noise.lattice.kind == LatticePoints::array;
  const model::GradientSet* set = noise.gradients[dimensions - 1];
  if (!is_array) choose_gradients<Arch>(noise, set->count, word, count);
  const bool is_small = !is_array && set->count <= 16;
  for (int axis = 0; axis < dimensions; ++axis, out += pitch) {
    const float* component = is_array ? noise.component[axis] : set->component[axis];
    if (is_small) {
      for (int i = 0; i < count; i += lanes<Arch>)
        look_up_16<Arch>(component, W::load_aligned(word + i)).store_aligned(out + i);
    } else {
      for (int i = 0; i < count; i += lanes<Arch>)
        gather<Arch>(component, W::load_aligned(word + i)).store_aligned(out + i);
    }
  }
}

// Of points, the usual gradients are drawn as the cell collapses.
template <class Arch, int N>
struct UsualGradients {
  static constexpr bool gradients = true;
  const PointBlock<Arch>& block;
  MirroredGradients<Arch, N> drawn;

  UsualGradients(const PointBlock<Arch>& of, const void* noise) noexcept
      : block(of), drawn(*static_cast<const model::PerlinNoise*>(noise)->gradients[N - 1]) {}

  XSIMD_INLINE void operator()(int b, int vertex, Floats<Arch> (&gradient)[N]) const noexcept {
    drawn(Words<Arch>::load_aligned(block.word + ((b << N) + vertex) * lanes<Arch>), gradient);
  }
};

template <class Arch>
struct LatticeDrawing<Arch, model::PerlinNoise> {
  static constexpr bool gradients = true;
  static constexpr Draw draw = draw_gradients<Arch>;
  template <int N>
  using Drawn = DrawnGradients<Arch, N>;
  template <int N>
  using Usual = UsualGradients<Arch, N>;
  static bool is_usual(const model::PerlinNoise& noise, int dimensions) noexcept {
    return noise.lattice.kind == LatticePoints::hashed && is_mirrored<Arch>(noise, dimensions);
  }
};

template <class Arch>
struct NoiseKernels<Arch, model::PerlinNoise> : LatticeKernels<Arch, model::PerlinNoise> {};

}  // namespace perlane::kernels
