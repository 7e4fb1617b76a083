#include "isa/isas.hpp"
#include "kernels/table.hpp"

template <>
const perlane::engine::Kernels& perlane::isa::table<xsimd::neon64>() noexcept {
  static constexpr engine::Kernels table = kernels::make_table<xsimd::neon64>("neon64");
  return table;
}
