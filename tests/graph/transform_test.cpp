// Rotations, affine maps, and derivatives as fields against their formulas.
// tests/graph/operators_test.cpp compares them with the reference bit for bit.

#include "support/random_points.hpp"
#include "support/reference.hpp"

#include "graph/node.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace perlane::testing {
namespace {

using Matrix = std::array<std::array<double, 5>, 4>;

// A coordinate that is turned is the cosine or the sine; what differs from that of the library is
// magnified.
TEST(Transform, CosinesAndSines) {
  constexpr double zoom = 0x1p45;
  std::mt19937_64 random(3);
  for (const double most : {0.8, 4.0, 100.0, 1e6}) {
    std::uniform_real_distribution<double> uniform(-most, most);
    for (int i = 0; i < 1000; ++i) {
      const double angle = uniform(random);
      const auto expect = [&](int axis, double x, double y, double expected) {
        std::array<double, 4> distance{};
        distance[static_cast<std::size_t>(axis)] = expected;
        const Field rest = translate(coordinate({.axis = axis, .frequency = zoom}), distance);
        EXPECT_LT(std::abs(at(rotate(rest, angle), {x, y, 0, 0}, 2)) / zoom, 3e-16) << angle;
      };
      expect(0, 1, 0, std::cos(angle));
      expect(0, 0, 1, std::sin(angle));
      expect(1, 1, 0, -std::sin(angle));
      expect(1, 0, 1, std::cos(angle));
    }
  }
}

TEST(Transform, QuarterTurnsAreExact) {
  const Field f = perlin({.seed = 3, .frequency = 0.1});
  for (int quarters = -100; quarters <= 100; quarters += 7) {
    for (const double off : {0.0, 0.9e-12, -0.9e-12}) {
      const Field turned = rotate(f, quarters * (std::numbers::pi / 2) + off);
      const double c[] = {1, 0, -1, 0}, s[] = {0, 1, 0, -1};
      const int i = quarters & 3;
      for (const auto& [x, y, z, w] : places(20, 1e6)) {
        EXPECT_EQ(at(turned, {x, y, z, w}, 2),
                  at(f, {x * c[i] + y * s[i], y * c[i] - x * s[i], z, w}, 2));
      }
      EXPECT_EQ(count_of<model::TransformStep>(turned, 2), i & 1);
    }
  }
  const Grid<2> grid{.shape = {200, 100}, .first = {-50, -7}};
  EXPECT_EQ(filled(grid, rotate(f, 2 * std::numbers::pi)), filled(grid, f));
}

constexpr double quarter = std::numbers::pi / 2;

// Every kind of field whose axes change places, with scales and shifts, within and around others.
std::vector<NamedField> turned_fields() {
  const Field f = perlin({.seed = 3, .frequency = 0.1});
  const Field octaves = fbm(value({.seed = 2, .frequency = 0.05}), {.octaves = 3});
  const Matrix swapped{{{0, -2, 0, 0, 5}, {0.5, 0, 0, 0, -3}, {0, 0, 1}, {0, 0, 0, 1}}};
  Field often = f;
  for (int i = 0; i < 7; ++i) often = rotate(often, quarter) + 0.1f * f;
  return {{"turned", rotate(f, quarter)},
          {"turned back", rotate(octaves, -quarter)},
          {"twice", rotate(rotate(octaves, quarter) * f, quarter)},
          {"often", often},
          {"scaled and shifted", transform(f, swapped)},
          {"mapped before", scale(rotate(translate(f, {3, 1e6}), quarter), {2, -3, 1, 1})},
          {"of a loop", rotate(loop(f, 0, 40), quarter)},
          {"in a loop", tile(rotate(f, quarter), {40, 30})},
          {"of a warp", rotate(warp(f, {3 * octaves, f}), quarter)},
          {"in a warp", warp(rotate(f, quarter), {3 * octaves, rotate(f, -quarter)})},
          {"in a fractal", fbm(rotate(f, quarter), {.octaves = 3})},
          {"cells", rotate(cellular({.frequency = 0.03}), quarter)},
          {"beside what is not", rotate(f, quarter) + f},
          {"a slope", slope(rotate(f, quarter)) + rotate(derivative(octaves, 0), quarter)},
          {"eroded", erode(rotate(octaves, quarter), {.scale = 50})}};
}

// Grids that are wider and higher than tiles and stacks, and narrow ones, forwards and backwards.
TEST(Transform, TurnedGridsAreThoseOfPoints) {
  for (const NamedField& named : turned_fields()) {
    for (const std::int64_t width : {1, 3, 16, 33, 530})
      expect_reference<2>({.shape = {width, 37}, .first = {-50, 1000}}, named);
    expect_reference<2>({.shape = {35, 700}, .step = {0.7, -1.3}, .origin = {1e7, 0.1}}, named);
    expect_reference<3>({.shape = {70, 19, 5}, .step = {0.3, 1.3, 5}, .first = {-50, 7, 0}}, named);
    expect_reference<4>({.shape = {21, 5, 3, 4}}, named);
    if (!has_derivatives(named.field)) continue;
    expect_planes<2>({.shape = {40, 37}, .first = {-50, 1000}}, named);
    expect_planes<3>({.shape = {40, 7, 3}, .first = {-50, 1000, 0}}, named);
  }
}

TEST(Transform, QuarterTurnsOfAnyAxesEqualTheReference) {
  const Field f = perlin({.seed = 3, .frequency = 0.1});
  for (const auto& [axis, towards] : {std::pair(0, 2), std::pair(1, 2), std::pair(2, 0)}) {
    const NamedField named{"turned", rotate(f, quarter, axis, towards)};
    expect_reference<3>({.shape = {70, 35, 37}, .first = {-50, 7, 0}}, named);
    expect_reference<3>({.shape = {5, 3, 120}}, named);
    expect_reference<4>({.shape = {40, 7, 5, 3}}, named);
    expect_planes<3>({.shape = {40, 7, 3}}, named);
  }
  // A turn along the main diagonal, and x to y to z to w.
  const NamedField around{
      "around", transform(f, {{{0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {1, 0, 0, 0, 0}, {0, 0, 0, 1}}})};
  expect_reference<3>({.shape = {50, 40, 37}}, around);
  expect_reference<4>({.shape = {21, 5, 3, 4}}, around);
  const NamedField all{
      "all", transform(f, {{{0, 0, 0, -1, 0}, {1, 0, 0, 0, 0}, {0, 2, 0, 0, 0}, {0, 0, 1, 0, 9}}})};
  expect_reference<4>({.shape = {50, 7, 20, 9}}, all);
  expect_planes<4>({.shape = {20, 3, 4, 5}}, all);
}

// Pieces of a grid that threads take do not change it.
TEST(Transform, TurnedGridsInParallel) {
  const Field field = rotate(fbm(perlin({.frequency = 0.02}), {.octaves = 2}), quarter);
  const Grid<2> grid{.shape = {1100, 900}, .first = {-50, 1000}};
  std::vector<float> values(samples(grid));
  fill(std::span<float>(values), grid, field, {.parallel = true});
  EXPECT_EQ(values, filled(grid, field, {.parallel = false}));
  EXPECT_TRUE(same_bits(values, fill_by_points(grid, field), grid));
}

TEST(Transform, IsTheFieldAtTransformedCoordinates) {
  const Field f = fbm(perlin({.seed = 1, .frequency = 0.1}), {.octaves = 3});
  const Matrix m{{{0.5, 0.3, -0.1, 2, 7}, {1, -2, 0, 0, 0}, {0, 0, 1, 0.25, 3}, {1, 1, 1, 1, -9}}};
  for (const auto& c : places(1000, 1e4)) {
    std::array<double, 4> moved;
    for (std::size_t a = 0; a < 4; ++a) {
      moved[a] = c[0] * m[a][0] + c[1] * m[a][1] + c[2] * m[a][2] + c[3] * m[a][3] + m[a][4];
    }
    EXPECT_EQ(at(transform(f, m), c, 4), at(f, moved, 4));
    const Matrix plane{{{2, 0.5, 0, 0, 1}, {0, 3, 0, 0, 0}, {0, 0, 5, 0, 0}, {0, 0, 0, 0, 6}}};
    const double x = c[0] * 2 + c[1] * 0.5 + 1, y = c[1] * 3;
    EXPECT_EQ(at(transform(f, plane), c, 2), at(f, {x, y, 0, 0}, 2));
    EXPECT_EQ(at(transform(f, plane), c, 3), at(f, {x, y, c[2] * 5, 0}, 3));
    EXPECT_EQ(at(transform(f, plane), c, 4), at(f, {x, y, c[2] * 5, 6}, 4));
    EXPECT_EQ(at(transform(f, plane), c, 1), at(f, {c[0] * 2 + 1, 0, 0, 0}, 1));
    const double angle = 0.7, cosine = std::cos(angle), sine = std::sin(angle);
    EXPECT_NEAR(at(rotate(f, angle, 2, 1), c, 3),
                at(f, {c[0], c[1] * cosine - c[2] * sine, c[2] * cosine + c[1] * sine, 0}, 3),
                2e-7);
  }
  EXPECT_EQ(count_of<model::TransformStep>(transform(f, {{{2, 0, 0, 0, 5}, {0, -3}}}), 2), 0);
  EXPECT_EQ(range(rotate(f, 1), 2), range(f, 2));
}

TEST(Transform, DerivativesEqualDifferences) {
  const Field f = perlin({.seed = 1, .frequency = 0.1});
  for (const Field& field :
       {rotate(f, 0.7), transform(f, {{{1, 2, -0.5}, {0, 0.5, 1}, {1, 0, 0, 0, 4}}}),
        rotate(scale(f, {1, 2, 3, 1}), 2, 0, 2), transform(f, {{{-2}, {0, 0.5}, {0, 0, 3}}})}) {
    for (const auto& c : places(300, 1e3)) {
      float derivative[4];
      graph::node_of(field).sample({3, false, {c[0], c[1], c[2], 0}}, derivative);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        constexpr double h = 1.0 / 64;
        std::array<double, 4> low = c, high = c;
        low[axis] -= h;
        high[axis] += h;
        const double slope = (double{at(field, high, 3)} - double{at(field, low, 3)}) / (2 * h);
        ASSERT_NEAR(derivative[axis], slope, 2e-3) << axis;
      }
    }
  }
}

// Grids at the limits of coordinates are rejected, or get the bits of the reference, and no NaN.
TEST(Transform, AtTheLimitsOfCoordinates) {
  std::mt19937_64 random(7);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  GridsAtLimits grids;
  for (int i = 0; i < 1000; ++i) {
    const double frequency = between(0.1, 4), angle = between(-4, 4),
                 distance = i % 2 == 0 ? 0 : between(0, 0x1p49 / frequency);
    const Field source = transform(perlin({.frequency = frequency}),
                                   {{{1, 0, 0, 0, distance}, {0, 1, 0, 0, distance}}});
    const Field field = rotate(source, angle);
    const double corner = std::abs(std::cos(angle)) + std::abs(std::sin(angle));
    const double last = (0x1p51 / frequency - distance) / corner * (1 + between(-85, 15) * 0x1p-53);
    const Grid<2> grid{.shape = {5, 4}, .origin = {last, last}, .first = {-5, -3}};
    SCOPED_TRACE(i);
    grids.add(grid, field);
  }
  EXPECT_GT(grids.filled_grids, 100);
  EXPECT_GT(grids.rejected_grids, 100);
}

// Rotations within each other are one, and the limit of coordinates is that of one.
TEST(Transform, RotationsWithinEachOther) {
  std::mt19937_64 random(8);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  constexpr double frequency = 0.5;
  for (const int count : {2, 3, 100, 8000}) {
    Field in_plane = perlin({.frequency = frequency}), in_space = in_plane, sheared = in_plane;
    for (int i = 0; i < count; ++i) {
      in_plane = rotate(in_plane, 0.1);
      const int axis = i % 3;
      in_space = rotate(in_space, between(-4, 4), axis, (axis + 1) % 3);
      // The next one takes back what this one does.
      if (i < 3)
        sheared = transform(sheared, {{{1, i % 2 == 0 ? 100.0 : -100.0}, {0, 1}, {0, 0, 1}}});
    }
    const double turned = 0.1 * count;
    EXPECT_NEAR(graph::node_of(in_plane).highest_frequency() / frequency,
                std::abs(std::cos(turned)) + std::abs(std::sin(turned)), 1e-9)
        << count;
    EXPECT_LE(graph::node_of(in_space).highest_frequency() / frequency, std::sqrt(3) + 1e-6)
        << count;
    if (count <= 100) {
      EXPECT_LE(graph::node_of(in_space).derivative_scale(3), 1.1 * frequency * 2);
      // All that is not rejected has numbers.
      int filled_grids = 0, rejected_grids = 0;
      for (int i = 0; i < 300; ++i) {
        for (const Field& field : {in_plane, in_space, sheared}) {
          const double last =
              0x1p51 / graph::node_of(field).highest_frequency() * between(0.999, 1.0001);
          const Grid<3> grid{.shape = {3, 2, 2},
                             .origin = {last, i % 2 == 0 ? last : -last, last},
                             .first = {-3, -2, -2}};
          try {
            for (const float n : filled(grid, field)) ASSERT_FALSE(std::isnan(n)) << count;
            ++filled_grids;
          } catch (const std::invalid_argument&) {
            ++rejected_grids;
          }
        }
      }
      EXPECT_GT(filled_grids, 500);
      EXPECT_GT(rejected_grids, 50);
    }
  }
}

TEST(Transform, BadInput) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Field a = perlin();
  expect_rejected([&] { rotate(a, nan); }, {"rotate: angle is nan", "-1e6 to 1e6"});
  expect_rejected([&] { rotate(a, 1.1e6); }, {"rotate: angle is 1100000"});
  expect_rejected([&] { rotate(a, 1, 4); }, {"rotate: axis is 4", "0 to 3"});
  expect_rejected([&] { rotate(a, 1, 0, -1); }, {"rotate: towards is -1"});
  expect_rejected([&] { rotate(a, 1, 1, 1); }, {"rotate: towards is 1 and axis is 1"});
  expect_rejected([&] { sample(rotate(a, 3, 0, 2), 1, 2); }, {"3 dimensions at least"});
  expect_rejected([&] { sample(rotate(a, 0, 0, 2), 1, 2); }, {"3 dimensions at least"});
  expect_rejected([&] { transform(a, {{{1, nan}}}); }, {"transform: affine[0][1] is nan", "1e30"});
  expect_rejected([&] { transform(a, {{{1}, {1e31}}}); }, {"transform: affine[1][0]", "1e30"});
  expect_rejected([&] { transform(a, {{{1, 0, 0, 0, nan}}}); }, {"affine[0][4] is nan", "finite"});
  expect_rejected([&] { transform(a, {{{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}, {1}}}); },
                  {"transform: affine has more than 4 rows", "one per axis"});
  expect_rejected([&] { transform(a, {{{1}, {0, 1, 0, 0, 0, 7}}}); },
                  {"transform: affine[1] has 6 numbers", "up to 5"});
  expect_rejected([&] { transform(a, {{{1, 0, 0, 0, 0x1p57}}}); }, {"transform: a distance of"});
  expect_rejected([&] { transform(perlin({.frequency = 1e300}), {{{1e30}}}); },
                  {"transform: numbers of", "frequency of inf"});
  const std::vector<float> values{1, 2, 3, 4};
  const Field plane = value({.lattice = Lattice::explicit_values<2>(values, {2, 2})});
  EXPECT_NO_THROW(rotate(plane, 1));
  expect_rejected([&] { rotate(plane, 1, 0, 2); }, {"rotate: the field is made for 2 dimensions"});
  expect_rejected([&] { transform(plane, {{{1, 0, 0.5}}}); },
                  {"transform: the field is made for 2"});
  const Path path{{1, 2, 3}};
  expect_rejected([&] { rotate(chunk_noise<2>(path), 1); }, {"rotate: the field holds noise of a"});
  expect_rejected([&] { transform(chunk_noise<2>(path), {}); }, {"transform: the field holds"});
}

// ---- derivatives as fields --------------------------------------------------

TEST(DerivativeFields, ArePlanesOfDerivatives) {
  const Grid<3> grid{.shape = {50, 9, 7}, .step = {0.9, 1.7, -0.3}};
  for (const Field& f : {perlin(), fbm(value(), {.octaves = 3}), simplex(), coordinate(),
                         perlin() * value(), domain_warp(ridged(perlin())), rotate(value(), 1),
                         loop(perlin(), 2, 100), scale(perlin2002(), {0.3, 20, -5, 1})}) {
    std::vector<float> value(samples(grid));
    std::array<std::vector<float>, 3> plane;
    Planes<3> planes{.value = value, .derivative = {}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      plane[axis].resize(samples(grid));
      planes.derivative[axis] = plane[axis];
    }
    fill(planes, grid, f);
    std::vector<float> steepness;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const float dx = plane[0][i], dy = plane[1][i], dz = plane[2][i];
      steepness.push_back(std::sqrt(dx * dx + dy * dy + dz * dz));
    }
    for (int axis = 0; axis < 3; ++axis) {
      const std::vector<float> filled_plane = filled(grid, derivative(f, axis));
      EXPECT_EQ(filled_plane, plane[static_cast<std::size_t>(axis)]);
      const Range bounds = range(derivative(f, axis), 3);
      for (const float n : filled_plane) EXPECT_TRUE(n >= bounds.min && n <= bounds.max);
    }
    EXPECT_EQ(filled(grid, slope(f, 3)), steepness);
    EXPECT_EQ(filled(grid, curl(f)[0]), plane[1]);
    EXPECT_EQ(filled(grid, curl(f)[1]), filled(grid, -derivative(f, 0)));
  }
}

// The flow has no sources: what enters a small box leaves it.
TEST(DerivativeFields, CurlHasNoDivergence) {
  const auto noise = [](std::uint64_t seed) { return perlin({.seed = seed, .frequency = 0.1}); };
  const std::array<Field, 3> flow = curl(std::array<Field, 3>{noise(1), noise(2), noise(3)});
  constexpr double h = 1.0 / 16;
  double most = 0;
  for (const auto& c : places(1000, 1e3)) {
    double divergence = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::array<double, 4> low = c, high = c;
      low[axis] -= h;
      high[axis] += h;
      const double part =
          (double{at(flow[axis], high, 3)} - double{at(flow[axis], low, 3)}) / (2 * h);
      divergence += part;
      most = std::max(most, std::abs(part));
    }
    EXPECT_NEAR(divergence, 0, 1e-4);
  }
  EXPECT_GT(most, 0.01);
}

TEST(DerivativeFields, OctavesHaveTheSameDerivativesPerCell) {
  const Field f = perlin({.seed = 1, .frequency = 0.1});
  const Field g =
      graph::field_of(graph::octave_of(graph::pointer_of(derivative(f, 0)), {1, 2.0, false}));
  const Field h =
      derivative(graph::field_of(graph::octave_of(graph::pointer_of(f), {1, 2.0, false})), 0);
  for (const auto& c : places(100, 1e3)) EXPECT_EQ(at(g, c, 2), at(h, c, 2) * 0.5f);
  EXPECT_EQ(range(g, 2), range(derivative(f, 0), 2));
}

TEST(DerivativeFields, OnlyTheirOperandsAreDifferentiated) {
  const Field a = perlin({.seed = 1}), b = value({.seed = 2});
  const auto noises = [](const Field& field) {
    std::array<int, 2> count{};
    for (const model::Step& step : graph::node_of(field).program(2, false).steps) {
      if (const auto* noise = std::get_if<model::NoiseStep>(&step))
        ++count[noise->with_derivatives ? 1 : 0];
    }
    return count;
  };
  EXPECT_EQ(noises(slope(a)), (std::array<int, 2>{0, 1}));
  EXPECT_EQ(noises(slope(a) + b), (std::array<int, 2>{1, 1}));
  EXPECT_EQ(noises(slope(a + b) * derivative(b, 0)), (std::array<int, 2>{0, 2}));
  EXPECT_EQ(noises(warp(b, {derivative(a, 1), derivative(a, 0)})), (std::array<int, 2>{1, 1}));
}

TEST(DerivativeFields, HaveNoDerivatives) {
  const Field a = perlin(), steepness = slope(a);
  EXPECT_TRUE(has_derivatives(a));
  EXPECT_TRUE(has_derivatives(warp(fbm(a), {a})));
  for (const Field& field : {steepness, derivative(a, 0), curl(a)[1], a + steepness, fbm(steepness),
                             warp(a, {steepness}), translate(steepness, {1, 0}),
                             loop(steepness, 0, 9), rotate(steepness, 1)}) {
    EXPECT_FALSE(has_derivatives(field));
    std::vector<float> out(20);
    expect_rejected(
        [&] { fill(Planes<2>{.value = out, .derivative = {}}, {.shape = {5, 4}}, field); },
        {"out.derivative: the field is made of derivatives"});
    expect_rejected([&] { derivative(field, 0); },
                    {"derivative: the field is made of derivatives"});
    expect_rejected([&] { slope(field); }, {"slope: the field is made of derivatives"});
    expect_rejected([&] { curl(field); }, {"curl: the field is made of derivatives"});
  }
  expect_rejected([&] { derivative(a, 4); }, {"derivative: axis is 4", "0 to 3"});
  expect_rejected([&] { slope(a, 0); }, {"slope: dimensions is 0", "1 to 4"});
  expect_rejected([&] { slope(a, 5); }, {"slope: dimensions is 5"});
  expect_rejected([&] { sample(slope(a, 3), 1, 2); }, {"3 dimensions at least"});
  const std::vector<float> values{1, 2, 3, 4};
  const Field plane = value({.lattice = Lattice::explicit_values<2>(values, {2, 2})});
  expect_rejected([&] { derivative(plane, 2); },
                  {"derivative: the field is made for 2 dimensions"});
  expect_rejected([&] { slope(plane, 3); }, {"slope: the field is made for 2 dimensions"});
  expect_rejected([&] { derivative(1e30f * perlin({.frequency = 1e9}), 0); },
                  {"derivative: the field is so steep", "1e36"});
  expect_rejected([&] { fbm(derivative(constant(1), 0), {.octaves = 2, .lacunarity = 1e-39}); },
                  {"derivative: an octave of it is scaled by 1", "beyond a float", "lacunarity"});
  expect_rejected([&] { ridged(derivative(a, 0), {.octaves = 3, .lacunarity = 1e32}); },
                  {"derivative: an octave of the field is so steep", "1e36"});
}

}  // namespace
}  // namespace perlane::testing
