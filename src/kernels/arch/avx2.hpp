#pragma once
// AVX2.

#include "kernels/arch/portable.hpp"

namespace perlane::kernels {

// The lanes that a mask has, in order.
template <class Arch>
struct LanesOfMask {
  std::uint8_t lane[256][8];

  constexpr LanesOfMask() noexcept : lane{} {
    for (unsigned mask = 0; mask < 256; ++mask) {
      int count = 0;
      for (std::uint8_t i = 0; i < 8; ++i) {
        if ((mask >> i & 1) != 0) lane[mask][count++] = i;
      }
    }
  }
};

template <>
struct Backend<xsimd::avx2> : Portable<xsimd::avx2> {
  XSIMD_INLINE static F narrow(D low, D high) noexcept {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(low)), _mm256_cvtpd_ps(high),
                                1);
  }

  XSIMD_INLINE static Widened<xsimd::avx2> widen(F values) noexcept {
    return {_mm256_cvtps_pd(_mm256_castps256_ps128(values)),
            _mm256_cvtps_pd(_mm256_extractf128_ps(values, 1))};
  }

  XSIMD_INLINE static W low_words(LongWords<xsimd::avx2> low,
                                  LongWords<xsimd::avx2> high) noexcept {
    const __m256 even =
        _mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), 0x88);
    return _mm256_permute4x64_epi64(_mm256_castps_si256(even), 0xd8);
  }

  XSIMD_INLINE static B codes(F largest, F a, F b) noexcept {
    return _mm256_permute4x64_epi64(pack(largest, a, b), 0xd8);
  }
  XSIMD_INLINE static B codes(F largest, F a, F b, F c, F d) noexcept {
    const __m256i bytes = _mm256_packus_epi16(pack(largest, a, b), pack(largest, c, d));
    return _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
  }

  XSIMD_INLINE static void stream(float* to, F values) noexcept { _mm256_stream_ps(to, values); }
  XSIMD_INLINE static void stream(std::uint8_t* to, B bytes) noexcept {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), bytes);
  }

  // A coordinate beyond the limit becomes the integer -2^31; none within the limit does.
  XSIMD_INLINE static Located<xsimd::avx2> locate(F s) noexcept {
    const __m256 whole = _mm256_floor_ps(s);
    const __m256i cell = _mm256_cvttps_epi32(whole);
    const __m256i beyond = _mm256_cmpeq_epi32(cell, _mm256_set1_epi32(std::int32_t(0x80000000u)));
    const F nan(std::numeric_limits<float>::quiet_NaN());
    return {cell, _mm256_blendv_ps(_mm256_sub_ps(s, whole), nan, _mm256_castsi256_ps(beyond))};
  }

  template <class T>
  XSIMD_INLINE static int compress(T* to, xsimd::batch<T, xsimd::avx2> values,
                                   xsimd::batch_bool<float, xsimd::avx2> chosen) noexcept {
    const auto mask = static_cast<unsigned>(_mm256_movemask_ps(chosen));
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(lanes_of.lane[mask]));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm256_permutevar8x32_epi32(xsimd::bitwise_cast<std::uint32_t>(values),
                                                    _mm256_cvtepu8_epi32(bytes)));
    return static_cast<int>(_mm_popcnt_u32(mask));
  }

  class Table8 {
   public:
    using Index = W;

    Table8() = default;
    XSIMD_INLINE explicit Table8(const float* table) noexcept : table_(F::load_aligned(table)) {}

    // Permutations use the lower bits.
    XSIMD_INLINE static Index index_of(W word) noexcept { return word >> 28; }
    XSIMD_INLINE F operator()(const Index& index) const noexcept {
      return _mm256_permutevar8x32_ps(table_, index);
    }

   private:
    F table_;
  };

 private:
  static constexpr LanesOfMask<xsimd::avx2> lanes_of{};

  // The minimum of NaN is NaN, which becomes the least integer, as numbers far below 0 do; and
  // packing turns numbers below 0 into 0.
  XSIMD_INLINE static __m256i pack(F largest, F a, F b) noexcept {
    return _mm256_packus_epi32(_mm256_cvtps_epi32(_mm256_min_ps(largest, a)),
                               _mm256_cvtps_epi32(_mm256_min_ps(largest, b)));
  }
};

}  // namespace perlane::kernels
