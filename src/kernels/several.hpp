#pragma once
// Several vectors that go through a formula side by side.

#include "kernels/arch.hpp"

#include <type_traits>

namespace perlane::kernels {

template <class Batch, int K>
struct SideBySide {
  Batch at[K];

  SideBySide() = default;
  XSIMD_INLINE explicit SideBySide(typename Batch::value_type everywhere) noexcept {
    for (int k = 0; k < K; ++k) at[k] = Batch(everywhere);
  }

  XSIMD_INLINE friend SideBySide operator+(const SideBySide& a, const SideBySide& b) noexcept {
    SideBySide result;
    for (int k = 0; k < K; ++k) result.at[k] = a.at[k] + b.at[k];
    return result;
  }
  XSIMD_INLINE friend SideBySide operator-(const SideBySide& a, const SideBySide& b) noexcept {
    SideBySide result;
    for (int k = 0; k < K; ++k) result.at[k] = a.at[k] - b.at[k];
    return result;
  }
  XSIMD_INLINE friend SideBySide operator*(const SideBySide& a, const SideBySide& b) noexcept {
    SideBySide result;
    for (int k = 0; k < K; ++k) result.at[k] = a.at[k] * b.at[k];
    return result;
  }
};

template <class Batch, int K>
using Several = std::conditional_t<K == 1, Batch, SideBySide<Batch, K>>;

template <class Batch>
XSIMD_INLINE Batch& nth(Batch& only, int) noexcept {
  return only;
}
template <class Batch>
XSIMD_INLINE const Batch& nth(const Batch& only, int) noexcept {
  return only;
}
template <class Batch, int K>
XSIMD_INLINE Batch& nth(SideBySide<Batch, K>& all, int k) noexcept {
  return all.at[k];
}
template <class Batch, int K>
XSIMD_INLINE const Batch& nth(const SideBySide<Batch, K>& all, int k) noexcept {
  return all.at[k];
}

}  // namespace perlane::kernels
