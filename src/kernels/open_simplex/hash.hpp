#pragma once
// The hashes of OpenSimplex2 noise, and the gradients that they choose; mirror of
// reference/open_simplex.cpp, `choice_of`.
//
// A hash is made of parts that coordinates add to it, each a number of 32 bits or of 64.

#include "model/noises.hpp"
#include "model/open_simplex.hpp"
#include "kernels/shared/hashes.hpp"

namespace perlane::kernels::open_simplex {

template <class Arch>
using Chosen = xsimd::batch_bool<std::uint32_t, Arch>;

template <class Arch>
XSIMD_INLINE Chosen<Arch> of_words(const xsimd::batch_bool<float, Arch>& chosen) noexcept {
  return xsimd::batch_bool_cast<std::uint32_t>(chosen);
}

template <class Arch>
XSIMD_INLINE Words<Arch> part_of(const Chosen<Arch>& chosen, Words<Arch> a,
                                 Words<Arch> b) noexcept {
  return xsimd::select(chosen, a, b);
}

// The hash of FastNoiseLite.
template <class Arch>
struct ShortHash {
  using W = Words<Arch>;
  using Part = W;
  static constexpr bool is_long = false;

  XSIMD_INLINE static Part of_cell(W cell, int axis) noexcept {
    return cell * W(model::xor_multiplier[axis]);
  }
  // Returns the part that a step of `by` cells adds.
  XSIMD_INLINE static Part of_step(int axis, std::int64_t by) noexcept {
    return W(model::xor_multiplier[axis] * static_cast<std::uint32_t>(by));
  }
  XSIMD_INLINE static Part of_seed(std::uint64_t seed) noexcept {
    return W(static_cast<std::uint32_t>(seed));
  }
  XSIMD_INLINE static Part combined(const Part& a, const Part& b) noexcept { return a ^ b; }
  // Returns the hash, with its upper bits combined into those that choose.
  template <int N>
  XSIMD_INLINE static W finished(Part combined) noexcept {
    const W h = xor_hash<Arch>(combined);
    return h ^ (h >> 15);
  }
};

// Numbers of 64 bits, in halves.
template <class Arch>
struct LongPart {
  using W = Words<Arch>;
  W low, high;

  XSIMD_INLINE friend LongPart operator+(const LongPart& a, const LongPart& b) noexcept {
    const W sum = a.low + b.low;
    return {sum, a.high + b.high + xsimd::select(sum < a.low, W(1), W(0))};
  }
  XSIMD_INLINE friend LongPart operator^(const LongPart& a, const LongPart& b) noexcept {
    return {a.low ^ b.low, a.high ^ b.high};
  }
};

template <class Arch>
XSIMD_INLINE LongPart<Arch> part_of(const Chosen<Arch>& chosen, const LongPart<Arch>& a,
                                    const LongPart<Arch>& b) noexcept {
  return {xsimd::select(chosen, a.low, b.low), xsimd::select(chosen, a.high, b.high)};
}

// The hash of K. Spencer's OpenSimplex2.
template <class Arch>
struct LongHash {
  using W = Words<Arch>;
  using Part = LongPart<Arch>;
  static constexpr bool is_long = true;

  XSIMD_INLINE static Part of_cell(W cell, int axis) noexcept {
    // Coordinates are sign-extended.
    const W high = xsimd::select(cell > W(0x7fffffffu), W(~0u), W(0u));
    return product({cell, high}, model::long_multiplier[axis]);
  }
  XSIMD_INLINE static Part of_step(int axis, std::int64_t by) noexcept {
    return of_seed(model::long_multiplier[axis] * static_cast<std::uint64_t>(by));
  }
  XSIMD_INLINE static Part of_seed(std::uint64_t seed) noexcept {
    return {W(static_cast<std::uint32_t>(seed)), W(static_cast<std::uint32_t>(seed >> 32))};
  }
  XSIMD_INLINE static Part combined(const Part& a, const Part& b) noexcept { return a ^ b; }
  template <int N>
  XSIMD_INLINE static W finished(const Part& combined) noexcept {
    const Part h = product(combined, model::long_last_multiplier);
    const auto top = xsimd::bitwise_cast<std::int32_t>(h.high) >> (model::long_hash_shift(N) - 32);
    return h.low ^ xsimd::bitwise_cast<std::uint32_t>(top);
  }

 private:
  // A product of 32-bit numbers is made of products of 16-bit numbers.
  XSIMD_INLINE static Part product(const Part& a, std::uint64_t factor) noexcept {
    const auto low = static_cast<std::uint32_t>(factor);
    const auto high = static_cast<std::uint32_t>(factor >> 32);
    const W half(0xffffu), f0(low & 0xffff), f1(low >> 16);
    const W a0 = a.low & half, a1 = a.low >> 16;
    const W below = a0 * f0, middle = a1 * f0 + (below >> 16);
    const W other = a0 * f1 + (middle & half);
    const W carried = a1 * f1 + (middle >> 16) + (other >> 16);
    return {a.low * W(low), carried + a.low * W(high) + a.high * W(low)};
  }
};

// Draws gradients from hashes. In 2D the sets repeat 24 directions five times, before a few that
// come last; in 3D FastNoiseLite repeats 12 edges likewise, and K. Spencer 48 directions. So there
// are only 32, 16 or 64 different gradients, which may be in registers.
template <class Arch, int N, class Hash>
class OpenSimplexGradients {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  static constexpr bool is_in_registers =
      N == 2 || Hash::is_long ? Backend<Arch>::has_wide_permute : lanes<Arch> >= 8;
  static constexpr int repeated = N == 2 ? 24 : Hash::is_long ? 48 : 12;
  static constexpr int all = N == 2 ? 128 : Hash::is_long ? 256 : 64;
  static constexpr int different = all - 4 * repeated;

 public:
  explicit OpenSimplexGradients(const model::OpenSimplexNoise& noise) noexcept {
    for (int axis = 0; axis < N; ++axis) {
      component_[axis] = noise.gradients[N - 1]->component[axis];
      if constexpr (is_in_registers) {
        alignas(64) float table[different];
        for (int i = 0; i < different; ++i)
          table[i] = component_[axis][i < repeated ? i : i + 4 * repeated];
        for (int i = 0; i < parts; ++i) part_[axis][i] = F::load_aligned(table + i * lanes<Arch>);
      }
    }
  }

  XSIMD_INLINE void operator()(W hash, int /*lattice*/, F (&gradient)[N]) const noexcept {
    const W choice = (hash >> model::choice_shift(N)) & W(all - 1);
    if constexpr (is_in_registers) {
      const W index = without_repetitions(choice);
      for (int axis = 0; axis < N; ++axis) gradient[axis] = look_up(part_[axis], index);
    } else {
      for (int axis = 0; axis < N; ++axis) gradient[axis] = gather<Arch>(component_[axis], choice);
    }
  }

 private:
  static constexpr int parts = is_in_registers ? different / lanes<Arch> : 1;

  // Products of 16 bits are cheaper than those of 32.
  XSIMD_INLINE static W without_repetitions(W choice) noexcept {
    using Halves = xsimd::batch<std::uint16_t, Arch>;
    const auto times = [](W a, std::uint16_t b) {
      return xsimd::bitwise_cast<std::uint32_t>(xsimd::bitwise_cast<std::uint16_t>(a) * Halves(b));
    };
    const W repetitions = xsimd::min(times(choice, 171) >> (N == 2          ? 12
                                                            : Hash::is_long ? 13
                                                                            : 11),
                                     W(4));
    return choice - times(repetitions, repeated);
  }

  XSIMD_INLINE static F look_up(const F (&part)[parts], W index) noexcept {
    if constexpr (N == 2) {
      return Backend<Arch>::permute_wide(part[0], part[1], index);
    } else if constexpr (Hash::is_long) {
      return xsimd::select(xsimd::batch_bool_cast<float>(index > W(31)),
                           Backend<Arch>::permute_wide(part[2], part[3], index),
                           Backend<Arch>::permute_wide(part[0], part[1], index));
    } else if constexpr (parts == 1) {
      return permute<Arch>(part[0], index);
    } else {
      const W low = index & W(7);
      return xsimd::select(xsimd::batch_bool_cast<float>(index > W(7)), permute<Arch>(part[1], low),
                           permute<Arch>(part[0], low));
    }
  }

  const float* component_[N];
  F part_[N][parts];
};

// In 4D, the axes of a vertex may come in any order: `components` has the index at which the
// components of each begin.
template <class Arch>
class OpenSimplexGradients<Arch, 4, LongHash<Arch>> {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  explicit OpenSimplexGradients(const model::OpenSimplexNoise& noise) noexcept
      : component_(reinterpret_cast<const float*>(&noise.gradients[3]->component)) {}

  static constexpr std::uint32_t components_of(int axis) noexcept {
    return static_cast<std::uint32_t>(axis) * 256;
  }

  XSIMD_INLINE void operator()(W hash, const W (&components)[4], F (&gradient)[4]) const noexcept {
    W choice = (hash >> model::choice_shift(4)) & W(model::choices_4d - 1);
    for (const std::uint32_t most : {2 * model::gradients_4d, model::gradients_4d})
      choice =
          xsimd::min(choice, choice - W(most));  // a difference below 0 wraps to a large number
    for (int i = 0; i < 4; ++i) gradient[i] = gather<Arch>(component_, components[i] + choice);
  }

 private:
  const float* component_;
};

}  // namespace perlane::kernels::open_simplex
