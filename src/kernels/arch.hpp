#pragma once
// xsimd, with the one architecture that every CPU has.

#define XSIMD_WITH_EMULATED 1
#include <xsimd/xsimd.hpp>

namespace perlane::kernels {

using Scalar = xsimd::emulated<128>;

}  // namespace perlane::kernels
