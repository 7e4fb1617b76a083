#pragma once
// xsimd, with the one architecture that every CPU has.

#define XSIMD_WITH_EMULATED 1
#include <xsimd/config/xsimd_config.hpp>
#undef XSIMD_NO_SUPPORTED_ARCHITECTURE  // emulation is enough
#include <xsimd/xsimd.hpp>

#include <type_traits>

namespace perlane::kernels {

// One binary64 at a time, two binary32.
using Scalar = xsimd::emulated<64>;

// What the intrinsics below the level of xsimd go by.
template <class Arch>
inline constexpr bool is_avx512 = std::is_base_of_v<xsimd::avx512bw, Arch>;
template <class Arch>
inline constexpr bool is_avx2 = std::is_same_v<Arch, xsimd::avx2>;
template <class Arch>
inline constexpr bool is_sse4_1 = std::is_same_v<Arch, xsimd::sse4_1>;
template <class Arch>
inline constexpr bool is_neon64 = std::is_same_v<Arch, xsimd::neon64>;

}  // namespace perlane::kernels
