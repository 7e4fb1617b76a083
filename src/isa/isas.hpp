#pragma once
// The list of instruction sets, best first. cmake/isas.cmake has their flags, and says which of
// them are left out.

#include "kernels/arch/arch.hpp"
#include "kernels/table.hpp"

namespace perlane::isa {

// clang-format off
using Isas = xsimd::arch_list<>
#if defined(__x86_64__) || defined(_M_X64)
#ifndef PERLANE_WITHOUT_AVX512VBMI
    ::add<xsimd::avx512vbmi>
#endif
#ifndef PERLANE_WITHOUT_AVX512
    ::add<xsimd::avx512bw>
#endif
#ifndef PERLANE_WITHOUT_AVX2
    ::add<xsimd::avx2>
#endif
#endif
#if defined(__x86_64__) || defined(_M_X64) || defined(__i386__)
#ifndef PERLANE_WITHOUT_SSE4_1
    ::add<xsimd::sse4_1>
#endif
#elif defined(__aarch64__)
#ifndef PERLANE_WITHOUT_NEON64
    ::add<xsimd::neon64>
#endif
#elif defined(__wasm__)
#ifndef PERLANE_WITHOUT_WASM
    ::add<xsimd::wasm>
#endif
#endif
#ifndef PERLANE_WITHOUT_SCALAR
    ::add<kernels::Scalar>
#endif
    ;
// clang-format on

// The name of each.
template <class Arch>
inline constexpr const char* name = nullptr;
template <>
inline constexpr const char* name<xsimd::avx512vbmi> = "avx512vbmi";
template <>
inline constexpr const char* name<xsimd::avx512bw> = "avx512";
template <>
inline constexpr const char* name<xsimd::avx2> = "avx2";
template <>
inline constexpr const char* name<xsimd::sse4_1> = "sse4_1";
template <>
inline constexpr const char* name<xsimd::neon64> = "neon64";
template <>
inline constexpr const char* name<xsimd::wasm> = "wasm";
template <>
inline constexpr const char* name<kernels::Scalar> = "scalar";

// Defined by the file of the instruction set, and made by its instructions: only to be called where
// the CPU has them.
template <class Arch>
const kernels::Kernels& table() noexcept;

}  // namespace perlane::isa
