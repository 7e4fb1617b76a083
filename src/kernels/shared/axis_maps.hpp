#pragma once
// Maps of coordinates; mirror of reference/operations.cpp.

#include "model/noises.hpp"
#include "model/operations.hpp"
#include "kernels/lanes/lanes.hpp"

#include <limits>

namespace perlane::kernels {

using model::AxisMap;

// Returns the frequency within a map, in the precision of coordinates.
template <class Arch, class Real>
Real frequency_as(const AxisMap& map) noexcept {
  if constexpr (sizeof(Real) == sizeof(float)) return model::float_factor<Arch>(map.frequency);
  return static_cast<Real>(map.frequency);
}

template <class Arch, class Real>
XSIMD_INLINE xsimd::batch<Real, Arch> map_of(const AxisMap& map,
                                             xsimd::batch<Real, Arch> coordinate,
                                             Real limit) noexcept {
  using R = xsimd::batch<Real, Arch>;
  const R by(static_cast<Real>(map.by));
  R mapped = coordinate;
  switch (map.kind) {
    case AxisMap::none:
      break;
    case AxisMap::translate:
      mapped = coordinate - by;
      break;
    case AxisMap::scale:
      mapped = quotient<Arch>(coordinate, by);
      break;
    case AxisMap::affine:
      mapped = coordinate * by + R(static_cast<Real>(map.shift));
      break;
    case AxisMap::wrap: {
      const R remainder = coordinate - by * floor_of<Arch>(quotient<Arch>(coordinate, by));
      const R above = xsimd::select(remainder < R(0), R(0), remainder);
      mapped = xsimd::select(above > by, by, above) + R(static_cast<Real>(map.shift));
      break;
    }
  }
  const auto is_within = xsimd::abs(coordinate * R(frequency_as<Arch, Real>(map))) < R(limit);
  return xsimd::select(is_within, mapped, R(std::numeric_limits<Real>::quiet_NaN()));
}

// Writes whole vectors; the padding of the last one repeats the last coordinate.
template <class Arch, class Real>
void map_all(const AxisMap& map, const Real* coordinate, Real limit, Real* out,
             int count) noexcept {
  using R = xsimd::batch<Real, Arch>;
  constexpr int step = static_cast<int>(R::size);
  const int whole = count / step * step;
  for (int i = 0; i < whole; i += step)
    map_of<Arch>(map, R::load_unaligned(coordinate + i), limit).store_aligned(out + i);
  if (whole == count) return;
  alignas(64) Real edge[step];
  for (int lane = 0; lane < step; ++lane)
    edge[lane] = coordinate[whole + lane < count ? whole + lane : count - 1];
  map_of<Arch>(map, R::load_aligned(edge), limit).store_aligned(out + whole);
}

template <class Arch>
void map_double(const AxisMap& map, const double* coordinate, double* out, int count) noexcept {
  map_all<Arch>(map, coordinate, model::coordinate_limit, out, count);
}
template <class Arch>
void map_float(const AxisMap& map, const float* coordinate, float* out, int count) noexcept {
  map_all<Arch>(map, coordinate, model::float_coordinate_limit, out, count);
}

}  // namespace perlane::kernels
