#pragma once
// Includes xsimd with the one architecture that every CPU has, and names the vectors that kernels
// speak of.

#define XSIMD_WITH_EMULATED 1
#include <xsimd/config/xsimd_config.hpp>
#undef XSIMD_NO_SUPPORTED_ARCHITECTURE  // emulation is enough
#ifdef __wasm__  // xsimd only asks for Emscripten
#undef XSIMD_WITH_WASM
#define XSIMD_WITH_WASM 1
#endif
#include <xsimd/xsimd.hpp>

#include <cstdint>
#include <limits>

// For work that is rare, beside work that is not: inlined, compilers would prepare for the rare
// work every time.
#if defined(_MSC_VER) && !defined(__clang__)
#define PERLANE_OUT_OF_LINE __declspec(noinline)
#define PERLANE_PREFETCH(address) void(address)
#else
#define PERLANE_OUT_OF_LINE [[gnu::noinline]]
#define PERLANE_PREFETCH(address) __builtin_prefetch(address, 1)
#endif

namespace perlane::kernels {

// It has one binary64 in a vector, or two binary32.
using Scalar = xsimd::emulated<64>;

template <class Arch>
using Floats = xsimd::batch<float, Arch>;
template <class Arch>
using Doubles = xsimd::batch<double, Arch>;  // half as many lanes
template <class Arch>
using Words = xsimd::batch<std::uint32_t, Arch>;
template <class Arch>
using LongWords = xsimd::batch<std::uint64_t, Arch>;  // half as many lanes
template <class Arch>
using Bytes = xsimd::batch<std::uint8_t, Arch>;

template <class Arch>
inline constexpr int lanes = static_cast<int>(Floats<Arch>::size);

// A vector of floats, as two vectors of doubles.
template <class Arch>
struct Widened {
  Doubles<Arch> low, high;
};

// The places of points along one axis of a lattice. Beyond the coordinate limit the fraction is
// NaN, and so is all that follows from it.
template <class Arch>
struct Located {
  Words<Arch> cell;
  Floats<Arch> f;
};

// A number within a limit, and 0 in place of one beyond it.
template <class Batch>
struct Limited {
  Batch inside;
  typename Batch::batch_bool_type is_within;

  // Returns what follows from the number, and NaN if it is beyond the limit.
  XSIMD_INLINE Batch or_nan(Batch value) const noexcept {
    using Real = typename Batch::value_type;
    return xsimd::select(is_within, value, Batch(std::numeric_limits<Real>::quiet_NaN()));
  }
};
template <class Batch>
XSIMD_INLINE Limited<Batch> within_limit(Batch s, double limit) noexcept {
  const auto is_within = xsimd::abs(s) < Batch(static_cast<typename Batch::value_type>(limit));
  return {xsimd::select(is_within, s, Batch(0)), is_within};
}

// Operations of an instruction set below the level of xsimd. The set's file in kernels/arch/
// specialises this on top of arch/portable.hpp, and the set's file in isa/ includes that.
template <class Arch>
struct Backend;

}  // namespace perlane::kernels
