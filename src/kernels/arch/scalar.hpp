#pragma once
// Any processor.

#include "kernels/arch/portable.hpp"

#include <cmath>

namespace perlane::kernels {

template <>
struct Backend<Scalar> : Portable<Scalar> {
  template <class Batch>
  XSIMD_INLINE static Batch floor(Batch values) noexcept {
    alignas(64) typename Batch::value_type lane[Batch::size];
    values.store_aligned(lane);
    for (auto& value : lane) value = std::floor(value);
    return Batch::load_aligned(lane);
  }
};

}  // namespace perlane::kernels
