#include "isa/isas.hpp"
#include "kernels/table.hpp"

template <>
const perlane::engine::Kernels& perlane::isa::table<perlane::kernels::Scalar>() noexcept {
  static constexpr engine::Kernels table = kernels::make_table<perlane::kernels::Scalar>("scalar");
  return table;
}
