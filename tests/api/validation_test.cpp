// Tests that perlane rejects bad input with a message that names the member and what it may be, and
// writes nothing.

#include "support/testing.hpp"

#include <cmath>
#include <limits>
#include <set>

namespace perlane::testing {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
constexpr float canary = 12345.0f;

template <int N>
void expect_grid_rejected(const Grid<N>& grid, std::initializer_list<std::string_view> parts,
                          const Field& field = perlin(), std::size_t elements = 4) {
  std::vector<float> out(elements, canary);
  expect_rejected([&] { fill(std::span<float>(out), grid, field); }, parts);
  for (const float value : out) EXPECT_EQ(value, canary);
}

// An octave with wider cells than the first fades less, and its values go farther.
TEST(Validation, OctavesHaveTheLimitsOfOperators) {
  const Field faded = fbm(perlin({.frequency = 0.1}), {.octaves = 1, .footprint = 1000});
  const Field a = 0.5f + faded;
  ASSERT_GT(range(a, 2).min, 0.49f);
  for (const auto& [field, message] :
       {std::pair{1 / a, "operator/ in an octave of a fractal: b is from "},
        {log(a), "log in an octave of a fractal: a is from "},
        {pow(a, -0.5f), "pow in an octave of a fractal: exponent is -0.5, and the values are from"},
        {pow(a, -a), "pow in an octave of a fractal: exponent is from "},
        {exp(88 + faded), "exp in an octave of a fractal: a is from "}}) {
    EXPECT_NO_THROW(fbm(field, {.octaves = 4}));
    expect_rejected([&] { fbm(field, {.octaves = 2, .lacunarity = 1e-3}); }, {message});
  }
}

TEST(Validation, OctavesHaveTheLimitsOfFloats) {
  const std::vector<float> heights{1e30f, -1e30f, 1e30f, -1e30f};
  const Field noise = value({.lattice = Lattice::explicit_values<1>(heights, {4})});
  const Field faded = fbm(noise, {.octaves = 1, .footprint = 1e9}), large = faded * 1e30f;
  for (const Field& field : {fraction(large), sine(large), clamp(large - large * 0.5f, -1, 1),
                             smoothstep(0, 1, loop(faded * 3e8f, 0, 1e12)),
                             clamp(hetero_terrain(faded, {.octaves = 3}), -1, 1)}) {
    EXPECT_NO_THROW(fbm(field, {.octaves = 4}));
    expect_rejected([&] { fbm(field, {.octaves = 2, .lacunarity = 1e-9}); },
                    {"source: values of a part of it are from -inf to inf in an octave, beyond"});
  }
}

TEST(Validation, Shape) {
  expect_grid_rejected<2>({.shape = {0, 4}}, {"Grid::shape[0] is 0", "1 or more"});
  expect_grid_rejected<2>({.shape = {4, -1}}, {"Grid::shape[1] is -1", "1 or more"});
  expect_grid_rejected<2>({}, {"Grid::shape[0] is 0"});
  expect_grid_rejected<4>({.shape = {1, 1, 1, -huge}}, {"Grid::shape[3]"});
  // These products are beyond 64 bits, or beyond the bytes that 64 bits can count.
  const char* const most = sizeof(std::ptrdiff_t) > 4 ? "2^61" : "2^29";
  expect_grid_rejected<2>({.shape = {huge, huge}}, {"Grid::shape", most});
  expect_grid_rejected<1>({.shape = {huge}}, {"Grid::shape", most});
  expect_grid_rejected<4>({.shape = {65536, 65536, 65536, 65536}}, {"Grid::shape", most});
  expect_grid_rejected<3>({.shape = {std::int64_t{1} << 31, std::int64_t{1} << 31, 4}},
                          {"Grid::shape", most});
  // This product is 4 modulo 2^64.
  expect_grid_rejected<2>({.shape = {std::int64_t{1} << 62, (std::int64_t{1} << 62) + 4}},
                          {"Grid::shape", most});
}

TEST(Validation, SizeOfTheDestination) {
  for (const std::size_t elements :
       {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{5}}) {
    expect_grid_rejected<2>({.shape = {2, 2}}, {"out has", "4 samples"}, perlin(), elements);
  }
}

TEST(Validation, StepAndOrigin) {
  for (const double step : {0.0, -0.0, nan, infinity, -infinity}) {
    expect_grid_rejected<2>({.shape = {2, 2}, .step = {1, step}},
                            {"Grid::step[1]", "finite", "other than 0"});
  }
  for (const double origin : {nan, infinity, -infinity}) {
    expect_grid_rejected<2>({.shape = {2, 2}, .origin = {origin, 0}},
                            {"Grid::origin[0]", "finite"});
  }
}

TEST(Validation, First) {
  for (const std::int64_t first : {huge, huge - 3, -huge, std::numeric_limits<std::int64_t>::min(),
                                   (std::int64_t{1} << 62) - 3}) {
    expect_grid_rejected<1>({.shape = {4}, .step = {1e-9}, .first = {first}},
                            {"Grid::first[0]", "2^62"});
  }
  EXPECT_EQ(
      filled<1>({.shape = {4}, .step = {1e-9}, .first = {(std::int64_t{1} << 62) - 4}}, perlin())
          .size(),
      4u);
  EXPECT_EQ(filled<1>({.shape = {4}, .step = {1e-9}, .first = {-(std::int64_t{1} << 62)}}, perlin())
                .size(),
            4u);
}

// The limit holds at every corner, for the highest frequency
// of the field, and not one unit in the last place earlier.
TEST(Validation, Coordinates) {
  const Field unit = perlin({.frequency = 1});
  expect_grid_rejected<2>({.shape = {2, 2}, .origin = {0, 0x1p51}},
                          {"axis y", "below 2^51", "Grid::origin"}, unit);
  expect_grid_rejected<2>({.shape = {2, 2}, .origin = {-0x1p51, 0}}, {"axis x", "below 2^51"},
                          unit);
  expect_grid_rejected<1>({.shape = {4}, .origin = {0x1p51 - 3}}, {"axis x", "sample 3"}, unit);
  expect_grid_rejected<1>({.shape = {4}, .step = {-1}, .origin = {3 - 0x1p51}},
                          {"axis x", "sample 3"}, unit);
  expect_grid_rejected<1>({.shape = {4}, .step = {1e300}, .first = {1 << 30}}, {"axis x"}, unit);
  expect_grid_rejected<1>({.shape = {4}, .step = {1e308}, .first = {1 << 30}}, {"axis x"}, unit);
  expect_grid_rejected<1>({.shape = {4}, .origin = {0x1p50}}, {"axis x", "highest frequency is 4"},
                          fbm(unit, {.octaves = 3}));
  EXPECT_EQ(filled<1>({.shape = {3}, .origin = {0x1p51 - 3}}, unit), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(filled<1>({.shape = {4}, .origin = {0x1p49 - 4}}, fbm(unit, {.octaves = 3})).size(),
            4u);
}

TEST(Validation, PointsOutOfRangeAreNaN) {
  for (const NamedField& named : every_field(1.0)) {
    for (const double bad : {nan, infinity, -infinity, 0x1p51, -0x1p51, 1e300}) {
      if (named.name.starts_with("constant") && std::isfinite(bad)) continue;  // its frequency is 0
      for (int dimensions = 1; dimensions <= 4; ++dimensions) {
        if (!has_dimensions(named.field, dimensions)) continue;
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
          std::array<double, 4> at{0.5, 0.5, 0.5, 0.5};
          at[axis] = bad;
          EXPECT_TRUE(std::isnan(sample_at(named.field, dimensions, at)))
              << named.name << " in " << dimensions << "D, " << bad << " along axis " << axis;
        }
      }
    }
  }
  EXPECT_FALSE(std::isnan(sample(perlin({.frequency = 1}), std::nextafter(0x1p51, 0.0))));
  EXPECT_TRUE(std::isnan(
      sample(fbm(perlin({.frequency = 1}), {.octaves = 2}), std::nextafter(0x1p51, 0.0))));
}

TEST(Validation, Frequency) {
  for (const double frequency : {0.0, -0.0, -1.0, nan, infinity, -infinity}) {
    expect_rejected([&] { perlin({.frequency = frequency}); }, {"Perlin::frequency", "above 0"});
    expect_rejected([&] { value({.frequency = frequency}); }, {"Value::frequency", "above 0"});
    expect_rejected([&] { white({.frequency = frequency}); }, {"White::frequency", "above 0"});
    expect_rejected([&] { simplex({.frequency = frequency}); }, {"Simplex::frequency", "above 0"});
    expect_rejected([&] { simplex2012(frequency); }, {"simplex2012: frequency is", "above 0"});
  }
  EXPECT_NO_THROW(perlin({.frequency = std::numeric_limits<double>::denorm_min()}));
}

TEST(Validation, Fade) {
  expect_rejected([] { perlin({.fade = static_cast<Fade>(7)}); }, {"Perlin::fade is 7"});
  expect_rejected([] { perlin({.fade = static_cast<Fade>(3)}); }, {"Perlin::fade is 3"});
  expect_rejected([] { value({.fade = static_cast<Fade>(3)}); }, {"Value::fade is 3"});
}

TEST(Validation, Lattice) {
  for (const int size : {-256, -1, 0, 1, 65537, 131072, std::numeric_limits<int>::min()}) {
    expect_rejected([&] { Lattice::permutation(size); }, {"Lattice::permutation", "2 to 65536"});
    expect_rejected([&] { Lattice::classic(size); }, {"Lattice::classic", "2 to 65536"});
  }
}

TEST(Validation, Table) {
  for (const std::size_t size : {0, 1, 65537, 131072}) {
    expect_rejected([&] { Lattice::permutation(std::vector<int>(size)); },
                    {"Lattice::permutation: table has", "2 to 65536"});
    expect_rejected([&] { Lattice::classic(std::vector<int>(size)); },
                    {"Lattice::classic: table has", "2 to 65536"});
  }
  expect_rejected([] { Lattice::permutation(std::vector<int>{0, 1, 3}); },
                  {"table[2] is 3", "0 to 2", "each once"});
  expect_rejected([] { Lattice::classic(std::vector<int>{0, 1, 3}); }, {"table[2] is 3", "0 to 2"});
  expect_rejected([] { Lattice::permutation(std::vector<int>{0, 1, 2, 4}); },
                  {"table[3] is 4", "0 to 3"});
  expect_rejected([] { Lattice::permutation(std::vector<int>{0, -1, 2, 3}); },
                  {"table[1] is -1", "0 to 3"});
  expect_rejected([] { Lattice::permutation(std::vector<unsigned char>{0, 1, 3, 1}); },
                  {"table[3] is 1", "table[1]", "each once"});
  expect_rejected([] { Lattice::permutation(std::vector<std::uint64_t>{0, ~std::uint64_t{0}}); },
                  {"table[1] is", "0 to 1"});
}

// A table whose length is no power of two is repeated as far as a period that does not fit it.
TEST(Validation, PeriodsOfTables) {
  const Lattice lattice = Lattice::permutation(10);
  for (const std::int64_t period : {std::int64_t{65537}, std::int64_t{1} << 32}) {
    expect_rejected([&] { perlin({.lattice = lattice, .period = {0, period}}); },
                    {"Perlin::period[1] is", "table has 10 entries", "up to 65536", "multiple"});
    expect_rejected([&] { white({.lattice = Lattice::classic(10), .period = {period, 0}}); },
                    {"White::period[0] is", "table has 10 entries"});
    EXPECT_NO_THROW(perlin({.lattice = Lattice::permutation(16), .period = {period, 0}}));
  }
  for (const std::int64_t period : {1, 7, 10, 11, 65536, 1'000'000'000}) {
    EXPECT_NO_THROW(perlin({.lattice = lattice, .period = {period, 0}}));
    EXPECT_NO_THROW(value({.lattice = lattice, .period = {0, 0, 0, period}}));
  }
  expect_rejected([&] { fbm(perlin({.lattice = lattice, .period = {7, 0}}), {.octaves = 16}); },
                  {"Fractal::octaves", "a period of 114688 cells", "table has 10 entries"});
  EXPECT_NO_THROW(fbm(perlin({.lattice = lattice, .period = {7, 0}}), {.octaves = 14}));
  EXPECT_NO_THROW(fbm(perlin({.lattice = lattice, .period = {5, 0}}), {.octaves = 29}));
}

TEST(Validation, ExplicitLattices) {
  const std::vector<float> values(12);
  const std::vector<std::array<float, 2>> vectors(12);
  expect_rejected([&] { Lattice::explicit_values<2>(values, {4, 0}); },
                  {"explicit_values: extents[1] is 0", "1 or more"});
  expect_rejected([&] { Lattice::explicit_values<2>(values, {-4, -3}); }, {"extents[0] is -4"});
  expect_rejected([&] { Lattice::explicit_values<2>(values, {4, 4}); },
                  {"values has 12 elements", "16 lattice points"});
  expect_rejected([&] { Lattice::explicit_values<2>(values, {huge, huge}); },
                  {"extents have more than"});
  expect_rejected([&] { Lattice::explicit_values<2>(values, {65536, 65536}); },
                  {"extents have more than"});
  expect_rejected([&] { Lattice::explicit_gradients<2>(vectors, {4, 4}); },
                  {"gradients has 12 elements", "16 lattice points"});
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -2e30f}) {
    std::vector<float> some = values;
    some[5] = bad;
    expect_rejected([&] { Lattice::explicit_values<2>(some, {4, 3}); },
                    {"values[5] is", "-1e30 to 1e30"});
    std::vector<std::array<float, 2>> others = vectors;
    others[3][1] = bad;
    expect_rejected([&] { Lattice::explicit_gradients<2>(others, {4, 3}); },
                    {"gradients[3][1] is", "-1e30 to 1e30"});
    expect_rejected([&] { Gradients::vectors<2>(others); }, {"vectors[3][1] is", "-1e30 to 1e30"});
  }
  const Lattice of_values = Lattice::explicit_values<2>(values, {4, 3});
  const Lattice of_gradients = Lattice::explicit_gradients<2>(vectors, {4, 3});
  expect_rejected([&] { perlin({.lattice = of_values}); },
                  {"Perlin::lattice", "explicit_gradients"});
  expect_rejected([&] { value({.lattice = of_gradients}); }, {"Value::lattice", "explicit_values"});
  expect_rejected([&] { white({.lattice = of_gradients}); }, {"White::lattice", "explicit_values"});
  expect_rejected([&] { perlin({.lattice = of_gradients, .gradients = Gradients::axes()}); },
                  {"Perlin::gradients", "Perlin::lattice"});
  expect_rejected([&] { perlin({.lattice = of_gradients, .period = {3, 0}}); },
                  {"Perlin::period[0] is 3", "extent 4"});
  EXPECT_NO_THROW(perlin({.lattice = of_gradients, .period = {4, 3}}));
}

TEST(Validation, OwnGradients) {
  expect_rejected([] { Gradients::vectors<2>({}); },
                  {"Gradients::vectors: there are 0", "1 to 256"});
  expect_rejected([] { Gradients::vectors<2>(std::vector<std::array<float, 2>>(257)); },
                  {"there are 257", "1 to 256"});
}

// Fields that are made for some dimensions are rejected in others, everywhere.
TEST(Validation, DimensionsOfTheField) {
  const std::vector<std::array<float, 2>> vectors(12, {1, 0});
  const Field fields[] = {
      perlin({.lattice = Lattice::explicit_gradients<2>(vectors, {4, 3})}),
      perlin({.gradients = Gradients::vectors<2>(vectors)}),
      fbm(value({.lattice = Lattice::explicit_values<2>(std::vector<float>(12), {4, 3})})),
      ridged(perlin({.gradients = Gradients::vectors<2>(vectors)}))};
  std::vector<float> out(8, canary), more(8, canary);
  const std::vector<double> x(8);
  for (const Field& field : fields) {
    EXPECT_NO_THROW(sample(field, 1, 2));
    EXPECT_NO_THROW(sample(out, field, x, x));
    EXPECT_NO_THROW(range(field, 2));
    expect_rejected([&] { sample(field, 1); }, {"made for 2 dimensions", "the point has 1"});
    expect_rejected([&] { sample(field, 1, 2, 3); }, {"made for 2 dimensions", "the point has 3"});
    expect_rejected([&] { sample(out, field, x, x, x); },
                    {"made for 2 dimensions", "the array of points has 3"});
    expect_rejected([&] { range(field, 4); }, {"made for 2 dimensions", "4"});
    expect_grid_rejected<3>({.shape = {1, 2, 2}}, {"made for 2 dimensions", "the grid has 3"},
                            field);
  }
  expect_rejected([&] { sample(coordinate({.axis = 2}), 1, 2); },
                  {"an axis that it names", "3 dimensions at least", "the point has 2"});
  EXPECT_EQ(sample(coordinate({.axis = 2}), 1, 2, 3), 3.0f);
}

TEST(Validation, Period) {
  for (const std::int64_t period : {std::int64_t{-1}, (std::int64_t{1} << 32) + 1, huge}) {
    expect_rejected([&] { perlin({.period = {0, 0, period}}); },
                    {"Perlin::period[2] is", "1 to 2^32", "0 for none"});
    expect_rejected([&] { value({.period = {period, 0}}); }, {"Value::period[0] is"});
    expect_rejected([&] { white({.period = {0, period}}); }, {"White::period[1] is"});
  }
  for (const graph::FractalKind& fractal : graph::fractals()) {
    expect_rejected([&] { fractal.make(perlin({.period = {4, 0}}), {.lacunarity = 1.5}); },
                    {"::lacunarity", "1.5", "whole number", "period"});
    expect_rejected([&] { fractal.make(perlin({.period = {4, 0}}), {.octaves = 32}); },
                    {"::octaves", "2^32"});
    expect_rejected([&] { fractal.make(fbm(perlin({.period = {4, 0}})), {.lacunarity = 2.5}); },
                    {"whole number"});
    EXPECT_NO_THROW(fractal.make(perlin({.period = {4, 0}}), {.octaves = 31}));
    EXPECT_NO_THROW(fractal.make(perlin({.period = {4, 0}}), {.octaves = 1, .lacunarity = 1.5}));
    EXPECT_NO_THROW(fractal.make(perlin({.period = {4, 0}}), {.lacunarity = 3}));
  }
}

TEST(Validation, ConstantAndCoordinate) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    expect_rejected([&] { constant(bad); }, {"constant: value is", "finite"});
  }
  for (const int axis : {-1, 4})
    expect_rejected([&] { coordinate({.axis = axis}); }, {"Coordinate::axis is", "0 to 3"});
  for (const double frequency : {0.0, nan, infinity}) {
    expect_rejected([&] { coordinate({.frequency = frequency}); },
                    {"Coordinate::frequency is", "other than 0"});
  }
}

TEST(Validation, Strides) {
  std::vector<float> out(100, canary);
  const auto rejected = [&](const Strided<3>& destination,
                            std::initializer_list<std::string_view> parts) {
    expect_rejected([&] { fill(destination, {.shape = {5, 4, 3}}, perlin()); }, parts);
    for (const float value : out) EXPECT_EQ(value, canary);
  };
  rejected({.elements = out, .stride = {4}}, {"stride[0] is 4", "from row to row", "share"});
  rejected({.elements = out, .stride = {-4}, .first = 50}, {"stride[0] is -4", "share"});
  rejected({.elements = out, .stride = {8, 12}},
           {"stride[1] is 12", "from slice to slice", "share"});
  rejected({.elements = out, .stride = {8, 40}}, {"elements 0 to 108", "there are 100"});
  rejected({.elements = out, .stride = {-8, 32}, .first = 20}, {"elements -4 to"});
  rejected({.elements = out, .stride = {huge}}, {"stride[0] is", "do not fit"});
  rejected({.elements = out, .stride = {5, std::numeric_limits<std::int64_t>::min() + 1}},
           {"stride[1] is", "do not fit"});
  rejected({.elements = out, .stride = {std::numeric_limits<std::int64_t>::min()}},
           {"stride[0] is", "do not fit"});
  rejected({.elements = out, .first = -1}, {"first is -1"});
  rejected({.elements = out, .first = huge}, {"first is"});
  rejected({.elements = out, .first = 41}, {"elements 41 to 100"});
  rejected({.elements = std::span(out).first(59)}, {"there are 59 elements", "60 samples"});
  rejected({.elements = {}}, {"0 elements"});
  rejected({.elements = out, .stride_x = 2}, {"elements 0 to 118", "there are 100"});
  rejected({.elements = out, .stride_x = -1}, {"elements -4 to 55"});
  rejected({.elements = out, .stride_x = 30},
           {"stride_x is 30", "from sample to sample", "not fit"});
  rejected({.elements = out, .stride_x = std::numeric_limits<std::int64_t>::min()},
           {"stride_x is"});
  rejected({.elements = out, .stride = {1, 4}, .stride_x = 3},
           {"stride_x is 3", "what lies between has 4 elements", "share"});
  rejected({.elements = out, .stride = {3, 20}, .stride_x = 4},
           {"stride_x is 4", "has 10 elements"});
  EXPECT_NO_THROW(fill(Strided<3>{.elements = out, .first = 40}, {.shape = {5, 4, 3}}, perlin()));
  // Axes of one sample may have any stride.
  EXPECT_NO_THROW(
      fill(Strided<3>{.elements = out, .stride_x = huge}, {.shape = {1, 4, 3}}, perlin()));
  for (const std::int64_t any : {std::int64_t{1}, huge, std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_NO_THROW(
        fill(Strided<3>{.elements = out, .stride = {any, any}}, {.shape = {5, 1, 1}}, perlin()));
    EXPECT_NO_THROW(
        fill(Strided<3>{.elements = out, .stride = {any, 7}}, {.shape = {5, 1, 4}}, perlin()));
  }
}

TEST(Validation, Codes) {
  std::vector<std::uint16_t> out(4, 77);
  for (const Range& codes :
       {Range{1, 0}, Range{0, 0}, Range{0, std::numeric_limits<float>::infinity()},
        Range{std::numeric_limits<float>::quiet_NaN(), 1}}) {
    expect_rejected([&] { fill<2>(out, {.shape = {2, 2}}, perlin(), codes); },
                    {"codes are from", "finite", "smaller one first"});
  }
  expect_rejected([&] { fill<2>(out, {.shape = {3, 2}}, perlin()); }, {"out has 4", "6 samples"});
  EXPECT_EQ(out, (std::vector<std::uint16_t>(4, 77)));
}

// Codes of the range of a coordinate, +-2^51, would all be the middle one.
TEST(Validation, DefaultCodesOfCoordinates) {
  const Field y = coordinate({.axis = 1});
  const Field height = 64 + 20 * fbm(perlin());
  const Grid<2> grid{.shape = {2, 2}};
  for (const Field& field : {y, height - y, scale(height - y, 2), 1e-6f * y, sqrt(abs(y)),
                             min(y, height), y * y, mix(y, perlin(), 0.5f), tile(y, {64, 64}),
                             distance({1, 2}, 2), erode(height) - y, clamp(y, -0x1p24f, 0x1p24f)}) {
    std::vector<std::uint16_t> wide(4, 7);
    std::vector<std::uint8_t> narrow(4, 7);
    const std::initializer_list<std::string_view> parts{
        "codes of the range of the field, ", "it holds a coordinate", "give the codes a Range"};
    expect_rejected([&] { fill(wide, grid, field); }, parts);
    expect_rejected([&] { fill(narrow, grid, field); }, parts);
    EXPECT_EQ(wide, std::vector<std::uint16_t>(4, 7));
    EXPECT_EQ(narrow, std::vector<std::uint8_t>(4, 7));
    EXPECT_NO_THROW(fill(wide, grid, field, Range{-64, 64}));
  }
  // Coordinates within bounds; and a wide range that has none.
  for (const Field& field :
       {clamp(y, -100, 100), clamp(y, -0x1p24f, 0x1p24f - 1), sine(y), fraction(y), step(0.5f, y),
        smoothstep(0, 1e9f, y), 1e30f * perlin(), 1 / (1 + y * y)}) {
    std::vector<std::uint16_t> wide(4);
    EXPECT_NO_THROW(fill(wide, grid, field));
  }
}

TEST(Validation, Planes) {
  std::vector<float> out(4, canary), less(3, canary);
  expect_rejected(
      [&] { fill(Planes<2>{.value = out, .derivative = {less, {}}}, {.shape = {2, 2}}, perlin()); },
      {"there are 3"});
  std::vector<float> more(4, canary);
  expect_rejected(
      [&] {
        fill(Planes<2>{.value = out, .derivative = {more, out}}, {.shape = {2, 2}}, perlin());
      },
      {"out.value and out.derivative[1] are the same array; use one for each of them"});
  expect_rejected(
      [&] {
        fill(Planes<2>{.value = out, .derivative = {}}, {.shape = {2, 2}, .step = {1e-300, 1e-300}},
             perlin({.frequency = 1e300}));
      },
      {"derivatives", "1e36"});
  EXPECT_EQ(out, std::vector<float>(4, canary));
}

// Planes whose samples share an element are rejected, whatever their strides are, and no others: a
// table of all elements says which.
TEST(Validation, PlanesThatOverlap) {
  constexpr std::int64_t height = 2, depth = 2;
  std::vector<float> all(400, canary);
  const struct {
    std::int64_t width;
    std::array<std::int64_t, 2> stride;
  } layouts[] = {{3, {3, 6}},    {3, {4, 9}},  {3, {6, 12}},  {3, {-3, 6}},
                 {3, {20, 3}},   {3, {6, -3}}, {3, {-9, -4}}, {3, {13, 40}},
                 {3, {-13, 40}}, {1, {1, 2}},  {1, {-1, 5}},  {1, {7, 1}}};
  int shared = 0, apart = 0;
  for (const auto& [width, stride] : layouts) {
    const auto elements_from = [&](std::int64_t first) {
      std::set<std::int64_t> elements;
      for (std::int64_t z = 0; z < depth; ++z) {
        for (std::int64_t y = 0; y < height; ++y) {
          for (std::int64_t x = 0; x < width; ++x)
            elements.insert(first + x + y * stride[0] + z * stride[1]);
        }
      }
      return elements;
    };
    for (std::int64_t distance = -70; distance <= 70; ++distance) {
      if (distance == 0) continue;
      const std::set<std::int64_t> one = elements_from(100), other = elements_from(100 + distance);
      const bool is_shared =
          std::ranges::any_of(one, [&](std::int64_t element) { return other.contains(element); });
      // `first` is that of both, so the arrays begin so far from each other.
      float* const begin = all.data() + 100;
      const auto fill_both = [&] {
        fill<3>(Planes<3>{.value = {begin, 200},
                          .derivative = {std::span<float>(), {begin + distance, 200}},
                          .stride = {stride[0], stride[1]},
                          .first = 80},
                {.shape = {width, height, depth}}, perlin());
      };
      SCOPED_TRACE(distance);
      if (is_shared) {
        expect_rejected(fill_both, {"out.value and out.derivative[1] overlap; no two samples"});
      } else {
        EXPECT_NO_THROW(fill_both());
      }
      ++(is_shared ? shared : apart);
    }
  }
  EXPECT_GT(shared, 100);
  EXPECT_GT(apart, 100);
}

TEST(Validation, ArraysOfPoints) {
  std::vector<float> out(4, canary);
  const std::vector<double> four(4), five(5);
  const std::vector<float> four_floats(4), three_floats(3);
  expect_rejected([&] { sample(out, perlin(), five); }, {"out has 4 elements", "x has 5"});
  expect_rejected([&] { sample(out, perlin(), four, five); }, {"y has 5 elements", "x has 4"});
  expect_rejected([&] { sample(out, perlin(), four, four, five); }, {"z has 5 elements"});
  expect_rejected(
      [&] { sample(out, perlin(), four_floats, four_floats, four_floats, three_floats); },
      {"w has 3 elements"});
  expect_rejected(
      [&] { sample<1>(Planes<1>{.value = out, .derivative = {}, .first = 1}, perlin(), {four}); },
      {"out.first is 1", "0 for points"});
  const auto with_stride_x = [&](std::int64_t stride) {
    sample<1>(Planes<1>{.value = out, .derivative = {}, .stride_x = stride}, perlin(), {four});
  };
  for (const std::int64_t stride : {-1, 2})
    expect_rejected([&] { with_stride_x(stride); }, {"out.stride_x is", "0 or 1 for points"});
  const Planes<2> in_rows{.value = out, .derivative = {}, .stride = {4}};
  expect_rejected([&] { sample(in_rows, perlin(), {four, four}); },
                  {"out.stride is 4", "use 0 for points"});
  std::vector<float> x(4), y(4), z(5);
  expect_rejected([&] { normals(x, y, z, 1); }, {"normals", "4, 4 and 5"});
  expect_rejected([&] { normals(x, y, x, std::numeric_limits<float>::infinity()); },
                  {"normals: height"});
  expect_rejected([&] { normals(x, y, x, 1); }, {"normals: x, y and z overlap"});
  expect_rejected([&] { isosurface_normals(x, y, z); }, {"isosurface_normals: x, y and z have 4"});
  const std::span<float> first(z.data(), 4), second(z.data() + 1, 4);
  expect_rejected([&] { isosurface_normals(first, x, second); },
                  {"isosurface_normals: x, y and z overlap; use an array for each"});
  EXPECT_NO_THROW(isosurface_normals({}, {}, {}));
  for (const float value : out) EXPECT_EQ(value, canary);
}

// An array that is written is one of the coordinates, or has no element in common with any.
TEST(Validation, PointsThatOverlapCoordinates) {
  constexpr std::size_t count = 1000;
  std::vector<float> all(3 * count);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = 0.37f * static_cast<float>(i);
  const std::vector<float> before = all, other(count, 0.5f);
  const std::span<float> x(all.data() + count, count);
  for (const std::ptrdiff_t moved : {-1, 1, 7, -999, 999}) {
    const std::span<float> out(x.data() + moved, count);
    expect_rejected([&] { sample(out, perlin(), x); },
                    {"out overlaps x; use another array, or all of x"});
    expect_rejected([&] { sample(out, perlin(), other, other, x); }, {"out overlaps z; use"});
    expect_rejected([&] { sample<2>({.derivative = {out, {}}}, perlin(), {x, other}); },
                    {"out.derivative[0] overlaps x; use another array"});
    expect_rejected([&] { sample<2>({.value = out}, perlin(), {other, x}); },
                    {"out.value overlaps y; use another array"});
  }
  EXPECT_EQ(all, before);
  EXPECT_NO_THROW(sample(std::span(all).first(count), perlin(), x));
  EXPECT_NO_THROW(sample(std::span(all).last(count), perlin(), x));
  EXPECT_NO_THROW(sample(std::span<float>(), perlin(), std::span<const float>()));

  // Floats over doubles, which never lie at the same places.
  std::vector<double> wide(count, 0.25);
  float* const floats = reinterpret_cast<float*>(wide.data());
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}, count}) {
    const std::span<float> out(floats + first, count);
    expect_rejected([&] { sample(out, perlin(), wide); },
                    {"out overlaps x, which are doubles; use another array"});
    expect_rejected([&] { sample<1>({.derivative = {out}}, perlin(), {wide}); },
                    {"out.derivative[0] overlaps x, which are doubles"});
  }
  EXPECT_EQ(wide, std::vector<double>(count, 0.25));
}

// In place, by each of the arrays: all samples are read before they are written.
TEST(Validation, PointsInPlace) {
  constexpr std::size_t count = 40'000;
  std::vector<float> first(count), second(count), expected[3];
  for (std::size_t i = 0; i < count; ++i) {
    first[i] = 0.37f * static_cast<float>(i);
    second[i] = 0.11f * static_cast<float>(i);
  }
  for (auto& plane : expected) plane.resize(count);
  const Field field = fbm(perlin());
  sample<2>({.value = expected[0], .derivative = {expected[1], expected[2]}}, field,
            {first, second});
  for (int kind = 0; kind < 4; ++kind) {
    std::vector<float> x = first, y = second, free(count);
    if (kind == 0) {
      sample(x, field, x, y);
      EXPECT_EQ(x, expected[0]);
    } else if (kind == 1) {
      sample(y, field, x, y);
      EXPECT_EQ(y, expected[0]);
    } else if (kind == 2) {
      sample<2>({.value = free, .derivative = {x, y}}, field, {x, y});
      EXPECT_EQ(free, expected[0]);
      EXPECT_EQ(x, expected[1]);
      EXPECT_EQ(y, expected[2]);
    } else {
      sample<2>({.value = y, .derivative = {std::span<float>(), x}}, field, {x, y});
      EXPECT_EQ(y, expected[0]);
      EXPECT_EQ(x, expected[2]);
    }
  }
}

// Messages name Fractal for sums, Cascade for products, and Multifractal for those with feedback.
TEST(Validation, Fractal) {
  for (const graph::FractalKind& fractal : graph::fractals()) {
    for (const int octaves : {-1, 0, 33, 100}) {
      expect_rejected([&] { fractal.make(perlin(), {.octaves = octaves}); },
                      {"::octaves is", "1 to 32"});
    }
    for (const double lacunarity : {nan, infinity, -infinity, 0.0, -2.0}) {
      expect_rejected([&] { fractal.make(perlin(), {.lacunarity = lacunarity}); },
                      {"::lacunarity", "finite", "above 0"});
    }
    for (const double gain : {nan, infinity, -infinity}) {
      expect_rejected([&] { fractal.make(perlin(), {.gain = gain}); }, {"::gain", "finite"});
    }
    expect_rejected([&] { fractal.make(perlin(), {.octaves = 32, .gain = 1e300}); },
                    {"::gain", "overflow"});
    expect_rejected([&] { fractal.make(perlin(), {.octaves = 32, .lacunarity = 1e300}); },
                    {"::lacunarity", "range of binary64"});
    expect_rejected([&] { fractal.make(perlin(), {.octaves = 32, .lacunarity = 1e-300}); },
                    {"::lacunarity", "range of binary64"});
    EXPECT_NO_THROW(fractal.make(perlin(), {.octaves = 32}));
    EXPECT_NO_THROW(fractal.make(perlin(), {.octaves = 1, .gain = 0}));
  }
}

TEST(Validation, Dimensions) {
  for (const int dimensions : {-1, 0, 5})
    expect_rejected([&] { range(perlin(), dimensions); }, {"dimensions", "1 to 4"});
}

}  // namespace
}  // namespace perlane::testing
