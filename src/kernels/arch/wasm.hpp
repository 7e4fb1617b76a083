#pragma once
// The vectors of WebAssembly: 128 bits. Its relaxed operations are not used, for they differ from
// machine to machine.

#include "kernels/arch/portable.hpp"

namespace perlane::kernels {

template <>
struct Backend<xsimd::wasm> : Portable<xsimd::wasm> {
  XSIMD_INLINE static F narrow(D low, D high) noexcept {
    return wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high),
                              0, 1, 4, 5);
  }

  XSIMD_INLINE static Widened<xsimd::wasm> widen(F values) noexcept {
    const v128_t high = wasm_i32x4_shuffle(values, values, 2, 3, 2, 3);
    return {wasm_f64x2_promote_low_f32x4(values), wasm_f64x2_promote_low_f32x4(high)};
  }

  XSIMD_INLINE static W low_words(LongWords<xsimd::wasm> low,
                                  LongWords<xsimd::wasm> high) noexcept {
    return wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);
  }

  XSIMD_INLINE static B codes(F largest, F a, F b) noexcept { return pack(largest, a, b); }
  XSIMD_INLINE static B codes(F largest, F a, F b, F c, F d) noexcept {
    return wasm_u8x16_narrow_i16x8(pack(largest, a, b), pack(largest, c, d));
  }

  // Conversions saturate: numbers beyond the limit become the least or the largest integer.
  XSIMD_INLINE static Located<xsimd::wasm> locate(F s) noexcept {
    const v128_t whole = wasm_f32x4_floor(s);
    const v128_t is_within = wasm_f32x4_lt(wasm_f32x4_abs(s), wasm_f32x4_splat(2147483648.0f));
    const v128_t nan = wasm_f32x4_splat(std::numeric_limits<float>::quiet_NaN());
    return {wasm_i32x4_trunc_sat_f32x4(whole),
            wasm_v128_bitselect(wasm_f32x4_sub(s, whole), nan, is_within)};
  }

  // By bytes, for xsimd takes lane by lane.
  XSIMD_INLINE static F permute(F values, W index) noexcept {
    const v128_t bytes = wasm_i32x4_add(wasm_i32x4_mul(index, wasm_i32x4_splat(0x04040404)),
                                        wasm_i32x4_splat(0x03020100));
    return wasm_i8x16_swizzle(values, bytes);
  }

  // Four loads and a transposition, as with SSE4.1.
  static constexpr bool loads_gradients = true;
  template <int N>
  XSIMD_INLINE static void load_gradients(const float (*vector)[4], W index,
                                          F (&gradient)[N]) noexcept {
    const v128_t a = wasm_v128_load(vector[wasm_u32x4_extract_lane(index, 0)]),
                 b = wasm_v128_load(vector[wasm_u32x4_extract_lane(index, 1)]),
                 c = wasm_v128_load(vector[wasm_u32x4_extract_lane(index, 2)]),
                 d = wasm_v128_load(vector[wasm_u32x4_extract_lane(index, 3)]);
    const v128_t xy_low = wasm_i32x4_shuffle(a, b, 0, 4, 1, 5),
                 xy_high = wasm_i32x4_shuffle(c, d, 0, 4, 1, 5);
    gradient[0] = wasm_i32x4_shuffle(xy_low, xy_high, 0, 1, 4, 5);
    if constexpr (N >= 2) gradient[1] = wasm_i32x4_shuffle(xy_low, xy_high, 2, 3, 6, 7);
    if constexpr (N >= 3) {
      const v128_t zw_low = wasm_i32x4_shuffle(a, b, 2, 6, 3, 7),
                   zw_high = wasm_i32x4_shuffle(c, d, 2, 6, 3, 7);
      gradient[2] = wasm_i32x4_shuffle(zw_low, zw_high, 0, 1, 4, 5);
      if constexpr (N == 4) gradient[3] = wasm_i32x4_shuffle(zw_low, zw_high, 2, 3, 6, 7);
    }
  }

 private:
  // The minimum of NaN is NaN, which is converted to 0; and packing turns numbers below 0 into 0.
  XSIMD_INLINE static v128_t pack(F largest, F a, F b) noexcept {
    return wasm_u16x8_narrow_i32x4(
        wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(wasm_f32x4_pmin(a, largest))),
        wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(wasm_f32x4_pmin(b, largest))));
  }
};

}  // namespace perlane::kernels
