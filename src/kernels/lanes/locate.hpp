#pragma once
// Where a vector of points lies along one axis of a lattice without period; mirror of
// reference/lattice.hpp, `locate`.

#include "model/noises.hpp"
#include "kernels/lanes/lanes.hpp"

#include <cmath>
#include <limits>

namespace perlane::kernels {

using model::LatticePoints;

// Coordinates in cells.
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

template <class Arch>
XSIMD_INLINE Located<Arch> locate(const float* coordinate, double frequency,
                                  double shift) noexcept {
  using F = Floats<Arch>;
  const F s = F::load_unaligned(coordinate) * F(static_cast<float>(frequency)) +
              F(static_cast<float>(shift));
  return Backend<Arch>::locate(s);
}

// Only of coordinates within the limit.
template <class Arch>
XSIMD_INLINE Located<Arch> locate(const double* coordinate, double frequency,
                                  double shift) noexcept {
  using D = Doubles<Arch>;
  const auto place = [&](int from) {
    return D::load_unaligned(coordinate + from) * D(frequency) + D(shift);
  };
  return Backend<Arch>::template locate_wide<false>(place(0), place(static_cast<int>(D::size)));
}

// The least coordinate that may be beyond the limit, by as much as rounding matters.
template <class Arch>
double least_far(const LatticePoints& lattice, int dimensions, double frequency) noexcept {
  double shift = 0;
  for (int axis = 0; axis < dimensions; ++axis) {
    const double by = std::abs(lattice.shift[axis]);
    shift = by > shift ? by : shift;
  }
  return (model::coordinate_limit * (1 - 1e-9) - shift) / std::abs(frequency);
}

// Whether all coordinates of K vectors of points are below that; NaN is not. The upper halves of
// numbers without their signs are integers in the same order.
template <class Arch, int N, int K>
XSIMD_INLINE bool are_within(const double* const (&coordinate)[N], double least_far) noexcept {
  using D = Doubles<Arch>;
  using I = xsimd::batch<std::int32_t, Arch>;
  const LongWords<Arch> upper(0x7fffffff00000000u);
  I farthest(0);
  for (int axis = 0; axis < N; ++axis) {
    for (int i = 0; i < K * lanes<Arch>; i += static_cast<int>(D::size)) {
      const D c = D::load_unaligned(coordinate[axis] + i);
      const auto half = xsimd::bitwise_cast<std::uint64_t>(c) & upper;
      farthest = xsimd::max(farthest, xsimd::bitwise_cast<std::int32_t>(half));
    }
  }
  std::uint64_t bits;
  __builtin_memcpy(&bits, &least_far, sizeof bits);
  return xsimd::all(farthest < I(static_cast<std::int32_t>(bits >> 32)));
}

// NaN beyond the limit, and 0 elsewhere: what is added to an offset makes all that follows NaN.
template <class Arch>
XSIMD_INLINE Floats<Arch> nan_beyond(xsimd::batch_bool<double, Arch> low,
                                     xsimd::batch_bool<double, Arch> high) noexcept {
  using D = Doubles<Arch>;
  const D zero(0.0), nan(std::numeric_limits<double>::quiet_NaN());
  return narrow<Arch>(xsimd::select(low, zero, nan), xsimd::select(high, zero, nan));
}

}  // namespace perlane::kernels
