#pragma once
// Operations that xsimd lacks, by plain loops or by xsimd, for instruction sets that have nothing
// better.

#include "model/noises.hpp"
#include "kernels/arch/arch.hpp"

#include <type_traits>

namespace perlane::kernels {

template <class Arch>
struct Portable {
  using F = Floats<Arch>;
  using D = Doubles<Arch>;
  using W = Words<Arch>;
  using B = Bytes<Arch>;

  // The instruction set that has all kernels but those that look up hashes: itself, unless a
  // backend only adds byte tables to another.
  using Base = Arch;

  // Rounded to binary32.
  XSIMD_INLINE static F narrow(D low, D high) noexcept {
    alignas(64) double from[lanes<Arch>];
    alignas(64) float to[lanes<Arch>];
    low.store_aligned(from);
    high.store_unaligned(from + half);
    for (int lane = 0; lane < lanes<Arch>; ++lane) to[lane] = static_cast<float>(from[lane]);
    return F::load_aligned(to);
  }

  XSIMD_INLINE static Widened<Arch> widen(F values) noexcept {
    alignas(64) float from[lanes<Arch>];
    alignas(64) double to[lanes<Arch>];
    values.store_aligned(from);
    for (int lane = 0; lane < lanes<Arch>; ++lane) to[lane] = static_cast<double>(from[lane]);
    return {D::load_aligned(to), D::load_unaligned(to + half)};
  }

  // Returns the lower 32 bits of each.
  XSIMD_INLINE static W low_words(LongWords<Arch> low, LongWords<Arch> high) noexcept {
    alignas(64) std::uint64_t from[lanes<Arch>];
    alignas(64) std::uint32_t to[lanes<Arch>];
    low.store_aligned(from);
    high.store_unaligned(from + half);
    for (int lane = 0; lane < lanes<Arch>; ++lane)
      to[lane] = static_cast<std::uint32_t>(from[lane]);
    return W::load_aligned(to);
  }

  // Returns the nearest whole numbers from 0 to largest, ties to even, and 0 for NaN: those of two
  // vectors in 16 bits each, or of four in 8.
  template <class... Values>
  XSIMD_INLINE static B codes(F largest, Values... values) noexcept {
    constexpr int vectors = sizeof...(Values);
    const F position[] = {values...};
    alignas(64) std::uint32_t from[vectors * lanes<Arch>];
    alignas(64) Code<vectors> to[vectors * lanes<Arch>];
    for (int v = 0; v < vectors; ++v) {
      // NaN is not more than 0. Added to 2^23, the number becomes the end of the mantissa.
      const F above = xsimd::select(position[v] > F(0.0f), position[v], F(0.0f));
      const F inside = xsimd::select(above < largest, above, largest);
      xsimd::bitwise_cast<std::uint32_t>(inside + F(0x1p23f)).store_aligned(from + v * lanes<Arch>);
    }
    for (int i = 0; i < vectors * lanes<Arch>; ++i) to[i] = static_cast<Code<vectors>>(from[i]);
    return B::load_aligned(reinterpret_cast<const std::uint8_t*>(to));
  }

  // Store to addresses aligned to the vector, past the caches if possible. See
  // engine/streaming.hpp.
  XSIMD_INLINE static void stream(float* to, F values) noexcept { values.store_aligned(to); }
  XSIMD_INLINE static void stream(std::uint8_t* to, B bytes) noexcept { bytes.store_aligned(to); }

  // A backend overrides these where xsimd's are not exact: where its floor is not an instruction,
  // it makes +0 of -0 and converts numbers to integers that are too large for them; and it may take
  // estimates for quotients and roots.
  template <class Batch>
  XSIMD_INLINE static Batch floor(Batch values) noexcept {
    return xsimd::floor(values);
  }
  template <class Batch>
  XSIMD_INLINE static Batch quotient(Batch a, Batch b) noexcept {
    return a / b;
  }
  XSIMD_INLINE static F root(F a) noexcept { return xsimd::sqrt(a); }

  // Every lane takes the lane that `index` names, modulo the lanes. A backend overrides this where
  // xsimd needs indices below the lanes, as with AVX.
  XSIMD_INLINE static F permute(F values, W index) noexcept {
    return xsimd::swizzle(values, index);
  }

  // Set if one instruction, `permute_wide`, takes every lane from either of two vectors.
  static constexpr bool has_wide_permute = false;

  // True if there are 32 registers of vectors, and not 16.
  static constexpr bool has_many_registers = false;

  // A table of 256 bytes in registers, where one vector of bytes can look up another. The other
  // sets gather: sixteen 16-byte shuffles in place of a gather cost the same with AVX-512 and a
  // quarter more with AVX2.
  struct ByteTable {
    static constexpr bool exists = false;
  };

  // Returns cells and fractions of coordinates in binary32, see kernels/lanes/locate.hpp.
  // Instruction sets differ in the conversion of numbers that are too large.
  XSIMD_INLINE static Located<Arch> locate(F s) noexcept {
    const Limited<F> limited = within_limit(s, model::float_coordinate_limit);
    const F whole = Backend<Arch>::floor(limited.inside);
    return {xsimd::bitwise_cast<std::uint32_t>(xsimd::to_int(whole)),
            limited.or_nan(limited.inside - whole)};
  }

  // Returns cells and fractions of coordinates in binary64. If `is_checked`, the fraction of a
  // coordinate beyond the limit is NaN.
  template <bool is_checked>
  XSIMD_INLINE static Located<Arch> locate_wide(D low, D high) noexcept {
    const D low_cell = Backend<Arch>::floor(low), high_cell = Backend<Arch>::floor(high);
    const auto fraction = [](D s, D cell) {
      if constexpr (!is_checked) return s - cell;
      return within_limit(s, model::coordinate_limit).or_nan(s - cell);
    };
    const D end(0x1.8p52);  // as in kernels/lanes/lanes.hpp, to_words
    return {Backend<Arch>::low_words(xsimd::bitwise_cast<std::uint64_t>(low_cell + end),
                                     xsimd::bitwise_cast<std::uint64_t>(high_cell + end)),
            Backend<Arch>::narrow(fraction(low, low_cell), fraction(high, high_cell))};
  }

  // Writes the chosen lanes one after another, and anything after them, a vector in all. Returns
  // the number of chosen lanes.
  template <class T>
  XSIMD_INLINE static int compress(T* to, xsimd::batch<T, Arch> values,
                                   xsimd::batch_bool<float, Arch> chosen) noexcept {
    alignas(64) T from[lanes<Arch>];
    values.store_aligned(from);
    const std::uint64_t mask = chosen.mask();
    int count = 0;
    for (int lane = 0; lane < lanes<Arch>; ++lane) {
      to[count] = from[lane];
      count += static_cast<int>(mask >> lane & 1);
    }
    return count;
  }

  // (a ^ b) | c, which is one operation in some instruction sets.
  XSIMD_INLINE static W xor_or(W a, W b, W c) noexcept { return (a ^ b) | c; }

  // Set if `load_gradients` loads a gradient as a whole, which is then faster than tables of
  // components.
  static constexpr bool loads_gradients = false;

  // A table of eight numbers, which are in memory twice in a row, for 16 lanes. Bits 28 to 30 of a
  // hash are the index. A backend has it in registers where vectors can be permuted.
  class Table8 {
   public:
    using Index = W;

    Table8() = default;
    XSIMD_INLINE explicit Table8(const float* table) noexcept : table_(table) {}

    XSIMD_INLINE static Index index_of(W word) noexcept { return (word >> 28) & W(7); }
    XSIMD_INLINE F operator()(const Index& index) const noexcept {
      return F::gather(table_, xsimd::bitwise_cast<std::int32_t>(index));
    }

   private:
    const float* table_;
  };

 private:
  template <int vectors>
  using Code = std::conditional_t<vectors == 2, std::uint16_t, std::uint8_t>;
  static constexpr int half = lanes<Arch> / 2;
};

}  // namespace perlane::kernels
