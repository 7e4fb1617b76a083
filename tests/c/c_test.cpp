// The C interface: its results are those of C++, bit for bit, and what is wrong is an error code
// with a message.

#include "support/testing.hpp"

#include <perlane/perlane.h>

#include <nlohmann/json.hpp>

#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>

namespace perlane::testing {
namespace {

struct Destroy {
  void operator()(perlane_field* field) const { perlane_field_destroy(field); }
  void operator()(char* text) const { perlane_text_destroy(text); }
};
using Handle = std::unique_ptr<perlane_field, Destroy>;
using Text = std::unique_ptr<char, Destroy>;

perlane_error no_error() {
  perlane_error error{};
  error.size = sizeof error;
  return error;
}

// A call that succeeds, and clears the message of the call before.
template <class Call>
void succeed(Call call) {
  perlane_error error = no_error();
  std::strcpy(error.message, "old");
  error.status = -1;
  EXPECT_EQ(call(&error), PERLANE_OK) << error.message;
  EXPECT_EQ(error.status, PERLANE_OK);
  EXPECT_STREQ(error.message, "");
}

// A call that is rejected, with such a message; and without an object for it.
template <class Call>
void rejected(const std::string& message, Call call) {
  perlane_error error = no_error();
  EXPECT_EQ(call(&error), PERLANE_INVALID);
  EXPECT_EQ(error.status, PERLANE_INVALID);
  EXPECT_EQ(error.message, message);
  EXPECT_EQ(call(nullptr), PERLANE_INVALID);
}

Handle handle(std::string_view json) {
  perlane_field* field = nullptr;
  succeed([&](perlane_error* error) {
    return perlane_field_from_json(json.data(), json.size(), &field, error);
  });
  return Handle(field);
}
Handle handle(const Field& field) { return handle(to_json(field)); }

template <int N>
perlane_grid c_grid(const Grid<N>& grid) {
  perlane_grid result{};
  result.size = sizeof result;
  result.dimensions = N;
  for (std::size_t axis = 0; axis < N; ++axis) {
    result.shape[axis] = grid.shape[axis];
    result.step[axis] = grid.step[axis];
    result.origin[axis] = grid.origin[axis];
    result.first[axis] = grid.first[axis];
  }
  return result;
}

template <class T>
perlane_array array_of(std::vector<T>& elements) {
  perlane_array out{};
  out.size = sizeof out;
  out.type = std::is_same_v<T, float>           ? PERLANE_FLOAT32
             : std::is_same_v<T, std::uint16_t> ? PERLANE_UINT16
                                                : PERLANE_UINT8;
  out.data = elements.data();
  out.elements = elements.size();
  return out;
}

const Grid<1> line{.shape = {301}, .step = {0.37}, .origin = {-5}, .first = {-100}};
const Grid<2> plane{.shape = {67, 31}, .step = {0.37, 1.1}, .origin = {3, 4}, .first = {-70, 3}};
const Grid<3> volume{.shape = {21, 7, 5}, .step = {0.9, -0.37, 4.3}, .first = {-9, 3, 100}};
const Grid<4> space{.shape = {9, 6, 5, 3}, .step = {0.9, 0.4, 4.3, 0.2}, .first = {-9, 3, 7, -5}};

Field hills() { return fbm(perlin({.seed = 7, .frequency = 0.03}), {.octaves = 4}); }

template <class T, int N>
void expect_same_fill(const Grid<N>& grid, const Range* codes, const Options& options) {
  const Field field = hills();
  const Handle of_c = handle(field);
  std::vector<T> expected(samples(grid)), actual(samples(grid));
  Range range{};
  Options with_range = options;
  with_range.seen = &range;
  if constexpr (std::is_same_v<T, float>) {
    fill(std::span<T>(expected), grid, field, with_range);
  } else if (codes != nullptr) {
    fill(std::span<T>(expected), grid, field, *codes, with_range);
  } else {
    fill(std::span<T>(expected), grid, field, with_range);
  }
  const perlane_grid where = c_grid(grid);
  perlane_array out = array_of(actual);
  if (codes != nullptr) {
    out.codes[0] = codes->min;
    out.codes[1] = codes->max;
  }
  perlane_options how{};
  how.size = sizeof how;
  how.is_sequential = options.parallel ? 0 : 1;
  float extremes[2]{};
  succeed([&](perlane_error* error) {
    return perlane_fill(of_c.get(), &where, &out, &how, extremes, error);
  });
  EXPECT_EQ(std::memcmp(actual.data(), expected.data(), actual.size() * sizeof(T)), 0);
  EXPECT_EQ(extremes[0], range.min);
  EXPECT_EQ(extremes[1], range.max);
}

TEST(C, FillsAsCppDoes) {
  const Range codes{-0.25f, 0.5f};
  for (const bool parallel : {false, true}) {
    for (const Range* given : {static_cast<const Range*>(nullptr), &codes}) {
      const Options options{.parallel = parallel};
      const auto each_type = [&](const auto& grid) {
        if (given == nullptr) expect_same_fill<float>(grid, nullptr, options);
        expect_same_fill<std::uint16_t>(grid, given, options);
        expect_same_fill<std::uint8_t>(grid, given, options);
      };
      each_type(line);
      each_type(plane);
      each_type(volume);
      each_type(space);
    }
  }
}

TEST(C, StepsOfZeroMeanOneAndNoRangeIsWritten) {
  const Field field = hills();
  const Handle of_c = handle(field);
  std::vector<float> actual(512);
  perlane_grid grid{};
  grid.size = sizeof grid;
  grid.dimensions = 2;
  grid.shape[0] = 32;
  grid.shape[1] = 16;
  const perlane_array out = array_of(actual);
  succeed([&](perlane_error* error) {
    return perlane_fill(of_c.get(), &grid, &out, nullptr, nullptr, error);
  });
  EXPECT_EQ(actual, filled<2>({.shape = {32, 16}}, field));
}

TEST(C, FailedCallsWriteNoRange) {
  const Handle field = handle(hills());
  std::vector<float> values(samples(plane));
  perlane_grid grid = c_grid(plane);
  const perlane_array out = array_of(values);
  perlane_options options{};
  options.size = sizeof options;
  options.progress = [](void*, double) { return std::int32_t{0}; };
  float range[2]{12, 34};
  EXPECT_EQ(perlane_fill(field.get(), &grid, &out, &options, range, nullptr), PERLANE_CANCELLED);
  grid.shape[0] = 0;
  EXPECT_EQ(perlane_fill(field.get(), &grid, &out, nullptr, range, nullptr), PERLANE_INVALID);
  EXPECT_EQ(range[0], 12);
  EXPECT_EQ(range[1], 34);
}

TEST(C, StridesEqualThoseOfCpp) {
  const Field field = hills();
  const Handle of_c = handle(field);
  std::vector<std::uint16_t> expected(100 * 40, 7), actual(100 * 40, 7);
  const Strided<2, std::uint16_t> strided{.elements = expected, .stride = {-100}, .first = 3905};
  fill(strided, plane, field, {-1, 1});
  const perlane_grid grid = c_grid(plane);
  perlane_array out = array_of(actual);
  out.stride[0] = -100;
  out.first = 3905;
  out.codes[0] = -1;
  out.codes[1] = 1;
  succeed([&](perlane_error* error) {
    return perlane_fill(of_c.get(), &grid, &out, nullptr, nullptr, error);
  });
  EXPECT_EQ(actual, expected);

  const Strided<2, std::uint16_t> transposed{
      .elements = expected, .stride = {1}, .stride_x = plane.shape[1]};
  fill(transposed, plane, field, {-1, 1});
  out.stride[0] = 1;
  out.first = 0;
  out.stride_x = plane.shape[1];
  succeed([&](perlane_error* error) {
    return perlane_fill(of_c.get(), &grid, &out, nullptr, nullptr, error);
  });
  EXPECT_EQ(actual, expected);
}

TEST(C, DerivativesAreThoseOfCpp) {
  const Field field = hills();
  const Handle of_c = handle(field);
  std::vector<float> expected[4], actual[4];
  for (auto* arrays : {expected, actual}) {
    for (int i = 0; i < 4; ++i) arrays[i].assign(samples(volume), 9.0f);
  }
  const Planes<3> planes{.value = expected[0],
                         .derivative = {expected[1], std::span<float>(), expected[3]}};
  Range range{};
  fill(planes, volume, field, {.seen = &range});
  const perlane_grid grid = c_grid(volume);
  perlane_planes out{};
  out.size = sizeof out;
  out.value = actual[0].data();
  out.derivative[0] = actual[1].data();
  out.derivative[2] = actual[3].data();
  out.elements = samples(volume);
  float extremes[2]{};
  succeed([&](perlane_error* error) {
    return perlane_fill_derivatives(of_c.get(), &grid, &out, nullptr, extremes, error);
  });
  for (int i = 0; i < 4; ++i) EXPECT_EQ(actual[i], expected[i]);
  EXPECT_EQ(extremes[0], range.min);
  EXPECT_EQ(extremes[1], range.max);

  std::vector<float> pixels(4 * samples(volume), 9.0f);  // a sample's value, d/dx and d/dz
  out.value = pixels.data();
  out.derivative[0] = pixels.data() + 1;
  out.derivative[2] = pixels.data() + 3;
  out.elements = pixels.size() - 3;
  out.stride_x = 4;
  succeed([&](perlane_error* error) {
    return perlane_fill_derivatives(of_c.get(), &grid, &out, nullptr, nullptr, error);
  });
  for (std::size_t i = 0; i < pixels.size(); ++i) EXPECT_EQ(pixels[i], expected[i % 4][i / 4]);
}

template <int N>
void expect_same_bounds(const Grid<N>& grid) {
  const Handle of_c = handle(hills());
  const perlane_grid box = c_grid(grid);
  float bounds[2]{};
  succeed([&](perlane_error* error) { return perlane_range(of_c.get(), &box, bounds, error); });
  EXPECT_EQ(bounds[0], range(hills(), grid).min);
  EXPECT_EQ(bounds[1], range(hills(), grid).max);
}

TEST(C, BoundsOfBoxesAreThoseOfCpp) {
  expect_same_bounds(line);
  expect_same_bounds(plane);
  expect_same_bounds(volume);
  expect_same_bounds(space);
  const Handle of_c = handle(hills());
  std::vector<Grid<3>> boxes(40);
  // A later version of the structure, which is longer.
  struct Longer {
    perlane_grid grid;
    double later;
  };
  std::vector<perlane_grid> grids;
  std::vector<Longer> longer;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i] = volume;
    boxes[i].first[0] += static_cast<std::int64_t>(21 * i);
    grids.push_back(c_grid(boxes[i]));
    longer.push_back({grids.back(), 0});
    longer.back().grid.size = sizeof(Longer);
  }
  std::vector<Range> expected(boxes.size());
  ranges(expected, std::span<const Grid<3>>(boxes), hills());
  for (const perlane_grid* first : {grids.data(), &longer.front().grid}) {
    std::vector<float> bounds(2 * boxes.size() + 1, 9.0f);
    succeed([&](perlane_error* error) {
      return perlane_ranges(of_c.get(), first, boxes.size(), bounds.data(), error);
    });
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      EXPECT_EQ(bounds[2 * i], expected[i].min);
      EXPECT_EQ(bounds[2 * i + 1], expected[i].max);
    }
    EXPECT_EQ(bounds.back(), 9);
  }
  succeed(
      [&](perlane_error* error) { return perlane_ranges(of_c.get(), nullptr, 0, nullptr, error); });
}

template <int N>
void expect_same_tasks(const World<N>& world) {
  const perlane_grid grid = c_grid(world.grid);
  std::int64_t number = 0;
  succeed([&](perlane_error* error) {
    return perlane_world_tasks(&grid, world.tile, world.levels, &number, error);
  });
  ASSERT_EQ(number, tasks(world));
  for (std::int64_t i = 0; i < number; ++i) {
    const Task<N> expected = task(world, i);
    perlane_grid found{};
    found.size = sizeof found;
    std::int32_t level = -1;
    std::int64_t at[4] = {-1, -1, -1, -1};
    succeed([&](perlane_error* error) {
      return perlane_world_task(&grid, world.tile, world.levels, i, &found, &level, at, error);
    });
    const perlane_grid same = c_grid(expected.grid);
    for (std::size_t axis = 0; axis < N; ++axis) {
      EXPECT_EQ(found.shape[axis], same.shape[axis]);
      EXPECT_EQ(found.first[axis], same.first[axis]);
      EXPECT_EQ(found.step[axis], same.step[axis]);
      EXPECT_EQ(found.origin[axis], same.origin[axis]);
      EXPECT_EQ(at[axis], expected.tile[axis]);
    }
    EXPECT_EQ(found.dimensions, N);
    EXPECT_EQ(level, expected.level);
    for (std::size_t axis = N; axis < 4; ++axis) EXPECT_EQ(at[axis], -1);
  }
}

TEST(C, TasksAreThoseOfCpp) {
  expect_same_tasks<3>({.grid = volume, .tile = 4, .levels = 1});
  Grid<2> grid = plane;
  grid.first = {-72, 4};  // the last level has every fourth sample
  expect_same_tasks<2>({.grid = grid, .tile = 8, .levels = 3});
}

TEST(C, FillsSeveralFieldsAsCppDoes) {
  const Field fields[] = {hills(), hills() * 2.0f, perlin({.frequency = 0.05})};
  const Handle handles[] = {handle(fields[0]), handle(fields[1]), handle(fields[2])};
  const perlane_field* const of_c[] = {handles[0].get(), handles[1].get(), handles[2].get()};
  std::vector<float> first(samples(plane)), expected_first(first);
  std::vector<std::uint16_t> second(first.size()), expected_second(second);
  std::vector<std::uint8_t> third(first.size()), expected_third(third);
  Range seen[3]{};
  fill(expected_first, plane, fields[0], {.seen = &seen[0]});
  fill(std::span(expected_second), plane, fields[1], Range{-0.5f, 0.25f}, {.seen = &seen[1]});
  fill(expected_third, plane, fields[2], {.seen = &seen[2]});
  const perlane_grid grid = c_grid(plane);
  // A later version of the structure, which is longer.
  struct Longer {
    perlane_array array;
    double later;
  };
  std::vector<perlane_array> outs{array_of(first), array_of(second), array_of(third)};
  outs[1].codes[0] = -0.5f;
  outs[1].codes[1] = 0.25f;
  std::vector<Longer> longer;
  for (const perlane_array& out : outs) {
    longer.push_back({out, 0});
    longer.back().array.size = sizeof(Longer);
  }
  for (const perlane_array* array : {outs.data(), &longer.front().array}) {
    std::ranges::fill(first, 9.0f);
    std::vector<float> extremes(7, 9.0f);
    succeed([&](perlane_error* error) {
      return perlane_fill_fields(of_c, &grid, array, 3, nullptr, extremes.data(), error);
    });
    EXPECT_EQ(first, expected_first);
    EXPECT_EQ(second, expected_second);
    EXPECT_EQ(third, expected_third);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(extremes[2 * i], seen[i].min);
      EXPECT_EQ(extremes[2 * i + 1], seen[i].max);
    }
    EXPECT_EQ(extremes.back(), 9);
  }
  succeed([&](perlane_error* error) {
    return perlane_fill_fields(of_c, &grid, outs.data(), 3, nullptr, nullptr, error);
  });
  succeed([&](perlane_error* error) {
    return perlane_fill_fields(nullptr, &grid, nullptr, 0, nullptr, nullptr, error);
  });
}

TEST(C, SeveralFieldsAreRejectedTogether) {
  const Handle field = handle(hills());
  const perlane_field* of_c[] = {field.get(), field.get(), field.get()};
  const perlane_grid grid = c_grid(plane);
  std::vector<float> a(samples(plane), 9.0f), b(a), c(a);
  const std::vector<float> before = a;
  const std::vector<perlane_array> right{array_of(a), array_of(b), array_of(c)};
  std::vector<perlane_array> outs = right;
  float ranges[6] = {9, 9, 9, 9, 9, 9};
  const auto call = [&](perlane_error* error) {
    return perlane_fill_fields(of_c, &grid, outs.data(), outs.size(), nullptr, ranges, error);
  };
  outs[2].elements = 5;
  rejected("outputs[2]: there are 5 elements; grid->shape has 2077 samples", call);
  outs[2].elements = right[2].elements;
  outs[2].data = nullptr;
  rejected("outputs[2]: out->data is NULL; use a valid pointer", call);
  outs[2] = right[2];
  outs[1].type = 9;
  rejected("outputs[1]: out->type is 9; use PERLANE_FLOAT32, PERLANE_UINT16 or PERLANE_UINT8",
           call);
  outs[1] = right[1];
  outs[1].data = a.data();
  rejected("outputs[0] and outputs[1] overlap; no two samples may share an element", call);
  outs[1] = right[1];
  outs[1].size = 80;
  const std::string own_size = std::to_string(sizeof(perlane_array));  // it holds pointers
  rejected("outs[1].size is 80; use " + own_size + ", the size of outs[0]", call);
  outs[1] = right[1];
  outs[0].size = 65;
  rejected("outs[0].size is 65; use sizeof(perlane_array), which is " + own_size, call);
  outs[0] = right[0];
  of_c[1] = nullptr;
  rejected("outputs[1]: field is NULL; use a valid pointer", call);
  of_c[1] = field.get();
  rejected("fields is NULL; use a valid pointer", [&](perlane_error* error) {
    return perlane_fill_fields(nullptr, &grid, outs.data(), 3, nullptr, ranges, error);
  });
  rejected("outs is NULL; use a valid pointer", [&](perlane_error* error) {
    return perlane_fill_fields(of_c, &grid, nullptr, 3, nullptr, ranges, error);
  });
  alignas(8) std::byte memory[32]{};
  auto* const odd = static_cast<float*>(static_cast<void*>(memory + 2));
  rejected("ranges is not aligned; use an address that is a multiple of 4",
           [&](perlane_error* error) {
             return perlane_fill_fields(of_c, &grid, outs.data(), 3, nullptr, odd, error);
           });
  for (const std::vector<float>& array : {a, b, c}) EXPECT_EQ(array, before);
  for (const float bound : ranges) EXPECT_EQ(bound, 9);
}

TEST(C, BoxesThatAreWrongAreRejected) {
  const Handle field = handle(hills());
  std::vector<perlane_grid> grids(3, c_grid(plane));
  std::vector<float> bounds(6, 9.0f);
  const auto call = [&](perlane_error* error) {
    return perlane_ranges(field.get(), grids.data(), grids.size(), bounds.data(), error);
  };
  perlane_error no_memory{};
  const std::size_t too_many = std::numeric_limits<std::size_t>::max() / 16;
  EXPECT_EQ(perlane_ranges(field.get(), grids.data(), too_many, bounds.data(), &no_memory),
            PERLANE_NO_MEMORY);
  EXPECT_STREQ(no_memory.message, "there is not enough memory");
  grids[2].shape[1] = 0;
  rejected("grids[2]: grid->shape[1] is 0; use 1 or more", call);
  grids[2] = grids[1];
  grids[2].dimensions = 9;
  rejected("grids[2].dimensions is 9; use 2, the dimensions of the first grid", call);
  grids[2] = grids[1];
  grids[1].size = 200;
  rejected("grids[1].size is 200; use 136, the size of grids[0]", call);
  grids[1] = c_grid(volume);
  rejected("grids[1].dimensions is 3; use 2, the dimensions of the first grid", call);
  grids[0].size = 137;
  rejected("grids[0].size is 137; use sizeof(perlane_grid), which is 136", call);
  grids[0].size = 0;
  rejected("grid->size is 0; use sizeof(perlane_grid), which is 136", call);
  // A structure that ends with its size: sanitizers see what is read beyond it.
  const auto alone = std::make_unique<std::uint32_t>(0);
  rejected("grid->size is 0; use sizeof(perlane_grid), which is 136", [&](perlane_error* error) {
    const auto* const given = reinterpret_cast<const perlane_grid*>(alone.get());
    return perlane_ranges(field.get(), given, 1, bounds.data(), error);
  });
  EXPECT_EQ(bounds, std::vector<float>(6, 9.0f));
  alignas(8) std::byte memory[16]{};
  auto* const odd = static_cast<float*>(static_cast<void*>(memory + 2));
  rejected(
      "range is not aligned; use an address that is a multiple of 4",
      [&](perlane_error* error) { return perlane_range(field.get(), grids.data(), odd, error); });
}

template <class Real>
void expect_same_points() {
  const Field field = hills();
  const Handle of_c = handle(field);
  std::vector<Real> axis[4];
  for (int i = 0; i < 4; ++i) {
    for (int n = 0; n < 77; ++n) axis[i].push_back(static_cast<Real>(0.7 * n * (i + 1) - 9));
  }
  std::vector<float> actual(77), expected(77);
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    perlane_points points{};
    points.size = sizeof points;
    points.dimensions = dimensions;
    points.type = std::is_same_v<Real, float> ? PERLANE_FLOAT32 : PERLANE_FLOAT64;
    for (int i = 0; i < dimensions; ++i) points.coordinate[i] = axis[i].data();
    points.count = 77;
    succeed([&](perlane_error* error) {
      return perlane_sample(of_c.get(), &points, actual.data(), nullptr, error);
    });
    const std::span<const Real> x(axis[0]), y(axis[1]), z(axis[2]), w(axis[3]);
    if (dimensions == 1) sample(expected, field, x);
    if (dimensions == 2) sample(expected, field, x, y);
    if (dimensions == 3) sample(expected, field, x, y, z);
    if (dimensions == 4) sample(expected, field, x, y, z, w);
    EXPECT_EQ(actual, expected);
  }
  std::vector<float> of_c_plane[3], plane_of[3];
  for (int i = 0; i < 3; ++i) {
    of_c_plane[i].resize(77);
    plane_of[i].resize(77);
  }
  sample(Planes<2>{.value = plane_of[0], .derivative = {plane_of[1], plane_of[2]}}, field,
         std::array{std::span<const Real>(axis[0]), std::span<const Real>(axis[1])});
  perlane_points points{};
  points.size = sizeof points;
  points.dimensions = 2;
  points.type = std::is_same_v<Real, float> ? PERLANE_FLOAT32 : PERLANE_FLOAT64;
  points.coordinate[0] = axis[0].data();
  points.coordinate[1] = axis[1].data();
  points.count = 77;
  perlane_planes out{};
  out.size = sizeof out;
  out.value = of_c_plane[0].data();
  out.derivative[0] = of_c_plane[1].data();
  out.derivative[1] = of_c_plane[2].data();
  out.elements = 77;
  succeed([&](perlane_error* error) {
    return perlane_sample_derivatives(of_c.get(), &points, &out, nullptr, error);
  });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(of_c_plane[i], plane_of[i]);
}

TEST(C, PointsAreThoseOfCpp) {
  expect_same_points<double>();
  expect_same_points<float>();
  const Handle of_c = handle(hills());
  const double point[] = {0.3, 1.5, -7, 2};
  float value = 0;
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    succeed([&](perlane_error* error) {
      return perlane_sample_point(of_c.get(), point, dimensions, &value, error);
    });
    EXPECT_EQ(value, detail::sample(hills(), point, dimensions));
  }
}

TEST(C, PointsOfOtherTypesAreRejected) {
  const Handle field = handle(hills());
  const double x[] = {0.5};
  float value = 5;
  perlane_points points{};
  points.size = sizeof points;
  points.dimensions = 1;
  points.coordinate[0] = x;
  points.count = 1;
  for (const int type : {-1, int{PERLANE_UINT8}, int{PERLANE_UINT16}, 99}) {
    points.type = type;
    const std::string message =
        "points->type is " + std::to_string(type) + "; use PERLANE_FLOAT64 or PERLANE_FLOAT32";
    rejected(message.c_str(), [&](perlane_error* error) {
      return perlane_sample(field.get(), &points, &value, nullptr, error);
    });
  }
  EXPECT_EQ(value, 5);
}

TEST(C, FieldsReportTheirProperties) {
  const Handle of_c = handle(hills());
  char* text = nullptr;
  succeed([&](perlane_error* error) { return perlane_field_to_json(of_c.get(), &text, error); });
  EXPECT_EQ(Text(text).get(), to_json(hills()));
  perlane_field* other = nullptr;
  succeed([&](perlane_error* error) {
    return perlane_field_reseed(of_c.get(), ~std::uint64_t{0}, &other, error);
  });
  const Handle reseeded(other);
  succeed([&](perlane_error* error) { return perlane_field_to_json(other, &text, error); });
  EXPECT_EQ(Text(text).get(), to_json(reseed(hills(), ~std::uint64_t{0})));
  succeed([&](perlane_error* error) {
    return perlane_field_with_footprint(of_c.get(), 16, &other, error);
  });
  const Handle filtered(other);
  succeed([&](perlane_error* error) { return perlane_field_to_json(other, &text, error); });
  EXPECT_EQ(Text(text).get(), to_json(with_footprint(hills(), 16)));
  EXPECT_NE(to_json(with_footprint(hills(), 16)), to_json(hills()));
  float bounds[2]{};
  int32_t least = 0, most = 0, has = 0;
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    succeed([&](perlane_error* error) {
      return perlane_field_range(of_c.get(), dimensions, bounds, error);
    });
    EXPECT_EQ(bounds[0], range(hills(), dimensions).min);
    EXPECT_EQ(bounds[1], range(hills(), dimensions).max);
  }
  const Handle flat = handle(slope(perlin()));
  succeed([&](perlane_error* error) {
    return perlane_field_dimensions(flat.get(), &least, &most, error);
  });
  EXPECT_EQ(least, 2);
  EXPECT_EQ(most, 4);
  succeed(
      [&](perlane_error* error) { return perlane_field_has_derivatives(flat.get(), &has, error); });
  EXPECT_EQ(has, 0);
  succeed(
      [&](perlane_error* error) { return perlane_field_has_derivatives(of_c.get(), &has, error); });
  EXPECT_EQ(has, 1);
}

TEST(C, CallsMakeTheFieldsOfTexts) {
  const auto called = [](const char* function, std::string_view members,
                         const std::vector<const perlane_field*>& fields) {
    perlane_field* made = nullptr;
    succeed([&](perlane_error* error) {
      return perlane_field_call(function, members.data(), members.size(), fields.data(),
                                fields.size(), &made, error);
    });
    return Handle(made);
  };
  const Handle noise = called("perlin", R"({"seed": 42, "frequency": 0.25})", {});
  const Handle octaves = called("fbm", R"({"octaves": 3})", {noise.get()});
  const Handle sum = called("add", "", {octaves.get(), noise.get()});
  const Handle warped = called("warp", "{}", {sum.get(), noise.get(), octaves.get()});
  const Field a = perlin({.seed = 42, .frequency = 0.25}), b = fbm(a, {.octaves = 3});
  char* text = nullptr;
  succeed([&](perlane_error* error) { return perlane_field_to_json(warped.get(), &text, error); });
  EXPECT_EQ(Text(text).get(), to_json(warp(b + a, {a, b})));
}

TEST(C, CallsThatAreWrongAreRejected) {
  const Handle noise = handle(perlin());
  const auto reject_call = [&](const char* message, const char* function, std::string_view members,
                               std::size_t count) {
    const perlane_field* const fields[] = {noise.get(), noise.get()};
    perlane_field* made = nullptr;
    rejected(message, [&](perlane_error* error) {
      return perlane_field_call(function, members.data(), members.size(), fields, count, &made,
                                error);
    });
    EXPECT_EQ(made, nullptr);
  };
  reject_call(
      "function is perln (did you mean perlin?); use the name of a function (\"perlane nodes\" "
      "lists them)",
      "perln", "", 0);
  reject_call("perlin.frequency is -1; use a finite number above 0", "perlin",
              R"({"frequency": -1})", 0);
  reject_call("perlin is a list of 0; use an object", "perlin", "[]", 0);
  reject_call("count is 2; use 1, the number of fields that fbm takes", "fbm", "", 2);
  reject_call("count is 1; use 2 to 5, the number of fields that warp takes", "warp", "", 1);
  reject_call("clamp.a is not known; use low, high", "clamp", R"({"a": 1})", 1);
}

TEST(C, TheLibraryReportsVersionAndInstructionSets) {
  EXPECT_EQ(perlane_version(), version);
  std::vector<std::string_view> names;
  while (const char* name = perlane_isa(static_cast<int32_t>(names.size()))) names.push_back(name);
  EXPECT_EQ(names, isas());
  EXPECT_EQ(perlane_isa(-1), nullptr);
  EXPECT_EQ(perlane_isa(std::numeric_limits<int32_t>::max()), nullptr);
  const char* name = nullptr;
  succeed([&](perlane_error* error) { return perlane_active_isa(&name, error); });
  EXPECT_EQ(name, active_isa());
}

// Makes fields of the defaults in the catalogue, as programs that show forms do.
TEST(C, EveryFactoryOfTheCatalogueMakesAField) {
  const auto catalogue = nlohmann::json::parse(perlane_catalogue());
  EXPECT_EQ(catalogue["perlane"], 1);
  EXPECT_GT(catalogue["factories"].size(), 50u);
  std::size_t made = 0;
  for (const auto& factory : catalogue["factories"]) {
    nlohmann::json call = nlohmann::json::object();
    bool has_all = true;
    for (const auto& member : factory["members"]) {
      has_all = has_all && member.contains("default");
      if (has_all) call[member["name"]] = member["default"];
      EXPECT_EQ(member["type"] == "name", member.contains("choices"));
    }
    for (const auto& name : factory["fields"]) call[name] = {{"perlin", nlohmann::json::object()}};
    if (factory.contains("most")) {
      nlohmann::json& list = call[factory["fields"].back()];
      list = nlohmann::json::array({nlohmann::json(list)});
    }
    if (!has_all) continue;
    SCOPED_TRACE(factory["name"]);
    if (factory["group"] == "chunks") continue;  // a path is theirs by default, and empty
    // Ranges that hold 0 are no divisors, no exponents and have no logarithm.
    const std::string name = factory["name"];
    if (name == "divide") call["b"] = 3;
    if (name == "pow_of_fields") call["exponent"] = 3;
    if (name == "log") call["a"] = 3;
    const nlohmann::json text{{"perlane", 1}, {"field", {{factory["name"], call}}}};
    const Handle field = handle(text.dump());
    made += field != nullptr ? 1u : 0u;
  }
  EXPECT_GT(made, 35u);
}

TEST(C, TheCatalogueNamesTheArgumentsOfFunctions) {
  const auto catalogue = nlohmann::json::parse(perlane_catalogue());
  std::map<std::string, nlohmann::json> arguments;
  for (const auto& factory : catalogue["factories"]) {
    SCOPED_TRACE(factory["name"]);
    std::set<std::string> known(factory["fields"].begin(), factory["fields"].end());
    for (const auto& member : factory["members"]) {
      EXPECT_NE(member["cpp"], "");
      known.insert(member.value("structure", member["name"].get<std::string>()));
    }
    for (const auto& name : factory["arguments"]) EXPECT_TRUE(known.contains(name)) << name;
    arguments[factory["name"]] = factory["arguments"];
  }
  EXPECT_EQ(arguments["ping_pong"], (nlohmann::json{"source", "Fractal", "strength"}));
  EXPECT_EQ(arguments["smoothstep"], (nlohmann::json{"low", "high", "a"}));
  EXPECT_EQ(arguments["select"], (nlohmann::json{"by", "threshold", "below", "above"}));
}

// ---- errors -----------------------------------------------------------------

TEST(C, TextsAreRejectedWithTheirPath) {
  perlane_field* field = nullptr;
  const auto read = [&](std::string_view text) {
    return [&field, text](perlane_error* error) {
      return perlane_field_from_json(text.data(), text.size(), &field, error);
    };
  };
  rejected("field.perlin.frequency is -1; use a finite number above 0",
           read(R"({"perlane": 1, "field": {"perlin": {"frequency": -1}}})"));
  rejected(
      "the text is not JSON: parse error at line 1, column 1: syntax error while parsing value "
      "- unexpected end of input; expected '[', '{', or a literal",
      read(""));
  rejected("text is NULL; use a valid pointer", [&](perlane_error* error) {
    return perlane_field_from_json(nullptr, 1, &field, error);
  });
  EXPECT_EQ(field, nullptr);
  rejected("field is NULL; use a valid pointer",
           [&](perlane_error* error) { return perlane_field_from_json("1", 1, nullptr, error); });
  perlane_field_destroy(nullptr);
  perlane_text_destroy(nullptr);
}

TEST(C, NullIsRejectedEverywhere) {
  const Handle owner = handle(hills());
  const perlane_field* field = owner.get();
  const perlane_grid grid = c_grid(plane);
  std::vector<float> values(samples(plane));
  const perlane_array out = array_of(values);
  perlane_array nowhere = out;
  nowhere.data = nullptr;
  perlane_planes planes{};
  planes.size = sizeof planes;
  perlane_points points{};
  points.size = sizeof points;
  points.dimensions = 1;
  points.type = PERLANE_FLOAT64;
  const double x = 0;
  points.coordinate[0] = &x;
  points.count = 1;
  perlane_points no_points = points;
  no_points.coordinate[0] = nullptr;
  float two[2];
  int32_t number;
  char* text;
  const auto is_null = [](const char* name, auto call) {
    rejected((std::string(name) + " is NULL; use a valid pointer").c_str(), call);
  };
  using E = perlane_error*;
  is_null("field", [&](E e) { return perlane_field_to_json(nullptr, &text, e); });
  is_null("text", [&](E e) { return perlane_field_to_json(field, nullptr, e); });
  perlane_field* other;
  is_null("field", [&](E e) { return perlane_field_reseed(nullptr, 1, &other, e); });
  is_null("reseeded", [&](E e) { return perlane_field_reseed(field, 1, nullptr, e); });
  is_null("field", [&](E e) { return perlane_field_with_footprint(nullptr, 1, &other, e); });
  is_null("made", [&](E e) { return perlane_field_with_footprint(field, 1, nullptr, e); });
  rejected("with_footprint: width is -1; use a finite number, 0 or more",
           [&](E e) { return perlane_field_with_footprint(field, -1, &other, e); });
  is_null("field", [&](E e) { return perlane_field_dimensions(nullptr, &number, &number, e); });
  is_null("least", [&](E e) { return perlane_field_dimensions(field, nullptr, &number, e); });
  is_null("most", [&](E e) { return perlane_field_dimensions(field, &number, nullptr, e); });
  is_null("field", [&](E e) { return perlane_field_range(nullptr, 2, two, e); });
  is_null("range", [&](E e) { return perlane_field_range(field, 2, nullptr, e); });
  is_null("field", [&](E e) { return perlane_field_has_derivatives(nullptr, &number, e); });
  is_null("has_derivatives", [&](E e) { return perlane_field_has_derivatives(field, nullptr, e); });
  is_null("field", [&](E e) { return perlane_fill(nullptr, &grid, &out, nullptr, two, e); });
  is_null("grid", [&](E e) { return perlane_fill(field, nullptr, &out, nullptr, two, e); });
  is_null("out", [&](E e) { return perlane_fill(field, &grid, nullptr, nullptr, two, e); });
  is_null("out->data", [&](E e) { return perlane_fill(field, &grid, &nowhere, nullptr, two, e); });
  is_null("field",
          [&](E e) { return perlane_fill_derivatives(nullptr, &grid, &planes, nullptr, two, e); });
  is_null("out",
          [&](E e) { return perlane_fill_derivatives(field, &grid, nullptr, nullptr, two, e); });
  is_null("field", [&](E e) { return perlane_range(nullptr, &grid, two, e); });
  is_null("grid", [&](E e) { return perlane_range(field, nullptr, two, e); });
  is_null("range", [&](E e) { return perlane_range(field, &grid, nullptr, e); });
  is_null("field", [&](E e) { return perlane_ranges(nullptr, &grid, 1, two, e); });
  is_null("grids", [&](E e) { return perlane_ranges(field, nullptr, 1, two, e); });
  is_null("ranges", [&](E e) { return perlane_ranges(field, &grid, 1, nullptr, e); });
  std::int64_t tasks = 0;
  perlane_grid of_task = grid;
  is_null("world", [&](E e) { return perlane_world_tasks(nullptr, 8, 1, &tasks, e); });
  is_null("tasks", [&](E e) { return perlane_world_tasks(&grid, 8, 1, nullptr, e); });
  rejected("tile is 0; use 1 or more",
           [&](E e) { return perlane_world_tasks(&grid, 0, 1, &tasks, e); });
  is_null("task",
          [&](E e) { return perlane_world_task(&grid, 8, 1, 0, nullptr, nullptr, nullptr, e); });
  of_task.dimensions = 5;
  rejected("world->dimensions is 5; use 1 to 4",
           [&](E e) { return perlane_world_tasks(&of_task, 8, 1, &tasks, e); });
  of_task = grid;
  rejected("number is -1; this world has the tasks 0 to 35",
           [&](E e) { return perlane_world_task(&grid, 8, 1, -1, &of_task, nullptr, nullptr, e); });
  is_null("points", [&](E e) { return perlane_sample(field, nullptr, two, nullptr, e); });
  is_null("values", [&](E e) { return perlane_sample(field, &points, nullptr, nullptr, e); });
  is_null("points->coordinate[0]",
          [&](E e) { return perlane_sample(field, &no_points, two, nullptr, e); });
  no_points = points;
  no_points.dimensions = 4;
  for (const int axis : {1, 2, 3}) {
    no_points.coordinate[axis - 1] = &x;
    is_null(("points->coordinate[" + std::to_string(axis) + ']').c_str(),
            [&](E e) { return perlane_sample(field, &no_points, two, nullptr, e); });
  }
  is_null("out",
          [&](E e) { return perlane_sample_derivatives(field, &points, nullptr, nullptr, e); });
  is_null("point", [&](E e) { return perlane_sample_point(field, nullptr, 1, two, e); });
  is_null("value", [&](E e) { return perlane_sample_point(field, &x, 1, nullptr, e); });
  is_null("name", [&](E e) { return perlane_active_isa(nullptr, e); });
}

TEST(C, StructuresMayBeLongerIfTheRestIsZero) {
  const Handle field = handle(hills());
  std::vector<float> values(samples(plane));
  const perlane_array out = array_of(values);
  struct {
    perlane_grid grid;
    double later;
  } longer{c_grid(plane), 0};
  const auto call = [&](perlane_error* error) {
    return perlane_fill(field.get(), &longer.grid, &out, nullptr, nullptr, error);
  };
  longer.grid.size = sizeof longer;
  succeed(call);
  longer.later = 1;
  rejected(
      ("grid has members that version " + std::string(version) + " does not know; set them to 0")
          .c_str(),
      call);
  longer.grid.size = sizeof(perlane_grid) - 1;
  rejected("grid->size is 135; use sizeof(perlane_grid), which is 136", call);
  longer.grid.size = 0xffffffffu;
  rejected("grid->size is 4294967295; use sizeof(perlane_grid), which is 136", call);
}

// A program that was compiled before there was a progress function.
TEST(C, OptionsOfTheFirstVersionWork) {
  const Handle field = handle(hills());
  std::vector<float> values(samples(plane));
  const perlane_grid grid = c_grid(plane);
  const perlane_array out = array_of(values);
  perlane_options options{};
  options.size = 8;
  options.is_sequential = 1;
  options.progress = [](void*, double) { return std::int32_t{0}; };  // beyond its end
  const auto call = [&](perlane_error* error) {
    return perlane_fill(field.get(), &grid, &out, &options, nullptr, error);
  };
  succeed(call);
  options.size = 12;  // half of a pointer
  rejected(("options->size is 12; use sizeof(perlane_options), which is " +
            std::to_string(sizeof options))
               .c_str(),
           call);
  options.size = 7;
  rejected(("options->size is 7; use sizeof(perlane_options), which is " +
            std::to_string(sizeof options))
               .c_str(),
           call);
}

TEST(C, ProgressIsReportedAndCancels) {
  struct Told {
    std::vector<double> parts;
    std::size_t most;
  };
  const Handle field = handle(hills());
  const Grid<2> large{.shape = {700, 600}};
  std::vector<float> values(samples(large));
  const perlane_grid grid = c_grid(large);
  const perlane_array out = array_of(values);
  Told told{{}, 1000000};
  perlane_options options{};
  options.size = sizeof options;
  options.context = &told;
  options.progress = [](void* context, double part) {
    auto& to = *static_cast<Told*>(context);
    to.parts.push_back(part);
    return static_cast<std::int32_t>(to.parts.size() < to.most);
  };
  const auto call = [&](perlane_error* error) {
    return perlane_fill(field.get(), &grid, &out, &options, nullptr, error);
  };
  succeed(call);
  ASSERT_GE(told.parts.size(), 2u);
  EXPECT_EQ(told.parts.front(), 0);
  EXPECT_EQ(told.parts.back(), 1);
  told = {{}, 1};
  std::ranges::fill(values, 5.0f);
  perlane_error error{};
  error.size = sizeof error;
  EXPECT_EQ(call(&error), PERLANE_CANCELLED);
  EXPECT_EQ(error.status, PERLANE_CANCELLED);
  EXPECT_STREQ(error.message, "cancelled by options->progress");
  EXPECT_EQ(values, std::vector<float>(samples(large), 5.0f));
  EXPECT_EQ(told.parts, std::vector<double>{0});
}

TEST(C, PlanesThatCannotBeFilledAreRejected) {
  const Handle field = handle(hills());
  std::vector<float> values(samples(plane), 5.0f), more(samples(plane), 5.0f);
  const perlane_grid grid = c_grid(plane);
  const double zeros[3]{};
  perlane_points points{};
  points.size = sizeof points;
  points.dimensions = 2;
  points.type = PERLANE_FLOAT64;
  points.coordinate[0] = points.coordinate[1] = zeros;
  points.count = 3;
  perlane_planes out{};
  out.size = sizeof out;
  const auto rejected_by_both = [&](const char* message) {
    out.elements = values.size();
    rejected(message, [&](perlane_error* error) {
      return perlane_fill_derivatives(field.get(), &grid, &out, nullptr, nullptr, error);
    });
    out.elements = 3;
    rejected(message, [&](perlane_error* error) {
      return perlane_sample_derivatives(field.get(), &points, &out, nullptr, error);
    });
  };
  out.value = values.data();
  out.derivative[2] = more.data();
  rejected_by_both("out->derivative[2] is given, and there are 2 dimensions; use NULL");
  out.derivative[2] = nullptr;
  out.derivative[1] = values.data();
  rejected_by_both(
      "out->value and out->derivative[1] are the same array; use one for each of them");
  out.value = nullptr;
  out.derivative[0] = values.data();
  rejected_by_both(
      "out->derivative[0] and out->derivative[1] are the same array; use one for each of them");
  // Arrays that overlap in part, whichever comes first.
  out.derivative[1] = values.data() + 1;
  rejected_by_both(
      "out->derivative[0] and out->derivative[1] overlap; no two samples may share an element");
  std::swap(out.derivative[0], out.derivative[1]);
  rejected_by_both(
      "out->derivative[0] and out->derivative[1] overlap; no two samples may share an element");
  out.derivative[0] = out.derivative[1] = nullptr;
  out.value = values.data();
  out.reserved = 7;
  rejected_by_both("out->reserved is 7; use 0");
  out.reserved = 0;
  points.reserved = 7;
  rejected("points->reserved is 7; use 0", [&](perlane_error* error) {
    return perlane_sample_derivatives(field.get(), &points, &out, nullptr, error);
  });
  rejected("points->reserved is 7; use 0", [&](perlane_error* error) {
    return perlane_sample(field.get(), &points, values.data(), nullptr, error);
  });
  EXPECT_EQ(values, std::vector<float>(samples(plane), 5.0f));
}

// Addresses that no array of such numbers has.
TEST(C, ArraysThatAreNotAlignedAreRejected) {
  const Handle field = handle(hills());
  alignas(8) std::byte memory[4096]{};
  const auto at = [&](int offset) { return static_cast<void*>(memory + offset); };
  const auto floats = [&](int offset) { return static_cast<float*>(at(offset)); };
  const auto grid = c_grid(Grid<2>{.shape = {5, 3}});
  perlane_array out{};
  out.size = sizeof out;
  out.elements = 15;
  for (const int offset : {1, 2, 3}) {
    out.data = at(offset);
    const auto fill = [&](perlane_error* error) {
      return perlane_fill(field.get(), &grid, &out, nullptr, nullptr, error);
    };
    out.type = PERLANE_FLOAT32;
    rejected("out->data is not aligned; use an address that is a multiple of 4", fill);
    out.type = PERLANE_UINT16;
    if (offset % 2 != 0)
      rejected("out->data is not aligned; use an address that is a multiple of 2", fill);
    out.type = PERLANE_UINT8;
    EXPECT_EQ(fill(nullptr), PERLANE_OK);
    std::ranges::fill(memory, std::byte{});

    out.type = PERLANE_FLOAT32;
    out.data = at(64);
    rejected("range is not aligned; use an address that is a multiple of 4",
             [&](perlane_error* error) {
               return perlane_fill(field.get(), &grid, &out, nullptr, floats(offset), error);
             });
    perlane_planes planes{};
    planes.size = sizeof planes;
    planes.elements = 15;
    const auto planes_rejected = [&](const char* message) {
      rejected(message, [&](perlane_error* error) {
        return perlane_fill_derivatives(field.get(), &grid, &planes, nullptr, nullptr, error);
      });
    };
    planes.value = floats(offset);
    planes_rejected("out->value is not aligned; use an address that is a multiple of 4");
    planes.value = nullptr;
    planes.derivative[1] = floats(256 + offset);
    planes_rejected("out->derivative[1] is not aligned; use an address that is a multiple of 4");
    planes.derivative[1] = floats(256);
    planes.elements = 0;
    planes_rejected("out->elements is 0; use the number of elements of each array");
  }
  perlane_points points{};
  points.size = sizeof points;
  points.dimensions = 2;
  points.count = 3;
  points.coordinate[0] = at(512);
  float* values = floats(64);
  const auto sample = [&](perlane_error* error) {
    return perlane_sample(field.get(), &points, values, nullptr, error);
  };
  points.coordinate[1] = at(1024 + 2);
  points.type = PERLANE_FLOAT32;
  rejected("points->coordinate[1] is not aligned; use an address that is a multiple of 4", sample);
  points.coordinate[1] = at(1024 + 4);
  EXPECT_EQ(sample(nullptr), PERLANE_OK);
  points.type = PERLANE_FLOAT64;
  points.coordinate[1] = at(1024 + 2);
  EXPECT_EQ(sample(nullptr), PERLANE_INVALID);
  points.coordinate[1] = at(1024);
  values = floats(65);
  rejected("values is not aligned; use an address that is a multiple of 4", sample);
  rejected(
      "range is not aligned; use an address that is a multiple of 4",
      [&](perlane_error* error) { return perlane_field_range(field.get(), 2, values, error); });
  auto* const integer = static_cast<std::int32_t*>(static_cast<void*>(floats(65)));
  auto* const made = static_cast<perlane_field**>(static_cast<void*>(floats(65)));
  std::int32_t most = 0;
  rejected("least is not aligned; use an address that is a multiple of 4",
           [&](perlane_error* error) {
             return perlane_field_dimensions(field.get(), integer, &most, error);
           });
  rejected("reseeded is not aligned; use an address that is a multiple of " +
               std::to_string(sizeof(void*)),
           [&](perlane_error* error) { return perlane_field_reseed(field.get(), 1, made, error); });
  rejected(
      "value is not aligned; use an address that is a multiple of 4", [&](perlane_error* error) {
        return perlane_sample_point(field.get(), static_cast<double*>(at(0)), 2, values, error);
      });
  auto* const tasks = static_cast<std::int64_t*>(at(66));
  perlane_grid task = grid;
  EXPECT_EQ(perlane_world_tasks(&grid, 8, 1, tasks, nullptr), PERLANE_INVALID);
  EXPECT_EQ(perlane_world_task(&grid, 8, 1, 0, &task, nullptr, tasks, nullptr), PERLANE_INVALID);
  rejected("level is not aligned; use an address that is a multiple of 4",
           [&](perlane_error* error) {
             return perlane_world_task(&grid, 8, 1, 0, &task, static_cast<std::int32_t*>(at(66)),
                                       nullptr, error);
           });
}

TEST(C, MessagesAreCutOffAtCharacters) {
  perlane_field* field = nullptr;
  std::string text = R"({"perlane": 1, "field": {"perlin": {")";
  for (int i = 0; i < 2000; ++i) text += "\xc3\xa4";
  text += R"(": 1}}})";
  perlane_error error = no_error();
  for (const std::uint32_t size : {64u, 63u}) {
    error.size = size;
    std::memset(error.message, 'x', sizeof error.message);
    EXPECT_EQ(perlane_field_from_json(text.data(), text.size(), &field, &error), PERLANE_INVALID);
    const std::string_view message = error.message;
    EXPECT_LE(message.size(), size - 9);
    EXPECT_GE(message.size(), size - 10);
    EXPECT_TRUE(message.ends_with("\xc3\xa4")) << message;
    EXPECT_EQ(error.message[size - 8], 'x');
  }
  error = {};  // whose size was forgotten
  EXPECT_EQ(perlane_field_from_json("5", 1, &field, &error), PERLANE_INVALID);
  EXPECT_TRUE(std::string_view(error.message).starts_with("the text is 5")) << error.message;
  error.size = 8;  // no room for any message
  error.message[0] = 'x';
  EXPECT_EQ(perlane_field_from_json("", 0, &field, &error), PERLANE_INVALID);
  EXPECT_EQ(error.message[0], 'x');
}

TEST(C, TheHeaderHasTheVersionInNumbers) {
  EXPECT_EQ(perlane_version(), std::to_string(PERLANE_VERSION_MAJOR) + "." +
                                   std::to_string(PERLANE_VERSION_MINOR) + "." +
                                   std::to_string(PERLANE_VERSION_PATCH));
  EXPECT_EQ(PERLANE_VERSION_NUMBER, 1000000 * version_major + 1000 * version_minor + version_patch);
}

TEST(C, BadArgumentsAreRejected) {
  const Handle field = handle(hills());
  std::vector<float> values(samples(plane), 5.0f);
  const auto grid = c_grid(plane);
  const auto out = array_of(values);
  const auto with = [&](auto change) {
    auto changed_grid = grid;
    auto changed_out = out;
    perlane_options options{};
    options.size = sizeof options;
    change(changed_grid, changed_out, options);
    return [&field, changed_grid, changed_out, options](perlane_error* error) {
      return perlane_fill(field.get(), &changed_grid, &changed_out, &options, nullptr, error);
    };
  };
  rejected("grid->dimensions is 5; use 1 to 4",
           with([](auto& g, auto&, auto&) { g.dimensions = 5; }));
  rejected("grid->shape[1] is 0; use 1 or more",
           with([](auto& g, auto&, auto&) { g.shape[1] = 0; }));
  rejected("out->type is 3; use PERLANE_FLOAT32, PERLANE_UINT16 or PERLANE_UINT8",
           with([](auto&, auto& o, auto&) { o.type = PERLANE_FLOAT64; }));
  rejected("there are 2076 elements; grid->shape has 2077 samples",
           with([](auto&, auto& o, auto&) { --o.elements; }));
  const std::string too_many =
      "out->elements is 18446744073709551615; use " + std::to_string(PTRDIFF_MAX / 8) + " at most";
  rejected(too_many.c_str(), with([](auto&, auto& o, auto&) { o.elements = UINT64_MAX; }));
  rejected("options->is_sequential is 2; use 0 or 1",
           with([](auto&, auto&, auto& how) { how.is_sequential = 2; }));
  rejected("codes are from 1 to -1; use two finite numbers, the smaller one first",
           with([](auto&, auto& o, auto&) {
             o.type = PERLANE_UINT8;
             o.codes[0] = 1;
             o.codes[1] = -1;
           }));
  EXPECT_EQ(values, std::vector<float>(samples(plane), 5.0f));  // nothing was written
}

TEST(C, SeveralThreadsUseOneField) {
  const Handle field = handle(hills());
  const std::vector<float> expected = filled(plane, hills());
  std::vector<std::vector<float>> actual(8, std::vector<float>(expected.size()));
  {
    std::vector<std::jthread> threads;
    for (auto& values : actual) {
      threads.emplace_back([&] {
        const perlane_grid grid = c_grid(plane);
        const perlane_array out = array_of(values);
        EXPECT_EQ(perlane_fill(field.get(), &grid, &out, nullptr, nullptr, nullptr), PERLANE_OK);
        EXPECT_NE(perlane_catalogue(), nullptr);
      });
    }
  }
  for (const auto& values : actual) EXPECT_EQ(values, expected);
}

}  // namespace
}  // namespace perlane::testing
