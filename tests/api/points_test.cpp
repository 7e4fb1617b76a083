// Compares arrays of points on every instruction set with
// the scalar reference and with grids, bit for bit.

#include "support/testing.hpp"

#include "graph/node.hpp"

#include <cmath>
#include <limits>
#include <random>

namespace perlane::testing {
namespace {

// Evaluates points with the reference, one at a time, with derivatives if asked for.
template <class Real>
std::vector<std::vector<float>> by_reference(const Field& field,
                                             const std::vector<std::vector<Real>>& points,
                                             bool with_derivatives) {
  const std::size_t dimensions = points.size(), count = points[0].size();
  std::vector<std::vector<float>> planes(with_derivatives ? dimensions + 1 : 1,
                                         std::vector<float>(count));
  for (std::size_t i = 0; i < count; ++i) {
    model::Point point{static_cast<int>(dimensions), std::is_same_v<Real, float>, {}};
    for (std::size_t axis = 0; axis < dimensions; ++axis)
      point.coordinate[axis] = static_cast<double>(points[axis][i]);
    float derivative[4];
    planes[0][i] = graph::node_of(field).sample(point, with_derivatives ? derivative : nullptr);
    for (std::size_t axis = 0; with_derivatives && axis < dimensions; ++axis)
      planes[axis + 1][i] = derivative[axis];
  }
  return planes;
}

// Evaluates points through the API. There are `gap`
// elements before each array, so that it is not aligned.
template <int N, class Real>
std::vector<std::vector<float>> by_array(const Field& field,
                                         const std::vector<std::vector<Real>>& points,
                                         bool with_derivatives, std::size_t gap,
                                         const Options& options) {
  const std::size_t count = points[0].size();
  std::array<std::vector<Real>, N> moved;
  std::array<std::span<const Real>, N> spans;
  for (std::size_t axis = 0; axis < N; ++axis) {
    moved[axis].assign(gap + axis, Real(7));
    moved[axis].insert(moved[axis].end(), points[axis].begin(), points[axis].end());
    spans[axis] = std::span<const Real>(moved[axis]).subspan(gap + axis);
  }
  std::vector<std::vector<float>> planes(with_derivatives ? N + 1 : 1,
                                         std::vector<float>(count + 2 * gap, 12345.0f));
  const auto inner = [&](std::size_t plane) {
    return std::span<float>(planes[plane]).subspan(gap, count);
  };
  if (with_derivatives) {
    Planes<N> out{.value = inner(0), .derivative = {}};
    for (std::size_t axis = 0; axis < N; ++axis) out.derivative[axis] = inner(axis + 1);
    sample<N>(out, field, spans, options);
  } else {
    std::apply([&](auto... span) { sample(inner(0), field, span..., options); }, spans);
  }
  for (std::vector<float>& plane : planes) {
    for (std::size_t i = 0; i < gap; ++i) {
      EXPECT_EQ(plane[i], 12345.0f);
      EXPECT_EQ(plane[gap + count + i], 12345.0f);
    }
    plane = std::vector<float>(plane.begin() + static_cast<std::ptrdiff_t>(gap),
                               plane.end() - static_cast<std::ptrdiff_t>(gap));
  }
  return planes;
}

template <class Real>
::testing::AssertionResult same_planes(const std::vector<std::vector<float>>& actual,
                                       const std::vector<std::vector<float>>& expected,
                                       const std::vector<std::vector<Real>>& points) {
  for (std::size_t plane = 0; plane < expected.size(); ++plane) {
    for (std::size_t i = 0; i < expected[plane].size(); ++i) {
      const float a = actual[plane][i], e = expected[plane][i];
      if (std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(e)) continue;
      char text[160];
      std::snprintf(text, sizeof text, "plane %zu, point %zu of %s is %a, not %a; at", plane, i,
                    std::string(active_isa()).c_str(), static_cast<double>(a),
                    static_cast<double>(e));
      auto failure = ::testing::AssertionFailure() << text;
      for (const auto& axis : points) failure << " " << static_cast<double>(axis[i]);
      return failure;
    }
  }
  return ::testing::AssertionSuccess();
}

template <int N, class Real>
void expect_reference(const NamedField& named, const std::vector<std::vector<Real>>& points,
                      std::size_t gap = 0) {
  if (!has_dimensions(named.field, N)) return;
  for (const bool with_derivatives : {false, true}) {
    const auto expected = by_reference(named.field, points, with_derivatives);
    with_every_isa([&](std::string_view) {
      for (const bool parallel : {false, true}) {
        EXPECT_TRUE(same_planes(
            by_array<N>(named.field, points, with_derivatives, gap, {.parallel = parallel}),
            expected, points))
            << named.name << " in " << N << "D, " << sizeof(Real) * 8 << "-bit points";
      }
    });
  }
}

template <class Real>
std::vector<std::vector<Real>> random_points(std::size_t dimensions, std::size_t count,
                                             double spread, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-spread, spread);
  std::vector<std::vector<Real>> points(dimensions, std::vector<Real>(count));
  for (auto& axis : points) {
    for (Real& coordinate : axis) coordinate = static_cast<Real>(uniform(random));
  }
  return points;
}

template <class Real>
void expect_reference_of(const NamedField& named, std::size_t count, double spread,
                         std::size_t gap) {
  const auto seed = static_cast<unsigned>(count + gap);
  expect_reference<1>(named, random_points<Real>(1, count, spread, seed), gap);
  expect_reference<2>(named, random_points<Real>(2, count, spread, seed), gap);
  expect_reference<3>(named, random_points<Real>(3, count, spread, seed), gap);
  expect_reference<4>(named, random_points<Real>(4, count, spread, seed), gap);
}

TEST(Points, EqualTheReference) {
  for (const NamedField& named : every_field(0.37)) {
    for (const std::size_t count : {1, 2, 3, 7, 16, 17, 33, 1023, 1025}) {
      expect_reference_of<double>(named, count, 1e4, count % 5);
      expect_reference_of<float>(named, count, 1e4, count % 5);
    }
  }
}

// Points are evaluated up to 64 at a time, and in a shorter way where all of them lie in one cell.
// In every 64 of these, one lies in another cell: each of them in turn, along each axis in turn.
template <int N, class Real>
void expect_reference_of_neighbours(const NamedField& named) {
  constexpr std::size_t block = 64;
  auto points = random_points<Real>(N, block * (block + 2), 1.3, 5);  // cells are 2.7 wide
  for (auto& axis : points) {
    for (Real& coordinate : axis) coordinate += Real(1.35);
  }
  for (std::size_t i = 0; i < block; ++i) points[i % N][i * block + i] += Real(2.7);
  expect_reference<N>(named, points);
}

TEST(Points, NeighboursInACellEqualTheReference) {
  for (const NamedField& named : every_field(1 / 2.7)) {
    expect_reference_of_neighbours<2, double>(named);
    expect_reference_of_neighbours<2, float>(named);
    expect_reference_of_neighbours<3, float>(named);
    expect_reference_of_neighbours<4, float>(named);
  }
}

TEST(Points, PeriodicNoiseEqualsTheReference) {
  const std::array<std::int64_t, 4> period{7, 1, 1000003, std::int64_t{1} << 32};
  for (const Lattice& lattice :
       {Lattice::hashed(), Lattice::permutation(64), Lattice::classic(1024)}) {
    for (const Field& field : {perlin({.frequency = 0.37, .lattice = lattice, .period = period}),
                               value({.lattice = lattice, .period = period})}) {
      expect_reference_of<double>({"periodic", field}, 100, 1e4, 1);
      expect_reference_of<float>({"periodic", field}, 100, 1e4, 1);
      expect_reference_of<float>({"periodic", field}, 100, 0x1p26, 1);
    }
  }
  const std::vector<float> values{0.5f, -1, 0.25f, 3, 2, -0.125f};
  const NamedField of_array{
      "explicit",
      value({.seed = 5, .frequency = 0.6, .lattice = Lattice::explicit_values<2>(values, {3, 2})})};
  expect_reference<2>(of_array, random_points<double>(2, 100, 1e6, 1));
  expect_reference<2>(of_array, random_points<float>(2, 100, 1e6, 1));
}

TEST(Points, EqualTheReferenceFarAway) {
  for (const NamedField& named : every_field(1.0)) {
    expect_reference_of<double>(named, 100, 0x1p46, 0);
    expect_reference_of<float>(named, 100, 0x1p26, 0);
  }
}

// The arrays are long enough for threads and for stores
// past the caches, from an element that is not aligned.
TEST(Points, LongArraysEqualTheReference) {
  const NamedField named{"fbm", fbm(perlin({.seed = 3, .frequency = 0.1}), {.octaves = 2})};
  const auto points = random_points<double>(2, (std::size_t{9} << 18) + 5, 1e5, 1);
  const auto expected = by_reference(named.field, points, false);
  for (const std::size_t gap : {0, 3}) {
    EXPECT_TRUE(same_planes(by_array<2>(named.field, points, false, gap, {}), expected, points))
        << gap;
    EXPECT_TRUE(same_planes(by_array<2>(named.field, points, false, gap, {.parallel = false}),
                            expected, points))
        << gap;
  }
}

// Coordinates at which rounding, cells and formats change, and their neighbours; each once.
template <class Real>
std::vector<Real> edges() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<Real> edges;
  for (const double at : {0.0,
                          1.0,
                          1e-9,
                          255.0,
                          256.0,
                          257.0,
                          0x1p22,
                          0x1p23,
                          0x1p24,
                          0x1p31,
                          0x1p32,
                          0x1p33,
                          0x1p50,
                          0x1p51,
                          0x1p52,
                          0x1p63,
                          1e300,
                          std::numeric_limits<double>::denorm_min(),
                          1e-310,
                          std::numeric_limits<double>::min(),
                          double{std::numeric_limits<float>::denorm_min()},
                          1e-40,
                          double{std::numeric_limits<float>::min()},
                          std::numeric_limits<double>::max(),
                          infinity,
                          std::numeric_limits<double>::quiet_NaN()}) {
    for (const double sign : {1.0, -1.0}) {
      for (const double x : {at, std::nextafter(at, infinity), std::nextafter(at, 0.0),
                             double{std::nextafter(static_cast<float>(at), 0.0f)},
                             double{std::nextafter(static_cast<float>(at), 1e38f)}, at - 0.5}) {
        edges.push_back(static_cast<Real>(sign * x));
      }
    }
  }
  using Bits = std::conditional_t<std::is_same_v<Real, float>, std::uint32_t, std::uint64_t>;
  const auto bits = [](Real x) { return std::bit_cast<Bits>(x); };
  std::ranges::sort(edges, {}, bits);
  const auto repeated = std::ranges::unique(edges, {}, bits);
  edges.erase(repeated.begin(), repeated.end());
  return edges;
}

// Points with an edge on one axis in turn, and, if there are several, on all axes.
template <class Real>
std::vector<std::vector<Real>> points_at_edges(std::size_t dimensions) {
  std::vector<std::vector<Real>> points(dimensions);
  const std::size_t choices = dimensions == 1 ? 1 : dimensions + 1;
  for (const Real edge : edges<Real>()) {
    for (std::size_t i = 0; i < choices; ++i) {
      for (std::size_t axis = 0; axis < dimensions; ++axis) {
        const auto inside = static_cast<Real>(0.3 * static_cast<double>(axis + 1));
        points[axis].push_back(axis == i || i == dimensions ? edge : inside);
      }
    }
  }
  return points;
}

TEST(Points, EdgeCasesOfCoordinatesEqualTheReference) {
  for (const NamedField& named : every_field(1.0)) {
    const auto expect = [&]<int N>(std::integral_constant<int, N>) {
      expect_reference<N>(named, points_at_edges<double>(N));
      expect_reference<N>(named, points_at_edges<float>(N));
    };
    expect(std::integral_constant<int, 1>());
    expect(std::integral_constant<int, 2>());
    expect(std::integral_constant<int, 3>());
    expect(std::integral_constant<int, 4>());
  }
}

// More values than a call for one point keeps on the stack, and more positions.
std::vector<NamedField> fields_that_keep_much() {
  Field sum = constant(0), product = constant(1), moved = constant(0), turned = constant(1);
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Field part = perlin({.seed = i, .frequency = 0.1}) + 1.5f;
    sum = sum + part;
    product = product * part;
  }
  for (int i = 1; i < 9; ++i) {
    const auto away = [&](const Field& field) { return translate(field, {0.3 * i, 1, 2, 3}); };
    moved = moved + away(perlin({.frequency = 0.1}));
    turned = turned * away(value({.frequency = 0.2}) + 1.5f);
  }
  return {{"many values", sum * product}, {"many positions", moved * turned}};
}

// The reference evaluates calls for one point, and kernels evaluate arrays.
TEST(Points, SinglePointsEqualArrays) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> coordinates{0.0,    -0.0,   1.0,      -1.0,      -1e-9,       0x1p31, -0x1p33,
                                  0x1p50, 0x1p51, -0x1p51,  0x1.8p51,  0x1p63,      1e300,  -1e300,
                                  1e-310, 1e-40,  infinity, -infinity, std::nan("")};
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1e4, 1e4);
  for (int i = 0; i < 200; ++i) coordinates.push_back(uniform(random));
  std::array<std::vector<double>, 4> at;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    for (std::size_t axis = 0; axis < 4; ++axis)
      at[axis].push_back(coordinates[(i * (axis + 1)) % coordinates.size()]);
  }
  const std::array<std::int64_t, 4> period{7, 0, 3, 0};
  std::vector<NamedField> fields = every_field(1.0);
  fields.push_back({"periodic", perlin({.frequency = 0.37, .period = period})});
  fields.push_back({"periodic values", value({.frequency = 0.37, .period = period})});
  fields.push_back({"ridged sum", ridged(fbm(value({.frequency = 0.3}), {.octaves = 3}) +
                                         perlin({.frequency = 0.2}))});
  for (NamedField& named : fields_that_keep_much()) fields.push_back(std::move(named));
  for (const NamedField& named : fields) {
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
      if (!has_dimensions(named.field, dimensions)) continue;
      const std::vector<float> out = sampled<double>(named.field, dimensions, at);
      for (std::size_t i = 0; i < out.size(); ++i) {
        const double point[] = {at[0][i], at[1][i], at[2][i], at[3][i]};
        const float single = sample_at(named.field, dimensions, point);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(single), std::bit_cast<std::uint32_t>(out[i]))
            << named.name << " in " << dimensions << "D at " << point[0];
      }
    }
  }
}

// For floats, everything up to the fraction is binary32, and the limit is 2^31.
TEST(Points, FloatCoordinatesAreComputedInBinary32) {
  const Field field = perlin({.frequency = 0.1});
  std::vector<float> x{1e6f + 0.37f, 0x1p31f * 9.9f, 0x1p31f * 10.1f, -0x1p31f * 10.1f,
                       std::numeric_limits<float>::quiet_NaN()};
  std::vector<float> out(x.size());
  sample(std::span<float>(out), field, std::span<const float>(x));
  const float s = x[0] * 0.1f;
  // At frequency 1, this reaches the same fraction and cell.
  EXPECT_EQ(out[0], sample(perlin({.frequency = 1}), double{s}));
  EXPECT_NE(out[0], sample(field, double{x[0]}));
  EXPECT_FALSE(std::isnan(out[1]));
  for (const std::size_t i : {2, 3, 4}) EXPECT_TRUE(std::isnan(out[i])) << x[i];
}

// The product of the frequencies of maps may be more than floats hold. The origin is where it is.
TEST(Points, FloatsAreWithinMapsOfAnyFrequency) {
  const Field height = coordinate(), scaled = scale(perlin({.frequency = 1e24}), 1e-30);
  for (const Field& field : {scaled, scale(erode(height - height, {.scale = 1e-23}), 1e-20)}) {
    const std::vector<float> x{0, -0.0f, 1, -1e-20f}, y(x.size());
    with_every_isa([&](std::string_view) {
      std::vector<float> out(x.size());
      sample(std::span<float>(out), field, std::span(x), std::span(y));
      EXPECT_EQ(out[0], sample(field, 0, 0));
      EXPECT_EQ(out[1], out[0]);
      EXPECT_TRUE(std::isnan(out[2]));
      EXPECT_TRUE(std::isnan(out[3]));
    });
  }
}

TEST(Points, EqualTheGrid) {
  const Grid<3> grid{.shape = {37, 11, 5},
                     .step = {0.3, 0.7, 1.9},
                     .origin = {-3.25, 1e6, 0.1},
                     .first = {-10, 3, 1}};
  const auto points = coordinates_of(grid);
  for (const NamedField& named : every_field(0.21)) {
    with_every_isa([&](std::string_view) {
      std::vector<float> out(samples(grid));
      sample(out, named.field, points[0], points[1], points[2]);
      EXPECT_TRUE(same_bits(out, filled(grid, named.field), grid)) << named.name;
    });
  }
}

TEST(Points, InPlace) {
  const Field field = ridged(perlin({.frequency = 0.1}), {.octaves = 3});
  const auto points = random_points<float>(2, 5000, 1000, 1);
  const auto expected = by_reference(field, points, false);
  auto x = points[0];
  sample(x, field, x, points[1]);
  EXPECT_EQ(x, expected[0]);
  auto y = points[1];
  sample(y, field, points[0], y);
  EXPECT_EQ(y, expected[0]);
}

// A vector without elements has an address nevertheless, at which nothing may be written.
TEST(Points, EmptyPlanesAreLeftOut) {
  const std::vector<double> xs(1000, 0.3);
  for (const bool parallel : {false, true}) {
    std::vector<float> value(xs.size(), 77.0f), dx(xs.size());
    sample(Planes<1>{.value = std::span(value).first(0), .derivative = {dx}}, perlin(),
           {std::span(xs)}, {.parallel = parallel});
    EXPECT_EQ(value, std::vector<float>(xs.size(), 77.0f));
    std::fill(dx.begin(), dx.end(), 77.0f);
    sample(Planes<1>{.value = value, .derivative = {std::span(dx).first(0)}}, perlin(),
           {std::span(xs)}, {.parallel = parallel});
    EXPECT_EQ(dx, std::vector<float>(xs.size(), 77.0f));
    EXPECT_EQ(value, std::vector<float>(xs.size(), sample(perlin(), 0.3)));
  }
}

TEST(Points, EmptyArrays) {
  std::vector<float> none;
  std::vector<double> no_points;
  EXPECT_NO_THROW(sample(none, perlin(), no_points, no_points));
}

}  // namespace
}  // namespace perlane::testing
