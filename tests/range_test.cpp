// Proven ranges: the largest values of the gradient sets by branch and bound, and samples that come near them.

#include "bound.hpp"
#include "testing.hpp"

#include "field/gradients.hpp"

#include <algorithm>
#include <cmath>

namespace perlane::testing {
namespace {

template <int N>
double proven_largest(const field::GradientSet& set) {
  std::vector<vec<N>> vectors;
  for (std::size_t word = 0; word < std::size_t{set.count}; ++word) {
    vec<N> vector;
    for (std::size_t axis = 0; axis < N; ++axis) vector[axis] = std::abs(static_cast<double>(set.component[axis][word]));
    vectors.push_back(vector);
  }
  std::ranges::sort(vectors);
  vectors.erase(std::ranges::unique(vectors).begin(), vectors.end());
  return largest_value<N>(vectors, 1e-9).upper;
}

// The stated bound is the proven one plus what binary32 may add, and no wider.
void expect_proven(const field::GradientSet& set, double proven) {
  EXPECT_NEAR(set.largest[0], proven + 1e-6, 1e-8);
}

TEST(Range, IsProven) {
  expect_proven(field::automatic_gradients(1), proven_largest<1>(field::automatic_gradients(1)));
  expect_proven(field::automatic_gradients(2), proven_largest<2>(field::automatic_gradients(2)));
  expect_proven(field::automatic_gradients(3), proven_largest<3>(field::automatic_gradients(3)));
  expect_proven(field::automatic_gradients(4), proven_largest<4>(field::automatic_gradients(4)));
  expect_proven(field::perlin2002_gradients(1), proven_largest<1>(field::perlin2002_gradients(1)));
  expect_proven(field::perlin2002_gradients(2), proven_largest<2>(field::perlin2002_gradients(2)));
  expect_proven(field::perlin2002_gradients(3), proven_largest<3>(field::perlin2002_gradients(3)));
  expect_proven(field::perlin2002_gradients(4), proven_largest<4>(field::perlin2002_gradients(4)));
}

// The proof holds for sets that have every mirror image of their vectors.
TEST(Range, SetsAreTheirMirrorImages) {
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    for (const field::GradientSet* set : {&field::automatic_gradients(dimensions), &field::perlin2002_gradients(dimensions)}) {
      std::vector<std::array<float, 4>> vectors;
      for (std::size_t word = 0; word < std::size_t{set->count}; ++word) {
        vectors.push_back({set->component[0][word], set->component[1][word], set->component[2][word], set->component[3][word]});
      }
      for (const std::array<float, 4>& vector : vectors) {
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
          std::array<float, 4> image = vector;
          image[axis] = -image[axis];
          EXPECT_NE(std::ranges::find(vectors, image), vectors.end()) << dimensions << "D";
        }
      }
    }
  }
}

// The automatic sets look alike from every direction: moments of degree 2, 4 and 6 as on the sphere (odd ones vanish by
// mirroring).
TEST(Range, AutomaticGradientsAreIsotropic) {
  for (int dimensions = 2; dimensions <= 4; ++dimensions) {
    const field::GradientSet& set = field::automatic_gradients(dimensions);
    const auto axes = static_cast<std::size_t>(dimensions);
    const double n = dimensions;
    const auto moment = [&](std::initializer_list<std::size_t> powers_of_axes) {
      double sum = 0;
      for (std::size_t word = 0; word < std::size_t{set.count}; ++word) {
        double product = 1, square = 0;
        for (const std::size_t axis : powers_of_axes) product *= set.component[axis][word];
        for (std::size_t axis = 0; axis < axes; ++axis) square += static_cast<double>(set.component[axis][word]) * set.component[axis][word];
        sum += product / std::pow(square, static_cast<double>(powers_of_axes.size()) / 2);
      }
      return sum / static_cast<double>(std::size_t{set.count});
    };
    for (std::size_t a = 0; a < axes; ++a) {
      EXPECT_NEAR(moment({a, a}), 1 / n, 1e-7);
      EXPECT_NEAR(moment({a, a, a, a}), 3 / (n * (n + 2)), 1e-7);
      EXPECT_NEAR(moment({a, a, a, a, a, a}), 15 / (n * (n + 2) * (n + 4)), 1e-7);
      for (std::size_t b = 0; b < axes; ++b) {
        if (b == a) continue;
        EXPECT_NEAR(moment({a, b}), 0, 1e-7);
        EXPECT_NEAR(moment({a, a, b, b}), 1 / (n * (n + 2)), 1e-7);
        EXPECT_NEAR(moment({a, a, a, a, b, b}), 3 / (n * (n + 2) * (n + 4)), 1e-7);
      }
    }
  }
}

template <int N>
void expect_within(const NamedField& named, const Grid<N>& grid) {
  const auto [min, max] = range(named.field, N);
  const Range written = [&] {
    std::vector<float> out(samples(grid));
    return fill(std::span<float>(out), grid, named.field);
  }();
  EXPECT_GE(written.min, min) << named.name << " in " << N << "D";
  EXPECT_LE(written.max, max) << named.name << " in " << N << "D";
  // The bound is of use: samples of a single source come near it.
  const bool is_noise = named.name != "constant" && named.name != "coordinate";
  if (is_noise && named.name.find('/') == std::string::npos) {
    EXPECT_LT(written.min, min * (N == 4 ? 0.6f : 0.7f)) << named.name << " in " << N << "D";
    EXPECT_GT(written.max, max * (N == 4 ? 0.6f : 0.7f)) << named.name << " in " << N << "D";
  }
}

TEST(Range, HoldsForEveryField) {
  for (const NamedField& named : every_field(0.1234567)) {
    expect_within<1>(named, {.shape = {1'000'000}});
    expect_within<2>(named, {.shape = {1500, 1500}});
    expect_within<3>(named, {.shape = {150, 150, 150}});
    expect_within<4>(named, {.shape = {45, 45, 45, 45}});
  }
}

TEST(Range, OfDefaultSourcesIsInsideOne) {
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    for (const Field& field : {perlin(), fbm(perlin()), perlin({.lattice = Lattice::permutation()})}) {
      const auto [min, max] = range(field, dimensions);
      EXPECT_GE(min, -1.0f);
      EXPECT_LE(max, 1.0f);
      EXPECT_GT(max, 0.999f);
    }
  }
}

TEST(Range, OfFractals) {
  const Range source = range(perlin(), 2);
  // Amplitudes add up to 1 in absolute value, whatever the gain.
  for (const double gain : {0.0, 0.5, 1.0, 2.0, -0.5}) {
    const Range sum = range(fbm(perlin(), {.octaves = 8, .gain = gain}), 2);
    EXPECT_NEAR(sum.max, source.max, 2e-6);
    EXPECT_NEAR(sum.min, source.min, 2e-6);
  }
}

}  // namespace
}  // namespace perlane::testing
