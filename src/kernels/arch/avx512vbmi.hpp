#pragma once
// AVX-512 with VBMI, which looks up bytes. It only has kernels of its own where that is of use, see
// isa/avx512vbmi.cpp.

#include "kernels/arch/avx512.hpp"

namespace perlane::kernels {

template <>
struct Backend<xsimd::avx512vbmi> : Portable<xsimd::avx512vbmi> {
  using Base = xsimd::avx512bw;

  struct ByteTable {
    static constexpr bool exists = true;
    __m512i quarter[4];

    XSIMD_INLINE explicit ByteTable(const std::uint8_t* table) noexcept {
      for (int i = 0; i < 4; ++i) quarter[i] = _mm512_load_si512(table + 64 * i);
    }

    XSIMD_INLINE Bytes<xsimd::avx512vbmi> operator()(
        Bytes<xsimd::avx512vbmi> index) const noexcept {
      const __m512i low = _mm512_permutex2var_epi8(quarter[0], index, quarter[1]);
      const __m512i high = _mm512_permutex2var_epi8(quarter[2], index, quarter[3]);
      return _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
    }
  };
};

}  // namespace perlane::kernels
