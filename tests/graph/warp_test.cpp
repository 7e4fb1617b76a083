// Warps against their formulas: where samples are moved to, octaves, limits and rejections.
// tests/graph/operators_test.cpp compares them with the reference bit for bit.

#include "support/random_points.hpp"
#include "support/reference.hpp"

#include <perlane/text.hpp>

#include "graph/noise/draw.hpp"
#include "graph/noise/lattice.hpp"
#include "graph/node.hpp"

#include <cmath>
#include <limits>
#include <random>

namespace perlane::testing {
namespace {

// Noise that is handed sums of coordinates and displacements is the field at these, to the bit.
TEST(Warp, IsTheFieldAtMovedCoordinates) {
  const Field f = fbm(cellular({.seed = 1, .frequency = 0.1}), {.octaves = 3});
  const Field a = 40 * perlin({.seed = 2, .frequency = 0.03}), b = 7 * value({.seed = 3});
  for (const auto& c : places(2000, 1e4)) {
    const double da = double{at(a, c)}, db = double{at(b, c)};
    EXPECT_EQ(at(warp(f, {a, b}), c), at(f, {c[0] + da, c[1] + db, c[2], c[3]}));
    EXPECT_EQ(at(warp(f, {a, b, 0.3f}), c),
              at(f, {c[0] + da, c[1] + db, c[2] + double{0.3f}, c[3]}));
    EXPECT_EQ(at(warp(f, {0, a, b, a}), c), at(f, {c[0], c[1] + da, c[2] + db, c[3] + da}));
    // The map applies to the displacements, too.
    EXPECT_EQ(at(translate(warp(f, {a, b}), {3, 4}), c),
              at(warp(f, {a, b}), {c[0] - 3, c[1] - 4, c[2], c[3]}));
    // Maps within a warp are handed sums, too.
    const Field g = scale(perlin({.frequency = 0.1}), {2, 2, 2, 2});
    EXPECT_EQ(at(warp(g, {a, b}), c), at(g, {c[0] + da, c[1] + db, c[2], c[3]}));
  }
  EXPECT_EQ(range(warp(f, {a, b}), 2), range(f, 2));
}

// Gradient and value noise is handed coordinates and displacements in two parts. Where no number is
// rounded, it is the field at their sum to the bit; elsewhere to the last digits of the
// displacement.
TEST(Warp, LatticeNoiseEqualsTheFieldAtMovedCoordinates) {
  const Field step = select(perlin({.seed = 4}), 0.0f, -20.375f, 12.0625f);
  for (const Field& f :
       {perlin({.seed = 1, .frequency = 0.125}), value({.seed = 5, .frequency = 0.5}),
        fbm(perlin({.seed = 1, .frequency = 0.125, .period = {3, 5, 7, 9}}), {.octaves = 4})}) {
    for (auto c : places(2000, 1e4)) {
      for (double& coordinate : c) coordinate = std::round(coordinate * 64) / 64;
      const double d = double{at(step, c)};
      const std::array<double, 4> moved{c[0] + d, c[1] - 7.5, c[2], c[3] + d};
      EXPECT_EQ(at(warp(f, {step, -7.5f, 0, step}), c), at(f, moved));
      EXPECT_EQ(at(warp(warp(f, {step, 1}), {1.5f, 2}), {c[0], c[1], c[2], c[3]}),
                at(f, {c[0] + 1.5 + double{at(step, {c[0] + 1.5, c[1] + 2, c[2], c[3]})}, c[1] + 3,
                       c[2], c[3]}));
    }
  }
  const Field f = fbm(perlin({.seed = 1, .frequency = 0.1}), {.octaves = 3});
  const Field a = 40 * perlin({.seed = 2, .frequency = 0.03}), b = 7 * value({.seed = 3});
  for (const auto& c : places(2000, 1e8)) {
    const double da = double{at(a, c)}, db = double{at(b, c)};
    const std::array<double, 4> moved{c[0] + da, c[1] + db, c[2], c[3]};
    EXPECT_NEAR(at(warp(f, {a, b}), c), at(f, moved), 3e-7f);
    EXPECT_NEAR(at(warp(f, {a + 600.3f, b}), c),
                at(f, {moved[0] + double{600.3f}, moved[1], c[2], c[3]}), 6e-6f);
    // A warp of a warp is moved by the outer one first.
    EXPECT_NEAR(at(warp(warp(f, {b, a}), {a, b}), c), at(warp(f, {b, a}), moved), 7e-7f);
  }
}

// The seeds and amplitudes are those that docs/numerics.md has.
TEST(Warp, DomainWarps) {
  // A map within a warp is handed sums.
  const Field f = scale(value({.seed = 8, .frequency = 0.05}), {2, 2, 2, 2});
  const Warp parameters{
      .seed = 3, .frequency = 0.02, .amplitude = 11, .octaves = 3, .lacunarity = 2.5, .gain = 0.4};
  graph::SplitMix64 draw(graph::octave_seed(3, ~std::uint64_t{1}));
  std::vector<Field> noise;
  for (int axis = 0; axis < 4; ++axis) noise.push_back(perlin({.seed = draw(), .frequency = 0.02}));
  const double total = 1 + 0.4 + 0.4 * 0.4;
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    for (const auto& c : places(500, 1e3)) {
      std::array<double, 4> summed = c, moved = c;
      for (int axis = 0; axis < dimensions; ++axis) {
        const Field sum = fbm(noise[static_cast<std::size_t>(axis)],
                              {.octaves = 3, .lacunarity = 2.5, .gain = 0.4});
        summed[static_cast<std::size_t>(axis)] += double{at(sum, c, dimensions)} * 11;
      }
      EXPECT_EQ(at(domain_warp(f, parameters), c, dimensions), at(f, summed, dimensions));

      double factor = 1, weight = 1;
      for (std::uint64_t k = 0; k < 3; ++k) {
        const std::array<double, 4> from = moved;
        for (int axis = 0; axis < dimensions; ++axis) {
          auto node = graph::pointer_of(noise[static_cast<std::size_t>(axis)]);
          if (k > 0) node = graph::octave_of(node, {k, factor, false});
          moved[static_cast<std::size_t>(axis)] +=
              double{at(graph::field_of(node), from, dimensions)} * (weight / total * 11);
        }
        factor *= 2.5;
        weight *= 0.4;
      }
      EXPECT_NEAR(at(domain_warp_progressive(f, parameters), c, dimensions),
                  at(f, moved, dimensions), 4e-7f);
    }
  }
  const Warp once{.seed = 3};
  const Grid<2> grid{.shape = {50, 50}};
  EXPECT_EQ(filled(grid, domain_warp(f, once)), filled(grid, domain_warp_progressive(f, once)));
  EXPECT_NE(filled(grid, domain_warp(f, once)), filled(grid, domain_warp(f, {.seed = 4})));
}

// Displacements shrink with the octave, as its cells do.
TEST(Warp, OctavesOfAWarp) {
  const Field f = cellular({.seed = 1, .frequency = 0.1}), by = 5 * perlin({.seed = 2});
  const auto octave = [](const Field& field) {
    return graph::field_of(graph::octave_of(graph::pointer_of(field), {1, 3.0, false}));
  };
  for (const auto& c : places(1000, 1e3)) {
    const double d = double{at(octave(by), c)} * (1.0 / 3);
    EXPECT_EQ(at(octave(warp(f, {0.75f, by})), c),
              at(octave(f), {c[0] + double{0.75f} * (1.0 / 3), c[1] + d, c[2], c[3]}));
  }
}

// A binary32 coordinate would be a multiple of 8 here, and the field a row of steps.
TEST(Warp, IsAsSmoothFarFromTheOriginAsThere) {
  const Field field = domain_warp(perlin(), {.octaves = 2});
  const auto steepest = [&](std::int64_t first) {
    const Grid<2> grid{.shape = {4000, 3}, .step = {0.25, 0.25}, .first = {first, first}};
    const std::vector<float> values = filled(grid, field);
    EXPECT_TRUE(same_bits(values, fill_by_points(grid, field), grid));
    float most = 0;
    for (std::size_t i = 1; i < 4000; ++i)
      most = std::max(most, std::abs(values[i] - values[i - 1]));
    return most;
  };
  const float near = steepest(0);
  EXPECT_GT(near, 0.005f);
  EXPECT_LT(near, 0.05f);
  for (const std::int64_t first : {std::int64_t{100'000'000}, -(std::int64_t{1} << 40)}) {
    EXPECT_GT(steepest(first), 0.005f);
    EXPECT_LT(steepest(first), 0.05f);
  }
}

TEST(Warp, KeepsPeriods) {
  const auto source = [](std::uint64_t seed) {
    return perlin({.seed = seed, .frequency = 1.0 / 16, .period = {8, 5}});
  };
  const Field field = fbm(warp(source(1), {20 * source(2), 20 * fbm(source(3))}), {.octaves = 4});
  const Grid<2> once{.shape = {128, 80}};
  const std::vector<float> first = filled(once, field);
  for (const std::array<std::int64_t, 2> origin :
       {std::array<std::int64_t, 2>{128, 0}, {-256, 800}}) {
    Grid<2> other = once;
    other.first = origin;
    EXPECT_EQ(filled(other, field), first);
  }
}

TEST(Warp, DerivativesEqualDifferences) {
  const Field f = fbm(perlin({.seed = 1, .frequency = 0.02}), {.octaves = 2});
  for (const Field& field :
       {domain_warp(f, {.octaves = 2}), domain_warp_progressive(f, {.octaves = 3}),
        warp(f, {20 * perlin({.seed = 5}), coordinate({.axis = 0, .frequency = 0.5})}),
        scale(warp(fbm(domain_warp(f)), {3.0f, 9 * value()}), {2, -3, 1, 1})}) {
    for (const auto& c : places(500, 1e3)) {
      for (int dimensions = 2; dimensions <= 4; ++dimensions) {
        float derivative[4];
        graph::node_of(field).sample({dimensions, false, {c[0], c[1], c[2], c[3]}}, derivative);
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
          constexpr double h = 1.0 / 64;
          std::array<double, 4> low = c, high = c;
          low[axis] -= h;
          high[axis] += h;
          const double slope =
              (double{at(field, high, dimensions)} - at(field, low, dimensions)) / (2 * h);
          ASSERT_NEAR(derivative[axis], slope, 1e-3) << axis << " of " << dimensions;
        }
      }
    }
  }
}

TEST(Warp, OnlyAxesThatThereAreAreMoved) {
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    EXPECT_EQ(count_of<model::NoiseStep>(domain_warp(perlin()), dimensions), dimensions + 1);
    EXPECT_EQ(
        count_of<model::NoiseStep>(domain_warp_progressive(perlin(), {.octaves = 3}), dimensions),
        3 * dimensions + 1);
  }
  // Equal warps move samples once.
  const Field a = 3 * perlin({.seed = 1}), b = 3 * perlin({.seed = 2});
  EXPECT_EQ(count_of<model::WarpStep>(warp(perlin(), {a, b}) + warp(value(), {a, b}), 2), 1);
  EXPECT_EQ(count_of<model::WarpStep>(fbm(perlin()) + warp(fbm(perlin()), {a, b}), 2), 1);
  EXPECT_EQ(count_of<model::WarpStep>(warp(perlin(), {a, b}) + warp(perlin(), {b, a}), 2), 2);
  EXPECT_EQ(count_of<model::WarpStep>(warp(perlin(), {a, 1}) + warp(perlin(), {a, 2}), 2), 2);
  EXPECT_EQ(
      count_of<model::WarpStep>(
          domain_warp(perlin(), {.amplitude = 3}) + domain_warp(perlin(), {.amplitude = 4}), 2),
      2);
}

// Bits do not depend on whether a field was made once or twice, and a text makes equal ones once.
// The square of a noise is known not to be negative, so it displaces less than 256 cells here.
TEST(Warp, EqualOperandsAreOne) {
  const auto noise = [] { return perlin({.seed = 1, .frequency = 0.37}); };
  const Field once = noise();
  const Field of_one = 10 * (once * once) - 250, of_two = 10 * (noise() * noise()) - 250;
  EXPECT_EQ(range(of_one, 2), range(of_two, 2));
  EXPECT_EQ(range(of_two, 2).min, -250);
  EXPECT_LT(range(noise() * perlin({.seed = 2, .frequency = 0.37}), 2).min, -0.9f);
  // Also where the bound of a slope is infinity times 0.
  const auto steep = [&] { return noise() + 0 * (1e20f * perlin({.frequency = 1e300})); };
  EXPECT_EQ(range(steep() * steep(), 2).min, 0);
  const Field field = warp(perlin({.seed = 9, .frequency = 1}), {of_two});
  const Grid<2> grid{.shape = {64, 64}, .step = {0.173, 0.173}};
  EXPECT_TRUE(same_bits(filled(grid, field), filled(grid, from_json(to_json(field))), grid));
  // Two places of the same lattice that a sum holds in the two ways.
  const Field near = warp(perlin(), {once}), far = warp(perlin(), {once * 1e30f * 1e-30f});
  EXPECT_TRUE(same_bits(filled(grid, near - far), fill_by_points(grid, near - far), grid));
}

// Displacements that may reach 256 cells, alone or with the warps within, are added up in binary64.
// The bits are those of the field at the sum.
TEST(Warp, FarDisplacementsAreAddedInBinary64) {
  const Field f = perlin({.seed = 1, .frequency = 0.125});
  const Field x = coordinate({.axis = 0, .frequency = 0.01});
  const Field far = warp(f, {x}), near = warp(f, {1024.0f}), nearer = warp(f, {3.0f});
  const auto is_far = [](const Field& field) {
    std::vector<bool> each;
    for (const model::Step& step : graph::node_of(field).program(2, false).steps) {
      if (const auto* warp = std::get_if<model::WarpStep>(&step)) each.push_back(warp->is_far);
    }
    return each;
  };
  using Each = std::vector<bool>;
  EXPECT_EQ(is_far(far), Each{true});
  EXPECT_EQ(is_far(near), Each{false});
  EXPECT_EQ(is_far(warp(f, {2048.0f})), Each{false});
  EXPECT_EQ(is_far(warp(f, {0, 2048.01f})), Each{true});
  EXPECT_EQ(is_far(warp(near, {1024.0f})), (Each{false, false}));
  EXPECT_EQ(is_far(warp(near, {1025.0f})), (Each{true, false}));
  EXPECT_EQ(is_far(warp(1 + fbm(near, {.octaves = 1}), {1025.0f})), (Each{true, false}));
  EXPECT_EQ(is_far(warp(far, {2000.0f})), (Each{false, true}));
  EXPECT_EQ(is_far(warp(f, {near * 2000.0f})), (Each{false, false}));
  EXPECT_EQ(is_far(warp(f, {near * 2100.0f})), (Each{false, true}));
  EXPECT_EQ(is_far(warp(f, {1e-31f})), Each{true});
  EXPECT_EQ(is_far(warp(perlin({.frequency = 1e-31}), {1.0f})), Each{true});
  EXPECT_EQ(is_far(domain_warp(perlin({.frequency = 1e31}), {.amplitude = 1e-30})), Each{true});
  // Many cells are no reason to lose the place within one.
  for (const float distance : {0x1.ap8f, 0x1.ap20f, 0x1.ap40f}) {
    for (const auto& c : places(500, 1e3)) {
      const std::array<double, 4> moved{c[0] + double{distance}, c[1], c[2], c[3]};
      EXPECT_NEAR(at(warp(f, {distance}), c), at(f, moved), 3e-6f);
      EXPECT_EQ(at(warp(near, {distance}), c), at(near, moved));
    }
  }
  for (const auto& c : places(2000, 1e8)) {
    const double d = double{at(x, c)};
    EXPECT_EQ(at(far, c), at(f, {c[0] + d, c[1], c[2], c[3]}));
    EXPECT_EQ(at(warp(nearer, {x, x}), c), at(nearer, {c[0] + d, c[1] + d, c[2], c[3]}));
  }
  // Grids equal the reference, also where near and far warps and maps are within each other.
  const Grid<2> grid{.shape = {301, 40}, .step = {0.7, 0.3}, .origin = {-1e6, 3}};
  for (const Field& field :
       {far, near, warp(far, {nearer, x}), warp(near, {far, x}),
        scale(warp(rotate(far, 0.3), {x}), {3, 2, 1, 1}), warp(warp(far, {x}), {f})})
    EXPECT_TRUE(same_bits(filled(grid, field), fill_by_points(grid, field), grid));
}

// Grids at the limits of coordinates are rejected, or get the bits of the reference, and no NaN.
TEST(Warp, AtTheLimitsOfCoordinates) {
  std::mt19937_64 random(7);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  GridsAtLimits grids;
  for (int i = 0; i < 1000; ++i) {
    const double frequency = between(0.1, 4);
    const auto distance = static_cast<float>(between(0, 0x1p49 / frequency));
    const Field field = warp(perlin({.frequency = frequency}), {distance * perlin(), distance});
    const double limit = 0x1p51 / frequency - double{distance};
    const double last = limit * (1 + (between(0, 100) - 85) * 0x1p-53);
    const Grid<2> grid{.shape = {5, 4}, .origin = {0.5, last}, .first = {0, -3}};
    SCOPED_TRACE(i);
    grids.add(grid, field);
  }
  EXPECT_GT(grids.filled_grids, 100);
  EXPECT_GT(grids.rejected_grids, 100);
}

TEST(Warp, BadInput) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Field a = perlin();
  expect_rejected([&] { warp(a, {}); }, {"warp: by has 0 operands", "1 to 4"});
  expect_rejected([&] { warp(a, {1, 2, 3, 4, 5}); }, {"warp: by has 5 operands", "1 to 4"});
  expect_rejected([&] { sample(warp(a, {1, 2}), 0.5); }, {"2 dimensions at least"});
  const std::vector<float> values{1, 2, 3, 4};
  const Field plane = value({.lattice = Lattice::explicit_values<2>(values, {2, 2})});
  const Field space = value({.lattice = Lattice::explicit_values<3>(values, {2, 2, 1})});
  EXPECT_NO_THROW(warp(plane, {a, plane}));
  expect_rejected([&] { warp(plane, {1, 2, 3}); }, {"warp: by has 3 operands", "made for 2"});
  expect_rejected([&] { warp(plane, {a, space}); }, {"warp: by[1] is made for 3 to 3", "2 to 2"});
  expect_rejected([&] { warp(a, {1, 2, plane}); }, {"warp: by[2] is made for 2 to 2", "3 to 4"});
  expect_rejected([&] { warp(perlin({.frequency = 0.5}), {1, coordinate()}); },
                  {"warp: axis 1 is moved by up to 2251799813685248", "0.5, is too", "below 2^50"});
  expect_rejected([&] { warp(perlin({.frequency = 1e20}), {3e38f}); }, {"warp: axis 0", "2^50"});
  const Path path{{1, 2, 3}};
  expect_rejected([&] { warp(chunk_noise<2>(path), {1}); },
                  {"warp: the field holds noise of a chunk"});
  expect_rejected([&] { domain_warp(chunk_noise<2>(path)); }, {"domain_warp: the field holds"});
  expect_rejected([&] { domain_warp_progressive(chunk_noise<2>(path)); },
                  {"domain_warp_progressive: the field holds"});
  // Noise of a chunk can move coordinates, within its chunk.
  const Field within = warp(a, {chunk_noise<2>(path), 1});
  expect_rejected([&] { fbm(within); }, {"fbm: the field holds noise of a chunk"});
  expect_rejected([&] { warp(a, {chunk_noise<2>(path), translate(chunk_noise<2>(path), {1, 1})}); },
                  {"warp: by holds noise of chunks"});
  for (const auto make : {domain_warp, domain_warp_progressive}) {
    expect_rejected([&] { make(a, {.frequency = -1}); }, {"Warp::frequency is -1"});
    expect_rejected([&] { make(a, {.amplitude = nan}); }, {"Warp::amplitude is nan", "finite"});
    expect_rejected([&] { make(a, {.octaves = 0}); }, {"Warp::octaves is 0", "1 to 32"});
    expect_rejected([&] { make(a, {.octaves = 33}); }, {"Warp::octaves is 33"});
    expect_rejected([&] { make(a, {.lacunarity = 0}); }, {"Warp::lacunarity is 0", "above 0"});
    expect_rejected([&] { make(a, {.gain = nan}); }, {"Warp::gain is nan"});
    expect_rejected([&] { make(a, {.octaves = 9, .gain = 1e100}); }, {"Warp::gain", "overflow"});
    expect_rejected([&] { make(a, {.octaves = 9, .lacunarity = 1e100}); },
                    {"Warp::lacunarity", "range of binary64"});
    expect_rejected([&] { make(a, {.amplitude = 1e300}); }, {"domain_warp", "below 2^50"});
  }
  expect_rejected(
      [&] { fbm(warp(perlin({.frequency = 1e-200}), {1}), {.octaves = 2, .lacunarity = 1e-40}); },
      {"warp: an octave of it is scaled by", "beyond a float"});
  // Derivatives are bounded by those of both.
  std::vector<float> out(4), dx(4);
  const Field steep =
      warp(1e20f * perlin({.frequency = 0.01}), {1e10f * perlin({.frequency = 100})});
  expect_rejected(
      [&] { fill(Planes<1>{.value = out, .derivative = {dx}}, {.shape = {4}}, steep * 1e4f); },
      {"numbers in its derivatives"});
  // The slope of what moves is beyond a float, though it moves by nothing.
  const Field still = domain_warp(a, {.frequency = 1e200, .amplitude = 0});
  // Or it moves too steeply, though what is moved is level.
  const Field level =
      domain_warp(white({.frequency = 1e-30}), {.frequency = 100, .amplitude = 1e38});
  const std::vector<double> x(4);
  for (const Field& field : {still, level}) {
    expect_rejected([&] { sample(Planes<1>{.value = out, .derivative = {dx}}, field, {x}); },
                    {"numbers in its derivatives"});
  }
}

}  // namespace
}  // namespace perlane::testing
