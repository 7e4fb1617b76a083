#pragma once
// Where a vector of points lies along one axis of a lattice without period; mirror of
// reference/lattice.cpp, `locate`.

#include "model/noises.hpp"
#include "kernels/lanes.hpp"

#include <limits>

namespace perlane::kernels {

template <class Arch>
XSIMD_INLINE Located<Arch> locate(const float* coordinate, double frequency,
                                  double shift) noexcept {
  using F = Floats<Arch>;
  const F s = F::load_unaligned(coordinate) * F(static_cast<float>(frequency)) +
              F(static_cast<float>(shift));
  return Backend<Arch>::locate(s);
}

// The same of coordinates in cells.
template <class Arch>
XSIMD_INLINE Located<Arch> located(Doubles<Arch> low, Doubles<Arch> high) noexcept {
  using D = Doubles<Arch>;
  const auto fraction = [](D s, D cell) {
    return xsimd::select(xsimd::abs(s) < D(model::coordinate_limit), s - cell,
                         D(std::numeric_limits<double>::quiet_NaN()));
  };
  const D low_cell = floor_of<Arch>(low), high_cell = floor_of<Arch>(high);
  return {to_words<Arch>(low_cell, high_cell),
          narrow<Arch>(fraction(low, low_cell), fraction(high, high_cell))};
}

template <class Arch>
XSIMD_INLINE Located<Arch> locate(const double* coordinate, double frequency,
                                  double shift) noexcept {
  using D = Doubles<Arch>;
  const auto place = [&](int from) {
    return D::load_unaligned(coordinate + from) * D(frequency) + D(shift);
  };
  return located<Arch>(place(0), place(static_cast<int>(D::size)));
}

}  // namespace perlane::kernels
