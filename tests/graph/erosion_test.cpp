// Gullies along the slope of a height: the formula in binary64, every instruction set, what follows
// from the formula, and what is rejected.

#include "support/reference.hpp"

#include "graph/noise/lattice.hpp"
#include "model/erosion.hpp"
#include "reference/lattice.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace perlane::testing {
namespace {

const Field hills = fbm(perlin({.seed = 4, .frequency = 1.0 / 90}), {.octaves = 2});

// ---- the formula ---------------------------------------------------------------

// The waves around a place that is measured in cells, with cosines and sines as they are.
std::array<double, 2> blended_waves(const model::LatticePoints& lattice, double x, double y,
                                    double across_x, double across_y) {
  const double left = std::floor(x), top = std::floor(y);
  double cosine = 0, sine = 0, weights = 0;
  for (double j = top - 1; j <= top + 1; ++j) {
    for (double i = left - 1; i <= left + 1; ++i) {
      const std::array<std::uint32_t, 2> cell{
          static_cast<std::uint32_t>(static_cast<std::int64_t>(i)),
          static_cast<std::uint32_t>(static_cast<std::int64_t>(j))};
      const std::uint32_t drawn = reference::last_round(reference::hash(lattice, cell));
      const double dx = x - (i + 0.25 + (drawn >> 22) / 2048.0);
      const double dy = y - (j + 0.25 + (drawn >> 12 & 1023) / 2048.0);
      const double weight = std::pow(std::max(1.25 * 1.25 - dx * dx - dy * dy, 0.0), 4);
      const double turns = 0.7 * (dx * across_x + dy * across_y) + (drawn & 4095) / 4096.0;
      cosine += weight * std::cos(2 * std::numbers::pi * turns);
      sine += weight * std::sin(2 * std::numbers::pi * turns);
      weights += weight;
    }
  }
  const double length = std::max(std::hypot(cosine, sine), weights / 2);
  return {cosine / length, sine / length};
}

double eroded(const Erosion& e, double x, double y, float height, const float (&slope)[4]) {
  double dx = double{slope[0]}, dy = double{slope[1]}, total = 0, amplitude = 1;
  for (int k = 0; k < e.octaves; ++k) total += std::pow(e.gain, k);
  const double natural = std::hypot(dx, dy) * e.scale / (2 * std::numbers::pi) * total / e.strength;
  double sum = 0, before = 0, mask = 1, frequency = 1 / (e.scale * 0.7);
  for (int k = 0; k < e.octaves; ++k) {
    const std::uint64_t seed = e.seed, octave = static_cast<std::uint64_t>(k);
    const graph::SeededLattice lattice({}, k == 0 ? seed : graph::octave_seed(seed, octave), {});
    const double length = std::hypot(dx, dy);
    const auto [cosine, sine] =
        blended_waves(lattice.points(), x * frequency, y * frequency, -dy / length, dx / length);
    before += mask * (cosine - before);
    sum += amplitude * before;
    const double turned = 0.7 * std::clamp(3 * sine, -1.0, 1.0), old_dx = dx;
    dx += turned * dy;
    dy -= turned * old_dx;
    mask *= 1 - std::pow(1 - std::min(1.25 * std::abs(sine), 1.0), 2);
    amplitude *= e.gain;
    frequency *= e.lacunarity;
  }
  return double{height} + natural / (1 + natural) * sum * e.strength / total;
}

TEST(Erosion, IsTheFormula) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> place(-1e4, 1e4);
  for (const Erosion& parameters :
       {Erosion{.seed = 7, .octaves = 1}, Erosion{.scale = 40, .strength = 0.2},
        Erosion{.scale = 60, .strength = 3, .octaves = 4, .lacunarity = 2.3, .gain = 0.6}}) {
    const Field field = erode(hills, parameters);
    double most = 0;
    for (int i = 0; i < 2000; ++i) {
      const model::Point point{2, false, {place(random), place(random)}};
      float slope[4];
      const float height = graph::node_of(hills).sample(point, slope);
      const double expected =
          eroded(parameters, point.coordinate[0], point.coordinate[1], height, slope);
      const double actual = double{graph::node_of(field).sample(point, nullptr)};
      ASSERT_NEAR(actual, expected, 2e-4 * parameters.strength);
      most = std::max(most, std::abs(actual - double{height}));
    }
    EXPECT_GT(most, 0.05 * parameters.strength);
  }
}

// ---- every instruction set -------------------------------------------------------

TEST(Erosion, EqualsTheReference) {
  const Field noise = perlin({.seed = 3, .frequency = 0.04});
  const Field gullies = erode(noise, {.scale = 30});
  for (const Field& field :
       {gullies, erode(hills, {.seed = 5, .scale = 3, .octaves = 7}),
        erode(warp(noise, {9 * value({.frequency = 0.1}), 3}), {.scale = 25, .octaves = 2}),
        fbm(gullies, {.octaves = 3}), warp(gullies, {20 * noise, 8}), gullies * noise + gullies,
        rotate(gullies, 0.4), translate(gullies, {1e9, -3}), erode(constant(0.3f)),
        erode(cellular({.frequency = 0.05}), {.scale = 20, .gain = -0.4})}) {
    EXPECT_FALSE(has_derivatives(field));
    for (const Grid<2>& grid :
         {Grid<2>{.shape = {530, 20}, .step = {0.7, 1.3}, .first = {-20, 3}},
          Grid<2>{.shape = {33, 9}, .step = {5.3, -11}, .origin = {-1e6, 1e7}},
          Grid<2>{.shape = {1, 3}}}) {
      expect_reference(grid, {"eroded", field});
    }
  }
}

TEST(Erosion, OfPoints) {
  const Field field = erode(hills, {.scale = 50});
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> place(-5e3, 5e3);
  std::vector<std::vector<double>> points(2, std::vector<double>(77));
  std::vector<std::vector<float>> singles;
  for (auto& axis : points) {
    for (double& coordinate : axis) coordinate = place(random);
    singles.emplace_back(axis.begin(), axis.end());
  }
  expect_points<double>({"eroded", field}, 2, points);
  expect_points<float>({"eroded", field}, 2, singles);
  with_every_isa([&](std::string_view) {
    // Beyond the limit of coordinates there is nothing.
    const std::array<double, 2> far{1e300, std::numeric_limits<double>::quiet_NaN()}, near{};
    std::array<float, 2> out{};
    sample(out, field, std::span(far), std::span(near));
    EXPECT_TRUE(std::isnan(out[0]) && std::isnan(out[1]));
  });
}

// Grids at the limits of gullies are rejected, or get the bits of the reference, and no NaN.
TEST(Erosion, AtTheLimitsOfCoordinates) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> scales(0.01, 1), ulps(-85, 15);
  GridsAtLimits grids;
  for (int i = 0; i < 400; ++i) {
    const double size = scales(random);
    const Field field = erode(perlin({.frequency = 1e-3}), {.scale = size, .octaves = 3});
    const double limit = 0x1p51 / (4 / (size * double{model::erosion_waves}));
    const double last = limit * (1 + ulps(random) * 0x1p-53);
    SCOPED_TRACE(i);
    grids.add(Grid<2>{.shape = {5, 4}, .origin = {0.5, last}, .first = {0, -3}}, field);
  }
  EXPECT_GT(grids.filled_grids, 40);
  EXPECT_GT(grids.rejected_grids, 40);
}

// ---- what follows from the formula ------------------------------------------------

// Across the borders of cells, where other points are in reach, and wherever the sign of a wave
// turns.
TEST(Erosion, IsContinuous) {
  const Field field = erode(hills, {.scale = 100, .strength = 0.3});
  constexpr double step = 1.0 / 4096;
  for (const double y : {0.0, 70.0 * 7, 35.1}) {  // a cell of the first octave is 70 high
    const Grid<2> grid{.shape = {1000000, 1}, .step = {step, 1}, .origin = {-100, y}};
    const std::vector<float> values = filled(grid, field);
    for (std::size_t i = 1; i < values.size(); ++i) {
      ASSERT_LT(std::abs(values[i] - values[i - 1]), 0.3 * step) << position(grid, i)[0];
    }
  }
}

TEST(Erosion, ChunksMatch) {
  const Field field = erode(hills, {.scale = 50});
  const Grid<2> whole{.shape = {400, 70}, .first = {-200, 1000000007}};
  Grid<2> part = whole;
  part.first = {-37, 1000000007 + 11};
  part.shape = {101, 23};
  const std::vector<float> all = filled(whole, field), some = filled(part, field);
  for (std::size_t j = 0; j < 23; ++j) {
    for (std::size_t i = 0; i < 101; ++i) {
      EXPECT_EQ(some[j * 101 + i], all[(j + 11) * 400 + i + 163]);
    }
  }
}

TEST(Erosion, GulliesRunDownTheSlope) {
  const Field field = erode(coordinate({.axis = 0, .frequency = 0.01}), {.octaves = 1});
  const Grid<2> grid{.shape = {256, 256}, .step = {8, 8}};
  const std::vector<float> values = filled(grid, field);
  double down = 0, across = 0;
  for (std::size_t j = 0; j + 1 < 256; ++j) {
    for (std::size_t i = 0; i + 1 < 256; ++i) {
      const auto at = [&](std::size_t x, std::size_t y) { return values[y * 256 + x]; };
      down += std::abs(double{at(i + 1, j)} - double{at(i, j)} - 0.08);
      across += std::abs(double{at(i, j + 1)} - double{at(i, j)});
    }
  }
  EXPECT_GT(across, 3 * down);
}

TEST(Erosion, LevelFieldsStayTheSame) {
  const Grid<2> grid{.shape = {90, 40}, .step = {3, 3}};
  EXPECT_TRUE(same_bits(filled(grid, erode(constant(0.7f))), filled(grid, constant(0.7f)), grid));
  EXPECT_TRUE(same_bits(filled(grid, erode(hills, {.strength = 0})), filled(grid, hills), grid));
}

// The units of height and of coordinates do not matter.
TEST(Erosion, DoesNotDependOnUnits) {
  const Field field = erode(hills, {.seed = 9, .scale = 64, .strength = 0.25});
  const Grid<2> grid{.shape = {90, 40}, .step = {3, 3}};
  const Field high = erode(8 * hills, {.seed = 9, .scale = 64, .strength = 2});
  EXPECT_TRUE(same_bits(filled(grid, high), filled(grid, 8 * field), grid));
  const Field wide = erode(scale(hills, {4, 4}), {.seed = 9, .scale = 256, .strength = 0.25});
  EXPECT_TRUE(same_bits(filled(grid, wide), filled(grid, scale(field, {4, 4})), grid));
}

TEST(Erosion, EveryParameterCounts) {
  const Erosion parameters{.scale = 50};
  const Grid<2> grid{.shape = {90, 40}, .step = {3, 3}};
  std::array<Erosion, 6> others;
  others.fill(parameters);
  others[0].seed = 1;
  others[1].scale = 51;
  others[2].strength = 0.4;
  others[3].octaves = 4;
  others[4].lacunarity = 2.1;
  others[5].gain = 0.6;
  // Fields that were taken for the same would be evaluated once.
  const std::vector<float> values = filled(grid, erode(hills, parameters));
  for (const Erosion& other : others) {
    const std::vector<float> of_other = filled(grid, erode(hills, other));
    std::vector<float> expected;
    for (std::size_t i = 0; i < values.size(); ++i) expected.push_back(values[i] - of_other[i]);
    EXPECT_NE(values, of_other);
    const Field difference = erode(hills, parameters) - erode(hills, other);
    EXPECT_TRUE(same_bits(filled(grid, difference), expected, grid));
  }
}

TEST(Erosion, BadInput) {
  const auto rejected = [](const Erosion& parameters,
                           std::initializer_list<std::string_view> parts) {
    expect_rejected([&] { erode(hills, parameters); }, parts);
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, infinity}) {
    rejected({.scale = bad}, {"Erosion::scale is", "above 0"});
    rejected({.lacunarity = bad}, {"Erosion::lacunarity is", "above 0"});
  }
  for (const double bad : {-0.5, nan, infinity}) {
    rejected({.strength = bad}, {"Erosion::strength is", "0 or more"});
  }
  rejected({.octaves = 0}, {"Erosion::octaves is 0", "1 to 32"});
  rejected({.octaves = 33}, {"Erosion::octaves is 33"});
  rejected({.gain = nan}, {"Erosion::gain is"});
  rejected({.octaves = 32, .gain = 1e300}, {"Erosion::gain is", "overflow"});
  rejected({.scale = 1e-320}, {"Erosion::scale is", "nearer to 1"});
  rejected({.octaves = 32, .lacunarity = 1e300}, {"Erosion::lacunarity is", "nearer to 1"});
  rejected({.strength = 1e-60}, {"erode: slopes of the height", "Erosion::strength"});
  for (const double large : {1e39, 1e300, std::numeric_limits<double>::max()}) {
    rejected({.scale = large, .strength = large},
             {"erode: values might be -", "beyond a float; keep Erosion::strength"});
  }
  expect_rejected([] { erode(1e20f * hills); }, {"erode: slopes of the height", "1e15"});
  expect_rejected([] { fbm(sine(erode(hills)), {.lacunarity = 1e-20}); },
                  {"erode: slopes of the height", "1e30"});
  expect_rejected([] { erode(slope(hills)); }, {"erode: the field is made of derivatives"});
  expect_rejected([] { erode(erode(hills)); }, {"erode: the field is made of derivatives"});
  expect_rejected([] { derivative(erode(hills), 0); }, {"derivative: the field is made of"});
  expect_rejected([] { erode(coordinate({.axis = 2})); },
                  {"erode: the height is made for 3 to 4 dimensions", "use one that has 2"});
  std::vector<float> out(8);
  expect_rejected([&] { fill(out, {.shape = {2, 2, 2}}, erode(hills)); }, {"dimensions"});
  expect_rejected([&] { fill(out, {.shape = {8}}, erode(hills)); }, {"dimensions"});
}

}  // namespace
}  // namespace perlane::testing
