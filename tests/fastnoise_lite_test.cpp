// FastNoiseLite's noise: its own values, proven ranges, and grids, points and derivatives against
// the reference.

#include "simplex_bound.hpp"
#include "testing.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

namespace perlane::testing {
namespace {

using NoiseType = FastNoiseLite::NoiseType;
using FractalType = FastNoiseLite::FractalType;

constexpr std::pair<const char*, NoiseType> noise_types[] = {
    {"OpenSimplex2", NoiseType::open_simplex2},
    {"OpenSimplex2S", NoiseType::open_simplex2s},
    {"Perlin", NoiseType::perlin},
    {"ValueCubic", NoiseType::value_cubic},
    {"Value", NoiseType::value}};
constexpr std::pair<const char*, FractalType> fractal_types[] = {
    {"None", FractalType::none},
    {"FBm", FractalType::fbm},
    {"Ridged", FractalType::ridged},
    {"PingPong", FractalType::ping_pong}};

template <class Type, std::size_t N>
Type type_of(const std::string& name, const std::pair<const char*, Type> (&types)[N]) {
  for (const auto& [known, type] : types)
    if (name == known) return type;
  throw std::runtime_error("no such type: " + name);
}

struct Golden {
  std::string line;
  FastNoiseLite parameters;
  int dimensions;
  std::array<double, 3> point;
  double value;
};

std::vector<Golden> read_golden() {
  std::ifstream file(GOLDEN_FASTNOISE_LITE);
  std::vector<Golden> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream in(line);
    std::vector<std::string> cell;
    for (std::string text; std::getline(in, text, ',');) cell.push_back(text);
    const auto number = [&](std::size_t i) { return std::stod(cell.at(i)); };
    rows.push_back({line,
                    {.seed = std::stoi(cell.at(2)),
                     .frequency = number(3),
                     .noise_type = type_of(cell.at(0), noise_types),
                     .fractal_type = type_of(cell.at(1), fractal_types),
                     .octaves = std::stoi(cell.at(4)),
                     .lacunarity = number(5),
                     .gain = number(6),
                     .weighted_strength = number(7),
                     .ping_pong_strength = number(8)},
                    std::stoi(cell.at(9)),
                    {number(10), number(11), number(12)},
                    number(13)});
  }
  return rows;
}

float sample_array_at(const Field& field, int dimensions, const std::array<double, 3>& point) {
  const auto of = [&](std::size_t axis) { return std::span<const double>(&point[axis], 1); };
  float value;
  const std::span<float> out(&value, 1);
  if (dimensions == 2) {
    sample(out, field, of(0), of(1));
  } else {
    sample(out, field, of(0), of(1), of(2));
  }
  return value;
}

template <int N>
float fill_one(const Field& field, const std::array<double, 3>& point) {
  Grid<N> grid;
  grid.shape.fill(1);
  std::copy_n(point.begin(), N, grid.origin.begin());
  return filled(grid, field).front();
}

TEST(FastNoiseLite, ItsOwnValues) {
  const std::vector<Golden> golden = read_golden();
  ASSERT_EQ(golden.size(), 1600u);
  with_every_isa([&](std::string_view) {
    for (const auto& [line, parameters, dimensions, point, value] : golden) {
      const Field field = fastnoise_lite(parameters);
      const auto& [x, y, z] = point;
      const bool is_flat = dimensions == 2;
      EXPECT_NEAR(is_flat ? sample(field, x, y) : sample(field, x, y, z), value, 1e-5) << line;
      EXPECT_NEAR(sample_array_at(field, dimensions, point), value, 1e-5) << line;
      EXPECT_NEAR(is_flat ? fill_one<2>(field, point) : fill_one<3>(field, point), value, 1e-5)
          << line;
    }
  });
}

// Every noise alone, and every fractal of it with weights and without.
std::vector<NamedField> every_setting(double frequency) {
  std::vector<NamedField> fields;
  for (const auto& [noise, noise_type] : noise_types) {
    for (const auto& [fractal, fractal_type] : fractal_types) {
      for (const double weight : {0.0, 0.7}) {
        if (fractal_type == FractalType::none && weight != 0) continue;
        fields.push_back({std::string(noise) + "/" + fractal + (weight != 0 ? "/weighted" : ""),
                          fastnoise_lite({.seed = -7,
                                          .frequency = frequency,
                                          .noise_type = noise_type,
                                          .fractal_type = fractal_type,
                                          .octaves = 4,
                                          .gain = 0.6,
                                          .weighted_strength = weight,
                                          .ping_pong_strength = 1.7})});
      }
    }
  }
  return fields;
}

std::vector<NamedField> every_noise(double frequency) {
  std::vector<NamedField> fields;
  for (NamedField& named : every_setting(frequency))
    if (named.name.ends_with("/None")) fields.push_back(std::move(named));
  return fields;
}

// Every instruction set against the reference, bit for bit.
template <int N>
void expect_reference(const NamedField& named, const Grid<N>& grid) {
  const std::vector<float> expected = fill_by_points(grid, named.field);
  with_every_isa([&](std::string_view) {
    EXPECT_TRUE(same_bits(filled(grid, named.field), expected, grid))
        << named.name << " in " << N << "D, step " << grid.step[0] << ", origin " << grid.origin[0];
  });
}

// Cells of 300 samples to less than one, near the origin and far from it, forwards and backwards.
TEST(FastNoiseLite, GridsOfEveryStep) {
  for (const NamedField& named : every_noise(1)) {
    for (const double step : {0.003, 0.031, -0.07, 0.13, 0.3, 1.7, 100.3}) {
      for (const double origin : {0.0, -3.3, 1e7 + 0.1, 0x1p45}) {
        expect_reference<2>(
            named, {.shape = {97, 19}, .step = {step, step * 1.3}, .origin = {origin, 0.7}});
        expect_reference<3>(named, {.shape = {45, 9, 5},
                                    .step = {step, -step, step * 1.1},
                                    .origin = {origin, 0.7, -origin}});
      }
    }
  }
}

TEST(FastNoiseLite, GridsOfManyTiles) {
  for (const NamedField& named : every_setting(0.043)) {
    expect_reference<2>(named, {.shape = {600, 19}, .first = {-500, -9}});
    expect_reference<3>(named, {.shape = {280, 3, 35}, .first = {-100, -9, 3}});
  }
}

TEST(FastNoiseLite, GridsOfMaps) {
  for (const auto& [name, source] : every_noise(0.02)) {
    const Field fields[] = {loop(source, 0, 40), tile(source, {33, 21}),
                            scale(translate(source, {7.3, -1e6}), {-0.5, 3}),
                            fbm(source, {.octaves = 3}) * 0.5f + 1.0f};
    for (const Field& field : fields) {
      expect_reference<2>({name, field}, {.shape = {130, 37}, .origin = {-17.3, 0.2}});
      expect_reference<3>({name, field}, {.shape = {70, 11, 5}, .origin = {-17.3, 0.2, 5}});
    }
  }
}

template <class Real>
void expect_points(const NamedField& named, int dimensions, std::vector<Real> (&at)[3]) {
  const std::size_t count = at[0].size();
  std::vector<float> values(count), expected(count);
  const auto of = [&](int axis) { return std::span<const Real>(at[axis]); };
  if (dimensions == 2) {
    sample(std::span<float>(values), named.field, of(0), of(1));
  } else {
    sample(std::span<float>(values), named.field, of(0), of(1), of(2));
  }
  for (std::size_t i = 0; i < count; ++i) {
    model::Point point{dimensions, sizeof(Real) == 4, {}};
    for (int axis = 0; axis < dimensions; ++axis)
      point.coordinate[axis] = static_cast<double>(at[axis][i]);
    expected[i] = named.field.node().sample(point, nullptr);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(values[i]), std::bit_cast<std::uint32_t>(expected[i]))
        << named.name << " in " << dimensions << "D: " << point.coordinate[0] << " "
        << point.coordinate[1] << " " << point.coordinate[2];
  }
}

// Also on the lattice and half-way, at the limit of coordinates and beyond it.
template <class Real>
void expect_all_points() {
  std::vector<Real> special{Real(-1), Real(-0.0), Real(0.5), Real(-0.5), Real(1e-9), Real(-1e-9)};
  for (const double far : {0x1p23, 0x1p31, 0x1p51, 1e300}) {
    const auto value = static_cast<Real>(std::min(far, double{std::numeric_limits<Real>::max()}));
    special.insert(special.end(), {value, -value, std::nextafter(value, Real(0))});
  }
  special.push_back(std::numeric_limits<Real>::quiet_NaN());
  special.push_back(std::numeric_limits<Real>::infinity());
  std::mt19937 random(5);
  std::uniform_real_distribution<Real> uniform(Real(-100), Real(100));
  std::vector<Real> at[3];
  for (int i = 0; i < 997; ++i) {
    for (auto& axis : at)
      axis.push_back(random() % 4 == 0 ? special[random() % special.size()] : uniform(random));
  }
  with_every_isa([&](std::string_view) {
    for (const NamedField& named : every_setting(1)) {
      expect_points(named, 2, at);
      expect_points(named, 3, at);
    }
  });
}

TEST(FastNoiseLite, Points) {
  expect_all_points<double>();
  expect_all_points<float>();
}

template <int N>
void expect_planes(const NamedField& named, const Grid<N>& grid) {
  std::array<std::vector<float>, N> plane, expected;
  Planes<N> planes;
  for (std::size_t axis = 0; axis < N; ++axis) {
    plane[axis].resize(samples(grid));
    planes.derivative[axis] = plane[axis];
  }
  fill(planes, grid, named.field);
  for (std::size_t i = 0; i < samples(grid); ++i) {
    const auto at = position(grid, i);
    model::Point point{N, false, {}};
    std::copy(at.begin(), at.end(), point.coordinate);
    float derivative[4];
    named.field.node().sample(point, derivative);
    for (std::size_t axis = 0; axis < N; ++axis) expected[axis].push_back(derivative[axis]);
  }
  for (std::size_t axis = 0; axis < N; ++axis)
    EXPECT_TRUE(same_bits(plane[axis], expected[axis], grid)) << named.name << ", axis " << axis;
}

TEST(FastNoiseLite, DerivativesAreThoseOfTheReference) {
  with_every_isa([&](std::string_view) {
    for (const NamedField& named : every_setting(0.043)) {
      expect_planes<2>(named, {.shape = {130, 37}, .first = {-50, -9}});
      expect_planes<3>(named, {.shape = {70, 9, 5}, .first = {-10, -9, 3}});
    }
  });
}

TEST(FastNoiseLite, DerivativesAreThoseOfDifferences) {
  constexpr double step = 0x1p-9;
  for (const auto& [name, field] : every_noise(0.25)) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-100, 100);
    for (int dimensions = 2; dimensions <= 3; ++dimensions) {
      int jumps = 0;
      for (int i = 0; i < 2000; ++i) {
        model::Point point{dimensions, false, {}};
        for (double& coordinate : point.coordinate) coordinate = uniform(random);
        float derivative[4];
        field.node().sample(point, derivative);
        for (int axis = 0; axis < dimensions; ++axis) {
          model::Point above = point, below = point;
          above.coordinate[axis] += step;
          below.coordinate[axis] -= step;
          const double difference = (double{field.node().sample(above, nullptr)} -
                                     double{field.node().sample(below, nullptr)}) /
                                    (2 * step);
          if (std::abs(derivative[axis] - difference) > 2e-3) ++jumps;
        }
      }
      // OpenSimplex2 noise in 3D jumps, as published.
      EXPECT_LE(jumps, name.starts_with("OpenSimplex2") && dimensions == 3 ? 60 : 0)
          << name << " in " << dimensions << "D";
    }
  }
}

template <int N, class Noise>
std::vector<Vector<N>> magnitudes(const Noise& noise) {
  const model::GradientSet& set = *noise.gradients[N - 1];
  std::vector<Vector<N>> vectors;
  for (std::size_t i = 0; i < std::size_t{set.count}; ++i) {
    Vector<N> vector;
    for (std::size_t axis = 0; axis < N; ++axis)
      vector[axis] = std::abs(static_cast<double>(set.component[axis][i]));
    vectors.push_back(vector);
  }
  std::ranges::sort(vectors);
  vectors.erase(std::ranges::unique(vectors).begin(), vectors.end());
  return vectors;
}

// What is stated is what is proven and what binary32 may add, and no wider.
template <int N>
void expect_bound(const Field& field, double proven) {
  EXPECT_NEAR(field.node().bounds(N).max, proven + 4e-6, 2e-9) << N << "D";
  EXPECT_EQ(field.node().bounds(N).min, -field.node().bounds(N).max);
}

TEST(FastNoiseLite, RangeOfPerlinNoiseIsProven) {
  const Field field = fastnoise_lite({.noise_type = NoiseType::perlin});
  const auto& noise = *std::get<const model::PerlinNoise*>(*field.node().noise());
  expect_bound<2>(field, largest_value<2>(Fade::quintic, magnitudes<2>(noise), 1e-9).upper);
  expect_bound<3>(field, largest_value<3>(Fade::quintic, magnitudes<3>(noise), 1e-9).upper);
}

// All points of a lattice that lie within a cube.
template <int N>
void add_lattice(double from, double to, std::vector<Vector<N>>& vertices) {
  Vector<N> vertex;
  vertex.fill(from);
  for (int axis = 0; axis < N;) {
    vertices.push_back(vertex);
    for (axis = 0; axis < N && (vertex[static_cast<std::size_t>(axis)] += 1) > to; ++axis)
      vertex[static_cast<std::size_t>(axis)] = from;
  }
}

// All vertices in reach together, of which the noise leaves some out.
TEST(FastNoiseLite, RangeOfOpenSimplexNoiseIsProven) {
  for (const NoiseType type : {NoiseType::open_simplex2, NoiseType::open_simplex2s}) {
    const Field field = fastnoise_lite({.noise_type = type});
    const auto& noise = *std::get<const model::OpenSimplexNoise*>(*field.node().noise());
    const auto reach = [&](int dimensions) {
      return double{model::open_simplex_reach(dimensions, noise.is_smooth)};
    };
    const auto edges = magnitudes<3>(noise);
    const auto directions = magnitudes<2>(noise);
    SimplexBound<2> flat{(3 - std::sqrt(3.0)) / 6, reach(2), directions, true, {}};
    add_lattice<2>(-1, 2, flat.vertices);
    expect_bound<2>(field, flat.largest_value(1e-9).upper);
    SimplexBound<3> solid{0, reach(3), edges, true, {}};
    add_lattice<3>(0, 1, solid.vertices);
    add_lattice<3>(-0.5, 1.5, solid.vertices);
    expect_bound<3>(field, solid.largest_value(1e-9).upper);
  }
}

template <int N>
void expect_within(const NamedField& named, const Grid<N>& grid) {
  const auto [min, max] = range(named.field, N);
  const std::vector<float> values = filled(grid, named.field);
  const auto [least, most] = std::ranges::minmax(values);
  EXPECT_GE(least, min) << named.name << " in " << N << "D";
  EXPECT_LE(most, max) << named.name << " in " << N << "D";
  EXPECT_GE(min, -1.00002f) << named.name << " in " << N << "D";
  EXPECT_LE(max, 1.00002f) << named.name << " in " << N << "D";
  // Chance hardly ever makes all values extreme that a cubic is blended from.
  const float near = named.name.starts_with("ValueCubic") && N == 3 ? 0.45f : 0.7f;
  if (named.name.ends_with("/None")) {
    EXPECT_LT(least, near * min) << named.name << " in " << N << "D";
    EXPECT_GT(most, near * max) << named.name << " in " << N << "D";
  }
}

TEST(FastNoiseLite, StaysWithinItsRange) {
  for (const NamedField& named : every_setting(0.37)) {
    expect_within<2>(named, {.shape = {500, 500}});
    expect_within<3>(named, {.shape = {70, 70, 70}});
  }
}

TEST(FastNoiseLite, BadInputIsRefused) {
  const auto refused = [](const FastNoiseLite& parameters,
                          std::initializer_list<const char*> parts) {
    expect_refused([&] { fastnoise_lite(parameters); }, parts);
  };
  refused({.frequency = 0}, {"FastNoiseLite::frequency", "above 0"});
  refused({.frequency = 1e-60}, {"FastNoiseLite::frequency", "above 0", "binary32"});
  refused({.frequency = 1e60}, {"FastNoiseLite::frequency", "finite"});
  refused({.frequency = std::nan("")}, {"FastNoiseLite::frequency"});
  refused({.noise_type = static_cast<NoiseType>(7)},
          {"FastNoiseLite::noise_type is 7", "value_cubic", "cellular", "table of random vectors"});
  refused({.fractal_type = static_cast<FractalType>(4)},
          {"FastNoiseLite::fractal_type is 4", "ping_pong", "warps", "table of random vectors"});
  for (const int octaves : {0, -1, 33})
    refused({.fractal_type = FractalType::fbm, .octaves = octaves}, {"octaves", "1 to 32"});
  refused({.lacunarity = -2}, {"FastNoiseLite::lacunarity", "above 0"});
  refused({.fractal_type = FractalType::fbm, .octaves = 32, .lacunarity = 1e30},
          {"FastNoiseLite::lacunarity", "32", "range of binary64"});
  refused({.gain = std::numeric_limits<double>::infinity()}, {"FastNoiseLite::gain", "finite"});
  refused({.fractal_type = FractalType::ridged, .octaves = 9, .gain = 1e30},
          {"FastNoiseLite::gain", "overflow"});
  refused({.weighted_strength = 1e60}, {"FastNoiseLite::weighted_strength", "finite"});
  refused({.ping_pong_strength = -1}, {"FastNoiseLite::ping_pong_strength", "0 to 65536"});
  for (const int dimensions : {1, 4})
    expect_refused([&] { range(fastnoise_lite(), dimensions); }, {"2 to 3 dimensions"});
}

TEST(FastNoiseLite, SettingsMakeDifferentFields) {
  const FastNoiseLite base{.noise_type = NoiseType::value,
                           .fractal_type = FractalType::ping_pong,
                           .weighted_strength = 0.5};
  std::vector<FastNoiseLite> changed(8, base);
  changed[0].seed = 1;
  changed[1].frequency = 0.011;
  changed[2].noise_type = NoiseType::value_cubic;
  changed[3].fractal_type = FractalType::ridged;
  changed[4].octaves = 4;
  changed[5].lacunarity = 2.1;
  changed[6].gain = 0.4;
  changed[7].ping_pong_strength = 3;
  const Grid<2> grid{.shape = {20, 20}, .step = {7, 7}};
  for (const FastNoiseLite& parameters : changed) {
    // What is equal would be computed once, and the difference would be 0.
    for (const float difference : filled(grid, fastnoise_lite(base) - fastnoise_lite(parameters)))
      if (difference != 0) goto next;
    ADD_FAILURE() << &parameters - changed.data();
  next:;
  }
}

}  // namespace
}  // namespace perlane::testing
