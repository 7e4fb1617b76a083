#pragma once
// What a noise brings. The noise's file specialises this with a member `table`, its share of the
// table of kernels; nothing is assumed of how a noise is evaluated.

#include "kernels/table.hpp"

namespace perlane::kernels {

template <class Arch, class Noise>
struct NoiseKernels;

}  // namespace perlane::kernels
