#include "isa/isas.hpp"
#include "kernels/table.hpp"

template <>
const perlane::engine::Kernels& perlane::isa::table<xsimd::sse4_1>() noexcept {
  static constexpr engine::Kernels table = kernels::make_table<xsimd::sse4_1>("sse4_1");
  return table;
}
