#pragma once
// Conversions between lanes of different widths, which xsimd has not. A vector of floats is two of
// doubles.

#include "kernels/lanes.hpp"

namespace perlane::kernels {

// Rounded to binary32.
template <class Arch>
XSIMD_INLINE Floats<Arch> narrow(Doubles<Arch> low, Doubles<Arch> high) noexcept {
#if XSIMD_WITH_AVX512BW
  if constexpr (is_avx512<Arch>) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high),
                              1);
  } else
#endif
#if XSIMD_WITH_AVX2
      if constexpr (is_avx2<Arch>) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(low)), _mm256_cvtpd_ps(high),
                                1);
  } else
#endif
#if XSIMD_WITH_SSE4_1
      if constexpr (is_sse4_1<Arch>) {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
  } else
#endif
#if XSIMD_WITH_NEON64
      if constexpr (is_neon64<Arch>) {
    return vcombine_f32(vcvt_f32_f64(low), vcvt_f32_f64(high));
  } else
#endif
  {
    constexpr int half = lanes<Arch> / 2;
    alignas(64) double from[lanes<Arch>];
    alignas(64) float to[lanes<Arch>];
    low.store_aligned(from);
    high.store_unaligned(from + half);
    for (int lane = 0; lane < lanes<Arch>; ++lane) to[lane] = static_cast<float>(from[lane]);
    return Floats<Arch>::load_aligned(to);
  }
}

// The lower 32 bits of each.
template <class Arch>
XSIMD_INLINE Words<Arch> low_words(xsimd::batch<std::uint64_t, Arch> low,
                                   xsimd::batch<std::uint64_t, Arch> high) noexcept {
#if XSIMD_WITH_AVX512BW
  if constexpr (is_avx512<Arch>) {
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    return _mm512_permutex2var_epi32(low, even, high);
  } else
#endif
#if XSIMD_WITH_AVX2
      if constexpr (is_avx2<Arch>) {
    const __m256 even =
        _mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), 0x88);
    return _mm256_permute4x64_epi64(_mm256_castps_si256(even), 0xd8);
  } else
#endif
#if XSIMD_WITH_SSE4_1
      if constexpr (is_sse4_1<Arch>) {
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(low), _mm_castsi128_ps(high), 0x88));
  } else
#endif
#if XSIMD_WITH_NEON64
      if constexpr (is_neon64<Arch>) {
    return vcombine_u32(vmovn_u64(low), vmovn_u64(high));
  } else
#endif
  {
    constexpr int half = lanes<Arch> / 2;
    alignas(64) std::uint64_t from[lanes<Arch>];
    alignas(64) std::uint32_t to[lanes<Arch>];
    low.store_aligned(from);
    high.store_unaligned(from + half);
    for (int lane = 0; lane < lanes<Arch>; ++lane)
      to[lane] = static_cast<std::uint32_t>(from[lane]);
    return Words<Arch>::load_aligned(to);
  }
}

// Whole numbers, of a magnitude below 2^51, modulo 2^32; and others to the nearest whole number,
// ties to even. The number becomes the end of the mantissa.
template <class Arch>
XSIMD_INLINE Words<Arch> to_words(Doubles<Arch> low, Doubles<Arch> high) noexcept {
  const Doubles<Arch> end(0x1.8p52);
  return low_words<Arch>(xsimd::bitwise_cast<std::uint64_t>(low + end),
                         xsimd::bitwise_cast<std::uint64_t>(high + end));
}

template <class Arch>
struct Widened {
  Doubles<Arch> low, high;
};

template <class Arch>
XSIMD_INLINE Widened<Arch> widen(Floats<Arch> values) noexcept {
#if XSIMD_WITH_AVX512BW
  if constexpr (is_avx512<Arch>) {
    return {_mm512_cvtps_pd(_mm512_castps512_ps256(values)),
            _mm512_cvtps_pd(_mm512_extractf32x8_ps(values, 1))};
  } else
#endif
#if XSIMD_WITH_AVX2
      if constexpr (is_avx2<Arch>) {
    return {_mm256_cvtps_pd(_mm256_castps256_ps128(values)),
            _mm256_cvtps_pd(_mm256_extractf128_ps(values, 1))};
  } else
#endif
#if XSIMD_WITH_SSE4_1
      if constexpr (is_sse4_1<Arch>) {
    return {_mm_cvtps_pd(values), _mm_cvtps_pd(_mm_movehl_ps(values, values))};
  } else
#endif
#if XSIMD_WITH_NEON64
      if constexpr (is_neon64<Arch>) {
    return {vcvt_f64_f32(vget_low_f32(values)), vcvt_high_f64_f32(values)};
  } else
#endif
  {
    constexpr int half = lanes<Arch> / 2;
    alignas(64) float from[lanes<Arch>];
    alignas(64) double to[lanes<Arch>];
    values.store_aligned(from);
    for (int lane = 0; lane < lanes<Arch>; ++lane) to[lane] = static_cast<double>(from[lane]);
    return {Doubles<Arch>::load_aligned(to), Doubles<Arch>::load_unaligned(to + half)};
  }
}

// The low 8 or 16 bits of each lane, one after another.
template <class Arch>
XSIMD_INLINE void store_codes(std::uint16_t* to, Words<Arch> codes, bool is_stream) noexcept {
#if XSIMD_WITH_AVX512BW
  if constexpr (is_avx512<Arch>) {
    const __m256i narrowed = _mm512_cvtepi32_epi16(codes);
    if (is_stream) {
      _mm256_stream_si256(reinterpret_cast<__m256i*>(to), narrowed);
    } else {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), narrowed);
    }
  } else
#endif
#if XSIMD_WITH_AVX2
      if constexpr (is_avx2<Arch>) {
    const __m128i narrowed =
        _mm_packus_epi32(_mm256_castsi256_si128(codes), _mm256_extracti128_si256(codes, 1));
    if (is_stream) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to), narrowed);
    } else {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to), narrowed);
    }
  } else
#endif
  {
    static_cast<void>(is_stream);
    alignas(64) std::uint32_t from[lanes<Arch>];
    codes.store_aligned(from);
    for (int lane = 0; lane < lanes<Arch>; ++lane)
      to[lane] = static_cast<std::uint16_t>(from[lane]);
  }
}

template <class Arch>
XSIMD_INLINE void store_codes(std::uint8_t* to, Words<Arch> codes, bool is_stream) noexcept {
#if XSIMD_WITH_AVX512BW
  if constexpr (is_avx512<Arch>) {
    const __m128i narrowed = _mm512_cvtepi32_epi8(codes);
    if (is_stream) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to), narrowed);
    } else {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to), narrowed);
    }
  } else
#endif
#if XSIMD_WITH_AVX2
      if constexpr (is_avx2<Arch>) {
    static_cast<void>(is_stream);
    const __m128i words =
        _mm_packus_epi32(_mm256_castsi256_si128(codes), _mm256_extracti128_si256(codes, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(words, words));
  } else
#endif
  {
    static_cast<void>(is_stream);
    alignas(64) std::uint32_t from[lanes<Arch>];
    codes.store_aligned(from);
    for (int lane = 0; lane < lanes<Arch>; ++lane) to[lane] = static_cast<std::uint8_t>(from[lane]);
  }
}

}  // namespace perlane::kernels
