#pragma once
// Several vectors that go through a formula side by side. Their operators are written out: with
// loops, which it would have to unroll, GCC takes an eighth longer to compile a noise.

#include "kernels/arch/arch.hpp"

#include <type_traits>

namespace perlane::kernels {

template <class Batch, int K>
struct Unrolled {
  static_assert(K == 2 || K == 4);
  Batch at[K];

  Unrolled() = default;
  XSIMD_INLINE explicit Unrolled(typename Batch::value_type everywhere) noexcept {
    for (int k = 0; k < K; ++k) at[k] = Batch(everywhere);
  }

  XSIMD_INLINE friend Unrolled operator+(const Unrolled& a, const Unrolled& b) noexcept {
    Unrolled result;
    result.at[0] = a.at[0] + b.at[0];
    result.at[1] = a.at[1] + b.at[1];
    if constexpr (K == 4) {
      result.at[2] = a.at[2] + b.at[2];
      result.at[3] = a.at[3] + b.at[3];
    }
    return result;
  }
  XSIMD_INLINE friend Unrolled operator-(const Unrolled& a, const Unrolled& b) noexcept {
    Unrolled result;
    result.at[0] = a.at[0] - b.at[0];
    result.at[1] = a.at[1] - b.at[1];
    if constexpr (K == 4) {
      result.at[2] = a.at[2] - b.at[2];
      result.at[3] = a.at[3] - b.at[3];
    }
    return result;
  }
  XSIMD_INLINE friend Unrolled operator*(const Unrolled& a, const Unrolled& b) noexcept {
    Unrolled result;
    result.at[0] = a.at[0] * b.at[0];
    result.at[1] = a.at[1] * b.at[1];
    if constexpr (K == 4) {
      result.at[2] = a.at[2] * b.at[2];
      result.at[3] = a.at[3] * b.at[3];
    }
    return result;
  }
};

template <class Batch, int K>
using Vectors = std::conditional_t<K == 1, Batch, Unrolled<Batch, K>>;

template <class Batch>
XSIMD_INLINE Batch& get(Batch& only, int) noexcept {
  return only;
}
template <class Batch>
XSIMD_INLINE const Batch& get(const Batch& only, int) noexcept {
  return only;
}
template <class Batch, int K>
XSIMD_INLINE Batch& get(Unrolled<Batch, K>& all, int k) noexcept {
  return all.at[k];
}
template <class Batch, int K>
XSIMD_INLINE const Batch& get(const Unrolled<Batch, K>& all, int k) noexcept {
  return all.at[k];
}

}  // namespace perlane::kernels
