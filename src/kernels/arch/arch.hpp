#pragma once
// Includes xsimd with the one architecture that every CPU has, and names the vectors of kernels.

// A program may contain another version of xsimd, and the linker keeps only one of several
// functions with the same name. So ours has another name.
#define xsimd perlane_xsimd
#define XSIMD_WITH_EMULATED 1
#include <xsimd/config/xsimd_config.hpp>
#if XSIMD_VERSION_MAJOR < 13 || (XSIMD_VERSION_MAJOR == 13 && XSIMD_VERSION_MINOR < 2)
#error "perlane needs xsimd 13.2 or newer"
#endif
#undef XSIMD_NO_SUPPORTED_ARCHITECTURE  // emulation is enough
#ifdef __wasm__  // xsimd only asks for Emscripten
#undef XSIMD_WITH_WASM
#define XSIMD_WITH_WASM 1
#endif
#include <xsimd/xsimd.hpp>

#include <cstdint>
#include <limits>

// PERLANE_NOINLINE marks rare work next to frequent work. If it were inlined, compilers would
// prepare for it every time.
#if defined(_MSC_VER) && !defined(__clang__)
#define PERLANE_NOINLINE __declspec(noinline)
#define PERLANE_PREFETCH(address) void(address)
#else
#define PERLANE_NOINLINE [[gnu::noinline]]
#define PERLANE_PREFETCH(address) __builtin_prefetch(address, 1)
#endif

namespace perlane::kernels {

// Plain C++: a vector of 64 bits is one binary64, or two binary32.
using Scalar = xsimd::emulated<64>;

// The vectors of an instruction set. Floats and Words (32-bit unsigned integers: hashes, lattice
// coordinates, indices) have the same lanes; Doubles and LongWords have half as many.
template <class Arch>
using Floats = xsimd::batch<float, Arch>;
template <class Arch>
using Doubles = xsimd::batch<double, Arch>;
template <class Arch>
using Words = xsimd::batch<std::uint32_t, Arch>;
template <class Arch>
using LongWords = xsimd::batch<std::uint64_t, Arch>;
template <class Arch>
using Bytes = xsimd::batch<std::uint8_t, Arch>;

template <class Arch>
inline constexpr int lanes = static_cast<int>(Floats<Arch>::size);

// The lanes of Floats in binary64: two vectors, of the lower and of the upper half of the lanes.
template <class Arch>
struct Widened {
  Doubles<Arch> low, high;
};

// Samples located along one axis of a lattice: their cells, and the fractions within these. Beyond
// the coordinate limit the fraction is NaN, which makes everything computed from it NaN.
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

  // Returns a value computed from the number, or NaN if the number is beyond the limit.
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
