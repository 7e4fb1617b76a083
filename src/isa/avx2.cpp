#include "isa/isas.hpp"
#include "kernels/table.hpp"

template <>
const perlane::engine::Kernels& perlane::isa::table<xsimd::avx2>() noexcept {
  static constexpr engine::Kernels table = kernels::make_table<xsimd::avx2>("avx2");
  return table;
}
