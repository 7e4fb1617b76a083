#include "kernels/arch/avx512.hpp"
#include "isa/isas.hpp"
#include "kernels/make_table.hpp"

template <>
const perlane::kernels::Kernels& perlane::isa::table<xsimd::avx512bw>() noexcept {
  static constexpr kernels::Kernels table =
      kernels::make_table<xsimd::avx512bw>(name<xsimd::avx512bw>);
  return table;
}

// avx512vbmi takes these from here.
template struct perlane::kernels::SharedLatticeKernels<xsimd::avx512bw>;
template struct perlane::kernels::LatticeKernels<xsimd::avx512bw, perlane::model::PerlinNoise>;
template struct perlane::kernels::LatticeKernels<xsimd::avx512bw, perlane::model::ValueNoise>;
