// Bad input is refused with a message that names the member and what it may be, and nothing is written.

#include "testing.hpp"

#include <cmath>
#include <limits>

namespace perlane::testing {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
constexpr float canary = 12345.0f;

// Expects that `call` throws, and that the message has every one of the `parts`.
template <class Call>
void expect_refused(Call call, std::initializer_list<const char*> parts) {
  try {
    call();
    ADD_FAILURE() << "not refused: " << *parts.begin();
  } catch (const std::invalid_argument& error) {
    for (const char* part : parts) EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what() << "\n  lacks " << part;
  }
}

template <int N>
void expect_grid_refused(const Grid<N>& grid, std::initializer_list<const char*> parts, const Field& field = perlin(), std::size_t elements = 4) {
  std::vector<float> out(elements, canary);
  expect_refused([&] { fill(std::span<float>(out), grid, field); }, parts);
  for (const float value : out) EXPECT_EQ(value, canary);
}

TEST(Validation, Shape) {
  expect_grid_refused<2>({.shape = {0, 4}}, {"Grid::shape[0] is 0", "1 or more"});
  expect_grid_refused<2>({.shape = {4, -1}}, {"Grid::shape[1] is -1", "1 or more"});
  expect_grid_refused<2>({}, {"Grid::shape[0] is 0"});
  expect_grid_refused<4>({.shape = {1, 1, 1, -huge}}, {"Grid::shape[3]"});
  // Products beyond 64 bits, and beyond the bytes that 64 bits can count.
  expect_grid_refused<2>({.shape = {huge, huge}}, {"Grid::shape", "2^61"});
  expect_grid_refused<1>({.shape = {huge}}, {"Grid::shape", "2^61"});
  expect_grid_refused<4>({.shape = {65536, 65536, 65536, 65536}}, {"Grid::shape", "2^61"});
  expect_grid_refused<3>({.shape = {std::int64_t{1} << 31, std::int64_t{1} << 31, 4}}, {"Grid::shape", "2^61"});
  // This product is 4 modulo 2^64.
  expect_grid_refused<2>({.shape = {std::int64_t{1} << 62, (std::int64_t{1} << 62) + 4}}, {"Grid::shape", "2^61"});
}

TEST(Validation, SizeOfTheDestination) {
  for (const std::size_t elements : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{5}}) {
    expect_grid_refused<2>({.shape = {2, 2}}, {"out has", "4 samples"}, perlin(), elements);
  }
}

TEST(Validation, StepAndOrigin) {
  for (const double step : {0.0, -0.0, nan, infinity, -infinity}) {
    expect_grid_refused<2>({.shape = {2, 2}, .step = {1, step}}, {"Grid::step[1]", "finite", "other than 0"});
  }
  for (const double origin : {nan, infinity, -infinity}) {
    expect_grid_refused<2>({.shape = {2, 2}, .origin = {origin, 0}}, {"Grid::origin[0]", "finite"});
  }
}

TEST(Validation, First) {
  for (const std::int64_t first : {huge, huge - 3, -huge, std::numeric_limits<std::int64_t>::min(), (std::int64_t{1} << 62) - 3}) {
    expect_grid_refused<1>({.shape = {4}, .step = {1e-9}, .first = {first}}, {"Grid::first[0]", "2^62"});
  }
  EXPECT_EQ(filled<1>({.shape = {4}, .step = {1e-9}, .first = {(std::int64_t{1} << 62) - 4}}, perlin()).size(), 4u);
  EXPECT_EQ(filled<1>({.shape = {4}, .step = {1e-9}, .first = {-(std::int64_t{1} << 62)}}, perlin()).size(), 4u);
}

// The limit holds at every corner, for the highest frequency of the field, and not one unit in the last place earlier.
TEST(Validation, Coordinates) {
  const Field unit = perlin({.frequency = 1});
  expect_grid_refused<2>({.shape = {2, 2}, .origin = {0, 0x1p51}}, {"axis y", "below 2^51", "Grid::origin"}, unit);
  expect_grid_refused<2>({.shape = {2, 2}, .origin = {-0x1p51, 0}}, {"axis x", "below 2^51"}, unit);
  expect_grid_refused<1>({.shape = {4}, .origin = {0x1p51 - 3}}, {"axis x", "sample 3"}, unit);
  expect_grid_refused<1>({.shape = {4}, .step = {-1}, .origin = {3 - 0x1p51}}, {"axis x", "sample 3"}, unit);
  expect_grid_refused<1>({.shape = {4}, .step = {1e300}, .first = {1 << 30}}, {"axis x"}, unit);
  expect_grid_refused<1>({.shape = {4}, .step = {1e308}, .first = {1 << 30}}, {"axis x"}, unit);
  expect_grid_refused<1>({.shape = {4}, .origin = {0x1p50}}, {"axis x", "highest frequency is 4"}, fbm(unit, {.octaves = 3}));
  EXPECT_EQ(filled<1>({.shape = {3}, .origin = {0x1p51 - 3}}, unit), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(filled<1>({.shape = {4}, .origin = {0x1p49 - 4}}, fbm(unit, {.octaves = 3})).size(), 4u);
}

TEST(Validation, PointsOutOfRangeAreNaN) {
  for (const NamedField& named : every_field(1.0)) {
    for (const double bad : {nan, infinity, -infinity, 0x1p51, -0x1p51, 1e300}) {
      if (named.name.starts_with("constant") && std::isfinite(bad)) continue;  // its frequency is 0
      EXPECT_TRUE(std::isnan(sample(named.field, bad))) << named.name << " " << bad;
      EXPECT_TRUE(std::isnan(sample(named.field, 0.5, bad))) << named.name << " " << bad;
      EXPECT_TRUE(std::isnan(sample(named.field, bad, 0.5, 0.5))) << named.name << " " << bad;
      EXPECT_TRUE(std::isnan(sample(named.field, 0.5, 0.5, 0.5, bad))) << named.name << " " << bad;
    }
  }
  EXPECT_FALSE(std::isnan(sample(perlin({.frequency = 1}), std::nextafter(0x1p51, 0.0))));
  EXPECT_TRUE(std::isnan(sample(fbm(perlin({.frequency = 1}), {.octaves = 2}), std::nextafter(0x1p51, 0.0))));
}

TEST(Validation, Frequency) {
  for (const double frequency : {0.0, -0.0, -1.0, nan, infinity, -infinity}) {
    expect_refused([&] { perlin({.frequency = frequency}); }, {"Perlin::frequency", "above 0"});
  }
  EXPECT_NO_THROW(perlin({.frequency = std::numeric_limits<double>::denorm_min()}));
}

TEST(Validation, Fade) {
  expect_refused([] { perlin({.fade = static_cast<Fade>(7)}); }, {"Perlin::fade is 7"});
}

TEST(Validation, Lattice) {
  for (const int size : {-256, -1, 0, 1, 3, 255, 257, 65535, 131072, std::numeric_limits<int>::min()}) {
    expect_refused([&] { Lattice::permutation(size); }, {"Lattice::permutation", "power of two", "2 to 65536"});
  }
}

TEST(Validation, Fractal) {
  for (const field::FractalKind& fractal : field::fractals()) {
    for (const int octaves : {-1, 0, 33, 100}) {
      expect_refused([&] { fractal.make(perlin(), {.octaves = octaves}); }, {"Fractal::octaves is", "1 to 32"});
    }
    for (const double lacunarity : {nan, infinity, -infinity, 0.0, -2.0}) {
      expect_refused([&] { fractal.make(perlin(), {.lacunarity = lacunarity}); }, {"Fractal::lacunarity", "finite", "above 0"});
    }
    for (const double gain : {nan, infinity, -infinity}) {
      expect_refused([&] { fractal.make(perlin(), {.gain = gain}); }, {"Fractal::gain", "finite"});
    }
    expect_refused([&] { fractal.make(perlin(), {.octaves = 32, .gain = 1e300}); }, {"Fractal::gain", "overflow"});
    expect_refused([&] { fractal.make(perlin(), {.octaves = 32, .lacunarity = 1e300}); }, {"Fractal::lacunarity", "range of binary64"});
    expect_refused([&] { fractal.make(perlin(), {.octaves = 32, .lacunarity = 1e-300}); }, {"Fractal::lacunarity", "range of binary64"});
    EXPECT_NO_THROW(fractal.make(perlin(), {.octaves = 32}));
    EXPECT_NO_THROW(fractal.make(perlin(), {.octaves = 1, .gain = 0}));
  }
}

TEST(Validation, Dimensions) {
  for (const int dimensions : {-1, 0, 5}) expect_refused([&] { range(perlin(), dimensions); }, {"dimensions", "1 to 4"});
}

}  // namespace
}  // namespace perlane::testing
