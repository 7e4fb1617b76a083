#pragma once
// Expects the bits of the scalar reference from every instruction set. A field is compared in the
// dimensions that it has, and in no others.

#include "support/testing.hpp"

#include <cmath>

namespace perlane::testing {

// Values of a grid, which are also within the range of the field.
template <int N>
void expect_reference(const Grid<N>& grid, const NamedField& named, const Options& options = {}) {
  if (!has_dimensions(named.field, N)) return;
  const std::vector<float> expected = fill_by_points(grid, named.field);
  const Range bounds = range(named.field, N);
  for (const float n : expected)
    ASSERT_TRUE(n >= bounds.min && n <= bounds.max) << named.name << " in " << N << "D: " << n;
  with_every_isa([&](std::string_view) {
    EXPECT_TRUE(same_bits(filled(grid, named.field, options), expected, grid))
        << named.name << " in " << N << "D, " << grid.shape[0] << " wide, step " << grid.step[0]
        << ", origin " << grid.origin[0];
  });
}

// Values and derivatives of a grid.
template <int N>
void expect_planes(const Grid<N>& grid, const NamedField& named, const Options& options = {}) {
  if (!has_dimensions(named.field, N)) return;
  const PlaneArrays<N> expected = planes_by_points(grid, named.field);
  with_every_isa([&](std::string_view) {
    const PlaneArrays<N> planes = filled_planes(grid, named.field, options);
    for (std::size_t plane = 0; plane <= N; ++plane) {
      EXPECT_TRUE(same_bits(planes[plane], expected[plane], grid))
          << named.name << " in " << N << "D, plane " << plane;
    }
  });
}

// Grids at the limits of coordinates: they are rejected, or get the bits of the reference.
struct GridsAtLimits {
  int filled_grids = 0, rejected_grids = 0;

  template <int N>
  void add(const Grid<N>& grid, const Field& field) {
    compare(
        grid, [&] { return std::array{filled(grid, field)}; },
        [&] { return std::array{fill_by_points(grid, field)}; });
  }

  template <int N>
  void add_planes(const Grid<N>& grid, const Field& field) {
    compare(
        grid, [&] { return filled_planes(grid, field); },
        [&] { return planes_by_points(grid, field); });
  }

 private:
  template <int N, class Fill, class Expected>
  void compare(const Grid<N>& grid, Fill fill, Expected expected) {
    try {
      const auto arrays = fill();
      const auto right = expected();
      for (std::size_t i = 0; i < arrays.size(); ++i) {
        EXPECT_TRUE(same_bits(arrays[i], right[i], grid));
        EXPECT_FALSE(std::ranges::any_of(arrays[i], [](float n) { return std::isnan(n); }));
      }
      ++filled_grids;
    } catch (const std::invalid_argument&) {
      ++rejected_grids;
    }
  }
};

// An array of points, whose axes are those that `axes` begins with.
template <class Real>
void expect_points(const NamedField& named, int dimensions,
                   std::span<const std::vector<Real>> axes) {
  if (!has_dimensions(named.field, dimensions)) return;
  std::vector<float> expected;
  for (std::size_t i = 0; i < axes[0].size(); ++i) {
    model::Point point{dimensions, sizeof(Real) == 4, {}};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis)
      point.coordinate[axis] = static_cast<double>(axes[axis][i]);
    expected.push_back(graph::node_of(named.field).sample(point, nullptr));
  }
  with_every_isa([&](std::string_view) {
    const std::vector<float> values = sampled(named.field, dimensions, axes);
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(values[i]), std::bit_cast<std::uint32_t>(expected[i]))
          << named.name << " in " << dimensions << "D, point " << i << ": " << values[i] << ", not "
          << expected[i];
    }
  });
}

// The samples of a grid as an array of points.
template <int N>
void expect_points_of(const Grid<N>& grid, const NamedField& named) {
  const auto axes = coordinates_of(grid);
  expect_points<double>(named, N, axes);
}

}  // namespace perlane::testing
