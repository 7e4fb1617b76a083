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

  // A coordinate beyond the limit becomes the integer -2^31; none within the limit does.
  XSIMD_INLINE static Located<xsimd::sse4_1> locate(F s) noexcept {
    const __m128 whole = _mm_floor_ps(s);
    const __m128i cell = _mm_cvttps_epi32(whole);
    const __m128i beyond = _mm_cmpeq_epi32(cell, _mm_set1_epi32(std::int32_t(0x80000000u)));
    const F nan(std::numeric_limits<float>::quiet_NaN());
    return {cell, _mm_blendv_ps(_mm_sub_ps(s, whole), nan, _mm_castsi128_ps(beyond))};
  }

  // Four loads and a transposition are half as many operations as look-ups by byte shuffles.
  static constexpr bool loads_gradients = true;
  template <int N>
  XSIMD_INLINE static void load_gradients(const float (*vector)[4], W index,
                                          F (&gradient)[N]) noexcept {
    const Indices i(index);
    if constexpr (N <= 2) {
      const auto pair = [&](std::size_t low, std::size_t high) {
        const __m128 first =
            _mm_castpd_ps(_mm_load_sd(reinterpret_cast<const double*>(vector[low])));
        return _mm_loadh_pi(first, reinterpret_cast<const __m64*>(vector[high]));
      };
      const __m128 low = pair(i[0], i[1]), high = pair(i[2], i[3]);
      gradient[0] = _mm_shuffle_ps(low, high, 0x88);
      if constexpr (N == 2) gradient[1] = _mm_shuffle_ps(low, high, 0xdd);
    } else {
      const __m128 a = _mm_load_ps(vector[i[0]]), b = _mm_load_ps(vector[i[1]]),
                   c = _mm_load_ps(vector[i[2]]), d = _mm_load_ps(vector[i[3]]);
      const __m128 xy_low = _mm_unpacklo_ps(a, b), xy_high = _mm_unpacklo_ps(c, d);
      gradient[0] = _mm_movelh_ps(xy_low, xy_high);
      gradient[1] = _mm_movehl_ps(xy_high, xy_low);
      const __m128 zw_low = _mm_unpackhi_ps(a, b), zw_high = _mm_unpackhi_ps(c, d);
      gradient[2] = _mm_movelh_ps(zw_low, zw_high);
      if constexpr (N == 4) gradient[3] = _mm_movehl_ps(zw_high, zw_low);
    }
  }

  // Four numbers in registers of their own.
  struct Indices {
#if defined(__x86_64__) || defined(_M_X64)
    // By two, for each extraction is two operations.
    std::uint64_t low, high;
    XSIMD_INLINE explicit Indices(__m128i from) noexcept
        : low(static_cast<std::uint64_t>(_mm_cvtsi128_si64(from))),
          high(static_cast<std::uint64_t>(_mm_extract_epi64(from, 1))) {}
    XSIMD_INLINE std::size_t operator[](int lane) const noexcept {
      const std::uint64_t two = lane < 2 ? low : high;
      return static_cast<std::size_t>(lane % 2 == 0 ? two & 0xffffffffu : two >> 32);
    }
#else
    alignas(16) std::uint32_t number[4];
    XSIMD_INLINE explicit Indices(__m128i from) noexcept {
      _mm_store_si128(reinterpret_cast<__m128i*>(number), from);
    }
    XSIMD_INLINE std::size_t operator[](int lane) const noexcept { return number[lane]; }
#endif
  };

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
