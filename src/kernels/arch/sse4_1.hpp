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

  XSIMD_INLINE static B codes(F largest, F a, F b) noexcept { return pack(largest, a, b); }
  XSIMD_INLINE static B codes(F largest, F a, F b, F c, F d) noexcept {
    return _mm_packus_epi16(pack(largest, a, b), pack(largest, c, d));
  }

  XSIMD_INLINE static void stream(float* to, F values) noexcept { _mm_stream_ps(to, values); }
  XSIMD_INLINE static void stream(std::uint8_t* to, B bytes) noexcept {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), bytes);
  }

 private:
  // As with AVX2.
  XSIMD_INLINE static __m128i pack(F largest, F a, F b) noexcept {
    return _mm_packus_epi32(_mm_cvtps_epi32(_mm_min_ps(largest, a)),
                            _mm_cvtps_epi32(_mm_min_ps(largest, b)));
  }
};

}  // namespace perlane::kernels
