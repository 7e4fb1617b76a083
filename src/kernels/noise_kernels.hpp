#pragma once
// What a noise brings: its file specialises this with a member `table`, the noise's share of the
// table of kernels. Nothing is assumed of how it is evaluated.

#include "kernels/table.hpp"

namespace perlane::kernels {

template <class Arch, class Noise>
struct NoiseKernels;

}  // namespace perlane::kernels
