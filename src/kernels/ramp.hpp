#pragma once
// What depends on one coordinate: mirror of reference/ramp.cpp.

#include "kernels/lanes.hpp"
#include "kernels/noise_kernels.hpp"
#include "kernels/operations.hpp"

namespace perlane::kernels {

// The coordinate of sample i of a row; padding repeats the outermost sample.
template <class Arch>
double coordinate_of(const model::Axis& axis, int i) noexcept {
  const int sample = i < 0 ? 0 : i < axis.count ? i : axis.count - 1;
  return axis.position != nullptr
             ? axis.position[sample]
             : axis.origin + static_cast<double>(axis.first + sample) * axis.step;
}

template <class Arch, class Real>
Real ramp_at(const model::Ramp& ramp, Real coordinate, Real limit) noexcept {
  switch (ramp.kind) {
    case model::Ramp::constant:
      return ramp.value;
    case model::Ramp::coordinate:
      return coordinate * static_cast<Real>(ramp.frequency);
    case model::Ramp::phase:
      break;
  }
  using R = xsimd::batch<Real, Arch>;
  return map_of<Arch>(ramp.wrap, R(coordinate), limit).get(0) / static_cast<Real>(ramp.wrap.by);
}

template <class Arch, class Real>
void ramp_points(const model::Ramp& ramp, const model::Tile& tile, const Real* const* point,
                 Real limit, float* buffer) noexcept {
  const int end = tile.left_padding + tile.axis[0].count;
  for (int row = 0; row < row_count(tile); ++row) {
    for (int i = 0; i < tile.columns; ++i) {
      const std::ptrdiff_t at = std::ptrdiff_t{row} * tile.pitch + (i < end ? i : end - 1);
      bool is_within = true;
      for (int axis = 0; axis < tile.dimensions; ++axis) {
        const Real s = point[axis][at] * static_cast<Real>(ramp.frequency);
        is_within = is_within && (s < 0 ? -s : s) < limit;
      }
      buffer[row * tile.pitch + i] =
          is_within ? static_cast<float>(ramp_at<Arch>(ramp, point[ramp.axis][at], limit))
                    : std::numeric_limits<float>::quiet_NaN();
    }
  }
}

template <class Arch>
void fill_ramp(const model::Ramp& ramp, const model::Tile& tile, const model::Fold&,
               const model::Sink& sink, model::State&) noexcept {
  float* row = sink.buffer;
  int sample[4] = {};
  for (sample[3] = 0; sample[3] < tile.axis[3].count; ++sample[3]) {
    for (sample[2] = 0; sample[2] < tile.axis[2].count; ++sample[2]) {
      for (sample[1] = 0; sample[1] < tile.axis[1].count; ++sample[1], row += tile.pitch) {
        for (int i = 0; i < tile.columns; ++i) {
          const double c = coordinate_of<Arch>(
              tile.axis[ramp.axis], ramp.axis == 0 ? i - tile.left_padding : sample[ramp.axis]);
          row[i] = static_cast<float>(ramp_at<Arch>(ramp, c, model::coordinate_limit));
        }
      }
    }
  }
}

template <class Arch>
void ramp_slopes(const model::Ramp& ramp, const model::Tile& tile, float* const* planes) noexcept {
  const float slope = ramp.kind == model::Ramp::constant ? 0 : static_cast<float>(ramp.frequency);
  for (int axis = 0; axis < tile.dimensions; ++axis) {
    for (int i = 0; i < buffer_size(tile); ++i) {
      const float n = planes[0][i];
      planes[axis + 1][i] = n != n ? n : axis == ramp.axis ? slope : 0;
    }
  }
}

template <class Arch>
void differentiate_ramp(const model::Ramp& ramp, const model::Tile& tile, float* const* planes,
                        model::State& state) noexcept {
  model::Sink sink{};
  sink.buffer = planes[0];
  fill_ramp<Arch>(ramp, tile, {}, sink, state);
  ramp_slopes<Arch>(ramp, tile, planes);
}

template <class Arch>
void sample_ramp(const model::Ramp& ramp, const model::Tile& tile, float* const* planes) noexcept {
  if (tile.kind == model::Tile::points) {
    ramp_points<Arch>(ramp, tile, tile.point, model::coordinate_limit, planes[0]);
  } else {
    ramp_points<Arch>(ramp, tile, tile.single_point, model::coordinate_limit_single, planes[0]);
  }
}
template <class Arch>
void sample_ramp_derivatives(const model::Ramp& ramp, const model::Tile& tile,
                             float* const* planes) noexcept {
  sample_ramp<Arch>(ramp, tile, planes);
  ramp_slopes<Arch>(ramp, tile, planes);
}

// Turns positions that are axes into points.
template <class Arch>
void spread(const model::Tile& tile, double* const* point) noexcept {
  std::ptrdiff_t row = 0;
  int sample[4] = {};
  for (sample[3] = 0; sample[3] < tile.axis[3].count; ++sample[3]) {
    for (sample[2] = 0; sample[2] < tile.axis[2].count; ++sample[2]) {
      for (sample[1] = 0; sample[1] < tile.axis[1].count; ++sample[1], row += tile.pitch) {
        for (int axis = 0; axis < tile.dimensions; ++axis) {
          for (int i = 0; i < tile.columns; ++i) {
            point[axis][row + i] = coordinate_of<Arch>(
                tile.axis[axis], axis == 0 ? i - tile.left_padding : sample[axis]);
          }
        }
      }
    }
  }
}

template <class Arch>
struct NoiseKernels<Arch, model::Ramp> {
  static constexpr NoiseTable<model::Ramp> table{
    false,
    {fill_ramp<Arch>, fill_ramp<Arch>, fill_ramp<Arch>, fill_ramp<Arch>},
    {differentiate_ramp<Arch>, differentiate_ramp<Arch>, differentiate_ramp<Arch>,
     differentiate_ramp<Arch>},
    {sample_ramp<Arch>, sample_ramp<Arch>, sample_ramp<Arch>, sample_ramp<Arch>},
    {sample_ramp_derivatives<Arch>, sample_ramp_derivatives<Arch>, sample_ramp_derivatives<Arch>,
     sample_ramp_derivatives<Arch>}};
};

}  // namespace perlane::kernels
