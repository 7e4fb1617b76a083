#pragma once
// xsimd, with the one architecture that every CPU has.

#define XSIMD_WITH_EMULATED 1
#include <xsimd/xsimd.hpp>

namespace perlane::kernels {

// One binary64 at a time, two binary32.
using Scalar = xsimd::emulated<64>;

}  // namespace perlane::kernels
