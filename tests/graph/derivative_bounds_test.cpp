// Tests proven bounds of derivatives: the bounds of noise, per cell, and those of derivatives,
// slopes and curls, which a search comes near to and no value leaves.

#include "support/derivative_bound.hpp"
#include "support/testing.hpp"

#include "graph/noise/derivative_bounds.hpp"
#include "model/open_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace perlane::testing {
namespace {

// Each stated bound is proven, and no more than `factor` times the largest that is found.
template <int N, class Noise>
void expect_proven(const std::string& name, const Noise& noise,
                   const graph::DerivativeBounds& stated, double factor) {
  for (const bool is_along_axis : {true, false}) {
    const double bound = is_along_axis ? stated.along[0] : stated.length;
    if (N == 4 && !is_along_axis) {  // a proof takes too long, and four axes are no more than that
      EXPECT_EQ(bound, 2 * stated.along[0]);
      continue;
    }
    const double found = steepest_found<N>(noise, is_along_axis);
    EXPECT_GE(bound, found) << name << " in " << N << "D";
    EXPECT_LE(bound, found * factor) << name << " in " << N << "D";
    EXPECT_TRUE(are_no_steeper<N>(noise, bound, is_along_axis))
        << name << " in " << N << "D, found " << found;
  }
}

template <int N>
void expect_proven_gradients(double factor) {
  for (const Fade fade : {Fade::quintic, Fade::cubic, Fade::linear}) {
    const auto kind = static_cast<model::Fade>(fade);
    expect_proven<N>("gradient noise, fade " + std::to_string(static_cast<int>(fade)),
                     BlendedSlopes<N>{{fade}, true},
                     graph::derivative_bounds_of_gradients(1, kind, N), factor);
  }
}

TEST(DerivativeBounds, OfGradientNoiseAreProven) {
  expect_proven_gradients<1>(1.001);
  expect_proven_gradients<2>(1.006);
  expect_proven_gradients<3>(1.09);
  expect_proven_gradients<4>(1.11);
}

// Along an axis, weights change by no more than the steepest fade, for each of two values.
TEST(DerivativeBounds, OfValueNoiseAreProven) {
  for (const Fade fade : {Fade::quintic, Fade::cubic, Fade::linear}) {
    const auto stated = [&](int dimensions) {
      return graph::derivative_bounds_of_values(1, static_cast<model::Fade>(fade), dimensions);
    };
    for (int dimensions = 1; dimensions <= 4; ++dimensions)
      EXPECT_EQ(stated(dimensions).along[0], 2 * fade_slope(fade, 0.5));
    if (fade == Fade::linear) continue;  // in a corner of a cell, all axes are as steep at once
    const auto is_proven = [&]<int N>(const BlendedSlopes<N>& noise) {
      const double found = steepest_found<N>(noise, false), bound = stated(N).length;
      EXPECT_GE(bound, found) << N << "D";
      EXPECT_LE(bound, found * 1.051) << N << "D";
      EXPECT_TRUE(are_no_steeper<N>(noise, bound, false)) << N << "D, found " << found;
    };
    is_proven(BlendedSlopes<2>{{fade}, false});
    is_proven(BlendedSlopes<3>{{fade}, false});
  }
}

TEST(DerivativeBounds, OfSimplexNoiseAreProven) {
  const auto unskew = [](int dimensions) { return model::unskew_quanta[dimensions - 1] * 0x1p-24; };
  const auto stated = [](int dimensions) {
    return graph::derivative_bounds_of_simplex(1, false, dimensions);
  };
  expect_proven<1>("simplex", SimplexSlopes<1>{unskew(1), 0.5}, stated(1), 1.001);
  expect_proven<2>("simplex", SimplexSlopes<2>{unskew(2), 0.5}, stated(2), 1.006);
  expect_proven<3>("simplex", SimplexSlopes<3>{unskew(3), 0.5}, stated(3), 1.16);
  expect_proven<4>("simplex", SimplexSlopes<4>{unskew(4), 0.5}, stated(4), 1.21);
  expect_proven<1>("simplex2012", SimplexSlopes<1>{0, 1, {{-1}, {0}, {1}, {2}}},
                   graph::derivative_bounds_of_simplex(1, true, 1), 1.001);
}

// A vertex whose gradient is no longer than 1 has a derivative along u of at most t^4, or of
// 8 t^3 |d|^2 - t^4 if that is more: the lengths of t^4 u - 8 t^3 (u . d) d where u and d are at
// right angles and where they are the same. The latter rises up to |d|^2 = r^2 / 3. This is S for
// the worst of all directions for each vertex.
struct AnyDirection : SimplexSlopes<4> {
  static constexpr bool takes_positive_directions = true;

  double largest(const Intervals<4>& f, const Vector<4>&) const {
    double sum = 0;
    for (const Vector<4>& v : vertices) {
      const Interval square = square_of<4>(offset_from<4>(v, f, unskew));
      if (square.lo >= support_squared) continue;
      const auto t = [&](double at) { return std::max(support_squared - at, 0.0); };
      const double at = std::clamp(support_squared / 3, square.lo, square.hi);
      sum += std::max(std::pow(t(square.lo), 4), std::pow(t(at), 3) * (9 * at - support_squared));
    }
    return sum;
  }
};

// In the simplex where coordinates do not rise from axis to axis; elsewhere, some vertices are left
// out here, and a search finds less.
TEST(DerivativeBounds, OfOpenSimplexNoiseIn4DAreProven) {
  const double unskew = (5 - std::sqrt(5.0)) / 20;
  std::vector<Vector<4>> vertices;
  for (const model::NearVertex& near : model::near_vertices.at) {
    const auto [x, y, z, w] = near.step;
    vertices.push_back({double(x), double(y), double(z), double(w)});
  }
  const auto expect = [&](bool is_smooth, double factor_along, double factor) {
    const double support_squared = double{model::open_simplex_support_squared(4, is_smooth)};
    const graph::DerivativeBounds stated =
        graph::derivative_bounds_of_open_simplex(1, is_smooth, 4);
    const SimplexSlopes<4> noise{unskew, support_squared, vertices};
    const double along = steepest_found<4>(noise, true), length = steepest_found<4>(noise, false);
    EXPECT_GE(stated.along[0], along);
    EXPECT_LE(stated.along[0], along * factor_along);
    EXPECT_GE(stated.length, length);
    EXPECT_LE(stated.length, length * factor);
    EXPECT_TRUE(are_no_steeper<4>(AnyDirection{noise}, stated.length, true));
    if (stated.along[0] == stated.length) return;
    EXPECT_TRUE(are_no_steeper<4>(noise, stated.along[0], true));
  };
  expect(false, 1.08, 1.05);
  expect(true, 1.18, 1.7);
}

// In 3D, its axes are turned over the diagonal of the lattices.
TEST(DerivativeBounds, OfOpenSimplexNoiseAreProven) {
  const double unskew = double{model::open_simplex_unskew};
  std::vector<Vector<2>> flat;
  for (int i = 0; i < 16; ++i) flat.push_back({i % 4 - 1.0, i / 4 - 1.0});
  std::vector<Vector<3>> solid = corners_of_cube<3>();
  for (int i = 0; i < 27; ++i) solid.push_back({i % 3 - 0.5, i / 3 % 3 - 0.5, i / 9 - 0.5});
  for (const bool is_smooth : {false, true}) {
    const double support_squared = double{model::open_simplex_support_squared(3, is_smooth)};
    expect_proven<2>("OpenSimplex2", SimplexSlopes<2>{unskew, is_smooth ? 2.0 / 3 : 0.5, flat},
                     graph::derivative_bounds_of_open_simplex(1, is_smooth, 2), 1.021);
    const SimplexSlopes<3> noise{0, support_squared, solid};
    const graph::DerivativeBounds stated =
        graph::derivative_bounds_of_open_simplex(1, is_smooth, 3);
    const double found = steepest_found<3>(noise, false);
    EXPECT_GE(stated.length, found);
    EXPECT_LE(stated.length, found * 1.41);
    EXPECT_TRUE(are_no_steeper<3>(noise, stated.length, false));
    EXPECT_EQ(stated.along[0], stated.length);
  }
}

// The largest magnitude that a search finds: among samples, and by climbing from the best of them.
double largest_found(const Field& field, int dimensions, double size) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1000 * size, 1000 * size);
  constexpr std::size_t count = 1 << 17;
  std::vector<double> at[4];
  for (int axis = 0; axis < dimensions; ++axis) {
    at[axis].resize(count);
    for (double& coordinate : at[axis]) coordinate = uniform(random);
  }
  const std::vector<float> values = sampled<double>(field, dimensions, at);
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  const auto larger = [&](std::size_t a, std::size_t b) {
    return std::abs(values[a]) > std::abs(values[b]);
  };
  std::ranges::partial_sort(order, order.begin() + 100, larger);
  double largest = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    model::Point point{dimensions, false, {}};
    for (int axis = 0; axis < dimensions; ++axis) point.coordinate[axis] = at[axis][order[i]];
    double here = std::abs(double{graph::node_of(field).sample(point, nullptr)});
    for (double step = 0.1 * size; step > 1e-4 * size; step /= 2)
      for (bool moved = true; moved;) {
        moved = false;
        for (int k = 0; k < 2 * dimensions; ++k) {
          model::Point other = point;
          other.coordinate[k / 2] += k % 2 != 0 ? step : -step;
          const double value = std::abs(double{graph::node_of(field).sample(other, nullptr)});
          if (value > here) here = value, point = other, moved = true;
        }
      }
    largest = std::max(largest, here);
  }
  return largest;
}

struct Case {
  std::string name;
  Field field;
  int dimensions;
  double factor;  // of what is found, that the bound is no more than
  double size = 1;  // of a cell
};

TEST(DerivativeBounds, RangesAreTight) {
  const Perlin unit{.seed = 4, .frequency = 1};
  const auto distance = [](CellularReturn returns, Distance metric = Distance::euclidean) {
    return cellular({.seed = 4, .frequency = 1, .distance = metric, .returns = returns});
  };
  const Field flat = perlin(unit), cells = value({.seed = 4, .frequency = 1}),
              simplices = simplex({.seed = 4, .frequency = 1});
  const std::vector<Case> cases{
      {"perlin", derivative(flat, 0), 1, 1.05},
      {"perlin", derivative(flat, 0), 2, 1.5},
      {"perlin along y", derivative(flat, 1), 2, 1.5},
      {"perlin", slope(flat), 2, 1.5},
      {"perlin", derivative(flat, 0), 3, 1.5},
      {"perlin", slope(flat, 3), 3, 1.5},
      {"a curl", curl(flat)[0], 2, 1.5},
      {"value", derivative(cells, 0), 2, 1.5},
      {"value", slope(cells), 2, 1.5},
      {"value", slope(cells, 3), 3, 1.5},
      {"simplex", derivative(simplices, 0), 2, 1.5},
      {"simplex", slope(simplices), 2, 1.5},
      {"simplex", slope(simplices, 3), 3, 1.5},
      {"OpenSimplex2", slope(opensimplex2({.frequency = 1})), 2, 1.5},
      {"OpenSimplex2", slope(opensimplex2({.frequency = 1}), 3), 3, 1.5},
      {"OpenSimplex2S", slope(opensimplex2s({.frequency = 1})), 2, 1.5},
      {"OpenSimplex2S", slope(opensimplex2s({.frequency = 1}), 3), 3, 1.5},
      {"OpenSimplex2", slope(opensimplex2({.frequency = 1}), 4), 4, 1.5},
      {"OpenSimplex2S", derivative(opensimplex2s({.frequency = 1}), 0), 4, 1.5},
      {"F1", slope(distance(CellularReturn::f1)), 2, 1.00003},
      {"F2 - F1", slope(distance(CellularReturn::f2_minus_f1)), 2, 1.001},
      {"edge", slope(distance(CellularReturn::edge), 3), 3, 1.00003},
      {"squared F1", slope(distance(CellularReturn::f1, Distance::squared)), 2, 1.5},
      {"Manhattan F1", slope(distance(CellularReturn::f1, Distance::manhattan)), 2, 1.00003},
      {"Chebyshev F1", derivative(distance(CellularReturn::f1, Distance::chebyshev), 0), 2,
       1.00003},
      {"a coordinate", slope(coordinate({.axis = 1, .frequency = 3})), 2, 1.0001},
      {"twice the noise", slope(2 * flat), 2, 1.5},
      {"sine", slope(sine(flat)), 2, 2},
      {"turned", slope(rotate(flat, 0.7)), 2, 1.53},
      {"scaled", derivative(scale(flat, {2, 0.5, 1, 1}), 1), 2, 1.5, 2},
      {"scaled along y", derivative(scale(flat, {1, 0.1, 1, 1}), 0), 2, 1.5},
      {"a warped coordinate", derivative(warp(coordinate(), {5 * flat}), 0), 1, 1.05},
      {"an octave", slope(fbm(flat, {.octaves = 1})), 2, 1.5},
      {"octaves", slope(fbm(flat, {.octaves = 3, .gain = 0.3})), 2, 2},
      {"ridges", slope(ridged(flat, {.octaves = 2, .gain = 0.3})), 2, 2},
  };
  for (const auto& [name, field, dimensions, factor, size] : cases) {
    const Range bounds = range(field, dimensions);
    const double found = largest_found(field, dimensions, size);
    EXPECT_GE(double{bounds.max}, found) << name << " in " << dimensions << "D";
    EXPECT_LE(double{bounds.max}, found * factor) << name << " in " << dimensions << "D";
    EXPECT_TRUE(bounds.min == -bounds.max || bounds.min == 0) << name;
  }
}

// A bound does not depend on the units: octaves of a slope are as steep per cell.
TEST(DerivativeBounds, OctavesOfASlopeHaveItsRange) {
  const Field field = slope(perlin({.frequency = 0.01}));
  const Range one = range(field, 2), sum = range(fbm(field, {.octaves = 4}), 2);
  EXPECT_NEAR(sum.max, one.max, 1e-5 * one.max);
}

// Subnormal derivatives, and subnormal squares of them, are rounded to multiples of the smallest
// number.
TEST(DerivativeBounds, DerivativesStayWithinTheirRangeWhereSquaresAreSubnormal) {
  for (const double frequency : {1e-18, 5e-21, 1e-21, 7e-22, 1.1e-22, 8e-23, 3e-23, 2.7e-23,
                                 6.7e-24, 1e-25, 3e-38, 1e-44, 2e-45}) {
    const Field line = coordinate({.frequency = frequency});
    for (const Field& field :
         {line, fbm(line), ridged(line), perlin({.seed = 4, .frequency = frequency}),
          simplex({.seed = 4, .frequency = frequency}),
          cellular({.seed = 4, .frequency = frequency}),
          cellular({.seed = 4, .frequency = frequency, .returns = CellularReturn::edge}),
          fbm(cellular({.seed = 4, .frequency = frequency}))}) {
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        const Field steep = slope(field, dimensions);
        for (const Field& made : {derivative(field, 0), steep, fbm(steep), ridged(steep)}) {
          const Range bounds = range(made, dimensions);
          for (int i = 0; i < 100; ++i) {
            model::Point point{dimensions, false, {}};
            for (int axis = 0; axis < dimensions; ++axis)
              point.coordinate[axis] = (i * (0.0731 + 0.02 * axis) - 3) / frequency;
            const float value = graph::node_of(made).sample(point, nullptr);
            ASSERT_LE(value, bounds.max) << frequency << " in " << dimensions << 'D';
            ASSERT_GE(value, bounds.min) << frequency << " in " << dimensions << 'D';
          }
        }
      }
    }
  }
  // A field that is level, or whose derivative has a square of 0, has a slope of 0.
  for (const Field& field : {constant(3), perlin({.frequency = 1e-30})}) {
    EXPECT_EQ(range(slope(field, 2), 2).min, 0);
    EXPECT_EQ(range(slope(field, 2), 2).max, 0);
  }
  EXPECT_EQ(range(derivative(coordinate({.axis = 1}), 0), 2).max, 0);
}

// The same of other squares: distances from points that are very near, and gullies on nearly level
// ground.
TEST(DerivativeBounds, HoldForDistancesFromVeryNearPoints) {
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    const Field field = distance({}, dimensions);
    const Range bounds = range(field, dimensions);
    for (double size = 1; size > 1e-50; size *= 0.7) {
      const model::Point point{dimensions, false, {size, 0.3 * size, 0.8 * size, -size}};
      float derivative[4] = {};
      const float value = graph::node_of(field).sample(point, derivative);
      EXPECT_GE(value, bounds.min);
      EXPECT_LE(value, 1.7 * size + 0x1p-75);
      for (int axis = 0; axis < dimensions; ++axis)
        EXPECT_LE(std::abs(derivative[axis]), 1.000001f);
    }
  }
}

// Derivatives of a distance are no longer than its frequency, though the sum of squares below its
// root is as steep as coordinates are long, and the root is steep near 0.
TEST(DerivativeBounds, OfDistances) {
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    for (const double frequency : {1e-30, 1.0 / 300, 1.0, 7.3, 1e12}) {
      const Field field = distance({10, 20, 30, 40}, dimensions, frequency);
      std::vector<Field> fields{field, fbm(field, {.octaves = 1})};
      if (dimensions > 1) fields.push_back(rotate(field, 0));
      for (const Field& moved : fields) {
        for (int axis = 0; axis < dimensions; ++axis) {
          const Range bounds = range(derivative(moved, axis), std::max(dimensions, 2));
          EXPECT_GE(bounds.max, frequency);
          EXPECT_LE(bounds.max, frequency * 1.0001);
          EXPECT_EQ(bounds.min, -bounds.max);
        }
      }
      if (dimensions == 4) continue;
      EXPECT_EQ(range(derivative(field, dimensions), 4), Range(0, 0));
    }
  }
}

// An island, as docs/terrain.md makes it, and others, have normals and slopes, and erode.
TEST(DerivativeBounds, OfFieldsThatAreMadeOfDistances) {
  const Field land = fbm(perlin({.seed = 5, .frequency = 1.0 / 200}), 8);
  const Field away = distance({320, 200}, 2, 1.0 / 300);
  const Field fields[] = {away,
                          land + 0.3f - 0.9f * pow(away, 2),
                          land * smoothstep(0, 1, away),
                          smooth_min(away, distance({700, 250}, 2, 0.01), 0.3f),
                          exp(-1 * (away * away)),
                          1 / (1 + away * away),
                          sine(8 * away),
                          fbm(away),
                          tile(away, 256, 256)};
  const Grid<2> grid{.shape = {64, 64}, .step = 10};
  for (const Field& field : fields) {
    const Range lengths = range(slope(field), 2), along = range(derivative(field, 0), 2);
    std::vector<float> x(64 * 64), y(x);
    fill<2>(Planes<2>{.derivative = {x, y}}, grid, field);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_TRUE(along.min <= x[i] && x[i] <= along.max) << to_json(field);
      ASSERT_LE(std::hypot(double{x[i]}, double{y[i]}), lengths.max) << to_json(field);
    }
    EXPECT_NO_THROW(damped(field));
    for (const float height : filled(grid, erode(field))) ASSERT_TRUE(std::isfinite(height));
  }
}

TEST(DerivativeBounds, HoldForGulliesOnNearlyLevelGround) {
  for (const double frequency : {1e-17, 1e-19, 3e-20, 1e-22, 8e-23, 1e-25, 1e-40}) {
    for (const Field& height :
         {perlin({.frequency = frequency}), coordinate({.frequency = frequency}),
          1e-20f * perlin({.frequency = 1e-3})}) {
      for (const Field& field : {erode(height), damped(height), damped(height, {}, 1e-40)}) {
        const Range bounds = range(field, 2);
        for (const float value : filled(Grid<2>{.shape = {20, 20}, .step = {1e3, 1e4}}, field)) {
          ASSERT_LE(value, bounds.max) << frequency;
          ASSERT_GE(value, bounds.min) << frequency;
        }
      }
    }
  }
}

TEST(DerivativeBounds, SquaresBeyondAFloatAreRejected) {
  for (const Field& field : {perlin({.frequency = 1e19}), 1e20f * perlin({.frequency = 1})}) {
    expect_rejected([&] { slope(field); },
                    {"slope: the derivatives of the field may be as long as ", "keep that to 1e19",
                     "lower frequencies"});
  }
  EXPECT_NO_THROW(slope(perlin({.frequency = 1e18})));
}

// Also where all numbers that derivatives are computed from are floats.
TEST(DerivativeBounds, BoundsBeyondAFloatAreRejected) {
  const Field field = ridged_multifractal(perlin({.frequency = 1e-239}),
                                          {.octaves = 5, .gain = 2e5, .feedback = 1e19f});
  expect_rejected([&] { derivative(field, 0); }, {"derivative: the field is so steep"});
}

// The derivatives of every kind of field are within their range.
TEST(DerivativeBounds, DerivativesStayWithinTheirRange) {
  for (const NamedField& named : every_field(0.5)) {
    if (!has_derivatives(named.field)) continue;
    for (const Field& field : {derivative(named.field, 0), slope(named.field, 3)}) {
      const Range bounds = range(field, 3);
      const Grid<3> grid{.shape = {40, 40, 10}, .step = {0.11, 0.13, 0.17}};
      for (const float value : filled(grid, field)) {
        ASSERT_LE(value, bounds.max) << named.name;
        ASSERT_GE(value, bounds.min) << named.name;
      }
    }
  }
}

}  // namespace
}  // namespace perlane::testing
