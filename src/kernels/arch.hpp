#pragma once
// xsimd, with the one architecture that every CPU has, and vectors as kernels speak of them.

#define XSIMD_WITH_EMULATED 1
#include <xsimd/config/xsimd_config.hpp>
#undef XSIMD_NO_SUPPORTED_ARCHITECTURE  // emulation is enough
#include <xsimd/xsimd.hpp>

#include <cstdint>

// For what is done rarely, beside what is done all the time: compilers would prepare for it every
// time.
#if defined(_MSC_VER) && !defined(__clang__)
#define PERLANE_OUT_OF_LINE __declspec(noinline)
#else
#define PERLANE_OUT_OF_LINE [[gnu::noinline]]
#endif

namespace perlane::kernels {

// One binary64 at a time, two binary32.
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

// A vector of floats as two of doubles.
template <class Arch>
struct Widened {
  Doubles<Arch> low, high;
};

// What an instruction set does below the level of xsimd. Its file in kernels/arch/ specialises
// this, on top of arch/portable.hpp, and is included by the file of the instruction set in isa/.
template <class Arch>
struct Backend;

}  // namespace perlane::kernels
