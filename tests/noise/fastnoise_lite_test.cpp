// FastNoiseLite's noise: its own values, proven ranges, and grids, points and derivatives against
// the reference.

#include "support/noise_bounds.hpp"
#include "support/noise_sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
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

TEST(FastNoiseLite, EqualsItsOwnCode) {
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

// FastNoiseLite's PingPong of its own noise: folding multiplies errors by the strength.
TEST(FastNoiseLite, PingPongMultipliesErrorsByItsStrength) {
  for (const auto& [line, parameters, dimensions, point, noise] : read_golden()) {
    if (parameters.fractal_type != FractalType::none) continue;
    for (const double strength : {2.5, 4.0, 20.0, 1000.0}) {
      FastNoiseLite folded = parameters;
      folded.fractal_type = FractalType::ping_pong;
      folded.octaves = 1;
      folded.weighted_strength = 0;
      folded.ping_pong_strength = strength;
      const double turns = (noise + 1) * strength, rest = turns - 2 * std::trunc(turns / 2);
      const double expected = 2 * (rest < 1 ? rest : 2 - rest) - 1;
      EXPECT_NEAR(sample_array_at(fastnoise_lite(folded), dimensions, point), expected,
                  4e-6 * strength)
          << strength << ": " << line;
    }
  }
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

TEST(FastNoiseLite, GridsOfEveryStep) { expect_grids_of_every_step(every_noise(1)); }
TEST(FastNoiseLite, GridsOfEveryCell) { expect_grids_of_every_cell(every_noise(1)); }

TEST(FastNoiseLite, GridsOfManyTiles) {
  for (const NamedField& named : every_setting(0.043)) {
    expect_reference<2>({.shape = {600, 19}, .first = {-500, -9}}, named);
    expect_reference<3>({.shape = {280, 3, 35}, .first = {-100, -9, 3}}, named);
  }
}

TEST(FastNoiseLite, GridsOfMaps) { expect_grids_of_maps(every_noise(0.02)); }

TEST(FastNoiseLite, Points) { expect_all_points(every_setting(1)); }

TEST(FastNoiseLite, DerivativesAreThoseOfTheReference) { expect_all_planes(every_setting(0.043)); }

TEST(FastNoiseLite, DerivativesAreThoseOfDifferences) { expect_slopes(every_noise(0.25)); }

TEST(FastNoiseLite, RangeOfPerlinNoiseIsProven) {
  const Field field = fastnoise_lite({.noise_type = NoiseType::perlin});
  const auto& noise = *std::get<const model::PerlinNoise*>(*graph::node_of(field).noise());
  expect_bound<2>(field,
                  largest_value<2>(Fade::quintic, magnitudes<2>(*noise.gradients[1]), 1e-9).upper);
  expect_bound<3>(field,
                  largest_value<3>(Fade::quintic, magnitudes<3>(*noise.gradients[2]), 1e-9).upper);
}

TEST(FastNoiseLite, RangeOfOpenSimplexNoiseIsProven) {
  for (const NoiseType type : {NoiseType::open_simplex2, NoiseType::open_simplex2s})
    expect_proven_open_simplex(fastnoise_lite({.noise_type = type}));
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
}

TEST(FastNoiseLite, StaysWithinItsRange) {
  for (const NamedField& named : every_setting(0.37)) {
    expect_within<2>(named, {.shape = {500, 500}});
    expect_within<3>(named, {.shape = {70, 70, 70}});
  }
}

TEST(FastNoiseLite, BadInputIsRejected) {
  const auto rejected = [](const FastNoiseLite& parameters,
                           std::initializer_list<std::string_view> parts) {
    expect_rejected([&] { fastnoise_lite(parameters); }, parts);
  };
  rejected({.frequency = 0}, {"FastNoiseLite::frequency", "above 0"});
  rejected({.frequency = 1e-60}, {"FastNoiseLite::frequency", "above 0", "binary32"});
  rejected({.frequency = 1e60}, {"FastNoiseLite::frequency", "finite"});
  rejected({.frequency = std::nan("")}, {"FastNoiseLite::frequency"});
  rejected(
      {.noise_type = static_cast<NoiseType>(7)},
      {"FastNoiseLite::noise_type is 7", "value_cubic", "cellular", "table of random vectors"});
  rejected({.fractal_type = static_cast<FractalType>(4)},
           {"FastNoiseLite::fractal_type is 4", "ping_pong", "warps", "table of random vectors"});
  for (const int octaves : {0, -1, 33})
    rejected({.fractal_type = FractalType::fbm, .octaves = octaves}, {"octaves", "1 to 32"});
  rejected({.lacunarity = -2}, {"FastNoiseLite::lacunarity", "above 0"});
  rejected({.fractal_type = FractalType::fbm, .octaves = 32, .lacunarity = 1e30},
           {"FastNoiseLite::lacunarity", "32", "range of binary64"});
  rejected({.gain = std::numeric_limits<double>::infinity()}, {"FastNoiseLite::gain", "finite"});
  rejected({.fractal_type = FractalType::ridged, .octaves = 9, .gain = 1e30},
           {"FastNoiseLite::gain", "overflow"});
  rejected({.weighted_strength = 1e60}, {"FastNoiseLite::weighted_strength", "finite"});
  rejected({.ping_pong_strength = -1}, {"FastNoiseLite::ping_pong_strength", "0 to 65536"});
  for (const int dimensions : {1, 4})
    expect_rejected([&] { range(fastnoise_lite(), dimensions); }, {"2 to 3 dimensions"});
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
    // Equal fields would be computed once, and the difference would be 0.
    for (const float difference : filled(grid, fastnoise_lite(base) - fastnoise_lite(parameters)))
      if (difference != 0) goto next;
    ADD_FAILURE() << &parameters - changed.data();
  next:;
  }
}

}  // namespace
}  // namespace perlane::testing
