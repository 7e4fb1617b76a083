#pragma once
// Draws from a mirrored set of gradients, straight out of registers. From the top, a word has the
// sign of x, three bits that choose the vector, and the other signs, the last axis first; mirror of
// reference/lattice.hpp, `gradient_of`.

#include "model/noises.hpp"
#include "kernels/lanes/lanes.hpp"

#include <type_traits>

namespace perlane::kernels {

// The bit that is the sign of a component.
template <int N>
constexpr int sign_bit(int axis) noexcept {
  return axis == 0 ? 31 : 28 - N + axis;
}

// Makes such a word of a choice from the set, which has the signs at the bottom, x first.
template <class Arch>
XSIMD_INLINE Words<Arch> mirrored_word(Words<Arch> choice, int dimensions) noexcept {
  using W = Words<Arch>;
  return ((choice << (28 - dimensions)) & W(0x7fffffffu)) | (choice << 31);
}

// Gives a number the sign that is bit `bit` of a word.
template <class Arch, int bit>
XSIMD_INLINE Floats<Arch> with_sign(Floats<Arch> number, Words<Arch> word) noexcept {
  const Words<Arch> top = bit == 31 ? word : word << (31 - bit);
  return number ^ xsimd::bitwise_cast<float>(top & Words<Arch>(0x80000000u));
}

// The last of the bits that look up a component where a register holds 16 numbers and two can be
// permuted as one: those that choose the vector, and the sign, if it is near enough to them. That
// of x is looked up with the sign of the last axis, if that is next to them, for the shift that is
// shared.
template <int N>
constexpr int last_bit(int axis) noexcept {
  if (axis == 0) return N == 2 || N == 3 ? 27 : 28;
  return sign_bit<N>(axis) < 26 ? 28 : sign_bit<N>(axis);
}

// One component: a table of the eight magnitudes, and a sign.
template <class Arch, int bit, int last, bool is_wide = Backend<Arch>::has_wide_permute>
class MirroredComponent {
  using Table = typename Backend<Arch>::Table8;

 public:
  MirroredComponent() = default;
  XSIMD_INLINE explicit MirroredComponent(const float* magnitude) noexcept : table_(magnitude) {}

  XSIMD_INLINE Floats<Arch> operator()(Words<Arch> word,
                                       const typename Table::Index& vector) const noexcept {
    return with_sign<Arch, bit>(table_(vector), word);
  }

 private:
  Table table_;
};

// The same where the sign is one of the bits that look up the number.
template <class Arch, int bit, int last>
class MirroredComponent<Arch, bit, last, true> {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  using Table = typename Backend<Arch>::Table8;
  static constexpr bool has_sign = bit >= 26;
  static constexpr int parts = (bit == 31 ? 31 : 30) - last == 4 ? 2 : 1;

 public:
  MirroredComponent() = default;
  XSIMD_INLINE explicit MirroredComponent(const float* magnitude) noexcept {
    for (int i = 0; i < parts; ++i) {
      const W choice = lane_numbers<Arch>() + W(static_cast<std::uint32_t>(16 * i));
      const F table = F::load_aligned(magnitude);
      // What looks up, as the top of a word.
      const W word = choice << last;
      part_[i] = xsimd::swizzle(table, word >> 28 & W(7));
      if constexpr (has_sign) part_[i] = with_sign<Arch, bit>(part_[i], word);
    }
  }

  XSIMD_INLINE F operator()(W word, const typename Table::Index&) const noexcept {
    F number;
    if constexpr (parts == 2) {
      number = Backend<Arch>::permute_wide(part_[0], part_[1], word >> last);
    } else {
      number = xsimd::swizzle(part_[0], word >> last);
    }
    if constexpr (has_sign) return number;
    return with_sign<Arch, bit>(number, word);
  }

 private:
  F part_[parts];
};

// The vectors of a mirrored set times a factor, as GradientSet has them.
template <class Arch>
class ScaledGradients {
 public:
  const float (*magnitude)[16];
  const float (*vector)[4];

  ScaledGradients(const model::GradientSet& set, int dimensions, float factor) noexcept
      : magnitude(set.magnitude), vector(set.vector) {
    if (factor == 1) return;
    magnitude = scaled_magnitude_;
    for (int axis = 0; axis < dimensions; ++axis) {
      for (int i = 0; i < 16; ++i) scaled_magnitude_[axis][i] = set.magnitude[axis][i] * factor;
    }
    if constexpr (Backend<Arch>::loads_gradients) {
      vector = scaled_vector_;
      for (int i = 0; i < 8 << dimensions; ++i) {
        for (int axis = 0; axis < 4; ++axis) scaled_vector_[i][axis] = set.vector[i][axis] * factor;
      }
    }
  }
  ScaledGradients(const ScaledGradients&) = delete;
  ScaledGradients& operator=(const ScaledGradients&) = delete;

 private:
  alignas(64) float scaled_magnitude_[4][16];
  alignas(64) float scaled_vector_[Backend<Arch>::loads_gradients ? 128 : 1][4];
};

template <class Arch, int N, bool loads = Backend<Arch>::loads_gradients>
class MirroredGradients {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  static constexpr int components = N;

  struct Source : ScaledGradients<Arch> {
    Source(const model::PerlinNoise& noise, float amplitude) noexcept
        : ScaledGradients<Arch>(*noise.gradients[N - 1], N, amplitude) {}
  };

  // The source must stay where it is.
  XSIMD_INLINE explicit MirroredGradients(const ScaledGradients<Arch>& source) noexcept {
    const float(*magnitude)[16] = source.magnitude;
    x_ = Component<0>(magnitude[0]);
    if constexpr (N > 1) y_ = Component<1>(magnitude[1]);
    if constexpr (N > 2) z_ = Component<2>(magnitude[2]);
    if constexpr (N > 3) w_ = Component<3>(magnitude[3]);
  }

  XSIMD_INLINE void operator()(W word, F (&gradient)[N]) const noexcept {
    const auto vector = Backend<Arch>::Table8::index_of(word);
    gradient[0] = x_(word, vector);
    if constexpr (N > 1) gradient[1] = y_(word, vector);
    if constexpr (N > 2) gradient[2] = z_(word, vector);
    if constexpr (N > 3) gradient[3] = w_(word, vector);
  }

 private:
  struct None {};
  template <int axis>
  using Component =
      std::conditional_t<(axis < N), MirroredComponent<Arch, sign_bit<N>(axis), last_bit<N>(axis)>,
                         None>;

  Component<0> x_;
  Component<1> y_;
  Component<2> z_;
  Component<3> w_;
};

// The same where gradients are loaded as a whole.
template <class Arch, int N>
class MirroredGradients<Arch, N, true> {
 public:
  static constexpr int components = N;

  using Source = typename MirroredGradients<Arch, N, false>::Source;

  XSIMD_INLINE explicit MirroredGradients(const ScaledGradients<Arch>& source) noexcept
      : vector_(source.vector) {}

  XSIMD_INLINE void operator()(Words<Arch> word, Floats<Arch> (&gradient)[N]) const noexcept {
    Backend<Arch>::template load_gradients<N>(vector_, word >> (29 - N), gradient);
  }

 private:
  const float (*vector_)[4];
};

}  // namespace perlane::kernels
