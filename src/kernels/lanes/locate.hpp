#pragma once
// Finds where a vector of samples lies along one axis of a lattice without period; mirror of
// reference/lattice.hpp, `locate`.

#include "model/noises.hpp"
#include "kernels/lanes/lanes.hpp"

#include <limits>

namespace perlane::kernels {

using model::LatticePoints;

// Loads coordinates in their own precision.
template <class Arch>
XSIMD_INLINE Floats<Arch> load_coordinates(const float* from) noexcept {
  return Floats<Arch>::load_unaligned(from);
}
template <class Arch>
XSIMD_INLINE Widened<Arch> load_coordinates(const double* from) noexcept {
  using D = Doubles<Arch>;
  return {D::load_unaligned(from), D::load_unaligned(from + static_cast<int>(D::size))};
}

// Returns coordinates in cells.
template <class Arch>
XSIMD_INLINE Widened<Arch> scaled(Widened<Arch> coordinate, double frequency,
                                  double shift) noexcept {
  using D = Doubles<Arch>;
  return {coordinate.low * D(frequency) + D(shift), coordinate.high * D(frequency) + D(shift)};
}
template <class Arch>
XSIMD_INLINE Floats<Arch> scaled(Floats<Arch> coordinate, double frequency, double shift) noexcept {
  using F = Floats<Arch>;
  return coordinate * F(static_cast<float>(frequency)) + F(static_cast<float>(shift));
}

// Returns the cells and fractions of coordinates in cells. Beyond the coordinate limit the fraction
// is NaN; coordinates in binary64 that are known to be within the limit need not be checked.
template <class Arch, bool is_checked = true>
XSIMD_INLINE Located<Arch> locate(Floats<Arch> s) noexcept {
  return Backend<Arch>::locate(s);
}
template <class Arch, bool is_checked = true>
XSIMD_INLINE Located<Arch> locate(Widened<Arch> s) noexcept {
  return Backend<Arch>::template locate_wide<is_checked>(s.low, s.high);
}

// NaN beyond the limit, and 0 elsewhere. Added to an offset, NaN makes everything that follows NaN.
template <class Arch>
XSIMD_INLINE Floats<Arch> nan_beyond(xsimd::batch_bool<double, Arch> low,
                                     xsimd::batch_bool<double, Arch> high) noexcept {
  using D = Doubles<Arch>;
  const D zero(0.0), nan(std::numeric_limits<double>::quiet_NaN());
  return narrow<Arch>(xsimd::select(low, zero, nan), xsimd::select(high, zero, nan));
}

}  // namespace perlane::kernels
