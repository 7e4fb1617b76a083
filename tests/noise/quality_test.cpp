// Tests in numbers what the noise looks like. The limits are those of chance, or are stated with
// the reason. The seeds are fixed.

#include "support/testing.hpp"

#include "graph/noise/gradients.hpp"
#include "graph/noise/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace perlane::testing {
namespace {

struct Moments {
  double mean = 0, deviation = 0;
};

Moments moments(const std::vector<float>& values) {
  double sum = 0, squares = 0;
  for (const float value : values) {
    sum += value;
    squares += double{value} * value;
  }
  const auto n = static_cast<double>(values.size());
  return {sum / n, std::sqrt(squares / n - sum / n * (sum / n))};
}

double correlation(const std::vector<float>& a, const std::vector<float>& b) {
  const Moments of_a = moments(a), of_b = moments(b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - of_a.mean) * (b[i] - of_b.mean);
  return sum / static_cast<double>(a.size()) / (of_a.deviation * of_b.deviation);
}

// There are 10^7 samples with a few to each cell, so that they meet many cells.
template <int N>
Moments moments_of(const Field& field) {
  Grid<N> grid;
  grid.step.fill(0.6180339887498949);
  if constexpr (N == 1) grid.shape = {10'000'000};
  if constexpr (N == 2) grid.shape = {4000, 2500};
  if constexpr (N == 3) grid.shape = {250, 200, 200};
  if constexpr (N == 4) grid.shape = {100, 50, 50, 40};
  return moments(filled(grid, field));
}

// Integrals over a cell along one axis, of the weights w0 and
// w1 of its two sides and the distances f and 1 - f from them.
struct Integrals {
  double weights = 0;  // of w0^2 + w1^2
  double distances = 0;  // of w0^2 f^2 + w1^2 (1 - f)^2
};
Integrals integrals() {
  Integrals result;
  constexpr int steps = 100'000;
  for (int i = 0; i < steps; ++i) {
    const double f = (i + 0.5) / steps, s = f * f * f * (f * (f * 6 - 15) + 10);
    result.weights += ((1 - s) * (1 - s) + s * s) / steps;
    result.distances += ((1 - s) * (1 - s) * f * f + s * s * (1 - f) * (1 - f)) / steps;
  }
  return result;
}

// The values or gradients at the vertices are independent, so variances add up. For values, the
// variance is their mean square (1/3) times the integral of the squared weights. For gradients that
// have no preferred direction, it is their mean square length times the integrals of distances
// along one axis and of weights along the others. With 10^7 samples it is within 2%, and the mean
// within 0.003, for neighbouring samples share vertices.
TEST(Quality, MeanAndDeviation) {
  const Integrals i = integrals();
  const auto expect = [](const Moments& found, double deviation, const char* name, int dimensions) {
    EXPECT_NEAR(found.mean, 0, 0.003) << name << " in " << dimensions << "D";
    EXPECT_NEAR(found.deviation, deviation, 0.02 * deviation)
        << name << " in " << dimensions << "D";
  };
  const auto expect_all = [&](int dimensions, const auto& moments_in) {
    const model::GradientSet& set = graph::automatic_gradients(dimensions);
    double square = 0;
    for (std::size_t choice = 0; choice < set.count; ++choice) {
      for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis)
        square += std::pow(double{set.component[axis][choice]}, 2) / set.count;
    }
    const double others = std::pow(i.weights, dimensions - 1);
    for (const Lattice& lattice : {Lattice::hashed(), Lattice::permutation(65536)}) {
      expect(moments_in(perlin({.seed = 3, .frequency = 1, .lattice = lattice})),
             std::sqrt(square * i.distances * others), "perlin", dimensions);
      expect(moments_in(value({.seed = 3, .frequency = 1, .lattice = lattice})),
             std::sqrt(others * i.weights / 3), "value", dimensions);
    }
    expect(moments_in(white({.seed = 3})), std::sqrt(1.0 / 3), "white", dimensions);
    // Octaves are independent: the variances of fbm add up, by the squares of the amplitudes.
    const double amplitudes =
        (1 + 1 / 4.0 + 1 / 16.0 + 1 / 64.0) / std::pow(1 + 1 / 2.0 + 1 / 4.0 + 1 / 8.0, 2);
    expect(moments_in(fbm(perlin({.seed = 3, .frequency = 1}), {.octaves = 4})),
           std::sqrt(square * i.distances * others * amplitudes), "fbm", dimensions);
  };
  expect_all(1, [](const Field& field) { return moments_of<1>(field); });
  expect_all(2, [](const Field& field) { return moments_of<2>(field); });
  expect_all(3, [](const Field& field) { return moments_of<3>(field); });
  expect_all(4, [](const Field& field) { return moments_of<4>(field); });
}

// The slope along axes and along diagonals has the same variance, within 5%.
template <int N>
void expect_isotropic() {
  Grid<N> grid;
  grid.step.fill(0.6180339887498949);
  grid.shape.fill(N == 2 ? 3000 : N == 3 ? 200 : 50);
  std::array<std::vector<float>, N> slopes;
  Planes<N> planes{};
  for (std::size_t axis = 0; axis < N; ++axis) {
    slopes[axis].resize(samples(grid));
    planes.derivative[axis] = slopes[axis];
  }
  fill(planes, grid, perlin({.seed = 5, .frequency = 1}));
  const auto variance_along = [&](const std::array<double, N>& direction) {
    double length = 0, sum = 0;
    for (const double component : direction) length += component * component;
    for (std::size_t i = 0; i < slopes[0].size(); ++i) {
      double slope = 0;
      for (std::size_t axis = 0; axis < N; ++axis) slope += direction[axis] * slopes[axis][i];
      sum += slope * slope / length;
    }
    return sum / static_cast<double>(slopes[0].size());
  };
  std::array<double, N> first_axis{};
  first_axis[0] = 1;
  const double expected = variance_along(first_axis);
  for (std::size_t axis = 0; axis < N; ++axis) {
    for (std::size_t other = 0; other < N; ++other) {
      for (const double sign : {0.0, 1.0, -1.0}) {
        std::array<double, N> direction{};
        direction[axis] = 1;
        if (other != axis) direction[other] = sign;
        EXPECT_NEAR(variance_along(direction), expected, 0.05 * expected)
            << N << "D, axes " << axis << " and " << other << ", " << sign;
      }
    }
  }
  for (unsigned signs = 0; signs < 1u << N; ++signs) {
    std::array<double, N> direction;
    for (std::size_t axis = 0; axis < N; ++axis)
      direction[axis] = (signs >> axis & 1) != 0 ? -1 : 1;
    EXPECT_NEAR(variance_along(direction), expected, 0.05 * expected)
        << N << "D, diagonal " << signs;
  }
}

TEST(Quality, GradientsHaveNoPreferredDirection) {
  expect_isotropic<2>();
  expect_isotropic<3>();
  expect_isotropic<4>();
}

// There is one sample per cell, at a place where neighbours share nothing. A correlation of n
// independent samples is about 1 / sqrt(n).
std::vector<float> one_per_cell(const Field& field, std::int64_t n,
                                const std::array<double, 2>& at) {
  return filled<2>({.shape = {n, n}, .step = {2, 2}, .origin = at}, field);
}

TEST(Quality, SeedsOctavesAndNeighboursAreIndependent) {
  constexpr std::int64_t n = 1000;
  constexpr double limit = 5.5 / n;
  for (const Lattice& lattice : {Lattice::hashed(), Lattice::permutation(65536)}) {
    const auto noise = [&](std::uint64_t seed) {
      return perlin({.seed = seed, .frequency = 1, .lattice = lattice});
    };
    const std::vector<float> here = one_per_cell(noise(1), n, {0.4, 0.3});
    for (const std::uint64_t seed :
         {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{1} << 32 | 1, ~std::uint64_t{1}}) {
      EXPECT_LT(std::abs(correlation(here, one_per_cell(noise(seed), n, {0.4, 0.3}))), limit)
          << "seed " << seed;
    }
    // Octaves of the same frequency would be one noise if they shared a seed.
    for (std::uint64_t k = 1; k <= 8; ++k) {
      EXPECT_LT(
          std::abs(correlation(here, one_per_cell(noise(graph::octave_seed(1, k)), n, {0.4, 0.3}))),
          limit)
          << "octave " << k;
      EXPECT_LT(
          std::abs(correlation(one_per_cell(noise(graph::octave_seed(1, k)), n, {0.4, 0.3}),
                               one_per_cell(noise(graph::octave_seed(1, k + 1)), n, {0.4, 0.3}))),
          limit)
          << "octaves " << k << " and the next";
    }
    for (const auto& [x, y] : {std::pair{2.0, 0.0},
                               {0.0, 2.0},
                               {2.0, 2.0},
                               {2.0, -2.0},
                               {256.0, 0.0},
                               {0.0, 256.0},
                               {4096.0, 4096.0}}) {
      EXPECT_LT(std::abs(correlation(here, one_per_cell(noise(1), n, {0.4 + x, 0.3 + y}))), limit)
          << "neighbour at " << x << ", " << y;
    }
  }
}

// No row of 65536 cells, in any direction, has the same stretch twice. A stretch is 8 samples, one
// per cell, compared as bits.
TEST(Quality, NoRepetitionWithin65536Cells) {
  const Field field = perlin({.seed = 1, .frequency = 1});
  for (const auto& step :
       {std::array{1.0, 0.0}, std::array{0.0, 1.0}, std::array{1.0, 1.0}, std::array{1.0, -1.0}}) {
    std::vector<double> x, y;
    for (int i = 0; i < 65536 + 8; ++i) {
      x.push_back(0.37 + i * step[0]);
      y.push_back(0.21 + i * step[1]);
    }
    std::vector<float> row(x.size());
    sample(row, field, x, y);
    std::vector<std::array<float, 8>> stretches(65536);
    for (std::size_t i = 0; i < stretches.size(); ++i)
      std::copy_n(row.begin() + static_cast<std::ptrdiff_t>(i), 8, stretches[i].begin());
    std::ranges::sort(stretches);
    EXPECT_EQ(std::ranges::adjacent_find(stretches), stretches.end())
        << "direction " << step[0] << ", " << step[1];
  }
  // The map does not resemble itself when moved by a power
  // of two of cells, as a map from tables would.
  const std::vector<float> here = one_per_cell(field, 300, {0.4, 0.3});
  for (int power = 1; power <= 16; ++power) {
    const double far = std::ldexp(1.0, power);
    for (const auto& [dx, dy] : {std::pair{far, 0.0}, {0.0, far}, {far, far}}) {
      EXPECT_LT(std::abs(correlation(here, one_per_cell(field, 300, {0.4 + dx, 0.3 + dy}))),
                5.5 / 300)
          << dx << ", " << dy;
    }
  }
}

// At the origin all octaves have a lattice point. Over many seeds, the variance of fbm near it is
// what it is elsewhere. Both samples lie at the same place of their cells in every octave.
TEST(Quality, VarianceAtTheOriginIsThatElsewhere) {
  constexpr std::uint64_t seeds = 20'000;
  double here = 0, there = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Field field = fbm(perlin({.seed = seed, .frequency = 1}), {.octaves = 4});
    here += std::pow(double{sample(field, 0.3, 0.2)}, 2);
    there += std::pow(double{sample(field, 1024.3, -4095.8)}, 2);
  }
  // The ratio of two variances of n samples is off by 2 / sqrt(n), and a little more, for the tails
  // are not those of a normal distribution.
  EXPECT_NEAR(here / there, 1, 5.5 * 2 / std::sqrt(static_cast<double>(seeds)));
}

}  // namespace
}  // namespace perlane::testing
