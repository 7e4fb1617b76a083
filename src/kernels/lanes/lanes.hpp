#pragma once
// The few operations on lanes that xsimd lacks, or that are faster because they know more about
// their operands. For conversions, a vector of floats is two of doubles.

#include "kernels/arch/arch.hpp"

namespace perlane::kernels {

template <class Arch>
constexpr int round_up_to_lanes(int count) noexcept {
  return (count + lanes<Arch> - 1) & -lanes<Arch>;  // a power of two
}

template <class Arch, class Batch>
XSIMD_INLINE Batch floor_of(Batch values) noexcept {
  return Backend<Arch>::floor(values);
}
template <class Arch, class Batch>
XSIMD_INLINE Batch quotient(Batch a, Batch b) noexcept {
  return Backend<Arch>::quotient(a, b);
}

template <class Arch>
XSIMD_INLINE Floats<Arch> narrow(Doubles<Arch> low, Doubles<Arch> high) noexcept {
  return Backend<Arch>::narrow(low, high);
}
template <class Arch>
XSIMD_INLINE Widened<Arch> widen(Floats<Arch> values) noexcept {
  return Backend<Arch>::widen(values);
}

// Calls visit<N>() with a number of dimensions as a constant.
template <class Visit>
XSIMD_INLINE auto with_dimensions(int dimensions, const Visit& visit) noexcept {
  switch (dimensions) {
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 3:
      return visit.template operator()<3>();
    default:
      return visit.template operator()<4>();
  }
}

// Converts whole numbers of a magnitude below 2^51, modulo 2^32; others are rounded to the nearest,
// ties to even. The number becomes the end of the mantissa.
template <class Arch>
XSIMD_INLINE Words<Arch> to_words(Doubles<Arch> low, Doubles<Arch> high) noexcept {
  const Doubles<Arch> end(0x1.8p52);
  return Backend<Arch>::low_words(xsimd::bitwise_cast<std::uint64_t>(low + end),
                                  xsimd::bitwise_cast<std::uint64_t>(high + end));
}

// Whole numbers of a magnitude below 2^53, modulo 2^32.
template <class Arch>
XSIMD_INLINE Words<Arch> to_words_modulo(Doubles<Arch> low, Doubles<Arch> high) noexcept {
  using D = Doubles<Arch>;
  const auto remainder = [](D number) {
    return number - floor_of<Arch>(number * D(0x1p-32)) * D(0x1p32);
  };
  return to_words<Arch>(remainder(low), remainder(high));
}

// Every lane takes the lane of `values` that `index` names, modulo the lanes.
template <class Arch>
XSIMD_INLINE Floats<Arch> permute(Floats<Arch> values, Words<Arch> index) noexcept {
  return Backend<Arch>::permute(values, index);
}

template <class Arch>
XSIMD_INLINE Words<Arch> gather(const std::uint32_t* table, Words<Arch> index) noexcept {
  return Words<Arch>::gather(table, xsimd::bitwise_cast<std::int32_t>(index));
}
template <class Arch>
XSIMD_INLINE Floats<Arch> gather(const float* table, Words<Arch> index) noexcept {
  return Floats<Arch>::gather(table, xsimd::bitwise_cast<std::int32_t>(index));
}

// 0, 1, 2 ..., lane by lane.
template <class Arch>
XSIMD_INLINE Words<Arch> lane_numbers() noexcept {
  alignas(64) static constexpr std::uint32_t numbers[16] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                            8, 9, 10, 11, 12, 13, 14, 15};
  return Words<Arch>::load_aligned(numbers);
}

// Calls step(other) for each step of a reduction over all lanes: `other` has the partner of every
// lane in that step.
template <class Arch, class Step>
XSIMD_INLINE void reduce_by_steps(const Step& step) noexcept {
  for (std::uint32_t half = lanes<Arch> / 2; half > 0; half /= 2)
    step(lane_numbers<Arch>() ^ Words<Arch>(half));
}

// Reduces the numbers of all lanes to one, by combine(a, b), whose order does not matter.
template <class Arch, class Combine>
XSIMD_INLINE float reduce_lanes(Floats<Arch> values, const Combine& combine) noexcept {
  reduce_by_steps<Arch>(
      [&](Words<Arch> other) { values = combine(values, permute<Arch>(values, other)); });
  return values.get(0);
}

// Multiplies `count` numbers, and the padding of the last vector.
template <class Arch>
void scale(float* line, float factor, int count) noexcept {
  for (int i = 0; i < count; i += lanes<Arch>)
    (Floats<Arch>::load_aligned(line + i) * Floats<Arch>(factor)).store_aligned(line + i);
}

// Looks up a table of 16 entries, 64-byte aligned. It is in registers where vectors can be
// permuted. Indices are 0 to 15.
template <class Arch>
class Table16 {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  Table16() = default;
  XSIMD_INLINE explicit Table16(const float* table) noexcept : table_(table) {
    for (int i = 0; i < parts; ++i) part_[i] = F::load_aligned(table + i * lanes<Arch>);
  }

  XSIMD_INLINE F operator()(W index) const noexcept {
    if constexpr (lanes<Arch> == 16) {
      return permute<Arch>(part_[0], index);
    } else if constexpr (lanes<Arch> == 8) {
      const W low = index & W(7);
      return xsimd::select(xsimd::batch_bool_cast<float>(index > W(7)),
                           permute<Arch>(part_[1], low), permute<Arch>(part_[0], low));
    } else {
      return gather<Arch>(table_, index);
    }
  }

 private:
  static constexpr int parts = lanes<Arch> >= 8 ? 16 / lanes<Arch> : 1;
  const float* table_;
  F part_[parts];
};

}  // namespace perlane::kernels
