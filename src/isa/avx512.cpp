#include "isa/isas.hpp"
#include "kernels/table.hpp"

template <>
const perlane::engine::Kernels& perlane::isa::table<xsimd::avx512bw>() noexcept {
  static constexpr engine::Kernels table = kernels::make_table<xsimd::avx512bw>("avx512");
  return table;
}
