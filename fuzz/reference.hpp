#pragma once
// The scalar reference at the samples of grids and at points. Grids to evaluate.

#include "bytes.hpp"
#include "fields.hpp"

#include <perlane/perlane.hpp>

#include "graph/node.hpp"
#include "support/grids.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <vector>

namespace perlane::fuzz {

using Values = std::vector<float>;

// The value and the derivatives by axis.
template <int N>
using Samples = std::array<Values, N + 1>;

template <int N>
Samples<N> samples_of_size(std::size_t count) {
  Samples<N> samples;
  samples.fill(Values(count));
  return samples;
}
template <int N>
Planes<N> planes_of(Samples<N>& samples) {
  Planes<N> planes{.value = samples[0]};
  for (std::size_t axis = 0; axis < N; ++axis) planes.derivative[axis] = samples[axis + 1];
  return planes;
}

template <class Real, int N>
using Points = std::array<std::vector<Real>, N>;
template <class Real, int N>
using PointSpans = std::array<std::span<const Real>, N>;

template <class Real, int N>
PointSpans<Real, N> part_of(const Points<Real, N>& points, std::size_t begin, std::size_t count) {
  PointSpans<Real, N> part;
  for (std::size_t axis = 0; axis < N; ++axis)
    part[axis] = std::span(points[axis]).subspan(begin, count);
  return part;
}

// By the reference; derivatives are left out where the field has none.
template <class Real, int N>
Samples<N> expected_at(const Points<Real, N>& points, const Field& field) {
  const graph::Node& node = graph::node_of(field);
  const bool with_derivatives = has_derivatives(field);
  Samples<N> samples;
  for (std::size_t i = 0; i < points[0].size(); ++i) {
    model::Point point{N, std::is_same_v<Real, float>, {}};
    for (std::size_t axis = 0; axis < N; ++axis)
      point.coordinate[axis] = static_cast<double>(points[axis][i]);
    float derivative[4];
    samples[0].push_back(node.sample(point, with_derivatives ? derivative : nullptr));
    for (std::size_t axis = 0; with_derivatives && axis < N; ++axis)
      samples[axis + 1].push_back(derivative[axis]);
  }
  return samples;
}

template <int N>
Points<double, N> points_of(const Grid<N>& grid) {
  Points<double, N> points;
  for (std::size_t i = 0; i < testing::samples(grid); ++i) {
    const auto position = testing::position(grid, i);
    for (std::size_t axis = 0; axis < N; ++axis) points[axis].push_back(position[axis]);
  }
  return points;
}

// A grid of few samples, anywhere.
template <int N>
Grid<N> grid_of(Bytes& bytes) {
  static constexpr int most[] = {300, 40, 12, 6};
  Grid<N> grid;
  for (std::size_t axis = 0; axis < N; ++axis) {
    grid.shape[axis] = 1 + bytes.take<std::uint16_t>() % most[N - 1];
    grid.origin[axis] = bytes.number();
    grid.step[axis] = bytes.choice(4) == 0 ? bytes.number() : bytes.choice(64) / 16.0 - 2;
    const int first = bytes.choice(4);
    grid.first[axis] = first == 0   ? bytes.take<std::int32_t>()
                       : first == 1 ? bytes.take<std::int64_t>() / 2
                                    : 0;
  }
  return grid;
}

template <class Real, int N>
Points<Real, N> points_anywhere(Bytes& bytes) {
  const int count = bytes.choice(70);
  Points<Real, N> points;
  for (int i = 0; i < count; ++i) {
    for (auto& coordinate : points) coordinate.push_back(static_cast<Real>(bytes.number()));
  }
  return points;
}

template <class Real, std::size_t N>
void sample_values(std::span<float> out, const Field& field,
                   const std::array<std::span<const Real>, N>& points,
                   const Options& options = {}) {
  std::apply([&](auto... axis) { sample(out, field, axis..., options); }, points);
}

// Calls visit<N>() in one of the numbers of dimensions that the field has.
template <class Visit>
void in_dimensions_of(const Field& field, Bytes& bytes, Visit visit) {
  const auto [least, most] = graph::node_of(field).dimensions();
  // Two dimensions come most often.
  const int drawn = bytes.choice(8);
  switch (drawn >= 4 && least <= 2 && most >= 2 ? 2 : least + drawn % (most - least + 1)) {
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 3:
      return visit.template operator()<3>();
    default:
      return visit.template operator()<4>();
  }
}

// Draws a field, and calls test<N>(bytes, field) in one of its numbers of dimensions. A field or a
// call that perlane rejects is no error.
template <class Test>
void test_any_field(const std::uint8_t* data, std::size_t size, Test test) {
  Bytes bytes(data, size);
  try {
    const Field drawn = field(bytes);
    in_dimensions_of(drawn, bytes, [&]<int N> { test.template operator()<N>(bytes, drawn); });
  } catch (const std::invalid_argument&) {
  }
}

// Fractals of fractals take too long.
inline bool is_too_long(const Field& field, int dimensions) {
  return graph::node_of(field).program(dimensions, false).count > 80;
}

}  // namespace perlane::fuzz
