// Tests proven ranges: the largest values of the gradient
// sets by branch and bound, and samples that come near them.

#include "support/noise_bounds.hpp"
#include "support/testing.hpp"

#include "graph/noise/gradients.hpp"
#include "graph/node.hpp"
#include "reference/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace perlane::testing {
namespace {

template <int N>
double proven_largest(Fade kind, const model::GradientSet& set) {
  return largest_value<N>(kind, magnitudes<N>(set), 1e-9).upper;
}

// Every set of gradients that perlane has.
std::vector<std::pair<std::string, const model::GradientSet*>> every_set(int dimensions) {
  return {{"automatic", &graph::automatic_gradients(dimensions)},
          {"perlin2002", &graph::perlin2002_gradients(dimensions)},
          {"edges", graph::gradient_set(Gradients::edges(), dimensions)},
          {"axes", graph::gradient_set(Gradients::axes(), dimensions)},
          {"diagonals", graph::gradient_set(Gradients::diagonals(), dimensions)}};
}

// The stated bound is the proven one plus what binary32 may add, and no wider.
template <int N>
void expect_proven() {
  for (const auto& [name, set] : every_set(N)) {
    for (const Fade kind : {Fade::quintic, Fade::cubic, Fade::linear}) {
      EXPECT_NEAR(set->largest[static_cast<int>(kind)], proven_largest<N>(kind, *set) + 1e-6, 1e-8)
          << name << " in " << N << "D, fade " << static_cast<int>(kind);
    }
  }
}

TEST(Range, IsProven) {
  expect_proven<1>();
  expect_proven<2>();
  expect_proven<3>();
  expect_proven<4>();
}

// Simplex noise: what is stated is proven to the tolerance, and found to all digits.
template <int N>
void expect_proven_simplex(double tolerance) {
  const double unskew = model::unskew_quanta[N - 1] * 0x1p-24;
  const auto expect = [&](const std::string& name, const SimplexBound<N>& bound, double stated) {
    const Largest<N> largest = bound.largest_value(tolerance);
    EXPECT_NEAR(stated / largest.lower, 1, 1e-8) << name << " in " << N << "D";
    EXPECT_LE(largest.upper, stated * (1 + 2 * tolerance)) << name << " in " << N << "D";
  };
  for (const auto& [name, set] : every_set(N)) {
    const std::vector<Vector<N>> base = magnitudes<N>(*set);
    expect(name, {unskew, 0.5 - 0x1p-13, base, name != "automatic"}, set->largest_simplex);
  }
  const Field field = simplex2012();
  const auto& published = *std::get<const model::SimplexNoise*>(*graph::node_of(field).noise());
  std::vector<Vector<N>> base = magnitudes<N>(*published.gradients[N - 1]);
  for (Vector<N>& vector : base)
    for (double& component : vector) component *= published.scale[N - 1];
  expect("simplex2012", {published.unskew[N - 1], published.support_squared[N - 1], base, true},
         graph::node_of(field).bounds(N).max - 3e-6);
}

TEST(Range, OfSimplexIsProven) {
  expect_proven_simplex<1>(1e-9);
  expect_proven_simplex<2>(1e-9);
  expect_proven_simplex<3>(1e-9);
  expect_proven_simplex<4>(1e-6);
}

// The vectors are any of length 1; the bound in 4D is wider by what is proven in a moment.
template <int N>
void expect_any_simplex(double tolerance) {
  const SimplexBound<N> bound{model::unskew_quanta[N - 1] * 0x1p-24, 0.5 - 0x1p-13, {}, true};
  const Largest<N> largest = bound.largest_value(tolerance);
  const double stated = graph::largest_simplex_of_any_gradients(1, N);
  EXPECT_GE(stated * (1 + 1e-9), largest.upper) << N << "D";
  EXPECT_LE(stated, largest.lower * (1 + 2 * tolerance)) << N << "D";
}

TEST(Range, OfSimplexWithAnyGradients) {
  expect_any_simplex<1>(1e-9);
  expect_any_simplex<2>(1e-9);
  expect_any_simplex<3>(1e-6);
  expect_any_simplex<4>(3e-3);
}

// Other gradients have one bound for all. It is reached where
// every vertex can draw a gradient that points to the centre.
TEST(Range, BoundOfAnyGradientsIsReached) {
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    for (const auto& [name, set] : every_set(dimensions)) {
      double longest = 0;
      for (std::size_t i = 0; i < set->count; ++i) {
        double square = 0;
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis)
          square += std::pow(double{set->component[axis][i]}, 2);
        longest = std::max(longest, std::sqrt(square));
      }
      const double bound = graph::largest_of_any_gradients(longest, dimensions);
      for (const double largest : set->largest)
        EXPECT_LE(largest, bound + 1e-6) << name << " in " << dimensions << "D";
      if (name == "diagonals") {
        EXPECT_NEAR(bound, set->largest[0], 5e-6);
      }
    }
  }
}

// Fades leave [0, 1] by at most half a unit in the last place of 1. This
// tries all floats: in the lower half of a cell, f - 1/2 is rounded to a
// multiple of 2^-25, and in the upper half f is a multiple of 2^-24.
TEST(Range, FadesLeaveTheUnitIntervalByHalfAnUlp) {
  float least = 1, most = 0;
  for (std::uint32_t i = 0; i <= 1u << 25; ++i) {
    const float f = static_cast<float>(i) * 0x1p-25f;
    for (const model::Fade kind : {model::Fade::quintic, model::Fade::cubic}) {
      const float s = reference::fade(kind, f);
      least = std::min(least, s);
      most = std::max(most, s);
    }
  }
  EXPECT_EQ(least, -0x1p-24f);
  EXPECT_EQ(most, 1.0f);
}

// Value noise stays within [-1, 1]. Blending along an axis adds at most 3 * 2^-23 to the largest of
// the values. That is 1 - 2^-19, and 2^-19 is more than four axes add. In a + s (b - a), s adds 2 *
// 2^-24 by leaving [0, 1], and the three roundings add 2^-23, 2^-24 and 2^-24.
TEST(Range, BlendingStaysWithinOne) {
  std::vector<float> edges;
  for (const float at : {0.0f, 0x1p-149f, 0x1p-30f, 0x1p-24f, 0x1p-23f, 0.25f, 0.5f, 1.0f}) {
    float below = at, above = at;
    for (int i = 0; i < 20; ++i) {
      for (const float x : {below, above}) {
        if (x >= 0 && x <= 1) edges.insert(edges.end(), {x, -x});
      }
      below = std::nextafter(below, -1.0f);
      above = std::nextafter(above, 2.0f);
    }
  }
  for (const float a : edges) {
    for (const float b : edges) {
      for (const float s : edges) {
        if (s < -0x1p-24f) continue;
        const float blended = a + s * (b - a);
        ASSERT_LE(std::abs(blended), std::max(std::abs(a), std::abs(b)) + 0x3p-23f)
            << a << " " << b << " " << s;
      }
    }
  }
  // A table of two entries has the levels -1/2 and 1/2 of that.
  EXPECT_EQ(std::abs(sample(value({.frequency = 1, .lattice = Lattice::permutation(2)}), 0)),
            0.5f * (1 - 0x1p-19f));
}

// The proof holds for sets that have every mirror image of their vectors.
TEST(Range, SetsAreTheirMirrorImages) {
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    for (const auto& [name, set] : every_set(dimensions)) {
      std::vector<std::array<float, 4>> vectors;
      for (std::size_t choice = 0; choice < std::size_t{set->count}; ++choice) {
        vectors.push_back({set->component[0][choice], set->component[1][choice],
                           set->component[2][choice], set->component[3][choice]});
      }
      for (const std::array<float, 4>& vector : vectors) {
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
          std::array<float, 4> image = vector;
          image[axis] = -image[axis];
          EXPECT_NE(std::ranges::find(vectors, image), vectors.end())
              << name << " in " << dimensions << "D";
        }
      }
    }
  }
}

// The automatic sets look alike from every direction: their moments of degree 2, 4 and 6 are as on
// the sphere. (Odd ones vanish by mirroring.)
TEST(Range, AutomaticGradientsAreIsotropic) {
  for (int dimensions = 2; dimensions <= 4; ++dimensions) {
    const model::GradientSet& set = graph::automatic_gradients(dimensions);
    const auto axes = static_cast<std::size_t>(dimensions);
    const double n = dimensions;
    const auto moment = [&](std::initializer_list<std::size_t> powers_of_axes) {
      double sum = 0;
      for (std::size_t choice = 0; choice < std::size_t{set.count}; ++choice) {
        double product = 1, square = 0;
        for (const std::size_t axis : powers_of_axes) product *= set.component[axis][choice];
        for (std::size_t axis = 0; axis < axes; ++axis)
          square += static_cast<double>(set.component[axis][choice]) * set.component[axis][choice];
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
  if (!has_dimensions(named.field, N)) return;
  const auto [min, max] = range(named.field, N);
  Range written{};
  filled(grid, named.field, {.seen = &written});
  EXPECT_GE(written.min, min) << named.name << " in " << N << "D";
  EXPECT_LE(written.max, max) << named.name << " in " << N << "D";
  // The bound is of use, for samples of a single source come near both of its ends.
  const bool is_noise = named.name != "constant" && named.name != "coordinate";
  // tests/noise/cellular_test.cpp has those of distances: chance hardly ever places all points far
  // away.
  const bool is_distance = named.name == "cellular" || named.name == "cellular_borders";
  if (is_noise && !is_distance && named.name.find('/') == std::string::npos) {
    // Chance hardly ever makes all values extreme that a cubic is blended from.
    const float share = named.name == "fastnoise_value_cubic" && N == 3 ? 0.3f
                        : N == 4                                        ? 0.2f
                                                                        : 0.15f;
    EXPECT_LT(written.min, min + share * (max - min)) << named.name << " in " << N << "D";
    EXPECT_GT(written.max, max - share * (max - min)) << named.name << " in " << N << "D";
  }
}

TEST(Range, HoldsForEveryField) {
  for (const NamedField& named : every_field(0.1234567)) {
    expect_within<1>(named, {.shape = {1'000'000}});
    expect_within<2>(named, {.shape = {1000, 1000}});
    expect_within<3>(named, {.shape = {100, 100, 100}});
    expect_within<4>(named, {.shape = {32, 32, 32, 32}});
  }
}

TEST(Range, DefaultSourcesStayWithinOne) {
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    for (const Field& source :
         {perlin(), perlin({.lattice = Lattice::permutation()}),
          perlin({.gradients = Gradients::edges()}), perlin({.gradients = Gradients::axes()}),
          perlin({.gradients = Gradients::diagonals()}), simplex(),
          simplex({.gradients = Gradients::edges()}), simplex({.gradients = Gradients::axes()}),
          simplex({.gradients = Gradients::diagonals()}), value(), white()}) {
      for (const Field& field : {source, fbm(source), ridged(source), billow(source),
                                 ridged(source, {.octaves = 9, .gain = 0.9})}) {
        const auto [min, max] = range(field, dimensions);
        EXPECT_GE(min, -1.0f);
        EXPECT_LE(max, 1.0f);
        EXPECT_GT(max, 0.999f);
        EXPECT_LT(min, -0.999f);
      }
    }
  }
}

// Octaves draw with their amplitudes, which may be subnormal, or make what they draw so.
TEST(Range, OfFaintOctaves) {
  const Grid<3> grid{.shape = {60, 30, 20}, .step = {0.21, 0.37, 0.19}, .first = {-9, 3, 7}};
  for (const Field& source : {perlin({.frequency = 1}), value({.frequency = 1}),
                              translate(perlin({.frequency = 1}), {0.5, 0.25, 0.125})}) {
    for (const double gain : {1e-20, -1e-30, 1e-37, 1e-40, -1e-44, 1e-45, 1e-50}) {
      const graph::NodePointer drawn =
          graph::with_amplitude(graph::pointer_of(source), static_cast<float>(gain));
      ASSERT_NE(drawn, nullptr);
      const Field alone = graph::field_of(drawn);
      const auto [low, high] = range(alone, 3);
      for (const float sample : filled(grid, alone)) {
        EXPECT_GE(sample, low) << gain;
        EXPECT_LE(sample, high) << gain;
      }
    }
  }
}

// Its values, of 2^N draws each, and derivatives per cell, are rounded to multiples of 2^-149.
template <int N>
void expect_holds_for_subnormal_gradients(float length) {
  std::vector<std::array<float, N>> gradients(1 << N);
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    for (std::size_t axis = 0; axis < N; ++axis)
      gradients[i][axis] = (i >> axis & 1) != 0 ? -length : length;
  }
  Grid<N> grid;
  grid.shape.fill(N == 4 ? 9 : 17);
  grid.step.fill(1.0 / static_cast<double>(grid.shape[0] - 1));
  Integers<N> extents;
  extents.fill(2);
  const Field field =
      perlin({.frequency = 1, .lattice = Lattice::explicit_gradients<N>(gradients, extents)});
  const Range bounds = range(field, N);
  for (const float value : filled(grid, field)) {
    ASSERT_GE(value, bounds.min) << N << "D, " << length;
    ASSERT_LE(value, bounds.max) << N << "D, " << length;
  }
}

TEST(Range, OfSubnormalGradients) {
  for (const float length : {1.4e-45f, 2.8e-45f, 8.4e-45f, 1e-44f, 1e-43f, 1e-42f, 1e-40f}) {
    expect_holds_for_subnormal_gradients<1>(length);
    expect_holds_for_subnormal_gradients<2>(length);
    expect_holds_for_subnormal_gradients<3>(length);
    expect_holds_for_subnormal_gradients<4>(length);
  }
}

TEST(Range, OfDerivativesThatAreRoundedToSubnormalNumbers) {
  const auto steps = [](float height, double frequency) {
    const std::vector<float> heights{height, -height, -height, height};
    return value({.frequency = frequency, .lattice = Lattice::explicit_values<1>(heights, {4})});
  };
  constexpr double least = 0x1p-149;
  for (const auto& [field, frequency] :
       {std::pair{steps(1.4e-45f, 1e10), 1e10},
        std::pair{steps(1e30f, 10.5001 * least), 10.5 * least},
        std::pair{steps(1e30f, 700.5001 * least), 700.5 * least},
        std::pair{
            ridged_multifractal(perlin({.frequency = 1e30}) * 1e-24f, {.octaves = 1, .offset = 0}),
            1e30}}) {
    const Field slope = derivative(field, 0);
    const Range bounds = range(slope, 1);
    EXPECT_GT(bounds.max, 0);
    for (int i = 0; i < 4000; ++i) {
      const float at = sample(slope, 0.01 * i / frequency);
      ASSERT_GE(at, bounds.min) << to_json(field);
      ASSERT_LE(at, bounds.max) << to_json(field);
    }
  }
}

// a + 1 (b - a) may be an ulp beyond b.
TEST(Range, OfMixesHoldsTheirRounding) {
  const Field t = clamp(coordinate(), 0, 1);
  int beyond = 0;
  for (int k = 0; k < 4000; ++k) {
    const float a = -1 - 1e-4f * static_cast<float>(k), b = 1 + 3.7e-4f * static_cast<float>(k);
    const Field field = mix(a, b, t);
    const Range bounds = range(field, 1);
    for (const double x : {0.0, 0.3, 0.999999, 1.0}) {
      const float value = sample(field, x);
      ASSERT_GE(value, bounds.min) << k;
      ASSERT_LE(value, bounds.max) << k;
      if (value > b) ++beyond;
    }
  }
  EXPECT_GT(beyond, 0);
}

TEST(Range, OfFractals) {
  const Range source = range(perlin(), 2);
  // Amplitudes add up to 1 in absolute value, whatever the gain.
  for (const double gain : {0.0, 0.5, 1.0, 2.0, -0.5}) {
    const Range sum = range(fbm(perlin(), {.octaves = 8, .gain = gain}), 2);
    EXPECT_NEAR(sum.max, source.max, 2e-6);
    EXPECT_NEAR(sum.min, source.min, 2e-6);
  }
  // This holds however they round. The smallest amplitude
  // can then be less than what the sum must be lowered by.
  for (int i = 0; i < 2000; ++i) {
    const double gain = (i % 2 == 0 ? 1 : -1) * (0.25 + i * 0.001);
    for (const int octaves : {2, 7, 29, 32}) {
      const Range sum = range(fbm(value(), {.octaves = octaves, .gain = gain}), 2);
      EXPECT_TRUE(sum.min >= -1 && sum.max <= 1) << gain << ", " << octaves;
    }
  }
}

}  // namespace
}  // namespace perlane::testing
