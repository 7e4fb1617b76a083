#pragma once
// AVX-512 of every processor that has it beyond Xeon Phi: F, CD, DQ and BW.

#include "kernels/arch/portable.hpp"

namespace perlane::kernels {

template <>
struct Backend<xsimd::avx512bw> : Portable<xsimd::avx512bw> {
  static constexpr bool has_many_registers = true;

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

  XSIMD_INLINE static B codes(F largest, F a, F b) noexcept {
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), pack(largest, a, b));
  }
  XSIMD_INLINE static B codes(F largest, F a, F b, F c, F d) noexcept {
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm512_permutexvar_epi32(order,
                                    _mm512_packus_epi16(pack(largest, a, b), pack(largest, c, d)));
  }

  XSIMD_INLINE static void stream(float* to, F values) noexcept { _mm512_stream_ps(to, values); }
  XSIMD_INLINE static void stream(std::uint8_t* to, B bytes) noexcept {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), bytes);
  }

  // A coordinate beyond the limit becomes the integer -2^31; none within the limit does.
  XSIMD_INLINE static Located<xsimd::avx512bw> locate(F s) noexcept {
    const __m512i cell = _mm512_cvt_roundps_epi32(s, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    const __mmask16 is_within =
        _mm512_cmpneq_epi32_mask(cell, _mm512_set1_epi32(std::int32_t(0x80000000u)));
    const F nan(std::numeric_limits<float>::quiet_NaN());
    return {cell, _mm512_mask_sub_ps(nan, is_within, s, _mm512_cvtepi32_ps(cell))};
  }

  template <class T>
  XSIMD_INLINE static int compress(T* to, xsimd::batch<T, xsimd::avx512bw> values,
                                   xsimd::batch_bool<float, xsimd::avx512bw> chosen) noexcept {
    const __mmask16 mask = chosen;
    _mm512_storeu_si512(
        to, _mm512_maskz_compress_epi32(mask, xsimd::bitwise_cast<std::uint32_t>(values)));
    return static_cast<int>(_mm_popcnt_u32(mask));
  }

  XSIMD_INLINE static W xor_or(W a, W b, W c) noexcept {
    return _mm512_ternarylogic_epi32(a, b, c, 0xbe);
  }

  static constexpr bool has_wide_permute = true;
  XSIMD_INLINE static F permute_wide(F low, F high, W index) noexcept {
    return _mm512_permutex2var_ps(low, index, high);
  }

 private:
  // As with AVX2.
  XSIMD_INLINE static __m512i pack(F largest, F a, F b) noexcept {
    return _mm512_packus_epi32(_mm512_cvtps_epi32(_mm512_min_ps(largest, a)),
                               _mm512_cvtps_epi32(_mm512_min_ps(largest, b)));
  }
};

}  // namespace perlane::kernels
