// Derivatives by central differences: the formula, what it approximates, bounds, and rejections.

#include "support/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace perlane::testing {
namespace {

const Field smooth = fbm(perlin({.seed = 4, .frequency = 1.0 / 40}), {.octaves = 2});

template <int N>
void expect_formula(const Field& field, const Grid<N>& grid, double step) {
  const auto width = static_cast<float>(2 * step);
  for (int axis = 0; axis < N; ++axis) {
    std::array<double, 4> distance{};
    distance[static_cast<std::size_t>(axis)] = step;
    const std::vector<float> behind = filled(grid, translate(field, PerAxis<double>(distance)));
    distance[static_cast<std::size_t>(axis)] = -step;
    const std::vector<float> ahead = filled(grid, translate(field, PerAxis<double>(distance)));
    const std::vector<float> found = filled(grid, derivative(differences(field, step), axis));
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_EQ(found[i], (ahead[i] - behind[i]) / width) << N << " axis " << axis << " at " << i;
  }
  EXPECT_EQ(filled(grid, differences(field, step)), filled(grid, field));
}

TEST(Differences, EqualTheFormulaOfTranslatedFields) {
  for (const double step : {0.3, 1.0, 7.0}) {
    const Field steep = slope(smooth, 1);
    expect_formula(steep, Grid<1>{.shape = {301}}, step);
    expect_formula(erode(smooth, {.scale = 20}), Grid<2>{.shape = {67, 35}, .step = 0.7}, step);
    expect_formula(steep, Grid<2>{.shape = {1, 90}, .origin = {1e9, -1e9}}, step);
    expect_formula(steep, Grid<3>{.shape = {19, 13, 5}}, step);
    expect_formula(steep, Grid<4>{.shape = {9, 5, 3, 4}}, step);
  }
}

TEST(Differences, PlanesAreDerivatives) {
  const Field field = differences(erode(smooth, {.scale = 20}), 0.5);
  const Grid<2> grid{.shape = {131, 57}};
  const PlaneArrays<2> planes = filled_planes(grid, field);
  EXPECT_EQ(planes[0], filled(grid, field));
  EXPECT_EQ(planes[1], filled(grid, derivative(field, 0)));
  EXPECT_EQ(planes[2], filled(grid, derivative(field, 1)));
}

// Along an axis, a cell of gradient noise is A + B f + s(f) (C + D f), with the quintic fade s:
// |s'''| <= 60 and |s''| <= 10 / sqrt(3). For gradients of length L, |C + D f| <= 2 sqrt(2) L in
// 2D, and |D| <= 2 L, so the third derivative is below 60 * 2.83 L + 3 * 5.78 * 2 L < 205 L. L is
// sqrt(2), which scales the largest value, L / sqrt(2), to 1.
TEST(Differences, ComeNearExactDerivativesByTheSquareOfTheStep) {
  const Grid<2> grid{.shape = {200, 100}};
  const std::vector<float> exact = filled(grid, derivative(smooth, 0));
  const double third = 205 * 1.42 * (2.0 / 3 / std::pow(40, 3) + 1.0 / 3 / std::pow(20, 3));
  for (const double step : {4.0, 2.0, 1.0, 0.5}) {
    const std::vector<float> found = filled(grid, derivative(differences(smooth, step), 0));
    double worst = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
      worst = std::max(worst, std::abs(double{found[i]} - double{exact[i]}));
    EXPECT_LE(worst, third * step * step / 6 + 1e-6 / step) << step;
    EXPECT_GT(worst, 0);
  }
}

// Strips and tiles of any thread, strides, and places far away: the bits of the reference.
TEST(Differences, EqualTheReferenceOnGridsAndAtPoints) {
  const NamedField named{"slope of differences", slope(differences(erode(smooth), 0.7))};
  const NamedField planes{"differences", differences(slope(smooth, 1), 3)};
  for (const bool parallel : {false, true}) {
    expect_reference(Grid<2>{.shape = {517, 261}, .step = {0.9, -1.3}, .first = {-77, 1000003}},
                     named, {.parallel = parallel});
    expect_planes(Grid<1>{.shape = {1009}, .origin = {-3e12}}, planes, {.parallel = parallel});
    expect_planes(Grid<2>{.shape = {33, 130}, .origin = {1e6, -1e6}}, planes,
                  {.parallel = parallel});
    expect_planes(Grid<3>{.shape = {21, 14, 11}}, planes, {.parallel = parallel});
  }
  std::array<std::vector<double>, 2> axes = coordinates_of(Grid<2>{.shape = {37, 9}, .step = 2.3});
  for (const double edge :
       {std::nan(""), 1e300, -1e300, 0x1p53, std::numeric_limits<double>::infinity()}) {
    axes[0].push_back(edge);
    axes[1].push_back(1);
    axes[0].push_back(-2);
    axes[1].push_back(edge);
  }
  expect_points<double>(named, 2, axes);
  std::array<std::vector<float>, 2> narrow;
  for (std::size_t axis = 0; axis < 2; ++axis)
    narrow[axis].assign(axes[axis].begin(), axes[axis].end());
  expect_points<float>(named, 2, narrow);
}

// The limit of moved positions is that of a frequency of 1e-250 at least.
TEST(Differences, AreNaNWhereTheFieldBesideIs) {
  const Field slow = differences(coordinate({.frequency = 1e-310}), 1);
  const std::array<std::vector<double>, 1> x{{{1e266, 1e264}}};
  std::vector<float> value(2), dx(2);
  sample(Planes<1>{.value = value, .derivative = {dx}}, slow, {x[0]});
  EXPECT_EQ(value, (std::vector<float>{1e-44f, 0}));
  EXPECT_TRUE(std::isnan(dx[0]));
  EXPECT_EQ(dx[1], 0);
  expect_points<double>({"slow", slow}, 1, x);
  const Planes<1> one{.value = std::span(value).first(1), .derivative = {std::span(dx).first(1)}};
  expect_rejected([&] { fill(one, {.shape = {1}, .origin = {1e266}}, slow); }, {"Grid"});
  EXPECT_NO_THROW(fill(one, {.shape = {1}, .origin = {1e264}}, slow));
  EXPECT_EQ(dx[0], 0);
}

// Grids at the limits of moved positions are rejected, or get the bits of the reference, and no
// NaN.
TEST(Differences, AtTheLimitsOfCoordinates) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> frequencies(0.1, 4), parts(0, 1), ulps(-85, 15);
  GridsAtLimits grids;
  for (int i = 0; i < 400; ++i) {
    const double frequency = frequencies(random), step = parts(random) * 0x1p49 / frequency;
    const Field field = differences(perlin({.frequency = frequency}), step);
    const double last = (0x1p51 / frequency - step) * (1 + ulps(random) * 0x1p-53);
    SCOPED_TRACE(i);
    grids.add_planes(Grid<2>{.shape = {5, 4}, .origin = {0.5, last}, .first = {0, -3}}, field);
  }
  EXPECT_GT(grids.filled_grids, 40);
  EXPECT_GT(grids.rejected_grids, 40);
}

TEST(Differences, FillEveryOtherRow) {
  const Field field = differences(erode(smooth), 1);
  const Grid<2> grid{.shape = {70, 9}};
  std::vector<float> rows(9 * 144, -7);
  fill(Strided<2>{.elements = rows, .stride = {144}, .first = 5}, grid, slope(field));
  const std::vector<float> dense = filled(grid, slope(field));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t x = i % 144 - 5;
    EXPECT_EQ(rows[i], i % 144 >= 5 && x < 70 ? dense[i / 144 * 70 + x] : -7) << i;
  }
}

TEST(Differences, MayBeNestedAndStayWithinBounds) {
  const Field once = slope(differences(erode(smooth, {.scale = 20}), 1));
  const Field field = erode(differences(slope(differences(once, 2)), 3), {.scale = 30});
  EXPECT_FALSE(has_derivatives(field));
  EXPECT_TRUE(has_derivatives(differences(field, 1)));
  const Grid<2> grid{.shape = {65, 33}};
  for (const Field& any : {once, field}) {
    const Range bounds = range(any, 2), in_box = range(any, grid);
    for (const float value : filled(grid, any)) {
      EXPECT_GE(value, std::max(bounds.min, in_box.min));
      EXPECT_LE(value, std::min(bounds.max, in_box.max));
    }
  }
}

TEST(Differences, RejectionsNameTheFunctionAndTheStep) {
  const Field eroded = erode(smooth);
  expect_rejected([&] { slope(2 * eroded + 1); },
                  {"slope: the field is made of derivatives by erode", "differences(field, step)"});
  expect_rejected([&] { derivative(fbm(slope(smooth)), 0); }, {"made of derivatives by slope"});
  expect_rejected([&] { erode(damped(smooth)); }, {"made of derivatives by damped"});
  for (const double step : {0.0, -1.0, 1e-31, 1e31, std::nan("")})
    expect_rejected([&] { differences(smooth, step); }, {"differences: step is"});
  expect_rejected([&] { differences(1e30f * smooth, 1e-20); }, {"keep both to 1e36"});
  const Field slow = differences(slope(perlin({.frequency = 1e-40}), 1), 1e-29);
  expect_rejected([&] { fbm(slow, {.octaves = 3, .lacunarity = 100}); },
                  {"differences: an octave has a step of", "1e-30 to 1e30"});
  // The step would leave the chunk at its border.
  expect_rejected([] { differences(chunk_noise<2>(Path{{1, 2, 3}}), 1); },
                  {"differences", "use its exact derivatives"});
}

}  // namespace
}  // namespace perlane::testing
