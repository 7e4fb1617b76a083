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

float sample_at(const Field& field, int dimensions, const std::array<double, 4>& point) {
  const auto [x, y, z, w] = point;
  switch (dimensions) {
    case 1:
      return sample(field, x);
    case 2:
      return sample(field, x, y);
    case 3:
      return sample(field, x, y, z);
    default:
      return sample(field, x, y, z, w);
  }
}

// The same by the kernels of the instruction set in use.
float sample_array_at(const Field& field, int dimensions, const std::array<double, 4>& point) {
  const auto of = [&](std::size_t axis) { return std::span<const double>(&point[axis], 1); };
  float value;
  const std::span<float> out(&value, 1);
  switch (dimensions) {
    case 1:
      sample(out, field, of(0));
      break;
    case 2:
      sample(out, field, of(0), of(1));
      break;
    case 3:
      sample(out, field, of(0), of(1), of(2));
      break;
    default:
      sample(out, field, of(0), of(1), of(2), of(3));
      break;
  }
  return value;
}

TEST(Simplex, PublishedValues) {
  const std::vector<Golden> golden = read_golden();
  ASSERT_EQ(golden.size(), 2100u);
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
    EXPECT_NEAR(sample(simplex2012(), x), 0.395 * (corner(cell, f) + corner(cell + 1, f - 1)),
                1e-6);
  }
}

// The noise in binary64, without simplices: the sum over all vertices near a point. `reach` is r^2.
double sum_of_vertices(std::uint64_t seed, int dimensions, const std::array<double, 4>& point,
                       double reach) {
  const model::HashKey key = graph::hash_key(seed);
  const model::GradientSet& set = graph::automatic_gradients(dimensions);
  const double n = dimensions, skew = (std::sqrt(n + 1) - 1) / n,
               unskew = model::unskew_quanta[dimensions - 1] * 0x1p-24;
  const auto axes = static_cast<std::size_t>(dimensions);
  double sum = 0, cells = 0;
  for (std::size_t axis = 0; axis < axes; ++axis) cells += point[axis];
  std::array<std::uint32_t, 4> word{};
  std::array<double, 4> vertex{};
  for (int number = 0; number < 1 << 2 * dimensions; ++number) {  // the cell and those beside it
    double vertices = 0;
    for (std::size_t axis = 0; axis < axes; ++axis) {
      vertex[axis] = std::floor(point[axis] + cells * skew) + (number >> 2 * axis & 3) - 1;
      vertices += vertex[axis];
    }
    double t = reach, slope = 0;
    std::uint32_t choice = 0;
    for (std::size_t axis = 0; axis < axes; ++axis)
      word[axis] = static_cast<std::uint32_t>(static_cast<std::int64_t>(vertex[axis]));
    model::LatticePoints lattice{};
    lattice.kind = model::LatticePoints::hashed;
    lattice.key = key;
    choice = reference::gradient_of(lattice, set, dimensions,
                                    reference::hash(key, std::span(word.data(), axes)));
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
  constexpr double step = 0x1p-10;
  for (const Field& field :
       {simplex({.seed = 4, .frequency = 0.25}),
        simplex({.frequency = 0.25, .gradients = Gradients::edges()}), simplex2012(0.25)}) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-100, 100);
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
      for (int i = 0; i < 2000; ++i) {
        model::Point point{dimensions, false, {}};
        for (double& coordinate : point.coordinate) coordinate = uniform(random);
        float derivative[4];
        graph::node_of(field).sample(point, derivative);
        for (int axis = 0; axis < dimensions; ++axis) {
          model::Point above = point, below = point;
          above.coordinate[axis] += step;
          below.coordinate[axis] -= step;
          const double difference = (double{graph::node_of(field).sample(above, nullptr)} -
                                     double{graph::node_of(field).sample(below, nullptr)}) /
                                    (2 * step);
          ASSERT_NEAR(derivative[axis], difference, 2e-3);
        }
      }
    }
  }
}

// The mean of the squared slope is the same along all axes, and slopes along two axes have nothing
// to do with each other.
TEST(Simplex, SlopesHaveNoPreferredDirection) {
  const Grid<3> grid{.shape = {100, 100, 100}, .step = {1.7, 1.7, 1.7}};
  std::array<std::vector<float>, 3> plane;
  Planes<3> planes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    plane[axis].resize(samples(grid));
    planes.derivative[axis] = plane[axis];
  }
  fill(planes, grid, simplex({.seed = 8, .frequency = 0.2}));
  const auto mean_product = [&](std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t i = 0; i < plane[a].size(); ++i)
      sum += double{plane[a][i]} * double{plane[b][i]};
    return sum / static_cast<double>(plane[a].size());
  };
  const double along_x = mean_product(0, 0);
  for (std::size_t a = 0; a < 3; ++a) {
    EXPECT_NEAR(mean_product(a, a) / along_x, 1, 0.03);
    for (std::size_t b = 0; b < a; ++b) EXPECT_NEAR(mean_product(a, b) / along_x, 0, 0.02);
  }
}

template <int N>
void expect_reference(const Field& field, const Grid<N>& grid) {
  EXPECT_TRUE(same_bits(filled(grid, field), fill_by_points(grid, field), grid))
      << N << "D, step " << grid.step[0] << ", origin " << grid.origin[0];
}

// Cells of 300 samples to less than one, near the origin and far from it, forwards and backwards.
TEST(Simplex, GridsOfEveryStep) {
  const Field fields[] = {simplex({.seed = 3, .frequency = 1}), simplex2012(),
                          simplex({.frequency = 1, .gradients = Gradients::random(7)})};
  with_every_isa([&](std::string_view) {
    for (const Field& field : fields) {
      for (const double step : {0.003, 0.011, 0.031, -0.07, 0.13, 0.3, 1.7, 100.3}) {
        for (const double origin : {0.0, -3.3, 1e7 + 0.1, 0x1p45}) {
          expect_reference<2>(
              field, {.shape = {97, 19}, .step = {step, step * 1.3}, .origin = {origin, 0.7}});
          expect_reference<3>(field, {.shape = {45, 9, 5},
                                      .step = {step, -step, step * 1.1},
                                      .origin = {origin, 0.7, -origin}});
          expect_reference<4>(field, {.shape = {21, 5, 5, 3},
                                      .step = {step, -step, step, step},
                                      .origin = {origin, 0.7, -origin, origin}});
        }
      }
    }
  });
}

TEST(Simplex, PublishedGridsOfEveryCell) {
  expect_grids_of_every_cell({{"simplex2012", simplex2012()}});
}
TEST(Simplex, PublishedDerivativesAreThoseOfTheReference) {
  expect_all_planes({{"simplex2012", simplex2012(0.043)}});
}

// Samples in any order: those of maps.
TEST(Simplex, GridsOfMaps) {
  const Field source = simplex({.seed = 3, .frequency = 0.02});
  with_every_isa([&](std::string_view) {
    for (const Field& field : {loop(source, 0, 40), tile(source, {33, 21}),
                               scale(translate(source, {7.3, -1e6}), {-0.5, 3, 1, 1})}) {
      expect_reference<2>(field, {.shape = {130, 37}, .origin = {-17.3, 0.2}});
      expect_reference<3>(field, {.shape = {70, 11, 5}, .origin = {-17.3, 0.2, 5}});
    }
  });
}

// Wide and flat tiles have few vertices, and some of them are more than 128 cells apart.
TEST(Simplex, GridsOfWideTiles) {
  const Field field = simplex({.seed = 3, .frequency = 1});
  with_every_isa([&](std::string_view) {
    for (const int width : {300, 450, 528, 673}) {
      for (const double step : {0.25, 0.4, 1.0, -1.0}) {
        expect_reference<2>(field, {.shape = {width, 10}, .step = {step, 0.1}});
        expect_reference<2>(field, {.shape = {10, width}, .step = {0.1, step}});
        expect_reference<3>(field, {.shape = {width, 3, 3}, .step = {step, 0.01, 0.01}});
        expect_reference<3>(field, {.shape = {3, 3, width}, .step = {0.01, 0.01, step}});
      }
    }
  });
}

// Binary32 finds the simplex in two ways, which depend on the distance from the origin. It may take
// a neighbour for it: that must not show.
TEST(Simplex, FloatsOnBorders) {
  const Field field = simplex({.seed = 6, .frequency = 1});
  std::mt19937 random(8);
  constexpr std::size_t count = 4096;
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    for (const double extent : {2.0, 120.0, 300.0, 2e3, 3.2e4, 3e5}) {
      std::uniform_real_distribution<double> uniform(-extent, extent);
      std::array<std::vector<float>, 4> at;
      std::vector<float> expected;
      for (int i = 0; i < static_cast<int>(count); ++i) {
        std::array<double, 4> point{uniform(random), uniform(random), uniform(random),
                                    uniform(random)};
        if (i % 8 == 0) point[0] = -0x1p-30 * extent;
        point = on_border(dimensions, point, i);
        for (std::size_t axis = 0; axis < 4; ++axis) {
          auto single = static_cast<float>(point[axis]);
          for (int ulps = i / 2 % 4; ulps > 1; --ulps)
            single = std::nextafter(single, axis % 2 == 0 ? 1e9f : -1e9f);
          at[axis].push_back(single);
          point[axis] = single;
        }
        expected.push_back(sample_at(field, dimensions, point));
      }
      const auto of = [&](std::size_t axis) { return std::span<const float>(at[axis]); };
      with_every_isa([&](std::string_view) {
        std::vector<float> out(count);
        const std::span<float> values(out);
        if (dimensions == 1) sample(values, field, of(0));
        if (dimensions == 2) sample(values, field, of(0), of(1));
        if (dimensions == 3) sample(values, field, of(0), of(1), of(2));
        if (dimensions == 4) sample(values, field, of(0), of(1), of(2), of(3));
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(out[i], expected[i]) << dimensions << "D, within " << extent << ", at "
                                         << at[0][i] << ", " << at[1][i] << ", " << at[2][i];
        }
      });
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
  expect_refused([&] { range(simplex({.gradients = Gradients::vectors<2>(vectors)}), 3); },
                 {"3", "2"});
}

}  // namespace
}  // namespace perlane::testing
