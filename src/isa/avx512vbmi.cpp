#include "isa/isas.hpp"
#include "kernels/make_table.hpp"

template <>
const perlane::kernels::Kernels& perlane::isa::table<xsimd::avx512vbmi>() noexcept {
  static constexpr kernels::Kernels table = kernels::make_table<xsimd::avx512vbmi>("avx512vbmi");
  return table;
}
