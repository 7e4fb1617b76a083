#pragma once
// AVX-512 of every processor that has it beyond Xeon Phi: F, CD, DQ and BW.

#include "kernels/arch/portable.hpp"

namespace perlane::kernels {

template <>
struct Backend<xsimd::avx512bw> : Portable<xsimd::avx512bw> {
  XSIMD_INLINE static F narrow(D low, D high) noexcept {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high),
                              1);
  }

  XSIMD_INLINE static Widened<xsimd::avx512bw> widen(F values) noexcept {
    return {_mm512_cvtps_pd(_mm512_castps512_ps256(values)),
            _mm512_cvtps_pd(_mm512_extractf32x8_ps(values, 1))};
  }

  XSIMD_INLINE static W low_words(LongWords<xsimd::avx512bw> low,
                                  LongWords<xsimd::avx512bw> high) noexcept {
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    return _mm512_permutex2var_epi32(low, even, high);
  }

  XSIMD_INLINE static void store_codes(std::uint16_t* to, W codes, bool is_stream) noexcept {
    const __m256i narrowed = _mm512_cvtepi32_epi16(codes);
    if (is_stream) {
      _mm256_stream_si256(reinterpret_cast<__m256i*>(to), narrowed);
    } else {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), narrowed);
    }
  }
  XSIMD_INLINE static void store_codes(std::uint8_t* to, W codes, bool is_stream) noexcept {
    const __m128i narrowed = _mm512_cvtepi32_epi8(codes);
    if (is_stream) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to), narrowed);
    } else {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to), narrowed);
    }
  }

  XSIMD_INLINE static void stream(float* to, F values) noexcept { _mm512_stream_ps(to, values); }

  // What is beyond the limit becomes the integer -2^31, which no coordinate within it does.
  XSIMD_INLINE static Located<xsimd::avx512bw> locate(F s) noexcept {
    const __m512i cell = _mm512_cvt_roundps_epi32(s, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    const __mmask16 is_within =
        _mm512_cmpneq_epi32_mask(cell, _mm512_set1_epi32(std::int32_t(0x80000000u)));
    const F nan(std::numeric_limits<float>::quiet_NaN());
    return {cell, _mm512_mask_sub_ps(nan, is_within, s, _mm512_cvtepi32_ps(cell))};
  }

  XSIMD_INLINE static int compress(std::uint32_t* to, W words,
                                   xsimd::batch_bool<float, xsimd::avx512bw> chosen) noexcept {
    const __mmask16 mask = chosen;
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(mask, words));
    return static_cast<int>(_mm_popcnt_u32(mask));
  }

  XSIMD_INLINE static W xor_or(W a, W b, W c) noexcept {
    return _mm512_ternarylogic_epi32(a, b, c, 0xbe);
  }
  XSIMD_INLINE static W and_xor(W a, W b, W c) noexcept {
    return _mm512_ternarylogic_epi32(a, b, c, 0x6a);
  }

  static constexpr bool has_wide_permute = true;
  XSIMD_INLINE static F permute_wide(F low, F high, W index) noexcept {
    return _mm512_permutex2var_ps(low, index, high);
  }
};

}  // namespace perlane::kernels
