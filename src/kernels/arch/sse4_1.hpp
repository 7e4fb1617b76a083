#pragma once
// SSE4.1.

#include "kernels/arch/portable.hpp"

namespace perlane::kernels {

template <>
struct Backend<xsimd::sse4_1> : Portable<xsimd::sse4_1> {
  XSIMD_INLINE static F narrow(D low, D high) noexcept {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
  }

  XSIMD_INLINE static Widened<xsimd::sse4_1> widen(F values) noexcept {
    return {_mm_cvtps_pd(values), _mm_cvtps_pd(_mm_movehl_ps(values, values))};
  }

  XSIMD_INLINE static W low_words(LongWords<xsimd::sse4_1> low,
                                  LongWords<xsimd::sse4_1> high) noexcept {
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(low), _mm_castsi128_ps(high), 0x88));
  }

  // What is beyond the limit becomes the integer -2^31, which no coordinate within it does.
  XSIMD_INLINE static Located<xsimd::sse4_1> locate(F s) noexcept {
    const __m128 whole = _mm_floor_ps(s);
    const __m128i cell = _mm_cvttps_epi32(whole);
    const __m128i beyond = _mm_cmpeq_epi32(cell, _mm_set1_epi32(std::int32_t(0x80000000u)));
    const F nan(std::numeric_limits<float>::quiet_NaN());
    return {cell, _mm_blendv_ps(_mm_sub_ps(s, whole), nan, _mm_castsi128_ps(beyond))};
  }

  // Shuffles look up bytes in tables of four numbers.
  class Table8 {
   public:
    struct Index {
      __m128i bytes;
      __m128 is_upper;
    };

    Table8() = default;
    XSIMD_INLINE explicit Table8(const float* table) noexcept
        : lower_(_mm_castps_si128(_mm_load_ps(table))),
          upper_(_mm_castps_si128(_mm_load_ps(table + 4))) {}

    XSIMD_INLINE static Index index_of(W word) noexcept {
      // Bits 28 and 29 become bits 2 and 3 of every byte.
      const __m128i first = _mm_set_epi32(0x0c0c0c0c, 0x08080808, 0x04040404, 0x00000000);
      const __m128i number = _mm_shuffle_epi8(_mm_srli_epi32(word, 26), first);
      const __m128i bytes = _mm_or_si128(_mm_and_si128(number, _mm_set1_epi32(0x0c0c0c0c)),
                                         _mm_set1_epi32(0x03020100));
      return {bytes, _mm_castsi128_ps(_mm_slli_epi32(word, 1))};
    }
    XSIMD_INLINE F operator()(const Index& index) const noexcept {
      return _mm_blendv_ps(_mm_castsi128_ps(_mm_shuffle_epi8(lower_, index.bytes)),
                           _mm_castsi128_ps(_mm_shuffle_epi8(upper_, index.bytes)),
                           index.is_upper);
    }

   private:
    __m128i lower_, upper_;
  };

  XSIMD_INLINE static void stream(float* to, F values) noexcept { _mm_stream_ps(to, values); }
};

}  // namespace perlane::kernels
