#pragma once
// Draws from a sign-symmetric set of gradients, from registers. From the top, a hash has the sign
// of x, three bits that choose the vector, and the other signs, the last axis first; mirror of
// reference/lattice.hpp, `gradient_index`.

#include "model/noises.hpp"
#include "kernels/lanes/lanes.hpp"

#include <type_traits>

namespace perlane::kernels {

// Returns the bit that is the sign of a component.
template <int N>
constexpr int sign_bit(int axis) noexcept {
  return axis == 0 ? 31 : 28 - N + axis;
}

// Makes such a hash of the index of a gradient, which has the signs at the bottom, x first.
template <class Arch>
XSIMD_INLINE Words<Arch> sign_symmetric_hash(Words<Arch> choice, int dimensions) noexcept {
  using W = Words<Arch>;
  return ((choice << (28 - dimensions)) & W(0x7fffffffu)) | (choice << 31);
}

// Gives a number the sign that is bit `bit` of a hash.
template <class Arch, int bit>
XSIMD_INLINE Floats<Arch> with_sign(Floats<Arch> number, Words<Arch> hash) noexcept {
  const Words<Arch> top = bit == 31 ? hash : hash << (31 - bit);
  return number ^ xsimd::bitwise_cast<float>(top & Words<Arch>(0x80000000u));
}

// Returns the last of the bits that look up a component where a register holds 16 numbers and two
// can be permuted as one: those that choose the vector, and the sign, if it is near enough to them.
// The sign of the last axis, if it is next to them, looks up x too, so that both share a shift.
template <int N>
constexpr int last_bit(int axis) noexcept {
  if (axis == 0) return N == 2 || N == 3 ? 27 : 28;
  return sign_bit<N>(axis) < 26 ? 28 : sign_bit<N>(axis);
}

// One component: a table of the eight magnitudes, and a sign.
template <class Arch, int bit, int last, bool is_wide = Backend<Arch>::has_wide_permute>
class SignedComponent {
  using Table = typename Backend<Arch>::Table8;

 public:
  SignedComponent() = default;
  XSIMD_INLINE explicit SignedComponent(const float* magnitude) noexcept : table_(magnitude) {}

  XSIMD_INLINE Floats<Arch> operator()(Words<Arch> hash,
                                       const typename Table::Index& vector) const noexcept {
    return with_sign<Arch, bit>(table_(vector), hash);
  }

 private:
  Table table_;
};

// A component whose sign is among the bits that look up the number.
template <class Arch, int bit, int last>
class SignedComponent<Arch, bit, last, true> {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  using Table = typename Backend<Arch>::Table8;
  static constexpr bool has_sign = bit >= 26;
  static constexpr int parts = (bit == 31 ? 31 : 30) - last == 4 ? 2 : 1;

 public:
  SignedComponent() = default;
  XSIMD_INLINE explicit SignedComponent(const float* magnitude) noexcept {
    for (int i = 0; i < parts; ++i) {
      const W choice = lane_numbers<Arch>() + W(static_cast<std::uint32_t>(16 * i));
      const F table = F::load_aligned(magnitude);
      // The table is looked up by the top of a hash.
      const W hash = choice << last;
      part_[i] = xsimd::swizzle(table, hash >> 28 & W(7));
      if constexpr (has_sign) part_[i] = with_sign<Arch, bit>(part_[i], hash);
    }
  }

  XSIMD_INLINE F operator()(W hash, const typename Table::Index&) const noexcept {
    F number;
    if constexpr (parts == 2) {
      number = Backend<Arch>::permute_wide(part_[0], part_[1], hash >> last);
    } else {
      number = xsimd::swizzle(part_[0], hash >> last);
    }
    if constexpr (has_sign) return number;
    return with_sign<Arch, bit>(number, hash);
  }

 private:
  F part_[parts];
};

// The vectors of a sign-symmetric set times a factor, as GradientSet has them.
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
class SignSymmetricGradients {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  static constexpr int components = N;

  struct Source : ScaledGradients<Arch> {
    Source(const model::PerlinNoise& noise, float amplitude) noexcept
        : ScaledGradients<Arch>(*noise.gradients[N - 1], N, amplitude) {}
  };

  // The source must stay where it is.
  XSIMD_INLINE explicit SignSymmetricGradients(const ScaledGradients<Arch>& source) noexcept {
    const float(*magnitude)[16] = source.magnitude;
    x_ = Component<0>(magnitude[0]);
    if constexpr (N > 1) y_ = Component<1>(magnitude[1]);
    if constexpr (N > 2) z_ = Component<2>(magnitude[2]);
    if constexpr (N > 3) w_ = Component<3>(magnitude[3]);
  }

  XSIMD_INLINE void operator()(W hash, F (&gradient)[N]) const noexcept {
    const auto vector = Backend<Arch>::Table8::index_of(hash);
    gradient[0] = x_(hash, vector);
    if constexpr (N > 1) gradient[1] = y_(hash, vector);
    if constexpr (N > 2) gradient[2] = z_(hash, vector);
    if constexpr (N > 3) gradient[3] = w_(hash, vector);
  }

 private:
  struct None {};
  template <int axis>
  using Component =
      std::conditional_t<(axis < N), SignedComponent<Arch, sign_bit<N>(axis), last_bit<N>(axis)>,
                         None>;

  Component<0> x_;
  Component<1> y_;
  Component<2> z_;
  Component<3> w_;
};

// Draws gradients that are loaded as a whole.
template <class Arch, int N>
class SignSymmetricGradients<Arch, N, true> {
 public:
  static constexpr int components = N;

  using Source = typename SignSymmetricGradients<Arch, N, false>::Source;

  XSIMD_INLINE explicit SignSymmetricGradients(const ScaledGradients<Arch>& source) noexcept
      : vector_(source.vector) {}

  XSIMD_INLINE void operator()(Words<Arch> hash, Floats<Arch> (&gradient)[N]) const noexcept {
    Backend<Arch>::template load_gradients<N>(vector_, hash >> (29 - N), gradient);
  }

 private:
  const float (*vector_)[4];
};

}  // namespace perlane::kernels
