#include "kernels/arch/scalar.hpp"
#include "isa/isas.hpp"
#include "kernels/make_table.hpp"

template <>
const perlane::kernels::Kernels& perlane::isa::table<perlane::kernels::Scalar>() noexcept {
  static constexpr kernels::Kernels table =
      kernels::make_table<perlane::kernels::Scalar>(name<perlane::kernels::Scalar>);
  return table;
}
