#pragma once
// Results of the C++ functions, to compare those of the C interface with, and the places where
// structures of the C interface put samples.

#include "c_structures.hpp"
#include "require.hpp"

#include <perlane/detail/entry_points.hpp>
#include <perlane/perlane.h>
#include <perlane/perlane.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

namespace perlane::fuzz {

// A grid that the C interface has accepted.
class AcceptedGrid {
 public:
  explicit AcceptedGrid(const perlane_grid& given) : grid_(given) {
    for (double& step : grid_.step) step = step == 0 ? 1 : step;
  }

  detail::AnyGrid any() const {
    return {grid_.dimensions, grid_.shape, grid_.step, grid_.origin, grid_.first};
  }

  std::size_t samples() const {
    std::size_t count = 1;
    for (int axis = 0; axis < grid_.dimensions; ++axis)
      count *= static_cast<std::size_t>(grid_.shape[axis]);
    return count;
  }

  // The index of a sample's element in an array, or in planes.
  template <class Array>
  std::int64_t element(const Array& array, std::size_t sample) const {
    auto remainder = static_cast<std::int64_t>(sample), at = array.first, below = std::int64_t{1};
    for (int axis = 0; axis < grid_.dimensions; remainder /= grid_.shape[axis++]) {
      const std::int64_t given = axis == 0 ? array.stride_x : array.stride[axis - 1];
      const std::int64_t stride = given == 0 || grid_.shape[axis] == 1 ? below : given;
      at += remainder % grid_.shape[axis] * stride;
      below = std::abs(stride) * grid_.shape[axis];
    }
    return at;
  }

 private:
  perlane_grid grid_;
};

inline void require_range(const Range& expected, const float* range) {
  require(range == nullptr || (range[0] == expected.min && range[1] == expected.max),
          "a range differs from that of C++");
}

// Requires the samples that the C++ functions write without strides, and their range.
inline void require_filled(const Field& field, const perlane_grid& given,
                           const perlane_array& array, const float* range) {
  const AcceptedGrid grid(given);
  const std::size_t size = element_size(array.type), count = grid.samples();
  std::vector<std::byte> dense(count * size);
  Range seen{};
  const Options options{.parallel = false, .seen = &seen};
  const Range codes{array.codes[0], array.codes[1]};
  const bool has_codes = array.type != PERLANE_FLOAT32 && (codes.min != 0 || codes.max != 0);
  const auto type = array.type == PERLANE_FLOAT32  ? detail::ElementType::float32
                    : array.type == PERLANE_UINT16 ? detail::ElementType::uint16
                                                   : detail::ElementType::uint8;
  detail::fill({.grid = grid.any(),
                .field = &field,
                .options = &options,
                .out = {{type, dense.data(), count}},
                .is_dense = true,
                .codes = has_codes ? &codes : nullptr});
  require_range(seen, range);
  for (std::size_t i = 0; i < count; ++i) {
    const auto* const element = static_cast<const std::byte*>(array.data) +
                                grid.element(array, i) * static_cast<std::int64_t>(size);
    require(std::equal(element, element + size, dense.data() + i * size),
            "a sample differs from that of C++, or is not at its stride");
  }
}

// Arrays for a value and its derivatives, without strides.
class DensePlanes {
 public:
  DensePlanes(int dimensions, std::size_t count)
      : planes_(static_cast<std::size_t>(dimensions + 1), std::vector<float>(count)) {}

  template <class Request>
  void set(Request& request) {
    request.with_derivatives = true;
    for (std::size_t i = 0; i < planes_.size(); ++i)
      request.out[i] = {.data = planes_[i].data(), .size = planes_[i].size()};
  }

  // `element` makes the index in the planes of that of a sample.
  template <class Element>
  void require_planes(const perlane_planes& planes, Element element) const {
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      const float* const plane = i == 0 ? planes.value : planes.derivative[i - 1];
      for (std::size_t sample = 0; plane != nullptr && sample < planes_[i].size(); ++sample) {
        require(is_same(plane[element(sample)], planes_[i][sample]),
                "a value or derivative differs from that of C++");
      }
    }
  }

 private:
  std::vector<std::vector<float>> planes_;
};

inline void require_derivatives(const Field& field, const perlane_grid& given,
                                const perlane_planes& planes, const float* range) {
  const AcceptedGrid grid(given);
  DensePlanes expected(given.dimensions, grid.samples());
  Range seen{};
  const Options options{.parallel = false, .seen = &seen};
  detail::GridRequest request{.grid = grid.any(), .field = &field, .options = &options};
  expected.set(request);
  detail::fill(request);
  expected.require_planes(planes, [&](std::size_t i) { return grid.element(planes, i); });
  require_range(seen, range);
}

// Points that the C interface has accepted. `first` has the first coordinates.
inline detail::PointsRequest request_of(const Field& field, const perlane_points& points,
                                        const void* first, const Options& options) {
  const auto count = static_cast<std::size_t>(points.count);
  detail::PointsRequest request{.dimensions = points.dimensions,
                                .is_single = points.type == PERLANE_FLOAT32,
                                .points = {},
                                .field = &field,
                                .options = &options};
  for (int axis = 0; axis < points.dimensions; ++axis) {
    const void* const coordinate = axis == 0 ? first : points.coordinate[axis];
    if (request.is_single) {
      request.points[axis] = {.floats = static_cast<const float*>(coordinate), .size = count};
    } else {
      request.points[axis] = {.doubles = static_cast<const double*>(coordinate), .size = count};
    }
  }
  return request;
}

inline void require_values(const Field& field, const perlane_points& points, const void* first,
                           const float* values) {
  const Options options{.parallel = false};
  std::vector<float> expected(static_cast<std::size_t>(points.count));
  detail::PointsRequest request = request_of(field, points, first, options);
  request.out[0] = {.data = expected.data(), .size = expected.size()};
  detail::sample(request);
  require(std::equal(expected.begin(), expected.end(), values, is_same),
          "a value at a point differs from that of C++");
}

inline void require_derivatives_at(const Field& field, const perlane_points& points,
                                   const perlane_planes& planes) {
  const Options options{.parallel = false};
  DensePlanes expected(points.dimensions, static_cast<std::size_t>(points.count));
  detail::PointsRequest request = request_of(field, points, points.coordinate[0], options);
  expected.set(request);
  detail::sample(request);
  expected.require_planes(planes, [](std::size_t i) { return i; });
}

inline void require_task(const detail::AnyTask& expected, const perlane_grid& world,
                         const perlane_grid& task, std::int32_t level,
                         std::span<const std::int64_t> at) {
  bool is_equal = task.dimensions == world.dimensions && level == expected.level;
  for (int axis = 0; axis < world.dimensions; ++axis) {
    is_equal = is_equal && task.shape[axis] == expected.shape[axis] &&
               task.first[axis] == expected.first[axis] && task.step[axis] == expected.step[axis] &&
               task.origin[axis] == world.origin[axis] &&
               at[static_cast<std::size_t>(axis)] == expected.tile[axis];
  }
  require(is_equal, "a task differs from that of C++");
}

}  // namespace perlane::fuzz
