#include "kernels/arch/neon64.hpp"
#include "isa/isas.hpp"
#include "kernels/make_table.hpp"

template <>
const perlane::kernels::Kernels& perlane::isa::table<xsimd::neon64>() noexcept {
  static constexpr kernels::Kernels table = kernels::make_table<xsimd::neon64>(name<xsimd::neon64>);
  return table;
}
