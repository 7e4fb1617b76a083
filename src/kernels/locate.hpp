#pragma once
// Where a vector of points lies along one axis of a lattice without period; mirror of
// reference/lattice.cpp, `locate`.

#include "model/noises.hpp"
#include "kernels/lanes.hpp"

#include <cmath>

namespace perlane::kernels {

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

// Whether all these coordinates are within the limit, by as much as rounding may matter.
template <class Arch>
bool are_within(const double* coordinate, int count, double frequency, double shift) noexcept {
  using D = Doubles<Arch>;
  constexpr int step = static_cast<int>(D::size);
  const double limit = model::coordinate_limit * (1 - 1e-9) - std::abs(shift);
  const D most(limit / std::abs(frequency));
  auto is_within = D(0.0) < most;
  int i = 0;
  for (; i + step <= count; i += step)
    is_within = is_within & (xsimd::abs(D::load_unaligned(coordinate + i)) < most);
  for (; i < count; ++i) is_within = is_within & (xsimd::abs(D(coordinate[i])) < most);
  return xsimd::all(is_within);
}

}  // namespace perlane::kernels
