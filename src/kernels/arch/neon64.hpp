#pragma once
// Advanced SIMD of AArch64.

#include "kernels/arch/portable.hpp"

namespace perlane::kernels {

template <>
struct Backend<xsimd::neon64> : Portable<xsimd::neon64> {
  static constexpr bool has_many_registers = true;

  XSIMD_INLINE static F narrow(D low, D high) noexcept {
    return vcombine_f32(vcvt_f32_f64(low), vcvt_f32_f64(high));
  }

  XSIMD_INLINE static Widened<xsimd::neon64> widen(F values) noexcept {
    return {vcvt_f64_f32(vget_low_f32(values)), vcvt_high_f64_f32(values)};
  }

  XSIMD_INLINE static W low_words(LongWords<xsimd::neon64> low,
                                  LongWords<xsimd::neon64> high) noexcept {
    return vcombine_u32(vmovn_u64(low), vmovn_u64(high));
  }

  // Conversions saturate, and make 0 of NaN.
  XSIMD_INLINE static B codes(F largest, F a, F b) noexcept {
    return vreinterpretq_u8_u16(pack(largest, a, b));
  }
  XSIMD_INLINE static B codes(F largest, F a, F b, F c, F d) noexcept {
    return vcombine_u8(vmovn_u16(pack(largest, a, b)), vmovn_u16(pack(largest, c, d)));
  }

  XSIMD_INLINE static F floor(F values) noexcept { return vrndmq_f32(values); }
  XSIMD_INLINE static D floor(D values) noexcept { return vrndmq_f64(values); }
  XSIMD_INLINE static F quotient(F a, F b) noexcept { return vdivq_f32(a, b); }
  XSIMD_INLINE static D quotient(D a, D b) noexcept { return vdivq_f64(a, b); }
  XSIMD_INLINE static F root(F a) noexcept { return vsqrtq_f32(a); }

  // One instruction looks up bytes in two registers.
  class Table8 {
   public:
    using Index = uint8x16_t;

    Table8() = default;
    XSIMD_INLINE explicit Table8(const float* table) noexcept
        : bytes_{vreinterpretq_u8_f32(vld1q_f32(table)),
                 vreinterpretq_u8_f32(vld1q_f32(table + 4))} {}

    XSIMD_INLINE static Index index_of(W word) noexcept {
      const uint32x4_t number = vandq_u32(vshrq_n_u32(word, 28), vdupq_n_u32(7));
      return vreinterpretq_u8_u32(vmlaq_n_u32(vdupq_n_u32(0x03020100), number, 0x04040404));
    }
    XSIMD_INLINE F operator()(const Index& index) const noexcept {
      return vreinterpretq_f32_u8(vqtbl2q_u8(bytes_, index));
    }

   private:
    uint8x16x2_t bytes_;
  };

  struct ByteTable {
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

 private:
  XSIMD_INLINE static uint16x8_t pack(F largest, F a, F b) noexcept {
    return vcombine_u16(vmovn_u32(vcvtnq_u32_f32(vminq_f32(a, largest))),
                        vmovn_u32(vcvtnq_u32_f32(vminq_f32(b, largest))));
  }
};

}  // namespace perlane::kernels
