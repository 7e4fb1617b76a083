// Bounds any field within boxes. Samples of grids of any step within a box, and points anywhere in
// it, must be within its bounds, those of a box around it, and those of the whole field. Boxes get
// the same bounds together as one by one.

#include "fields.hpp"
#include "reference.hpp"
#include "require.hpp"

#include <algorithm>
#include <cmath>

namespace {

using namespace perlane;
using namespace perlane::fuzz;

// A grid of some of the samples of another: a part of it, perhaps with a larger step.
template <int N>
Grid<N> grid_within(Bytes& bytes, const Grid<N>& grid) {
  Grid<N> part = grid;
  const std::int64_t stride = std::int64_t{1} << bytes.choice(3);
  for (std::size_t axis = 0; axis < N; ++axis) {
    const std::int64_t skipped = bytes.take<std::uint16_t>() % grid.shape[axis];
    part.first[axis] += skipped;
    part.shape[axis] = 1 + bytes.take<std::uint16_t>() % (grid.shape[axis] - skipped);
    // Only then do larger steps lead to the same coordinates after rounding.
    constexpr std::int64_t most = std::int64_t{1} << 52;
    if (part.first[axis] % stride != 0 || std::abs(part.first[axis]) > most) continue;
    part.first[axis] /= stride;
    part.step[axis] *= static_cast<double>(stride);
    part.shape[axis] = (part.shape[axis] + stride - 1) / stride;
  }
  return part;
}

// Points from the first to the last sample of a grid, both included, along every axis.
template <int N>
Points<double, N> points_within(Bytes& bytes, const Grid<N>& grid) {
  Points<double, N> points;
  const int count = 1 + bytes.choice(60);
  for (std::size_t axis = 0; axis < N; ++axis) {
    const auto position = [&](std::int64_t index) {
      return grid.origin[axis] + static_cast<double>(grid.first[axis] + index) * grid.step[axis];
    };
    const auto [low, high] = std::minmax({position(0), position(grid.shape[axis] - 1)});
    for (int i = 0; i < count; ++i) {
      const double part = bytes.take<std::uint16_t>() / 65535.0;
      points[axis].push_back(std::clamp(std::lerp(low, high, part), low, high));
    }
  }
  return points;
}

void require_within(const Values& values, const Range& bounds, const char* what) {
  for (const float value : values) require(is_within(value, bounds), what);
}

template <int N>
Values values_of(const Grid<N>& grid, const Field& field) {
  Values values(testing::samples(grid));
  fill(std::span(values), grid, field, {.parallel = false});
  return values;
}

template <int N>
void bound_boxes(Bytes& bytes, const Field& field) {
  if (is_too_long(field, N)) return;
  const Grid<N> whole = grid_of<N>(bytes);
  Values values(testing::samples(whole));
  if (is_rejected([&] { fill(std::span(values), whole, field, {.parallel = false}); })) {
    require(is_rejected([&] { (void)range(field, whole); }), "a box is accepted, but not its grid");
    return;
  }
  // Each within the one before it.
  std::vector<Grid<N>> grids{whole};
  for (int i = bytes.choice(4); i > 0; --i) grids.push_back(grid_within<N>(bytes, grids.back()));
  std::vector<Range> bounds(grids.size());
  ranges<N>(bounds, grids, field);
  const Range everywhere = range(field, N);
  for (std::size_t i = 0; i < grids.size(); ++i) {
    require(range(field, grids[i]) == bounds[i], "a box has other bounds together with others");
    require(bounds[i].min >= everywhere.min && bounds[i].max <= everywhere.max,
            "a box has wider bounds than all values");
    require(bounds[i].min <= bounds[i].max, "the bounds of a box are the wrong way round");
    const Values of_grid = values_of(grids[i], field);
    const auto points = points_within<N>(bytes, grids[i]);
    Values at_points(points[0].size());
    sample_values(std::span(at_points), field, part_of<double, N>(points, 0, points[0].size()));
    for (std::size_t around = 0; around <= i; ++around) {
      require_within(of_grid, bounds[around], "a sample is out of the bounds of its box");
      require_within(at_points, bounds[around], "a point is out of the bounds of its box");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test_any_field(data, size,
                 []<int N>(Bytes& bytes, const Field& field) { bound_boxes<N>(bytes, field); });
  return 0;
}
