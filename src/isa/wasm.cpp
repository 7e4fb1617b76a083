#include "kernels/arch/wasm.hpp"
#include "isa/isas.hpp"
#include "kernels/make_table.hpp"

template <>
const perlane::kernels::Kernels& perlane::isa::table<xsimd::wasm>() noexcept {
  static constexpr kernels::Kernels table = kernels::make_table<xsimd::wasm>(name<xsimd::wasm>);
  return table;
}
