#pragma once
// Values that depend on one coordinate; mirror of reference/ramp.cpp.

#include "kernels/shared/noise_kernels.hpp"
#include "kernels/shared/axis_maps.hpp"
#include "kernels/lanes/formulas.hpp"
#include "kernels/shared/pointwise.hpp"

#include <limits>

namespace perlane::kernels::ramp {

template <class Arch, class Real>
XSIMD_INLINE xsimd::batch<Real, Arch> ramp_at(const model::Ramp& ramp,
                                              xsimd::batch<Real, Arch> coordinate,
                                              Real limit) noexcept {
  using R = xsimd::batch<Real, Arch>;
  switch (ramp.kind) {
    case model::Ramp::constant:
      return R(static_cast<Real>(ramp.value));
    case model::Ramp::coordinate:
      return coordinate * R(static_cast<Real>(ramp.frequency));
    case model::Ramp::phase:
      break;
  }
  return quotient<Arch>(map_of<Arch>(ramp.wrap, coordinate, limit),
                        R(static_cast<Real>(ramp.wrap.by)));
}

// Coordinates are not checked: those of grids are within the limit.
template <class Arch>
void fill_ramp(const model::Ramp& ramp, const model::Tile& tile, const model::Fold&,
               const model::Sink& sink, model::State&) noexcept {
  for_each_axes_position<Arch>(tile, [&](const auto& position, std::ptrdiff_t at) {
    const Widened<Arch> c = position(ramp.axis);
    const auto value = [&](Doubles<Arch> half) {
      return ramp_at<Arch>(ramp, half, model::coordinate_limit);
    };
    narrow<Arch>(value(c.low), value(c.high)).store_aligned(sink.buffer + at);
  });
}

// Returns the values of points, NaN where any coordinate is beyond the limit. coordinate(axis) is
// half a vector of samples in binary64, and a whole one in binary32.
template <class Arch, class Real, class Within>
XSIMD_INLINE xsimd::batch<Real, Arch> ramp_within(const model::Ramp& ramp, int dimensions,
                                                  Real limit, const Within& coordinate) noexcept {
  using R = xsimd::batch<Real, Arch>;
  const R frequency(static_cast<Real>(ramp.frequency));
  R value = ramp_at<Arch>(ramp, coordinate(ramp.axis), limit);
  for (int axis = 0; axis < dimensions; ++axis) {
    value = xsimd::select(xsimd::abs(coordinate(axis) * frequency) < R(limit), value,
                          R(std::numeric_limits<Real>::quiet_NaN()));
  }
  return value;
}

template <class Arch>
void sample_ramp_values(const model::Ramp& ramp, const model::Tile& tile, float* to) noexcept {
  const int dimensions = tile.dimensions;
  if (tile.kind == model::Tile::points) {
    for_each_position_of<Arch>(tile, tile.point, [&](const auto& position, std::ptrdiff_t at) {
      constexpr double limit = model::coordinate_limit;
      const auto low =
          ramp_within<Arch>(ramp, dimensions, limit, [&](int axis) { return position(axis).low; });
      const auto high =
          ramp_within<Arch>(ramp, dimensions, limit, [&](int axis) { return position(axis).high; });
      narrow<Arch>(low, high).store_aligned(to + at);
    });
  } else {
    for_each_position_of<Arch>(
        tile, tile.float_point, [&](const auto& position, std::ptrdiff_t at) {
          ramp_within<Arch>(ramp, dimensions, model::float_coordinate_limit, position)
              .store_aligned(to + at);
        });
  }
}

// Writes the derivatives, which are NaN where the values are.
template <class Arch>
void ramp_derivatives(const model::Ramp& ramp, const model::Tile& tile,
                      float* const* planes) noexcept {
  using F = Floats<Arch>;
  const bool is_flat = ramp.kind == model::Ramp::constant;
  const int count = tile.pitch * model::row_count<Arch>(tile);
  for (int axis = 0; axis < tile.dimensions; ++axis) {
    const bool is_along = axis == ramp.axis && !is_flat;
    const F derivative(is_along ? static_cast<float>(ramp.frequency) : 0.0f);
    for (int i = 0; i < count; i += lanes<Arch>) {
      const F n = F::load_aligned(planes[0] + i);
      xsimd::select(n != n, n, derivative).store_aligned(planes[axis + 1] + i);
    }
  }
}

template <class Arch>
void sample_ramp(const model::Ramp& ramp, const model::Tile& tile, const model::Fold&,
                 float* const* planes, bool with_derivatives, model::State& state) noexcept {
  if (tile.kind == model::Tile::axes) {
    fill_ramp<Arch>(ramp, tile, {}, model::to_buffer(planes[0]), state);
  } else {
    sample_ramp_values<Arch>(ramp, tile, planes[0]);
  }
  if (with_derivatives) ramp_derivatives<Arch>(ramp, tile, planes);
}

}  // namespace perlane::kernels::ramp

namespace perlane::kernels {

template <class Arch>
struct NoiseKernels<Arch, model::Ramp> {
  using Table = NoiseTable<model::Ramp>;
  static constexpr Table table{
      .sample = by_dimensions<Table::Sample, 1, 4>([]<int>() { return ramp::sample_ramp<Arch>; })};
};

}  // namespace perlane::kernels
