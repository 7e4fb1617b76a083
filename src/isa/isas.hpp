#pragma once
// The list of instruction sets, best first. cmake/isas.cmake has their flags.

#include "kernels/arch.hpp"
#include "kernels/table.hpp"

namespace perlane::isa {

using Isas = xsimd::arch_list<
#if defined(__x86_64__) || defined(_M_X64)
    xsimd::avx512vbmi, xsimd::avx512bw, xsimd::avx2, xsimd::sse4_1,
#elif defined(__i386__)
    xsimd::sse4_1,
#elif defined(__aarch64__)
    xsimd::neon64,
#elif defined(__wasm__)
    xsimd::wasm,
#endif
    kernels::Scalar>;

// Defined by the file of the instruction set.
template <class Arch>
const kernels::Kernels& table() noexcept;

}  // namespace perlane::isa
