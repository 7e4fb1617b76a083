// Tests the bounds of boxes: no sample is outside, of any field, near the origin and far from it;
// and they are tight where a box is small beside the cells of the noise.

#include "support/testing.hpp"

#include "graph/arithmetic/operations.hpp"

#include <cmath>
#include <random>

namespace perlane::testing {
namespace {

class Boxes {
 public:
  explicit Boxes(unsigned seed) : random_(seed) {}

  double number(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }

  // A grid of a few samples, some of one sample along an axis, some with falling positions, up to
  // `farthest` from the origin.
  template <int N>
  Grid<N> grid(double farthest) {
    static constexpr int longest[] = {0, 60, 12, 6, 4};
    Grid<N> grid;
    for (std::size_t axis = 0; axis < N; ++axis) {
      grid.shape[axis] = 1 + static_cast<std::int64_t>(number(0, longest[N]));
      grid.step[axis] = std::exp2(number(-8, 2)) * (number(0, 5) < 1 ? -1 : 1);
      const double origin = number(-farthest, farthest);
      grid.origin[axis] = number(0, 3) < 1 ? std::round(origin) : origin;
    }
    return grid;
  }

 private:
  std::mt19937 random_;
};

template <int N>
void expect_within(const Field& field, const Grid<N>& grid) {
  const Range bounds = range(field, grid), everywhere = range(field, N);
  EXPECT_GE(bounds.min, everywhere.min);
  EXPECT_LE(bounds.max, everywhere.max);
  Range seen;
  std::vector<float> values(samples(grid));
  fill(std::span<float>(values), grid, field, Options{.parallel = false, .seen = &seen});
  EXPECT_GE(seen.min, bounds.min);
  EXPECT_LE(seen.max, bounds.max);
}

template <int N>
void expect_within(const Field& field, Boxes& boxes) {
  const auto [least, most] = graph::node_of(field).dimensions();
  if (N < least || N > most) return;
  SCOPED_TRACE(std::to_string(N) + "D");
  for (const double farthest : {4.0, 1000.0, 1e9, 0x1p46}) {
    for (int i = 0; i < 12; ++i) expect_within(field, boxes.grid<N>(farthest));
  }
}

void expect_within(const std::string& name, const Field& field) {
  SCOPED_TRACE(name);
  Boxes boxes(static_cast<unsigned>(name.size()));
  expect_within<1>(field, boxes);
  expect_within<2>(field, boxes);
  expect_within<3>(field, boxes);
  expect_within<4>(field, boxes);
}

TEST(Boxes, HoldEverySampleOfEverySource) {
  for (const graph::Source& source : graph::sources())
    expect_within(std::string(source.name), source.make(3, 0.37));
}

TEST(Boxes, HoldEverySampleOfEveryFractal) {
  for (const auto& [name, field] : every_field(0.21)) expect_within(name, field);
}

TEST(Boxes, HoldEverySampleOfEveryOperation) {
  const Field a = fbm(perlin({.frequency = 0.2}), {.octaves = 3});
  const Field b = value({.seed = 4, .frequency = 0.3});
  for (const graph::OperationKind& kind : graph::operations())
    expect_within(std::string(kind.name), kind.make(a, b));
}

TEST(Boxes, HoldEverySampleOfMapsWarpsAndTerrain) {
  const Field noise = perlin({.frequency = 0.2});
  const Field hills = fbm(noise, {.octaves = 4});
  const Field warped = warp(hills, value({.frequency = 0.1}) * 3.0f, noise);
  const std::vector<NamedField> fields = {
      {"tile", tile(hills, 16)},
      {"tile of large values", tile(hills + 80, 1)},
      {"scale", scale(hills, -3)},
      {"translate", translate(hills, 0.37, -12.5)},
      {"rotate", rotate(hills, 31)},
      {"warp", warped},
      {"warp of a warp", warp(warped, noise, noise)},
      {"domain_warp", domain_warp(hills, {.frequency = 0.1, .amplitude = 5})},
      {"cellular_lookup", cellular_lookup(hills, {.frequency = 0.2})},
      {"cellular_lookup with a period",
       cellular_lookup(hills, {.frequency = 0.1, .jitter = 0.4, .period = {4, 3, 2}})},
      {"fbm of lookups", fbm(cellular_lookup(hills, {.frequency = 0.3}), {.octaves = 2})},
      {"offset", cellular({.frequency = 0.2, .returns = CellularReturn::offset_x})},
      {"curve", curve(hills, {{-1, 0}, {0, 2}, {0.2f, -1}, {1, 1}})},
      {"extrude", extrude(hills, 2) - coordinate({.axis = 2, .frequency = 0.05})},
      {"extrude along x", extrude(warped, 0) * hills},
      {"extrude twice", extrude(extrude(hills, 1) + noise, 1)},
      {"turned extrude", rotate(extrude(hills, 1) - hills, 0.3)},
      {"warped extrude", warp(extrude(warped, 0), value({.frequency = 0.1}) * 9.0f, noise)},
      {"extruded slope", extrude(slope(hills, 1), 1) + extrude(erode(hills, {.scale = 20}), 0)},
      {"derivative of extrude", derivative(extrude(hills, 0) * hills, 1)},
      {"derivative", derivative(hills, 0)},
      {"slope", slope(hills, 2)},
      {"slope by differences", slope(differences(slope(hills, 2), 0.5), 2)},
      {"erode", erode(hills, {.scale = 20})},
      {"ramp", hills - coordinate({.axis = 1, .frequency = 0.05})},
  };
  for (const auto& [name, field] : fields) expect_within(name, field);
}

// The bounds of a coordinate are its first and its last position.
TEST(Boxes, EndAtTheLastSample) {
  EXPECT_EQ(range(coordinate(), Grid<1>{.shape = {5}, .first = {3}}), (Range{3, 7}));
  EXPECT_EQ(range(coordinate(), Grid<1>{.shape = {1}, .first = {3}}), (Range{3, 3}));
  EXPECT_EQ(range(coordinate(), Grid<1>{.shape = {5}, .step = {-2}, .origin = {1}}),
            (Range{-7, 1}));
  const Grid<4> grid{.shape = {2, 3, 4, 5}, .step = {1, -1, 2, 0.5}, .first = {10, 20, 30, 40}};
  const Range expected[] = {{10, 11}, {-22, -20}, {60, 66}, {20, 22}};
  for (const int axis : {0, 1, 2, 3})
    EXPECT_EQ(range(coordinate({.axis = axis}), grid), expected[axis]);
}

// The squares of such distances are 0 in binary64.
TEST(Boxes, HoldEverySampleOfTinyBoxesInTinyCells) {
  const std::vector<NamedField> fields = {
      {"perlin", perlin({.frequency = 1e300})},
      {"value", value({.frequency = 1e300})},
      {"simplex", simplex({.frequency = 1e300})},
      {"simplex2012", simplex2012(1e300)},
      {"opensimplex2s", opensimplex2s({.frequency = 1e300})},
      {"cellular", cellular({.frequency = 1e300, .returns = CellularReturn::edge})}};
  for (const auto& [name, field] : fields) {
    SCOPED_TRACE(name);
    expect_within(field, Grid<2>{.shape = {9, 7}, .step = {2e-301, -1e-301}});
    expect_within(field, Grid<3>{.shape = {5, 4, 3}, .step = {2e-302, 1e-301, 1e-301}});
  }
}

// The values of such boxes differ by less than they are rounded by.
TEST(Boxes, HoldEverySampleOfTinyBoxesOfCurves) {
  const Field field =
      curve(perlin({.frequency = 0.05}), {{-1, 0.3f}, {-0.3f, 0.1f}, {0.2f, 0.9f}, {1, 1.7f}});
  for (int k = 0; k < 2000; ++k) {
    SCOPED_TRACE(k);
    expect_within(field, Grid<2>{.shape = {3, 3}, .step = 1e-7, .origin = {k * 0.37, 0.1}});
  }
}

// The squares of the slopes have no bounds in binary32.
TEST(Boxes, HoldEverySampleWhereNodesComputeWithLargeNumbers) {
  const Field field = damped(log(max(simplex({.frequency = 1e-80}), 1e-43f)), {.octaves = 3});
  for (const double origin : {-9e79, 0.0, 1e79, 3e80})
    expect_within(field, Grid<2>{.shape = {9, 5}, .step = {1e70, 1e71}, .origin = {origin, 0}});
}

TEST(Boxes, BoundsOfPowersHoldTheSmallestNumber) {
  for (const model::Operation operation :
       {model::Operation::power, model::Operation::power_of_fields}) {
    const auto bounds = graph::kind_of(operation).bounds;
    EXPECT_GE(bounds({0, 0x1p-140f}, {1.5f, 1.5f}, {}).max, 0x1p-149);
    EXPECT_GE(bounds({0x1p10f, 0x1p20f}, {-15.5f, -15.5f}, {}).max, 0x1p-149);
    EXPECT_EQ(bounds({-1, 0}, {1.5f, 1.5f}, {}).max, 0);
  }
}

// Boxes of 32 samples a side, in octaves of cells of 256 samples and less, minus a ramp that takes
// 256 samples from -1 to 1.
TEST(Boxes, BoundsRuleOutMostChunksWithoutASurface) {
  const Field density = fbm(perlin({.frequency = 1.0 / 256}), {.octaves = 8}) -
                        coordinate({.axis = 2, .frequency = 1.0 / 128});
  int clear = 0, told = 0;
  std::vector<float> values(32 * 32 * 32);
  for (int z = -128; z < 128; z += 32) {
    for (int y = 0; y < 1024; y += 128) {
      for (int x = 0; x < 1024; x += 64) {
        const Grid<3> grid{.shape = {32, 32, 32}, .first = {x, y, z}};
        Range seen;
        fill(std::span<float>(values), grid, density, Options{.seen = &seen});
        const Range bounds = range(density, grid);
        EXPECT_LE(bounds.min, seen.min);
        EXPECT_GE(bounds.max, seen.max);
        clear += seen.min > 0 || seen.max < 0 ? 1 : 0;
        told += bounds.min > 0 || bounds.max < 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(clear, 500);
  EXPECT_GT(told, clear * 3 / 4);
}

// An extruded field has in a box the bounds of the field without the axis.
TEST(Boxes, ExtrudedFieldsHaveTheBoundsWithoutTheAxis) {
  const Field hills = fbm(perlin({.frequency = 0.01}), {.octaves = 4});
  for (int i = -20; i < 20; ++i) {
    const Range bounds = range(hills, Grid<2>{.shape = {13, 7}, .first = {13 * i, 7}});
    EXPECT_EQ(range(extrude(hills, 2), Grid<3>{.shape = {13, 7, 9}, .first = {13 * i, 7, 5}}),
              bounds);
    EXPECT_EQ(range(extrude(hills, 0), Grid<3>{.shape = {9, 13, 7}, .first = {5, 13 * i, 7}}),
              bounds);
    const Grid<3> upright{.shape = {13, 9, 7}, .first = {13 * i, 900, 7}};
    EXPECT_EQ(range(extrude(hills, 1), upright), bounds);
    EXPECT_GT(range(coordinate({.axis = 1, .frequency = 0.01}) - extrude(hills, 1), upright).min,
              0);
  }
}

TEST(Boxes, ManyAtOnceEqualOneByOne) {
  const Field field = fbm(perlin({.frequency = 0.01}), {.octaves = 5});
  std::vector<Grid<2>> grids;
  for (int i = 0; i < 100; ++i) grids.push_back({.shape = {1 + i, 5}, .first = {i * 7, -i}});
  std::vector<Range> bounds(grids.size());
  ranges<2>(bounds, grids, field);
  for (std::size_t i = 0; i < grids.size(); ++i) EXPECT_EQ(bounds[i], range(field, grids[i]));
}

TEST(Boxes, BadGridsAreRejected) {
  const Field field = perlin();
  EXPECT_THROW(range(field, Grid<2>{.shape = {0, 5}}), std::invalid_argument);
  EXPECT_THROW(range(field, Grid<2>{.shape = {5, 5}, .origin = {1e300, 0}}), std::invalid_argument);
  const Field in_2d = coordinate({.axis = 1});
  EXPECT_THROW(range(in_2d, Grid<1>{.shape = {5}}), std::invalid_argument);
  EXPECT_THROW(range(Field(), Grid<1>{.shape = {5}}), std::invalid_argument);
  const Range before{12, 34};
  const std::vector<Grid<1>> two(2, Grid<1>{.shape = {5}});
  for (const std::size_t elements : {0u, 1u, 3u}) {
    std::vector<Range> out(elements, before);
    expect_rejected([&] { ranges<1>(out, two, field); },
                    {"ranges: out has " + std::to_string(elements) + " elements",
                     "there are 2 grids; use one element per grid"});
    EXPECT_EQ(out, std::vector<Range>(elements, before));
  }
  std::vector<Range> bounds(40, before);
  std::vector<Grid<1>> grids(40, Grid<1>{.shape = {5}});
  grids[38].shape[0] = 0;
  expect_rejected([&] { ranges<1>(bounds, grids, field); },
                  {"grids[38]: Grid::shape[0] is 0; use 1 or more"});
  EXPECT_EQ(bounds, std::vector<Range>(40, before));
}

// Just below 0, the rest of a turn is rounded at the size of a whole one.
TEST(Box, LoopsRoundAtTheSizeOfATurn) {
  const std::pair<double, double> cases[] = {
      {4, -1e-20}, {1e9, -1e-5}, {1e12, -1e-3}, {1e13, -0.05}, {0x1p49, -0.05}};
  for (const auto& [length, origin] : cases) {
    const Field field = loop(clamp(coordinate({}), -1, 0), 0, length);
    const Grid<1> grid{.shape = {5}, .step = {-origin / 8}, .origin = {origin}};
    std::vector<float> values(5);
    fill<1>(values, grid, field);
    const Range bounds = range<1>(field, grid);
    for (const float value : values) {
      EXPECT_GE(value, bounds.min) << length;
      EXPECT_LE(value, bounds.max) << length;
    }
  }
}

}  // namespace
}  // namespace perlane::testing
