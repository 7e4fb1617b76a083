#include "isa/isas.hpp"
#include "kernels/table.hpp"

template <>
const perlane::engine::Kernels& perlane::isa::table<xsimd::avx512vbmi>() noexcept {
  static constexpr engine::Kernels table = kernels::make_table<xsimd::avx512vbmi>("avx512vbmi");
  return table;
}
