#pragma once
// Where a vector of points lies along one axis of a lattice without period; mirror of
// reference/lattice.cpp, `locate`.

#include "model/noises.hpp"
#include "kernels/lanes.hpp"

namespace perlane::kernels {

template <class Arch>
XSIMD_INLINE Located<Arch> locate(const float* coordinate, double frequency,
                                  double shift) noexcept {
  using F = Floats<Arch>;
  const F s = F::load_unaligned(coordinate) * F(static_cast<float>(frequency)) +
              F(static_cast<float>(shift));
  return Backend<Arch>::locate(s);
}

// The coordinates of a vector of points in binary64.
template <class Arch>
XSIMD_INLINE Widened<Arch> lattice_coordinates(const double* coordinate, double frequency,
                                               double shift) noexcept {
  using D = Doubles<Arch>;
  const auto at = [&](int from) {
    return D::load_unaligned(coordinate + from) * D(frequency) + D(shift);
  };
  return {at(0), at(static_cast<int>(D::size))};
}

// Whether Backend::locate_near has met what it does not locate.
template <class Arch>
XSIMD_INLINE bool is_far(LongWords<Arch> far) noexcept {
  return xsimd::any((far & LongWords<Arch>(Portable<Arch>::far_bits)) != LongWords<Arch>(0));
}

}  // namespace perlane::kernels
