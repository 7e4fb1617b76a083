#pragma once
// Where a vector of points lies along one axis of a lattice without period; mirror of
// reference/lattice.cpp, `locate`.

#include "model/noises.hpp"
#include "kernels/lanes.hpp"

#include <limits>

namespace perlane::kernels {

// Whether coordinates may be beyond the limit, so that points have to be NaN. Those of a grid are
// not, wherever its samples are moved.
enum class Limit { unchecked, checked };

template <class Arch, Limit>
XSIMD_INLINE Located<Arch> locate(const float* coordinate, double frequency,
                                  double shift) noexcept {
  using F = Floats<Arch>;
  const F s = F::load_unaligned(coordinate) * F(static_cast<float>(frequency)) +
              F(static_cast<float>(shift));
  return Backend<Arch>::locate(s);
}

template <class Arch, Limit limit>
XSIMD_INLINE Located<Arch> locate(const double* coordinate, double frequency,
                                  double shift) noexcept {
  using D = Doubles<Arch>;
  const auto place = [&](int from) {
    return D::load_unaligned(coordinate + from) * D(frequency) + D(shift);
  };
  const D low = place(0), high = place(static_cast<int>(D::size));
  constexpr bool is_checked = limit == Limit::checked;
  return Backend<Arch>::template locate_wide<is_checked>(low, high);
}

}  // namespace perlane::kernels
