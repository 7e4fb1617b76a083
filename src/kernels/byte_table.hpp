#pragma once
// Tables of 256 bytes that sit in registers, where the instruction set can look up a whole vector
// of bytes at once. The other sets gather: sixteen 16-byte shuffles in place of a gather were
// tried, and cost the same with AVX-512 and a quarter more with AVX2.

#include "kernels/lanes.hpp"

namespace perlane::kernels {

template <class Arch>
using Bytes = xsimd::batch<std::uint8_t, Arch>;

template <class Arch>
struct ByteTable {
  static constexpr bool exists = false;
};

#if XSIMD_WITH_AVX512VBMI
template <>
struct ByteTable<xsimd::avx512vbmi> {
  static constexpr bool exists = true;
  __m512i quarter[4];

  XSIMD_INLINE explicit ByteTable(const std::uint8_t* table) noexcept {
    for (int i = 0; i < 4; ++i) quarter[i] = _mm512_load_si512(table + 64 * i);
  }

  XSIMD_INLINE Bytes<xsimd::avx512vbmi> operator()(Bytes<xsimd::avx512vbmi> index) const noexcept {
    const __m512i low = _mm512_permutex2var_epi8(quarter[0], index, quarter[1]);
    const __m512i high = _mm512_permutex2var_epi8(quarter[2], index, quarter[3]);
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
  }
};
#endif

#if XSIMD_WITH_NEON64
template <>
struct ByteTable<xsimd::neon64> {
  static constexpr bool exists = true;
  uint8x16x4_t quarter[4];

  XSIMD_INLINE explicit ByteTable(const std::uint8_t* table) noexcept {
    for (int i = 0; i < 4; ++i) quarter[i] = vld1q_u8_x4(table + 64 * i);
  }

  // An index past a quarter leaves its byte as it is.
  XSIMD_INLINE Bytes<xsimd::neon64> operator()(Bytes<xsimd::neon64> index) const noexcept {
    const uint8x16_t i = index;
    uint8x16_t result = vqtbl4q_u8(quarter[0], i);
    result = vqtbx4q_u8(result, quarter[1], vsubq_u8(i, vdupq_n_u8(64)));
    result = vqtbx4q_u8(result, quarter[2], vsubq_u8(i, vdupq_n_u8(128)));
    return Bytes<xsimd::neon64>(vqtbx4q_u8(result, quarter[3], vsubq_u8(i, vdupq_n_u8(192))));
  }
};
#endif

// Four words of less than 256 in each lane, and back.
template <class Arch>
XSIMD_INLINE Bytes<Arch> pack(Words<Arch> a, Words<Arch> b, Words<Arch> c, Words<Arch> d) noexcept {
  return xsimd::bitwise_cast<std::uint8_t>((a | (b << 8)) | ((c << 16) | (d << 24)));
}
template <class Arch>
XSIMD_INLINE Words<Arch> unpack(Bytes<Arch> packed, int which) noexcept {
  return (xsimd::bitwise_cast<std::uint32_t>(packed) >> (8 * which)) & Words<Arch>(255);
}

}  // namespace perlane::kernels
