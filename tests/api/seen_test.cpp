// Tests Options::seen: the smallest and the largest value of what is evaluated.

#include "support/testing.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace perlane::testing {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr Range nothing{infinity, -infinity};
constexpr Range untouched{12, 34};

// The extremes of values, without those that are NaN.
Range extremes_of(const std::vector<float>& values) {
  Range range = nothing;
  for (const float value : values) {
    if (value < range.min) range.min = value;
    if (value > range.max) range.max = value;
  }
  return range;
}

// Expects that `evaluate` writes the same with and without Options::seen, and that this receives
// the extremes of `values`.
template <class Evaluate>
void expect_seen(const std::vector<float>& values, const Evaluate& evaluate) {
  for (const bool parallel : {false, true}) {
    Range seen = untouched;
    const auto with = evaluate({.parallel = parallel, .seen = &seen});
    const auto without = evaluate({.parallel = parallel});
    EXPECT_EQ(std::memcmp(with.data(), without.data(), with.size() * sizeof with[0]), 0);
    EXPECT_EQ(seen, extremes_of(values)) << (parallel ? "all threads" : "one thread");
    // The sign of a zero would depend on the order of the samples.
    EXPECT_FALSE(seen.min == 0 && std::signbit(seen.min));
    EXPECT_FALSE(seen.max == 0 && std::signbit(seen.max));
  }
}

template <class T, int N>
void expect_seen_of_codes(const std::vector<float>& values, const Grid<N>& grid,
                          const Field& field) {
  expect_seen(values, [&](const Options& options) {
    std::vector<T> out(samples(grid));
    fill(std::span<T>(out), grid, field, {-0.25f, 0.25f}, options);
    return out;
  });
}

template <int N>
void expect_seen_of_grid(const Grid<N>& grid, const NamedField& named) {
  if (!has_dimensions(named.field, N)) return;
  SCOPED_TRACE(named.name + " in " + std::to_string(N) + "D, " + std::to_string(grid.shape[0]) +
               " wide");
  const Field& field = named.field;
  const std::vector<float> values = fill_by_points(grid, field);
  with_every_isa([&](std::string_view) {
    expect_seen(values, [&](const Options& options) { return filled(grid, field, options); });
    expect_seen_of_codes<std::uint16_t>(values, grid, field);
    expect_seen_of_codes<std::uint8_t>(values, grid, field);
    for (const bool with_value : {false, true}) {
      expect_seen(values, [&](const Options& options) {
        std::vector<float> value(samples(grid)), dx(value);
        Planes<N> planes{.derivative = {std::span<float>(dx)}};
        if (with_value) planes.value = value;
        fill(planes, grid, field, options);
        return with_value ? value : dx;
      });
    }
  });
}

TEST(Seen, IsTheRangeOfTheValuesOfEveryField) {
  for (const NamedField& named : every_field(0.13)) {
    for (const std::int64_t width : {1, 5, 16, 133}) {
      expect_seen_of_grid<1>({.shape = {width}, .first = {-20}}, named);
      expect_seen_of_grid<2>({.shape = {width, 4}, .first = {-20, 3}}, named);
    }
    expect_seen_of_grid<3>({.shape = {19, 3, 2}, .first = {-20, 3, 0}}, named);
    expect_seen_of_grid<4>({.shape = {19, 3, 2, 2}, .first = {-20, 3, 0, 7}}, named);
  }
}

// Other functions write fields that end in an operator, a curve, a derivative, a rotation or
// gullies.
TEST(Seen, IsTheRangeOfFieldsThatEndInEveryStep) {
  const Field hills = fbm(perlin({.frequency = 0.1}), {.octaves = 3});
  const Grid<2> grid{.shape = {77, 9}, .first = {-30, 4}};
  for (const Field& field :
       {max(hills, 0.125f), curve(hills, {{{-1, 3}, {0, 1}, {1, 2}}}), slope(hills),
        rotate(hills, 1.5707963267948966), erode(hills), domain_warp(hills), constant(-0.0f)}) {
    const std::vector<float> values = fill_by_points(grid, field);
    with_every_isa([&](std::string_view) {
      expect_seen(values, [&](const Options& options) { return filled(grid, field, options); });
      expect_seen_of_codes<std::uint16_t>(values, grid, field);
    });
  }
}

// The grid is large enough for all threads and for stores past the caches, and rows have gaps.
TEST(Seen, OfLargeGridsWithGaps) {
  const Grid<2> grid{.shape = {2000, 2110}};
  for (const Field& field : {perlin(), ridged(value())}) {
    const std::vector<float> values = filled(grid, field);
    with_every_isa([&](std::string_view) {
      for (const std::int64_t gap : {0, 3}) {
        expect_seen(values, [&](const Options& options) {
          std::vector<float> out(static_cast<std::size_t>((2000 + gap) * 2110), 9.0f);
          fill(Strided<2>{.elements = out, .stride = {2000 + gap}}, grid, field, options);
          return out;
        });
      }
    });
  }
}

// Coordinates of so many points, some of which give NaN.
template <class Real>
std::vector<Real> coordinates(std::size_t count, Real step) {
  std::vector<Real> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_lost = i % 7 == 3 || i + 1 == count;
    numbers[i] = is_lost ? std::numeric_limits<Real>::quiet_NaN() : static_cast<Real>(i) * step;
  }
  return numbers;
}

template <class Real>
void expect_seen_of_points(std::size_t count) {
  SCOPED_TRACE(std::to_string(count) + " points of " + std::to_string(sizeof(Real)) + " bytes");
  const std::vector<Real> x = coordinates<Real>(count, Real(0.37)),
                          y = coordinates<Real>(count, Real(-1.1));
  const std::span<const Real> xs = x, ys = y;
  for (const Field& field : {perlin({.frequency = 0.1}), ridged(value()), perlin() * 2.0f}) {
    std::vector<float> values(count);
    sample(values, field, xs, ys);
    with_every_isa([&](std::string_view) {
      for (std::size_t offset = 0; offset < 2; ++offset) {
        expect_seen(values, [&](const Options& options) {
          std::vector<float> memory(count + 16);
          const std::size_t to_border =
              (64 - reinterpret_cast<std::uintptr_t>(memory.data()) % 64) % 64 / sizeof(float);
          const auto out = std::span(memory).subspan((to_border + offset) % 16, count);
          sample(out, field, xs, ys, options);
          return std::vector<float>(out.begin(), out.end());
        });
      }
      for (const bool with_value : {false, true}) {
        expect_seen(values, [&](const Options& options) {
          std::vector<float> value(count), dx(count);
          Planes<2> planes{.derivative = {std::span<float>(dx)}};
          if (with_value) planes.value = value;
          sample<2>(planes, field, {xs, ys}, options);
          return with_value ? value : dx;
        });
      }
    });
  }
}

TEST(Seen, OfPointsWithoutThoseThatAreNaN) {
  for (const std::size_t count : {1, 2, 15, 16, 64, 1000, 40'000}) {
    expect_seen_of_points<double>(count);
    expect_seen_of_points<float>(count);
  }
}

// The coordinate that is left out is not finite at the last point.
TEST(Seen, OfExtrudedPointsWithoutThoseThatAreNaN) {
  const Field field = extrude(coordinate(), 1);
  const std::vector<float> x{1, 2, 30}, y{0, 0, std::numeric_limits<float>::infinity()};
  with_every_isa([&](std::string_view) {
    std::vector<float> out(x.size());
    Range seen;
    sample(std::span<float>(out), field, std::span(x), std::span(y), {.seen = &seen});
    EXPECT_TRUE(std::isnan(out[2]));
    EXPECT_EQ(seen, (Range{1, 2}));
    std::vector<float> dx(x.size());
    sample(Planes<2>{.value = out, .derivative = {dx}}, field, {x, y}, {.seen = &seen});
    EXPECT_EQ(seen, (Range{1, 2}));
  });
}

TEST(Seen, EmptyArraysHaveNone) {
  Range seen = untouched;
  sample({}, perlin(), std::span<const double>(), {.seen = &seen});
  EXPECT_EQ(seen, nothing);
  const double lost = std::numeric_limits<double>::quiet_NaN();
  float value = 0;
  seen = untouched;
  sample({&value, 1}, perlin(), std::span(&lost, 1), {.seen = &seen});
  EXPECT_EQ(seen, nothing);
}

TEST(Seen, UntouchedIfTheCallIsRejected) {
  Range seen = untouched;
  const Options options{.seen = &seen};
  std::vector<float> out(12);
  std::vector<std::uint8_t> codes(12);
  const std::vector<double> x(11);
  EXPECT_THROW(fill(out, {.shape = {4, 4}}, perlin(), options), std::invalid_argument);
  EXPECT_THROW(fill(out, {.shape = {0, 4}}, perlin(), options), std::invalid_argument);
  EXPECT_THROW(fill(codes, {.shape = {4, 3}}, perlin(), {1, -1}, options), std::invalid_argument);
  EXPECT_THROW(
      fill(Planes<2>{.value = out, .derivative = {out}}, {.shape = {4, 3}}, perlin(), options),
      std::invalid_argument);
  EXPECT_THROW(sample(out, perlin(), x, options), std::invalid_argument);
  EXPECT_EQ(seen, untouched);
}

TEST(Seen, UntouchedIfTheCallIsCancelled) {
  const Grid<2> grid{.shape = {512, 256}};
  std::vector<float> out(samples(grid));
  const std::vector<double> x(out.size());
  for (const bool parallel : {false, true}) {
    for (const double last : {0.0, 1.0}) {  // the part that cancels
      Range seen = untouched;
      const Options options{.parallel = parallel,
                            .progress = [&](double part) { return part < last; },
                            .seen = &seen};
      EXPECT_THROW(fill(out, grid, perlin(), options), Cancelled);
      EXPECT_THROW(fill(Planes<2>{.derivative = {out}}, grid, perlin(), options), Cancelled);
      EXPECT_THROW(sample(out, perlin(), x, options), Cancelled);
      EXPECT_EQ(seen, untouched);
    }
  }
}

}  // namespace
}  // namespace perlane::testing
