#include "kernels/arch/sse4_1.hpp"
#include "isa/isas.hpp"
#include "kernels/make_table.hpp"

template <>
const perlane::kernels::Kernels& perlane::isa::table<xsimd::sse4_1>() noexcept {
  static constexpr kernels::Kernels table = kernels::make_table<xsimd::sse4_1>(name<xsimd::sse4_1>);
  return table;
}
