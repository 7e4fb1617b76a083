// Simplex noise: the published values, the formula in binary64, continuity, derivatives, and grids
// of every kind against the reference.

#include "support/noise_sweeps.hpp"

#include "graph/noise/gradients.hpp"
#include "graph/noise/lattice.hpp"
#include "graph/node.hpp"
#include "reference/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

namespace perlane::testing {
namespace {

struct Golden {
  int dimensions;
  std::array<double, 4> point;
  double value;
};

std::vector<Golden> read_golden() {
  std::ifstream file(GOLDEN_SIMPLEX2012);
  std::vector<Golden> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    Golden row;
    auto& [x, y, z, w] = row.point;
    if (std::sscanf(line.c_str(), "%d,%lf,%lf,%lf,%lf,%lf", &row.dimensions, &x, &y, &z, &w,
                    &row.value) == 6)
      rows.push_back(row);
  }
  return rows;
}

TEST(Simplex, PublishedValues) {
  const std::vector<Golden> golden = read_golden();
  ASSERT_EQ(golden.size(), 2600u);
  const Field field = simplex2012();
  with_every_isa([&](std::string_view) {
    for (const auto& [dimensions, point, value] : golden) {
      EXPECT_NEAR(sample_at(field, dimensions, point), value, 1e-5);
      EXPECT_NEAR(sample_array_at(field, dimensions, point), value, 1e-5);
    }
  });
}

TEST(Simplex, PublishedFormulaIn1D) {
  const auto table = graph::perlin2002_table();
  const auto corner = [&](int i, double x) {
    const std::uint32_t h = table->entries()[static_cast<std::size_t>(i & 255)];
    const double gradient = (1.0 + (h & 7)) * ((h & 8) != 0 ? -1 : 1);
    return std::pow(1 - x * x, 4) * gradient * x;
  };
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-300, 300);
  for (int i = 0; i < 2000; ++i) {
    const double x = uniform(random), f = x - std::floor(x);
    const int cell = static_cast<int>(std::floor(x));
    EXPECT_NEAR(sample(simplex2012(), x), 0.25 * (corner(cell, f) + corner(cell + 1, f - 1)), 1e-6);
  }
}

// The noise in binary64, without simplices: the sum over all vertices near a point.
double sum_of_vertices(std::uint64_t seed, int dimensions, const std::array<double, 4>& point,
                       double support_squared) {
  const model::HashKey key = graph::hash_key(seed);
  const model::GradientSet& set = graph::automatic_gradients(dimensions);
  const double n = dimensions, skew = (std::sqrt(n + 1) - 1) / n,
               unskew = model::unskew_quanta[dimensions - 1] * 0x1p-24;
  const auto axes = static_cast<std::size_t>(dimensions);
  double sum = 0, cells = 0;
  for (std::size_t axis = 0; axis < axes; ++axis) cells += point[axis];
  std::array<std::uint32_t, 4> cell{};
  std::array<double, 4> vertex{};
  for (int number = 0; number < 1 << 2 * dimensions; ++number) {  // the cell and those beside it
    double vertices = 0;
    for (std::size_t axis = 0; axis < axes; ++axis) {
      vertex[axis] = std::floor(point[axis] + cells * skew) + (number >> 2 * axis & 3) - 1;
      vertices += vertex[axis];
    }
    double t = support_squared, slope = 0;
    std::uint32_t choice = 0;
    for (std::size_t axis = 0; axis < axes; ++axis)
      cell[axis] = static_cast<std::uint32_t>(static_cast<std::int64_t>(vertex[axis]));
    model::LatticePoints lattice{};
    lattice.kind = model::LatticePoints::hashed;
    lattice.key = key;
    choice = reference::gradient_index(lattice, set, dimensions,
                                       reference::hash(key, std::span(cell.data(), axes)));
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const double d = point[axis] - (vertex[axis] - vertices * unskew);
      t -= d * d;
      slope += set.component[axis][choice] * d;
    }
    if (t > 0) sum += t * t * t * t * slope;
  }
  return sum * 0.999996 / set.largest_simplex;
}

TEST(Simplex, IsTheSumOfItsVertices) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-40, 40);
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    const Field field = simplex({.seed = 9, .frequency = 1});
    for (int i = 0; i < 3000; ++i) {
      const std::array<double, 4> point{uniform(random), uniform(random), uniform(random),
                                        uniform(random)};
      const double exact = sum_of_vertices(9, dimensions, point, 0.5 - 0x1p-13);
      // Positions are rounded to 2^-24, and slopes are 7 at most.
      ASSERT_NEAR(sample_at(field, dimensions, point), exact, 2e-6) << dimensions << "D";
    }
  }
}

// Points on the borders of simplices: the order of two axes changes there, or the skewed cell.
std::array<double, 4> on_border(int dimensions, std::array<double, 4> point, int number) {
  const double n = dimensions, skew = (std::sqrt(n + 1) - 1) / n;
  if (dimensions > 1 && number % 2 == 0) {
    point[1] = point[0] - std::round(point[0] - point[1]);
  } else {
    double cells = 0;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis)
      cells += point[axis];
    const double skewed = point[0] + cells * skew;
    point[0] -= (skewed - std::round(skewed)) / (1 + skew);
  }
  return point;
}

// A step of 2^-20 across a border is one of 7 * 2^-20 of the noise at most. Noise with r^2 = 0.6
// jumps.
TEST(Simplex, IsContinuousAcrossBorders) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-40, 40);
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    const Field fields[] = {simplex({.seed = 4, .frequency = 1}), simplex2012()};
    for (int i = 0; i < 10'000; ++i) {
      std::array<double, 4> point{uniform(random), uniform(random), uniform(random),
                                  uniform(random)};
      point = on_border(dimensions, point, i);
      std::array<double, 4> above = point, below = point;
      above[0] += 0x1p-21;
      below[0] -= 0x1p-21;
      for (const Field& field : fields) {
        // In one dimension, the slope of the published noise is up to 8 * 0.395 * 8.
        ASSERT_NEAR(sample_at(field, dimensions, above), sample_at(field, dimensions, below),
                    1.5e-5)
            << dimensions << "D";
      }
    }
  }
}

TEST(Simplex, DerivativesAreThoseOfDifferences) {
  expect_slopes({{"simplex", simplex({.seed = 4, .frequency = 0.25})},
                 {"edges", simplex({.frequency = 0.25, .gradients = Gradients::edges()})},
                 {"simplex2012", simplex2012(0.25)}});
}

// The mean of the squared slope is the same along all axes, and slopes along two axes have nothing
// to do with each other.
TEST(Simplex, GradientsHaveNoPreferredDirection) {
  const Grid<3> grid{.shape = {100, 100, 100}, .step = {1.7, 1.7, 1.7}};
  const PlaneArrays<3> planes = filled_planes(grid, simplex({.seed = 8, .frequency = 0.2}));
  const auto mean_product = [&](std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t i = 0; i < samples(grid); ++i)
      sum += double{planes[a + 1][i]} * double{planes[b + 1][i]};
    return sum / static_cast<double>(samples(grid));
  };
  const double along_x = mean_product(0, 0);
  for (std::size_t a = 0; a < 3; ++a) {
    EXPECT_NEAR(mean_product(a, a) / along_x, 1, 0.03);
    for (std::size_t b = 0; b < a; ++b) EXPECT_NEAR(mean_product(a, b) / along_x, 0, 0.02);
  }
}

std::vector<NamedField> every_kind(double frequency) {
  return {
      {"simplex", simplex({.seed = 3, .frequency = frequency})},
      {"simplex2012", simplex2012(frequency)},
      {"random gradients", simplex({.frequency = frequency, .gradients = Gradients::random(7)})}};
}

TEST(Simplex, GridsOfEveryStep) { expect_grids_of_every_step(every_kind(1)); }
TEST(Simplex, GridsOfEveryCell) { expect_grids_of_every_cell(every_kind(1)); }
TEST(Simplex, GridsOfMaps) { expect_grids_of_maps(every_kind(0.02)); }
TEST(Simplex, Points) { expect_all_points(every_kind(1)); }
TEST(Simplex, DerivativesAreThoseOfTheReference) { expect_all_planes(every_kind(0.043)); }

// Wide and flat tiles have few vertices, and some of them are more than 128 cells apart.
TEST(Simplex, GridsOfWideTiles) {
  const NamedField named{"simplex", simplex({.seed = 3, .frequency = 1})};
  for (const int width : {300, 450, 528, 673}) {
    for (const double step : {0.25, 0.4, 1.0, -1.0}) {
      expect_reference<2>({.shape = {width, 10}, .step = {step, 0.1}}, named);
      expect_reference<2>({.shape = {10, width}, .step = {0.1, step}}, named);
      expect_reference<3>({.shape = {width, 3, 3}, .step = {step, 0.01, 0.01}}, named);
      expect_reference<3>({.shape = {3, 3, width}, .step = {0.01, 0.01, step}}, named);
    }
  }
}

// Binary32 finds the simplex in two ways, which depend on the distance from the origin. It may take
// a neighbour for it: that must not show.
TEST(Simplex, FloatsOnBorders) {
  const Field field = simplex({.seed = 6, .frequency = 1});
  std::mt19937 random(8);
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    for (const double extent : {2.0, 120.0, 300.0, 2e3, 3.2e4, 3e5}) {
      std::uniform_real_distribution<double> uniform(-extent, extent);
      std::array<std::vector<float>, 4> at;
      for (int i = 0; i < 4096; ++i) {
        std::array<double, 4> point{uniform(random), uniform(random), uniform(random),
                                    uniform(random)};
        if (i % 8 == 0) point[0] = -0x1p-30 * extent;
        point = on_border(dimensions, point, i);
        for (std::size_t axis = 0; axis < 4; ++axis) {
          auto single = static_cast<float>(point[axis]);
          for (int ulps = i / 2 % 4; ulps > 1; --ulps)
            single = std::nextafter(single, axis % 2 == 0 ? 1e9f : -1e9f);
          at[axis].push_back(single);
        }
      }
      expect_points<float>({"within " + std::to_string(extent), field}, dimensions, at);
    }
  }
}

// The noise a billion cells away is as smooth as at the origin.
TEST(Simplex, FarFromTheOrigin) {
  const Field field = simplex({.seed = 3, .frequency = 1});
  for (const double origin : {0.0, 1e9, -1e12}) {
    const Grid<2> grid{.shape = {500, 500}, .step = {0x1p-9, 0x1p-9}, .origin = {origin, -origin}};
    const std::vector<float> values = filled(grid, field);
    double most = 0, sum = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (i % 500 == 0) continue;
      const double difference = std::abs(double{values[i]} - double{values[i - 1]});
      most = std::max(most, difference);
      sum += difference;
    }
    // 7 per cell at most; and not flat either.
    EXPECT_LT(most, 7 * 0x1p-9) << origin;
    EXPECT_GT(sum / static_cast<double>(values.size()), 0.2 * 0x1p-9) << origin;
  }
}

// Sums of the user's vectors compare with each other: the bound is that of their length.
TEST(Simplex, RangeOfOwnGradients) {
  const std::vector<std::array<float, 2>> vectors{{1, 0}, {0, 1}, {-1, 0}};
  const Range one = range(simplex({.gradients = Gradients::vectors<2>(vectors)}), 2);
  EXPECT_NEAR(one.max, std::sqrt(0.5), 1e-5);
  expect_rejected([&] { range(simplex({.gradients = Gradients::vectors<2>(vectors)}), 3); },
                  {"3", "2"});
}

}  // namespace
}  // namespace perlane::testing
