#pragma once
// Lanes of samples, and the few operations on them that xsimd lacks or does better when told more.

#include "model/memory.hpp"
#include "model/sink.hpp"
#include "model/tile.hpp"
#include "kernels/arch.hpp"

#include <cassert>
#include <cmath>
#include <cstdint>

namespace perlane::kernels {

template <class Arch>
using Floats = xsimd::batch<float, Arch>;
template <class Arch>
using Doubles = xsimd::batch<double, Arch>;
template <class Arch>
using Words = xsimd::batch<std::uint32_t, Arch>;

template <class Arch>
inline constexpr int lanes = static_cast<int>(Floats<Arch>::size);

template <class Arch>
constexpr int round_up_to_lanes(int count) noexcept {
  return (count + lanes<Arch> - 1) / lanes<Arch> * lanes<Arch>;
}

// Every lane takes the lane of `values` that `index` names, 0 to lanes - 1.
template <class Arch>
XSIMD_INLINE Floats<Arch> permute(Floats<Arch> values, Words<Arch> index) noexcept {
  return xsimd::swizzle(values, index);
}

// The same from two vectors, 0 to 2 * lanes - 1, where that is one instruction.
template <class Arch>
inline constexpr bool has_wide_permute = is_avx512<Arch>;
#if XSIMD_WITH_AVX512BW
template <class Arch>
XSIMD_INLINE Floats<Arch> permute_wide(Floats<Arch> low, Floats<Arch> high,
                                       Words<Arch> index) noexcept {
  return _mm512_permutex2var_ps(low, index, high);
}
#endif

template <class Arch>
XSIMD_INLINE Words<Arch> gather(const std::uint32_t* table, Words<Arch> index) noexcept {
  return Words<Arch>::gather(table, xsimd::bitwise_cast<std::int32_t>(index));
}
template <class Arch>
XSIMD_INLINE Floats<Arch> gather(const float* table, Words<Arch> index) noexcept {
  return Floats<Arch>::gather(table, xsimd::bitwise_cast<std::int32_t>(index));
}

// A table of 8 entries that stands twice in a row, for 16 lanes; in registers, where a vector of it
// can be permuted. Index 0 to 7.
template <class Arch>
class Table8 {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  Table8() = default;
  XSIMD_INLINE explicit Table8(const float* table) noexcept : table_(table) {
    for (int i = 0; i < parts; ++i) part_[i] = F::load_aligned(table + i * lanes<Arch>);
  }

  XSIMD_INLINE F operator()(W index) const noexcept {
    if constexpr (lanes<Arch> >= 8) {
      return permute<Arch>(part_[0], index);
    } else if constexpr (lanes<Arch> == 4) {
      const W low = index & W(3);
      return xsimd::select(xsimd::batch_bool_cast<float>(index == low),
                           permute<Arch>(part_[0], low), permute<Arch>(part_[1], low));
    } else {
      return gather<Arch>(table_, index);
    }
  }

 private:
  static constexpr int parts = lanes<Arch> >= 8 ? 1 : 2;
  const float* table_;
  F part_[parts];
};

// Looks up a table of 16 entries, 64-byte aligned; index 0 to 15.
template <class Arch>
XSIMD_INLINE Floats<Arch> look_up_16(const float* table, Words<Arch> index) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  if constexpr (lanes<Arch> == 16) {
    return permute<Arch>(F::load_aligned(table), index);
  } else if constexpr (lanes<Arch> == 8) {
    return xsimd::select(xsimd::batch_bool_cast<float>(index > W(7)),
                         permute<Arch>(F::load_aligned(table + 8), index & W(7)),
                         permute<Arch>(F::load_aligned(table), index & W(7)));
  } else {
    return gather<Arch>(table, index);
  }
}

// xsimd's own floor, which it uses where it knows of no instruction, makes +0 of -0, and converts
// numbers to integers that are too large for them.
template <class Arch, class Batch>
XSIMD_INLINE Batch floor_of(Batch values) noexcept {
#if XSIMD_WITH_NEON64
  if constexpr (std::is_same_v<Batch, xsimd::batch<float, xsimd::neon64>>)
    return vrndmq_f32(values);
  if constexpr (std::is_same_v<Batch, xsimd::batch<double, xsimd::neon64>>)
    return vrndmq_f64(values);
#endif
  if constexpr (std::is_same_v<Arch, Scalar>) {
    alignas(64) typename Batch::value_type lane[Batch::size];
    values.store_aligned(lane);
    for (auto& value : lane) value = std::floor(value);
    return Batch::load_aligned(lane);
  } else {
    return xsimd::floor(values);
  }
}

// Correctly rounded, where xsimd may take estimates.
template <class Arch, class Batch>
XSIMD_INLINE Batch quotient(Batch a, Batch b) noexcept {
#if XSIMD_WITH_NEON64
  if constexpr (std::is_same_v<Batch, xsimd::batch<float, xsimd::neon64>>) return vdivq_f32(a, b);
  if constexpr (std::is_same_v<Batch, xsimd::batch<double, xsimd::neon64>>) return vdivq_f64(a, b);
#endif
  return a / b;
}
template <class Arch>
XSIMD_INLINE Floats<Arch> root(Floats<Arch> a) noexcept {
#if XSIMD_WITH_NEON64
  if constexpr (is_neon64<Arch>) return vsqrtq_f32(a);
#endif
  return xsimd::sqrt(a);
}

// Stores past the caches where the instruction set can; aligned to the vector. See
// engine/streaming.hpp.
template <class Arch>
XSIMD_INLINE void stream(float* to, Floats<Arch> values) noexcept {
#if defined(__x86_64__) || defined(_M_X64)
  if constexpr (is_sse4_1<Arch>) {
    _mm_stream_ps(to, values);
  }
#if XSIMD_WITH_AVX2
  else if constexpr (is_avx2<Arch>) {
    _mm256_stream_ps(to, values);
  }
#endif
#if XSIMD_WITH_AVX512BW
  else if constexpr (is_avx512<Arch>) {
    _mm512_stream_ps(to, values);
  }
#endif
  else
#endif
    values.store_aligned(to);
}

// Memory for `count` elements and for as many more as a full vector may read or write beyond them.
template <class Arch, class T>
XSIMD_INLINE T* take(model::Arena& arena, int count) noexcept {
  T* result = reinterpret_cast<T*>(arena.next);
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T) + 64;
  arena.next += (bytes + 63) / 64 * 64;
  assert(arena.next <= arena.end);
  return result;
}

// The same from the end of the arena, for the moment only: it is not taken.
template <class Arch, class T>
XSIMD_INLINE T* borrow(const model::Arena& arena, int count) noexcept {
  const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(T) + 64 + 63) / 64 * 64;
  assert(arena.next + bytes <= arena.end);
  return reinterpret_cast<T*>(arena.end - bytes);
}

}  // namespace perlane::kernels
