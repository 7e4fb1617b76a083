#include "kernels/arch/avx2.hpp"
#include "isa/isas.hpp"
#include "kernels/make_table.hpp"

template <>
const perlane::kernels::Kernels& perlane::isa::table<xsimd::avx2>() noexcept {
  static constexpr kernels::Kernels table = kernels::make_table<xsimd::avx2>(name<xsimd::avx2>);
  return table;
}
