// Octaves are out of step: each but the first is moved by a part of its cell, so that the lattice
// of the first does not show in their sum.

#include "support/testing.hpp"

#include "graph/arithmetic/operations.hpp"
#include "graph/noise/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace perlane::testing {
namespace {

using MakeFractal = Field (*)(Field, const Fractal&);

// Returns the shift of an octave of a source that is not shifted itself.
graph::Shift shift_of(std::uint64_t source_seed, std::uint64_t k) {
  constexpr double origin[4] = {};
  return graph::octave_shift(origin, graph::octave_seed(source_seed, k), {k, 1.0, false});
}

TEST(Octaves, ShiftsAreEvenlyDrawnPartsOfACell) {
  constexpr int seeds = 2000, octaves = 31;
  int count[256] = {};
  double product = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    for (std::uint64_t k = 1; k <= octaves; ++k) {
      const graph::Shift shift = shift_of(seed, k);
      for (const double cells : shift) {
        ASSERT_GE(cells, 0.25);
        ASSERT_LE(cells, 0.75);
        ASSERT_EQ(cells * 256, std::floor(cells * 256));
        ++count[static_cast<int>(cells * 256)];
      }
      product += (shift[0] - 0.5) * (shift[1] - 0.5) + (shift[2] - 0.5) * (shift[3] - 0.5);
    }
  }
  // Chi-square with 128 degrees of freedom, and the correlation of axes: within four standard
  // deviations of chance.
  const double expected = 4.0 * seeds * octaves / 129;
  double chi = 0;
  for (int i = 64; i <= 192; ++i) chi += (count[i] - expected) * (count[i] - expected) / expected;
  EXPECT_LT(std::abs(chi - 128) / std::sqrt(2 * 128.0), 4.0);
  constexpr double variance = 129.0 * 129.0 / 12 / 65536;
  EXPECT_LT(std::abs(product) / variance / std::sqrt(2.0 * seeds * octaves), 4.0);
}

// The shifts of fractals within fractals add up, and no sum puts an octave back in step.
TEST(Octaves, SumsOfShiftsStayAwayFromWholeNumbers) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const double before[] = {0.25, 0.5, 255.0 / 256, 1.75};
    const graph::Shift after = graph::octave_shift(before, seed, {1, 2.0, false});
    for (std::size_t axis = 0; axis < 4; ++axis) {
      ASSERT_GE(std::abs(after[axis] - std::round(after[axis])), 0.25);
      ASSERT_GT(after[axis], before[axis]);
      ASSERT_LT(after[axis], before[axis] + 1);
    }
  }
}

TEST(Octaves, AreTheSourceAtShiftedCoordinates) {
  const Perlin source{.seed = 9, .frequency = 0.25};
  const Fractal sum{.octaves = 4};
  const Field field = fbm(perlin(source), sum);
  for (int i = 0; i < 2000; ++i) {
    const double x = 0.37 * i - 300, y = 0.11 * i, z = 1e3 - i * 0.7;
    double expected = 0, amplitude = 1, total = 0, frequency = source.frequency;
    for (std::uint64_t k = 0; k < 4; ++k) {
      const std::uint64_t seed = k == 0 ? std::uint64_t{source.seed} : graph::octave_seed(9, k);
      const graph::Shift shift = k == 0 ? graph::Shift{} : shift_of(9, k);
      const Field octave = perlin({.seed = seed, .frequency = frequency});
      expected += amplitude * sample(octave, x + shift[0] / frequency, y + shift[1] / frequency,
                                     z + shift[2] / frequency);
      total += amplitude;
      amplitude *= sum.gain;
      frequency *= sum.lacunarity;
    }
    ASSERT_NEAR(sample(field, x, y, z), expected / total, 1e-6);
  }
}

// Fields over a source, with the seed and the scale that theirs have in an octave of such a
// frequency.
std::vector<NamedField> fields_over(const Field& source, std::uint64_t seed, double factor) {
  const auto part = static_cast<float>(1 / factor);
  std::vector<NamedField> fields{
      {"curve", curve(source, {{-1, 0}, {0, 0.5f}, {1, 1}})},
      {"remap", remap(source, {-1, 1}, {0, 3})},
      {"terrace", terrace(source, 5, 0.5f)},
      {"translate", translate(source, {3, -2})},
      {"scale", scale(source, {2, -0.5, 1})},
      {"rotate", rotate(source, 0.7)},
      {"rotate y to z", rotate(source, 0.7, 1, 2)},
      {"transform", transform(source, {{1, 0.25, 3}, {0.5, 2, -1}})},
      {"loop", loop(source, 1, 50)},
      {"tile", tile(source, 16)},
      {"tile of two axes", tile(source, {16, 32})},
      {"warp", warp(source, {source * (3 * part), source * part})},
      {"cellular_lookup", cellular_lookup(source, {.seed = seed, .frequency = 0.125 * factor})},
      {"derivative", derivative(source, 1) * part},
      {"slope", slope(source) * part},
      {"differences", differences(source, 2 / factor)},
      {"erode", erode(source, {.seed = seed, .scale = 24 / factor})}};
  for (const int axis : {0, 1, 2, 3})
    fields.push_back({"extrude " + std::to_string(axis), extrude(source, axis)});
  for (const graph::OperationKind& kind : graph::operations())
    fields.push_back({std::string(kind.name), kind.make(source, source + 2)});
  return fields;
}

template <int N>
void expect_equal(const Grid<N>& grid, const Field& a, const Field& b) {
  if (!has_dimensions(b, N)) return;
  EXPECT_TRUE(same_bits(filled(grid, a), filled(grid, b), grid));
  if (!has_derivatives(b)) return;
  const PlaneArrays<N> of_a = filled_planes(grid, a), of_b = filled_planes(grid, b);
  for (std::size_t plane = 0; plane <= N; ++plane)
    EXPECT_TRUE(same_bits(of_a[plane], of_b[plane], grid)) << "plane " << plane;
}

// Displacements, steps, gullies and cells of lookups shrink as the cells do, and slopes are as
// steep per cell; maps stay.
TEST(Octaves, OfFieldsAreFieldsOfOctaves) {
  const std::uint64_t seed = graph::octave_seed(7, 1);
  const std::vector<NamedField> first = fields_over(perlin({.seed = 7, .frequency = 0.0625}), 7, 1),
                                second = fields_over(perlin({.seed = seed, .frequency = 0.125}),
                                                     seed, 2);
  for (std::size_t i = 0; i < first.size(); ++i) {
    SCOPED_TRACE(first[i].name);
    const Field octave =
        graph::field_of(graph::octave_of(graph::pointer_of(first[i].field), {1, 2.0, true}));
    const Field& expected = second[i].field;
    EXPECT_EQ(graph::node_of(octave).dimensions(), graph::node_of(expected).dimensions());
    expect_equal<1>({.shape = {70}, .first = {-20}}, octave, expected);
    expect_equal<2>({.shape = {37, 9}, .first = {-20, 5}}, octave, expected);
    expect_equal<3>({.shape = {19, 5, 3}, .first = {-20, 5, 9}}, octave, expected);
    expect_equal<4>({.shape = {9, 3, 2, 2}, .first = {-20, 5, 9, 1}}, octave, expected);
  }
}

// The share of the samples in the top 5% that lie in the tenth of the area around lattice points of
// the first octave.
double share_around_lattice_points(const Field& field) {
  // The finest of six octaves has one sample to a cell, at its centre.
  const Grid<2> grid{.shape = {2048, 2048}, .origin = {0.5, 0.5}};
  const std::vector<float> values = filled(grid, field);
  std::vector<float> sorted = values;
  const std::size_t top = values.size() / 20;
  std::ranges::nth_element(sorted, sorted.end() - static_cast<std::ptrdiff_t>(top));
  const float threshold = sorted[values.size() - top];
  std::size_t high = 0, near = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < threshold) continue;
    ++high;
    const double x = (static_cast<double>(i % 2048) + 0.5) / 32,
                 y = (static_cast<double>(i / 2048) + 0.5) / 32;
    const double dx = x - std::round(x), dy = y - std::round(y);
    if (dx * dx + dy * dy < 0.1 / 3.14159265) ++near;
  }
  return static_cast<double>(near) / static_cast<double>(high);
}

TEST(Octaves, RidgesDoNotShowTheLattice) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Field source = perlin({.seed = seed, .frequency = 1.0 / 32});
    EXPECT_LT(share_around_lattice_points(ridged(source)), 0.25) << "seed " << seed;
    // The sum as published, for comparison: without this the test could not fail.
    EXPECT_GT(share_around_lattice_points(ridged(source, {.aligned = true})), 0.28);
  }
}

// At lattice points of the first octave, the sums are not what they are nowhere else.
TEST(Octaves, LatticePointsDoNotStandOut) {
  const Grid<2> lattice{.shape = {300, 300}};
  for (const std::uint64_t seed : {0u, 1u, 2u}) {
    const Field source = perlin({.seed = seed, .frequency = 1});
    const auto count = [&](const Field& field, float value) {
      const std::vector<float> values = filled(lattice, field);
      return std::ranges::count_if(values, [&](float n) { return std::abs(n - value) < 1e-5f; });
    };
    // The deviation of the sum there is about 0.06, and a window of 2e-5 at its peak catches one in
    // some 7500 by chance.
    EXPECT_LT(count(fbm(source), 0.0f), 60) << "seed " << seed;
    EXPECT_EQ(count(fbm(source, {.aligned = true}), 0.0f), 300 * 300);
    EXPECT_EQ(count(ridged(source), 1.0f), 0) << "seed " << seed;
    EXPECT_EQ(count(ridged(source, {.aligned = true}), 1.0f), 300 * 300);
    EXPECT_EQ(count(billow(source), -1.0f), 0) << "seed " << seed;
  }
}

// Tables and the user's arrays are moved like hashes.
TEST(Octaves, LatticesOfEveryKindAreShifted) {
  const std::array<float, 2> vectors[] = {{1, 0}, {0, 1}, {-1, 0}, {0.6f, 0.8f}};
  const Field sources[] = {
      perlin({.frequency = 1, .lattice = Lattice::permutation(256)}),
      perlin({.frequency = 1, .lattice = Lattice::classic(256)}),
      perlin({.frequency = 1, .lattice = Lattice::explicit_gradients<2>(vectors, {2, 2})}),
      perlin2002()};
  for (const Field& source : sources) {
    const Grid<2> lattice{.shape = {40, 40}};
    const std::vector<float> aligned = filled(lattice, fbm(source, {.aligned = true}));
    EXPECT_EQ(std::ranges::count(aligned, 0.0f), 1600);
    const std::vector<float> moved = filled(lattice, fbm(source));
    EXPECT_LT(std::ranges::count(moved, 0.0f), 100);
  }
}

// The repetition is exact if coordinates and periods are.
TEST(Octaves, KeepPeriodsToTheBit) {
  for (const MakeFractal& fractal : {MakeFractal(fbm), MakeFractal(ridged), MakeFractal(billow)}) {
    const Field field =
        fractal(fbm(perlin({.seed = 3, .frequency = 1.0 / 8, .period = {5, 7, 3}}), {.octaves = 3}),
                {.octaves = 3});
    const Grid<3> here{.shape = {41, 9, 4}, .step = {0.75, 1, 0.5}, .origin = {-3, 2, 1}};
    Grid<3> there = here;
    there.origin = {-3 + 5 * 8 * 3, 2 - 7 * 8, 1 + 3 * 8 * 11};
    EXPECT_EQ(filled(here, field), filled(there, field));
  }
}

// The limit of coordinates counts the shift.
TEST(Octaves, LimitOfCoordinatesIncludesTheShift) {
  const Field source = perlin({.frequency = 1});
  const double last = 0x1p51 - 0.25;
  std::vector<float> out(1);
  const auto fill_at = [&](const Field& field, double x) {
    fill<1>(out, {.shape = {1}, .origin = {x}}, field);
  };
  EXPECT_NO_THROW(fill_at(source, last));
  const Field sum = fbm(source, {.octaves = 2, .lacunarity = 1});
  EXPECT_THROW(fill_at(sum, last), std::invalid_argument);
  EXPECT_NO_THROW(fill_at(sum, last - 1));
  EXPECT_NO_THROW(fill_at(fbm(source, {.octaves = 2, .lacunarity = 1, .aligned = true}), last));
  // A point beyond the limit is not a number; one within is what a grid has there.
  EXPECT_FALSE(std::isnan(sample(sum, last - 1)));
  fill_at(sum, last - 1);
  EXPECT_EQ(out[0], sample(sum, last - 1));
  EXPECT_TRUE(std::isnan(sample(sum, 0x1p51)));
}

}  // namespace
}  // namespace perlane::testing
