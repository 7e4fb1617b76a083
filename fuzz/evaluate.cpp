// Reads a text as a field, or makes a field with subnormal and huge parameters, and evaluates it on
// two instruction sets: on a grid, at the points of that grid, at points that are wherever the
// input has them, and with derivatives. All must be the same bits, and none beyond its range.

#include "fields.hpp"
#include "require.hpp"

#include <perlane/text.hpp>

#include "engine/dispatch.hpp"
#include "graph/node.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace {

using namespace perlane;
using fuzz::Bytes;
using fuzz::require;

using Values = std::vector<float>;

bool is_same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}
bool are_same(const Values& a, const Values& b) { return std::ranges::equal(a, b, is_same); }

bool is_within(float value, const Range& range) { return value >= range.min && value <= range.max; }

// The value and the derivatives by axis.
template <int N>
using Samples = std::array<Values, N + 1>;

template <int N>
Samples<N> arrays(std::size_t count) {
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

template <class Call>
bool is_rejected(Call call) {
  try {
    call();
    return false;
  } catch (const std::invalid_argument&) {
    return true;
  }
}

template <class Real, int N>
using Points = std::array<std::vector<Real>, N>;

template <class Real, int N>
std::array<std::span<const Real>, N> spans_of(const Points<Real, N>& points) {
  std::array<std::span<const Real>, N> spans;
  for (std::size_t axis = 0; axis < N; ++axis) spans[axis] = points[axis];
  return spans;
}

template <class Real, int N>
Values sampled(const Field& field, const Points<Real, N>& points) {
  Values values(points[0].size());
  std::apply([&](auto... axis) { sample(values, field, axis...); }, spans_of<Real, N>(points));
  return values;
}

// Nothing, if derivatives might not be floats.
template <class Real, int N>
std::optional<Samples<N>> differentiated(const Field& field, const Points<Real, N>& points) {
  Samples<N> samples = arrays<N>(points[0].size());
  const auto all = [&] { sample(planes_of<N>(samples), field, spans_of<Real, N>(points)); };
  if (is_rejected(all)) return {};
  return samples;
}

template <int N>
Points<double, N> points_of(const Grid<N>& grid) {
  Points<double, N> points;
  std::array<std::int64_t, N> index{};
  std::int64_t count = 1;
  for (const std::int64_t extent : grid.shape) count *= extent;
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t axis = 0; axis < N; ++axis) {
      points[axis].push_back(grid.origin[axis] +
                             static_cast<double>(grid.first[axis] + index[axis]) * grid.step[axis]);
    }
    for (std::size_t axis = 0; axis < N && ++index[axis] == grid.shape[axis]; ++axis)
      index[axis] = 0;
  }
  return points;
}

template <int N>
Grid<N> grid_of(Bytes& bytes) {
  static constexpr int most[] = {300, 40, 12, 6};
  Grid<N> grid;
  for (std::size_t axis = 0; axis < N; ++axis) {
    grid.shape[axis] = 1 + bytes.take<std::uint16_t>() % most[N - 1];
    grid.origin[axis] = bytes.number();
    grid.step[axis] = bytes.choice(2) == 0 ? bytes.choice(64) / 16.0 - 2 : bytes.number();
    grid.first[axis] = bytes.choice(2) == 0 ? 0 : bytes.take<std::int32_t>();
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

// All that is evaluated on one instruction set.
template <int N>
struct Results {
  std::optional<Samples<N>> grid;  // nothing, if the grid is rejected
  bool has_derivatives = false;  // of the grid
  Values codes, at_points, at_singles;
  std::optional<Samples<N>> points, singles;
};

// The results of one instruction set must agree with each other.
template <int N>
void require_consistent(const Results<N>& results, const Field& field, const Grid<N>& grid) {
  const Range promised = range(field, N);
  const auto require_sample = [&](float value) {
    require(std::isnan(value) ? is_same(value, std::bit_cast<float>(0x7fc00000u))
                              : is_within(value, promised),
            "a value is out of its range, or a NaN like no other");
  };
  for (const Values* values : {&results.at_points, &results.at_singles})
    std::ranges::for_each(*values, require_sample);
  for (const auto* samples : {&results.points, &results.singles}) {
    if (!*samples) continue;
    const Values& values = samples->value()[0];
    require(are_same(values, samples == &results.points ? results.at_points : results.at_singles),
            "a value differs with derivatives");
    for (std::size_t axis = 1; axis <= N; ++axis) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        const float derivative = samples->value()[axis][i];
        require(std::isnan(values[i]) ? is_same(derivative, std::bit_cast<float>(0x7fc00000u))
                                      : !std::isnan(derivative),
                "a derivative is NaN where the value is not, or the other way round");
      }
    }
  }
  if (!results.grid) return;
  for (const float value : results.grid->front())
    require(is_within(value, promised), "a value of a grid is out of its range");
  const Points<double, N> points = points_of(grid);
  require(are_same(sampled<double, N>(field, points), results.grid->front()),
          "points differ from a grid");
  const auto derived = differentiated<double, N>(field, points);
  require(derived.has_value() == results.has_derivatives, "points are rejected otherwise");
  if (!derived) return;
  for (std::size_t plane = 0; plane <= N; ++plane) {
    require(are_same((*derived)[plane], (*results.grid)[plane]), "planes of points differ");
    if (plane == 0) continue;
    const Field derivative_field = derivative(field, static_cast<int>(plane) - 1);
    const Range bounds = range(derivative_field, N);
    for (const float value : (*derived)[plane])
      require(is_within(value, bounds), "a derivative is out of its range");
    require(are_same(sampled<double, N>(derivative_field, points), (*derived)[plane]),
            "the derivative as a field differs");
  }
}

template <int N>
Results<N> evaluated(const Field& field, const Grid<N>& grid, const Points<double, N>& points,
                     const Points<float, N>& singles) {
  Results<N> results;
  std::size_t count = 1;
  for (const std::int64_t extent : grid.shape) count *= static_cast<std::size_t>(extent);
  Samples<N> samples = arrays<N>(count);
  Range seen{};
  if (!is_rejected([&] { fill(std::span(samples[0]), grid, field, {.seen = &seen}); })) {
    require(is_same(seen.min, *std::ranges::min_element(samples[0])) ||
                seen.min == *std::ranges::min_element(samples[0]),
            "a wrong least value");
    require(seen.max == *std::ranges::max_element(samples[0]), "a wrong largest value");
    const Values values = samples[0];
    results.has_derivatives = !is_rejected([&] { fill(planes_of<N>(samples), grid, field); });
    require(are_same(samples[0], values), "a value of a grid differs with derivatives");
    std::vector<std::uint16_t> codes(count);
    // Codes of a coordinate need a range.
    if (is_rejected([&] { fill(std::span(codes), grid, field); }))
      fill(std::span(codes), grid, field, Range{-1, 1});
    results.codes.assign(codes.begin(), codes.end());
    results.grid = samples;
  }
  results.at_points = sampled<double, N>(field, points);
  results.at_singles = sampled<float, N>(field, singles);
  results.points = differentiated<double, N>(field, points);
  results.singles = differentiated<float, N>(field, singles);
  return results;
}

template <int N>
void require_same(const std::optional<Samples<N>>& a, const std::optional<Samples<N>>& b,
                  const char* what) {
  require(a.has_value() == b.has_value(), what);
  for (std::size_t plane = 0; a && plane <= N; ++plane)
    require(are_same((*a)[plane], (*b)[plane]), what);
}

template <int N>
void evaluate_any(Bytes& bytes, const Field& field) {
  const auto [least, most] = graph::node_of(field).dimensions();
  if (least > N || most < N) return;
  // Fractals of fractals take too long.
  if (graph::node_of(field).program(N, false).steps.size() > 60) return;
  const Grid<N> grid = grid_of<N>(bytes);
  const auto points = points_anywhere<double, N>(bytes);
  const auto singles = points_anywhere<float, N>(bytes);
  const auto known = isas();
  const auto first = static_cast<std::size_t>(bytes.choice(static_cast<int>(known.size())));
  engine::select(known[first], "fuzzer");
  const Results<N> results = evaluated<N>(field, grid, points, singles);
  require_consistent<N>(results, field, grid);
  engine::select(known[(first + 1) % known.size()], "fuzzer");
  const Results<N> others = evaluated<N>(field, grid, points, singles);
  require_same<N>(results.grid, others.grid, "grids differ between instruction sets");
  require_same<N>(results.points, others.points, "points differ between instruction sets");
  require_same<N>(results.singles, others.singles, "float points differ");
  require(are_same(results.at_points, others.at_points), "values at points differ");
  require(are_same(results.at_singles, others.at_singles), "values at float points differ");
  require(are_same(results.codes, others.codes), "codes differ between instruction sets");
}

}  // namespace

// A text ends at a zero byte; what follows it says where.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const bool is_text = size > 0 && data[0] == '{';
    const auto end = static_cast<std::size_t>(std::find(data, data + size, 0) - data);
    const std::size_t used = is_text ? std::min(end + 1, size) : 0;
    Bytes bytes(data + used, size - used, Bytes::Numbers::extreme);
    const Field field =
        is_text ? from_json({reinterpret_cast<const char*>(data), end}) : fuzz::field(bytes);
    switch (bytes.choice(4)) {
      case 0:
        evaluate_any<2>(bytes, field);
        break;
      case 1:
        evaluate_any<1>(bytes, field);
        break;
      case 2:
        evaluate_any<3>(bytes, field);
        break;
      default:
        evaluate_any<4>(bytes, field);
        break;
    }
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
