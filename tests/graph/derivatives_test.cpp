// Compares derivatives of grids with the reference bit for bit, and the reference with the analytic
// derivative of the published formula.

#include "support/reference.hpp"

#include "graph/node.hpp"
#include "graph/noise/gradients.hpp"
#include "graph/noise/lattice.hpp"
#include "reference/lattice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace perlane::testing {
namespace {

// The values are those without derivatives, too.
template <int N>
void expect_derivatives(const Grid<N>& grid, const NamedField& named) {
  expect_planes<N>(grid, named, {.parallel = false});
  expect_reference<N>(grid, named, {.parallel = false});
}

TEST(Derivatives, EqualTheReference) {
  for (const NamedField& named : every_field(1.0)) {
    for (const double step : {0.01, 0.3, 1.7, -0.21}) {
      for (const std::int64_t width : {1, 5, 33, 140}) {
        expect_derivatives<1>({.shape = {width}, .step = {step}, .origin = {-1.5}}, named);
        expect_derivatives<2>({.shape = {width, 5}, .step = {step, 0.3}, .origin = {-1.5, 7.25}},
                              named);
        expect_derivatives<3>(
            {.shape = {width, 3, 2}, .step = {step, 0.3, 1.4}, .origin = {-1.5, 7.25, -3.125}},
            named);
        expect_derivatives<4>({.shape = {width, 2, 2, 3}, .step = {step, 0.3, 0.4, 0.2}}, named);
      }
    }
  }
}

TEST(Derivatives, FadesAndLattices) {
  for (const Fade fade : {Fade::quintic, Fade::cubic, Fade::linear}) {
    for (const Lattice& lattice :
         {Lattice::hashed(), Lattice::permutation(64), Lattice::permutation(512)}) {
      const NamedField fields[] = {
          {"perlin", perlin({.frequency = 0.37, .lattice = lattice, .fade = fade})},
          {"value", value({.frequency = 0.37, .lattice = lattice, .fade = fade})}};
      for (const NamedField& named : fields) {
        expect_derivatives<1>({.shape = {300}}, named);
        expect_derivatives<2>({.shape = {70, 9}}, named);
        expect_derivatives<3>({.shape = {40, 4, 4}}, named);
        expect_derivatives<4>({.shape = {30, 3, 3, 3}}, named);
      }
    }
  }
}

// The grid has several tiles on every axis and uses
// threads, and the field is a fractal of a fractal.
TEST(Derivatives, LargeGridsEqualTheReference) {
  const NamedField named{"fbm of ridged",
                         fbm(ridged(perlin({.frequency = 0.05}), {.octaves = 2}), {.octaves = 2})};
  const Grid<2> plane{.shape = {600, 300}};
  const Grid<3> volume{.shape = {150, 30, 20}};
  const Grid<4> hypervolume{.shape = {70, 9, 9, 17}};
  EXPECT_EQ(filled_planes(plane, named.field, {}), planes_by_points(plane, named.field));
  EXPECT_EQ(filled_planes(volume, named.field, {}), planes_by_points(volume, named.field));
  EXPECT_EQ(filled_planes(hypervolume, named.field, {}),
            planes_by_points(hypervolume, named.field));
}

TEST(Derivatives, UnwantedPlanesAreSkipped) {
  const Grid<2> grid{.shape = {100, 50}};
  const Field field = fbm(perlin());
  Range written{}, again{};
  const PlaneArrays<2> all = filled_planes(grid, field, {.seen = &written});
  std::vector<float> dy(samples(grid));
  fill(Planes<2>{.value = {}, .derivative = {std::span<float>(), dy}}, grid, field,
       {.seen = &again});
  EXPECT_EQ(dy, all[2]);
  EXPECT_EQ(again, written);
  EXPECT_EQ(written.min, *std::ranges::min_element(all[0]));
  EXPECT_EQ(written.max, *std::ranges::max_element(all[0]));
}

TEST(Derivatives, StridedPlanesEqualDenseOnes) {
  const Grid<2> grid{.shape = {30, 20}};
  const PlaneArrays<2> dense = filled_planes(grid, perlin(), {});
  PlaneArrays<2> planes;
  for (auto& plane : planes) plane.assign(2000, 12345.0f);
  fill(
      Planes<2>{
          .value = planes[0], .derivative = {planes[1], planes[2]}, .stride = {-70}, .first = 1900},
      grid, perlin());
  for (std::size_t plane = 0; plane < 3; ++plane) {
    std::size_t written = 0;
    for (std::size_t i = 0; i < 2000; ++i) written += planes[plane][i] != 12345.0f ? 1u : 0u;
    EXPECT_EQ(written, 600u);
    for (std::size_t y = 0; y < 20; ++y) {
      for (std::size_t x = 0; x < 30; ++x)
        ASSERT_EQ(planes[plane][1900 - 70 * y + x], dense[plane][30 * y + x]);
    }
  }
}

// ---- the published formulas in binary64, differentiated by hand ---------------------------------

double fade(Fade kind, double t) {
  return kind == Fade::quintic ? t * t * t * (t * (t * 6 - 15) + 10)
         : kind == Fade::cubic ? t * t * (3 - 2 * t)
                               : t;
}
double fade_slope(Fade kind, double t) {
  return kind == Fade::quintic ? 30 * t * t * (t * (t - 2) + 1)
         : kind == Fade::cubic ? 6 * t * (1 - t)
                               : 1;
}

// The sum over the vertices of weight times (value or gradient . distance), and its derivatives:
// the weight's derivative times that, and the weight times the gradient's component.
template <std::size_t N, class Vertex>
std::array<double, N + 1> differentiated(const std::array<double, N>& point, double frequency,
                                         Fade kind, Vertex vertex_of) {
  std::array<double, N + 1> result{};
  for (unsigned vertex = 0; vertex < 1u << N; ++vertex) {
    std::array<std::uint32_t, N> cell;
    std::array<double, N> distance, weight, slope;
    double product = 1;
    for (std::size_t axis = 0; axis < N; ++axis) {
      const double s = point[axis] * frequency;
      const unsigned side = vertex >> axis & 1;
      const double f = s - std::floor(s);
      distance[axis] = f - side;
      weight[axis] = side != 0 ? fade(kind, f) : 1 - fade(kind, f);
      slope[axis] = side != 0 ? fade_slope(kind, f) : -fade_slope(kind, f);
      product *= weight[axis];
      cell[axis] = static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(s))) + side;
    }
    const auto [constant, gradient] = vertex_of(cell);
    double here = constant;
    for (std::size_t axis = 0; axis < N; ++axis) here += gradient[axis] * distance[axis];
    result[0] += product * here;
    for (std::size_t axis = 0; axis < N; ++axis) {
      double others = slope[axis];
      for (std::size_t other = 0; other < N; ++other) others *= other == axis ? 1 : weight[other];
      result[axis + 1] += (others * here + product * gradient[axis]) * frequency;
    }
  }
  return result;
}

template <std::size_t N>
struct Vertex {
  double constant;
  std::array<double, N> gradient;
};

template <std::size_t N>
void expect_published(Fade kind) {
  constexpr double frequency = 0.173;
  const model::HashKey key = graph::hash_key(99);
  const model::GradientSet& set = graph::automatic_gradients(static_cast<int>(N));
  const auto gradient_at = [&](const std::array<std::uint32_t, N>& cell) {
    Vertex<N> vertex{};
    // The sign of x is the uppermost bit of a hash, and the lowest of a choice.
    const std::uint32_t hash = reference::hash(key, cell);
    const std::uint32_t choice = (hash & 0x7fffffff) >> (29 - N) << 1 | hash >> 31;
    for (std::size_t axis = 0; axis < N; ++axis)
      vertex.gradient[axis] = set.component[axis][choice];
    return vertex;
  };
  const auto value_at = [&](const std::array<std::uint32_t, N>& cell) {
    const std::uint32_t drawn = reference::last_round(reference::hash(key, cell));
    return Vertex<N>{static_cast<std::int32_t>(drawn) * 0x1p-31 * (1 - 0x1p-19), {}};
  };
  const Field gradient_noise = perlin({.seed = 99, .frequency = frequency, .fade = kind});
  const Field value_noise = value({.seed = 99, .frequency = frequency, .fade = kind});
  std::mt19937 random(N);
  std::uniform_real_distribution<double> uniform(-1e5, 1e5);
  for (int i = 0; i < 10'000; ++i) {
    std::array<double, N> at;
    for (double& coordinate : at) coordinate = uniform(random);
    model::Point point{static_cast<int>(N), false, {}};
    std::ranges::copy(at, point.coordinate);
    float derivative[4];
    const auto compare = [&](const Field& field, const std::array<double, N + 1>& expected) {
      ASSERT_NEAR(graph::node_of(field).sample(point, derivative), expected[0], 1e-6);
      for (std::size_t axis = 0; axis < N; ++axis)
        ASSERT_NEAR(derivative[axis], expected[axis + 1], 1e-6);
    };
    compare(gradient_noise, differentiated(at, frequency, kind, gradient_at));
    compare(value_noise, differentiated(at, frequency, kind, value_at));
  }
}

TEST(Derivatives, EqualThePublishedFormula) {
  for (const Fade kind : {Fade::quintic, Fade::cubic, Fade::linear}) {
    expect_published<1>(kind);
    expect_published<2>(kind);
    expect_published<3>(kind);
    expect_published<4>(kind);
  }
}

// The derivatives of octaves add up, with the signs of ridges and billows.
TEST(Derivatives, OfFractalsAreSumsOfThoseOfOctaves) {
  const Perlin parameters{.seed = 5, .frequency = 0.1};
  const Fractal octaves{.octaves = 4, .lacunarity = 2.5, .gain = 0.4, .aligned = true};
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1e3, 1e3);
  for (int i = 0; i < 5'000; ++i) {
    const model::Point point{3, false, {uniform(random), uniform(random), uniform(random)}};
    double weight = 1, total = 0, factor = 1;
    double plain[3]{}, ridges[3]{}, billows[3]{};
    for (int k = 0; k < octaves.octaves; ++k) {
      const Field octave = perlin(
          {.seed = k == 0 ? std::uint64_t{parameters.seed}
                          : graph::octave_seed(parameters.seed, static_cast<std::uint64_t>(k)),
           .frequency = parameters.frequency * factor});
      float derivative[4];
      const float n = graph::node_of(octave).sample(point, derivative);
      const double sign = n < 0 ? -1 : 1;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        plain[axis] += weight * derivative[axis];
        ridges[axis] -= weight * 2 * sign * derivative[axis];
        billows[axis] += weight * 2 * sign * derivative[axis];
      }
      total += weight;
      weight *= octaves.gain;
      factor *= octaves.lacunarity;
    }
    const auto compare = [&](const Field& field, const double(&expected)[3]) {
      float derivative[4];
      graph::node_of(field).sample(point, derivative);
      for (std::size_t axis = 0; axis < 3; ++axis)
        ASSERT_NEAR(derivative[axis], expected[axis] / total, 2e-7);
    };
    compare(fbm(perlin(parameters), octaves), plain);
    compare(ridged(perlin(parameters), octaves), ridges);
    compare(billow(perlin(parameters), octaves), billows);
  }
}

// Gradient noise is 0 at the lattice, and the side where it is above 0 counts.
TEST(Derivatives, SignRuleAtZero) {
  const Field source = perlin({.frequency = 1});
  const model::Point origin{2, false, {}};
  float of_source[4], of_ridged[4], of_billow[4];
  EXPECT_EQ(graph::node_of(source).sample(origin, of_source), 0.0f);
  graph::node_of(ridged(source, {.octaves = 1})).sample(origin, of_ridged);
  graph::node_of(billow(source, {.octaves = 1})).sample(origin, of_billow);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    EXPECT_NE(of_source[axis], 0.0f);
    EXPECT_EQ(of_ridged[axis], -2 * of_source[axis]);
    EXPECT_EQ(of_billow[axis], 2 * of_source[axis]);
  }
}

TEST(Derivatives, UnitNormals) {
  const Grid<2> grid{.shape = {64, 64}};
  PlaneArrays<2> planes = filled_planes(grid, fbm(perlin({.frequency = 0.1})), {});
  const std::vector<float> dx = planes[1], dy = planes[2];
  std::vector<float> z(samples(grid));
  normals(planes[1], planes[2], z, 20);
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double x = planes[1][i], y = planes[2][i];
    EXPECT_NEAR(x * x + y * y + double{z[i]} * z[i], 1, 2e-7);
    EXPECT_NEAR(x, -20 * double{dx[i]} * z[i], 1e-6);
    EXPECT_NEAR(y, -20 * double{dy[i]} * z[i], 1e-6);
    EXPECT_GT(z[i], 0);
  }
  // One sample is flat, and the other is so steep that a square overflows binary32.
  std::vector<float> x{0, 1e30f}, y{0, 0}, up(2);
  normals(x, y, up, 1);
  EXPECT_EQ(up[0], 1.0f);
  EXPECT_EQ(x[1], -1.0f);
  EXPECT_EQ(up[1], 1e-30f);
}

TEST(Derivatives, NormalsOfIsosurfaces) {
  const Grid<3> grid{.shape = {17, 16, 9}};
  PlaneArrays<3> planes = filled_planes(grid, fbm(perlin({.frequency = 0.1})), {});
  const PlaneArrays<3> slopes = planes;
  isosurface_normals(planes[1], planes[2], planes[3]);
  for (std::size_t i = 0; i < samples(grid); ++i) {
    double length = 0, square = 0;
    for (std::size_t axis = 1; axis <= 3; ++axis)
      length += double{slopes[axis][i]} * slopes[axis][i];
    length = std::sqrt(length);
    ASSERT_GT(length, 0);
    for (std::size_t axis = 1; axis <= 3; ++axis) {
      EXPECT_NEAR(planes[axis][i], -slopes[axis][i] / length, 1e-7);
      square += double{planes[axis][i]} * planes[axis][i];
    }
    EXPECT_NEAR(square, 1, 2e-7);
  }
  // They point out of a ball, and so do those of a height where the density is height - z.
  const auto axis = [](int number) { return coordinate({.axis = number, .frequency = 1}); };
  const Field ball = 10.0f - (axis(0) * axis(0) + axis(1) * axis(1) + axis(2) * axis(2));
  planes = filled_planes<3>({.shape = {1, 1, 1}, .origin = {1, -2, 2}}, ball, {});
  isosurface_normals(planes[1], planes[2], planes[3]);
  EXPECT_FLOAT_EQ(planes[1][0], 1.0f / 3);
  EXPECT_FLOAT_EQ(planes[2][0], -2.0f / 3);
  EXPECT_FLOAT_EQ(planes[3][0], 2.0f / 3);
  const Grid<2> point{.shape = {1, 1}, .origin = {0.3, 0.4}};
  const Field hill = sine(0.1f * axis(0)) - axis(1);
  PlaneArrays<2> of_hill = filled_planes(point, hill, {});
  std::vector<float> up(1);
  normals(of_hill[1], of_hill[2], up, 1);
  planes = filled_planes<3>({.shape = {1, 1, 1}, .origin = {0.3, 0.4, 7}}, hill - axis(2), {});
  isosurface_normals(planes[1], planes[2], planes[3]);
  EXPECT_FLOAT_EQ(planes[1][0], of_hill[1][0]);
  EXPECT_FLOAT_EQ(planes[2][0], of_hill[2][0]);
  EXPECT_FLOAT_EQ(planes[3][0], up[0]);
  // The first has no direction, the second is as small as a float can be, and the third as large.
  constexpr float tiny = std::numeric_limits<float>::denorm_min(),
                  huge = std::numeric_limits<float>::max();
  std::vector<float> x{0, tiny, huge}, y{0, 0, -huge}, z{0, 0, 0};
  isosurface_normals(x, y, z);
  EXPECT_EQ(x[0], 0.0f);
  EXPECT_EQ(z[0], 0.0f);
  EXPECT_EQ(x[1], -1.0f);
  EXPECT_FLOAT_EQ(x[2], -std::sqrt(0.5f));
  EXPECT_FLOAT_EQ(y[2], std::sqrt(0.5f));
}

TEST(Derivatives, NormalsThatAreNotNumbersHaveTheBitsOfEveryNaN) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                  infinity = std::numeric_limits<float>::infinity();
  const auto is_nan = [](float component) {
    return std::bit_cast<std::uint32_t>(component) == 0x7fc00000;
  };
  for (const float slope : {nan, -nan, infinity, -infinity}) {
    std::vector<float> x{slope}, y{-slope}, z{1};
    isosurface_normals(x, y, z);
    EXPECT_TRUE(is_nan(x[0]) && is_nan(y[0])) << slope;
    EXPECT_TRUE(std::isnan(slope) ? is_nan(z[0]) : z[0] == 0) << slope;
    x = {slope}, y = {-slope};
    normals(x, y, z, 1);
    EXPECT_TRUE(is_nan(x[0]) && is_nan(y[0])) << slope;
    EXPECT_TRUE(std::isnan(slope) ? is_nan(z[0]) : z[0] == 0) << slope;
  }
}

// The squares of the smallest numbers are no floats.
TEST(Derivatives, NormalsOfNearlyLevelFieldsKeepTheirDirection) {
  for (const float size : {std::numeric_limits<float>::denorm_min(), 1e-40f, 1e-23f, 1e-19f}) {
    std::vector<float> x{3 * size}, y{-4 * size}, z{12 * size};
    isosurface_normals(x, y, z);
    EXPECT_FLOAT_EQ(x[0], -3.0f / 13);
    EXPECT_FLOAT_EQ(y[0], 4.0f / 13);
    EXPECT_FLOAT_EQ(z[0], -12.0f / 13);
  }
}

}  // namespace
}  // namespace perlane::testing
