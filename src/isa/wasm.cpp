#include "kernels/arch/wasm.hpp"
#include "isa/isas.hpp"
#include "kernels/make_table.hpp"

template <>
const perlane::kernels::Kernels& perlane::isa::table<xsimd::wasm>() noexcept {
  static constexpr kernels::Stages stages = kernels::make_stages<xsimd::wasm>();
  static constexpr kernels::Kernels table =
      kernels::make_table<xsimd::wasm>(name<xsimd::wasm>, stages);
  return table;
}
