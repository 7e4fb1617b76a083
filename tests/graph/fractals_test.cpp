// Fractals that are more than sums: their formulas in binary64, any number of octaves on every
// instruction set, and what they reject.

#include "support/random_points.hpp"
#include "support/reference.hpp"

#include "graph/noise/source.hpp"
#include "graph/node.hpp"
#include "reference/code.hpp"
#include "reference/fractal.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>

namespace perlane::testing {
namespace {

// A number and its derivative.
struct Dual {
  double value = 0, slope = 0;

  Dual(double v, double d = 0) : value(v), slope(d) {}  // NOLINT(google-explicit-constructor)
  friend Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Dual operator*(Dual a, Dual b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
};
Dual abs(Dual a) { return a.value < 0 ? 0 - a : a; }
Dual min(Dual a, Dual b) { return a.value < b.value ? a : b; }

using Octaves = std::vector<Dual>;

// ---- the formulas of FastNoiseLite -------------------------------------------

Dual ping_pong_of(Dual t) {
  t = t - std::floor(t.value * 0.5) * 2;
  return t.value < 1 ? t : 2 - t;
}

// `signal` is what the sum is made of, and `strength` what the next amplitude follows.
template <class Signal, class Strength>
Dual weighted_sum(const Octaves& octaves, double gain, double weight, Signal signal,
                  Strength strength) {
  Dual sum = 0, amplitude = 1;
  double total = 0, power = 1;
  for (const Dual& n : octaves) {
    sum = sum + signal(n) * amplitude;
    amplitude = amplitude * (1 + weight * (strength(n) - 1)) * gain;
    total += power;
    power *= gain;
  }
  return sum * (1 / total);
}

// ---- the formulas of Blender --------------------------------------------------

Dual multifractal_of(const Octaves& octaves, const Cascade& m) {
  Dual value = 1, power = 1;
  for (const Dual& n : octaves) {
    value = value * (power * n + m.offset);
    power = power * m.gain;
  }
  return value;
}

Dual hetero_terrain_of(const Octaves& octaves, const Cascade& m) {
  Dual value = m.offset + octaves[0], power = m.gain;
  for (std::size_t i = 1; i < octaves.size(); ++i) {
    value = value + (octaves[i] + m.offset) * power * value;
    power = power * m.gain;
  }
  return value;
}

Dual hybrid_multifractal_of(const Octaves& octaves, const Multifractal& m) {
  Dual value = 0, power = 1, weight = 1;
  for (std::size_t i = 0; weight.value > 0.001 && i < octaves.size(); ++i) {
    weight = min(weight, 1);
    const Dual signal = (octaves[i] + m.offset) * power;
    power = power * m.gain;
    value = value + weight * signal;
    weight = weight * m.feedback * signal;
  }
  return value;
}

Dual ridged_multifractal_of(const Octaves& octaves, const Multifractal& m) {
  Dual power = m.gain, signal = m.offset - abs(octaves[0]);
  signal = signal * signal;
  Dual value = signal;
  for (std::size_t i = 1; i < octaves.size(); ++i) {
    const Dual weight = min(signal * m.feedback, 1);
    signal = m.offset - abs(octaves[i]);
    signal = signal * signal * weight;
    value = value + signal * power;
    power = power * m.gain;
  }
  return value;
}

// -------------------------------------------------------------------------------

const Perlin source{.seed = 5, .frequency = 0.1};
constexpr double gain = 0.55, lacunarity = 1.9;

Octaves octaves_at(const model::Point& point, int count) {
  Octaves octaves;
  double factor = 1;
  for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(count); ++k) {
    const std::uint64_t seed =
        k == 0 ? std::uint64_t{source.seed} : graph::octave_seed(source.seed, k);
    float derivative[4];
    const float n = graph::node_of(perlin({.seed = seed, .frequency = source.frequency * factor}))
                        .sample(point, derivative);
    octaves.push_back({n, derivative[1]});
    factor *= lacunarity;
  }
  return octaves;
}

// `formula` makes the value of the octaves at a point.
template <class Formula>
void expect_formula(const Field& field, int count, Formula formula, double tolerance) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> place(-1e3, 1e3);
  for (int i = 0; i < 2000; ++i) {
    const model::Point point{2, false, {place(random), place(random)}};
    const Dual expected = formula(octaves_at(point, count));
    float derivative[4];
    ASSERT_NEAR(graph::node_of(field).sample(point, derivative), expected.value, tolerance) << i;
    ASSERT_NEAR(derivative[1], expected.slope, tolerance) << i;
  }
}

TEST(Fractals, AreThePublishedOnes) {
  for (const int count : {1, 2, 4, 5, 9}) {
    SCOPED_TRACE(count);
    for (const double weight : {0.0, 0.4, 1.0}) {
      const Fractal sum{.octaves = count,
                        .lacunarity = lacunarity,
                        .gain = gain,
                        .aligned = true,
                        .weight = weight};
      const auto half = [](Dual n) { return (n + 1) * 0.5; };
      expect_formula(
          fbm(perlin(source), sum), count,
          [&](const Octaves& n) {
            return weighted_sum(n, gain, weight, [](Dual s) { return s; }, half);
          },
          2e-6);
      expect_formula(
          ridged(perlin(source), sum), count,
          [&](const Octaves& n) {
            return weighted_sum(
                n, gain, weight, [](Dual s) { return 1 - 2 * abs(s); },
                [](Dual s) { return 1 - abs(s); });
          },
          2e-6);
      expect_formula(
          billow(perlin(source), sum), count,
          [&](const Octaves& n) {
            return weighted_sum(
                n, gain, weight, [](Dual s) { return 2 * abs(s) - 1; },
                [](Dual s) { return abs(s); });
          },
          2e-6);
      for (const double strength : {0.7, 2.0, 5.0}) {
        const auto signal = [&](Dual s) { return ping_pong_of((s + 1) * strength); };
        expect_formula(
            ping_pong(perlin(source), sum, strength), count,
            [&](const Octaves& n) {
              return weighted_sum(
                  n, gain, weight, [&](Dual s) { return 2 * (signal(s) - 0.5); }, signal);
            },
            2e-5);
      }
    }
    for (const auto& [offset, feedback] :
         {std::pair(1.0, 1.0), std::pair(0.7, 2.0), std::pair(-0.3, 0.5), std::pair(1.3, 0.0)}) {
      const Multifractal m{.octaves = count,
                           .lacunarity = lacunarity,
                           .gain = gain,
                           .offset = offset,
                           .feedback = feedback,
                           .aligned = true};
      const Cascade cascade{.octaves = count,
                            .lacunarity = lacunarity,
                            .gain = gain,
                            .offset = offset,
                            .aligned = true};
      const auto compare = [&]<class M>(Field (*make)(Field, const M&),
                                        Dual (*formula)(const Octaves&, const M&)) {
        const auto& parameters = std::get<const M&>(std::tie(m, cascade));
        expect_formula(
            make(perlin(source), parameters), count,
            [&](const Octaves& n) { return formula(n, parameters); }, 2e-5);
      };
      compare(multifractal, multifractal_of);
      compare(hetero_terrain, hetero_terrain_of);
      compare(hybrid_multifractal, hybrid_multifractal_of);
      compare(ridged_multifractal, ridged_multifractal_of);
    }
  }
}

// Each in every number of octaves, of which some are joined at a time.
std::vector<NamedField> every_fractal(const Field& of, int octaves) {
  const Multifractal m{.octaves = octaves, .gain = 0.6, .offset = 0.8, .feedback = 2};
  const Cascade cascade{.octaves = octaves, .gain = 0.6, .offset = 0.8};
  const Fractal sum{.octaves = octaves, .weight = 0.7};
  return {
      {"weighted fbm", fbm(of, sum)},
      {"weighted ridged", ridged(of, sum)},
      {"weighted billow", billow(of, sum)},
      {"weighted ping_pong", ping_pong(of, sum, 3)},
      {"ridged", ridged(of, {.octaves = octaves})},
      {"ping_pong", ping_pong(of, {.octaves = octaves, .fraction = 0.3})},
      {"ping_pong beyond 1", ping_pong(3 * of, {.octaves = octaves})},
      {"multifractal", multifractal(of, cascade)},
      {"hybrid_multifractal", hybrid_multifractal(of, m)},
      {"ridged_multifractal", ridged_multifractal(of, m)},
      {"hetero_terrain", hetero_terrain(of, cascade)},
  };
}

// Kernels work out a ping-pong of values within -1 and 1 in another way, to the same bits: tried
// for all floats from 1/8 on, and some of those from 2^-30 on. Smaller ones are lost beside 1.
TEST(Fractals, PlainPingPongIsExact) {
  const model::OctaveRule rule{.shape = model::Shape::ping_pong};
  constexpr std::uint32_t one = 0x3f800000, eighth = one - (3u << 23), least = one - (30u << 23);
  for (std::uint32_t bits = least; bits <= one; bits += bits < eighth ? 61 : 1) {
    for (const std::uint32_t sign : {0u, 0x80000000u}) {
      const float n = std::bit_cast<float>(bits | sign);
      const float back = std::abs((n + 1.0f) - 1.0f);
      const float plain = 1.0f - 4.0f * std::abs(back - 0.5f), s = reference::shape(rule, n);
      if (plain != s) FAIL() << n << ": " << plain << ", not " << s;
    }
  }
}

template <int N>
void expect_all(const Grid<N>& grid, const NamedField& named) {
  expect_reference<N>(grid, named);
  expect_planes<N>(grid, named);
}

TEST(Fractals, EqualTheReference) {
  const Field noise = perlin({.seed = 3, .frequency = 0.11}), values = value({.frequency = 0.2});
  for (int octaves = 1; octaves <= 9; ++octaves) {
    SCOPED_TRACE(octaves);
    for (const NamedField& named : every_fractal(noise, octaves)) {
      expect_all<2>({.shape = {45, 5}, .step = {0.7, 1.3}, .first = {-20, 3}}, named);
    }
  }
  const Field sources[] = {3 * noise,
                           noise * values + 0.2f,
                           constant(0.3f),
                           fbm(values, {.octaves = 2}),
                           ridged(noise, {.octaves = 6}),
                           simplex({.frequency = 0.2})};
  for (const Field& of : sources) {
    for (const NamedField& named : every_fractal(of, 6)) {
      expect_all<1>({.shape = {100}, .step = {0.7}}, named);
      expect_all<3>({.shape = {21, 3, 4}, .first = {-5, 2, 3}}, named);
    }
  }
}

TEST(Fractals, LargeGridsCodesAndPoints) {
  const Field noise = perlin({.seed = 3, .frequency = 0.02});
  std::vector<double> x, y;
  for (int i = 0; i < 3001; ++i) {
    x.push_back(i * 0.37 - 500);
    y.push_back(i * 0.21);
  }
  x[7] = std::numeric_limits<double>::infinity();
  for (const NamedField& named : every_fractal(noise, 7)) {
    const Grid<2> grid{.shape = {1100, 70}, .first = {-100, -10}};
    const std::vector<float> expected = fill_by_points(grid, named.field);
    const Range range = perlane::range(named.field, 2);
    std::vector<std::uint16_t> expected_codes;
    for (const float n : expected)
      expected_codes.push_back(static_cast<std::uint16_t>(
          reference::code(n, reference::coding(range.min, range.max, 65535))));
    with_every_isa([&](std::string_view) {
      EXPECT_TRUE(same_bits(filled(grid, named.field, {.parallel = true}), expected, grid))
          << named.name;
      std::vector<std::uint16_t> codes(samples(grid));
      Range written{};
      fill<2>(codes, grid, named.field, range, {.seen = &written});
      EXPECT_EQ(written.min, *std::ranges::min_element(expected)) << named.name;
      EXPECT_EQ(written.max, *std::ranges::max_element(expected)) << named.name;
      EXPECT_EQ(codes, expected_codes) << named.name;
      std::vector<float> at_points(x.size());
      sample(at_points, named.field, std::span<const double>(x), std::span<const double>(y));
      for (std::size_t i = 0; i < x.size(); ++i) {
        const float single = sample(named.field, x[i], y[i]);
        ASSERT_EQ(std::bit_cast<std::uint32_t>(at_points[i]), std::bit_cast<std::uint32_t>(single))
            << named.name << " at point " << i;
      }
      EXPECT_TRUE(std::isnan(at_points[7])) << named.name;
    });
  }
}

TEST(Fractals, OctavesFadeIn) {
  const Field noise = perlin({.seed = 3, .frequency = 0.11});
  const Grid<2> grid{.shape = {60, 40}};
  for (const double of_gain : {0.5, 1.0, 1.5, -0.5}) {
    const auto sum = [&](int octaves, double fraction) {
      return fbm(noise, {.octaves = octaves, .gain = of_gain, .fraction = fraction});
    };
    EXPECT_EQ(filled(grid, sum(3, 1)), filled(grid, sum(4, 0)));
    EXPECT_EQ(graph::node_of(sum(3, 0)).program(2, false).steps.size(), 3u);
    for (const double fraction : {0.001, 0.25, 0.9}) {
      const Range range = perlane::range(sum(3, fraction), 2);
      EXPECT_TRUE(range.min >= -1 && range.max <= 1);
    }
  }
  // Half of the fourth octave, over the sum of the amplitudes.
  const Field half = fbm(noise, {.octaves = 3, .fraction = 0.5});
  const Field three = fbm(noise, {.octaves = 3}), four = fbm(noise, {.octaves = 4});
  for (int i = 0; i < 1000; ++i) {
    const double x = i * 0.37, y = i * 0.11;
    const double without = sample(three, x, y) * 1.75, with = sample(four, x, y) * 1.875;
    ASSERT_NEAR(sample(half, x, y), (without + (with - without) / 2) / (1.75 + 0.0625), 1e-6);
  }
}

TEST(Fractals, RangesFollowFromThoseOfTheSource) {
  // Weights are 0 to 1, so a weighted sum stays within the range of the sum.
  for (const double weight : {0.2, 1.0}) {
    for (const Field& of : {perlin(), value(), 0.5f * perlin()}) {
      const Range plain = range(fbm(of), 3), weighted = range(fbm(of, {.weight = weight}), 3);
      EXPECT_GE(weighted.min, plain.min - 1e-6f);
      EXPECT_LE(weighted.max, plain.max);
      EXPECT_LE(range(ridged(of, {.weight = weight}), 3).max, 1);
    }
  }
  // Signals beyond 1 do not make octaves stronger.
  const Range wide = range(fbm(9 * value(), {.octaves = 8, .gain = 1, .weight = 1}), 2);
  EXPECT_EQ(wide.max, 9);
  EXPECT_EQ(range(ping_pong(perlin(), {.octaves = 1}, 7), 2), (Range{-1, 1}));
  const Range product = range(multifractal(value(), {.octaves = 3}), 2);
  EXPECT_EQ(product.min, 0);
  EXPECT_EQ(product.max, 2 * 1.5 * 1.25);
  const Range ridges = range(ridged_multifractal(value(), {.octaves = 3}), 2);
  EXPECT_EQ(ridges.min, 0);
  EXPECT_EQ(ridges.max, 1.75);
  const Range hybrid = range(hybrid_multifractal(value(), {.octaves = 3}), 2);
  EXPECT_EQ(hybrid.min, 0);
  EXPECT_EQ(hybrid.max, 2 + 1 + 0.5);
  const Range terrain = range(hetero_terrain(value(), {.octaves = 2}), 2);
  EXPECT_EQ(terrain.min, 0);
  EXPECT_EQ(terrain.max, 2 + 2);
}

TEST(Fractals, ScaleAndPeriod) {
  const Field noise = perlin({.frequency = 1.0 / 8, .period = {4, 4}});
  for (const NamedField& named : every_fractal(noise, 4)) {
    const std::vector<float> once = filled<2>({.shape = {32, 32}}, named.field);
    EXPECT_EQ(filled<2>({.shape = {32, 32}, .first = {-32, 64}}, named.field), once) << named.name;
  }
}

// Octaves of lower frequency have larger offsets than the source, whose range is within -1 to 1.
TEST(Fractals, WeightsAreOfSignalsWithinOne) {
  const Field offset = cellular({.frequency = 3, .returns = CellularReturn::offset_x});
  ASSERT_LT(range(offset, 2).max, 1);
  const Fractal octaves{.octaves = 3, .lacunarity = 0.15, .gain = 1, .weight = 1};
  const Field zero = 0 * perlin({.seed = 99});
  const Field wider = offset + (2 + zero) * zero;  // the same values, and perhaps others
  const auto is_beyond_one = [&](const std::array<double, 4>& c) {
    const Fractal two{.octaves = 2, .lacunarity = 0.15, .gain = 1};
    return std::abs(2 * at(fbm(offset, two), c) - at(offset, c)) > 1;
  };
  int beyond = 0;
  for (const auto& c : places(500, 100)) {
    beyond += is_beyond_one(c) ? 1 : 0;
    EXPECT_EQ(at(fbm(offset, octaves), c), at(fbm(wider, octaves), c));
  }
  EXPECT_GT(beyond, 10);
}

// ---- octaves that fade where it is steep --------------------------------------

TEST(Fractals, DampedIsThePublishedSum) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> place(-1e3, 1e3);
  const Fractal sum{.octaves = 5, .lacunarity = lacunarity, .gain = gain, .aligned = true};
  for (const double damping : {0.0, 0.3, 1.0, 20.0}) {
    const Field field = damped(perlin(source), sum, damping);
    for (int i = 0; i < 1000; ++i) {
      const model::Point point{2, false, {place(random), place(random)}};
      double expected = 0, amplitude = 1, total = 0, frequency = source.frequency, d[2] = {};
      for (std::uint64_t k = 0; k < 5; ++k) {
        const std::uint64_t seed =
            k == 0 ? std::uint64_t{source.seed} : graph::octave_seed(source.seed, k);
        float derivative[4];
        const float n = graph::node_of(perlin({.seed = seed, .frequency = frequency}))
                            .sample(point, derivative);
        for (int axis = 0; axis < 2; ++axis) d[axis] += derivative[axis] / frequency;
        expected += amplitude * n / (1 + damping * (d[0] * d[0] + d[1] * d[1]));
        total += amplitude;
        amplitude *= gain;
        frequency *= lacunarity;
      }
      ASSERT_NEAR(graph::node_of(field).sample(point, nullptr), expected / total, 2e-7) << damping;
    }
  }
}

TEST(Fractals, DampedEqualsTheReference) {
  const Field noise = perlin({.seed = 3, .frequency = 0.11}), values = value({.frequency = 0.2});
  for (const Field& field :
       {damped(noise), damped(noise, {.octaves = 1}), damped(noise, {.fraction = 0.5}, 3),
        damped(noise * values + 0.2f, {.octaves = 3}), damped(ridged(noise, {.octaves = 5})),
        fbm(damped(noise, {.octaves = 2}), {.octaves = 2}), damped(constant(0.3f)),
        max(damped(noise, {.octaves = 3}), 0.5f * fbm(noise, {.octaves = 3})),
        ridged_multifractal(damped(values, {.octaves = 2}), {.octaves = 5})}) {
    EXPECT_FALSE(has_derivatives(field));
    expect_reference<1>({.shape = {100}, .step = {0.7}}, {"damped", field});
    expect_reference<2>({.shape = {530, 20}, .step = {0.7, 1.3}, .first = {-20, 3}},
                        {"damped", field});
    expect_reference<3>({.shape = {21, 3, 4}, .first = {-5, 2, 3}}, {"damped", field});
    expect_reference<4>({.shape = {18, 2, 3, 2}}, {"damped", field});
  }
}

// Slopes are per cell: maps before the sum do as after it. The smallest cells of a source count.
TEST(Fractals, DampedTakesCellsAsTheyLie) {
  const Field noise = perlin({.seed = 3});
  const Damped octaves{.octaves = 3, .aligned = true};
  const auto expect_same = [&](const auto& map) {
    const Field before = damped(map(noise), octaves), after = map(damped(noise, octaves));
    for (const auto& c : places(300, 1e3)) EXPECT_EQ(at(before, c), at(after, c));
  };
  expect_same([](const Field& field) { return scale(field, 128); });
  expect_same([](const Field& field) { return translate(field, {0x1p50, 3}); });
  expect_same([](const Field& field) { return rotate(field, std::numbers::pi / 2); });
  const Field smaller = damped(scale(noise, 128), octaves);
  const Field of_wider_cells = damped(perlin({.seed = 3, .frequency = 0x1p-13}), octaves);
  const Field with_nothing = damped(noise + 0.0f * perlin({.frequency = 1}), {.octaves = 1});
  // Octaves that have faded leave the cells of the others as they are.
  const Field whole = fbm(noise, {.octaves = 4});
  const Field faded = damped(fbm(noise, {.octaves = 4, .footprint = 1e9}), {.octaves = 1});
  for (const auto& c : places(300, 1e3)) {
    EXPECT_EQ(at(smaller, c), at(of_wider_cells, c));
    EXPECT_NE(at(with_nothing, c), at(damped(noise, {.octaves = 1}), c));  // its cells are smaller
    EXPECT_EQ(at(faded, c), 0);
  }
  EXPECT_EQ(graph::node_of(whole).unfaded_frequency(),
            graph::node_of(fbm(noise, {.octaves = 4, .footprint = 70})).unfaded_frequency());
  const double slope = sample(coordinate({.frequency = 0.25}), 1.0);
  EXPECT_EQ(sample(damped(coordinate({.frequency = 0.25}), {.octaves = 1}), 1.0), slope / 2);
}

// An octave is n / (1 + (slope / frequency)^2), with the frequency of the smallest cells.
TEST(Fractals, DampedFindsTheSmallestCellsOfMapsAndWarps) {
  const Field noise = perlin({.seed = 3, .frequency = 0.25}), fast = perlin({.frequency = 2});
  const std::pair<Field, double> sources[] = {{scale(noise, {0.5, 1}), 0.5},
                                              {transform(noise, {{2, 0, 1}, {0, 3, 0}}), 0.75},
                                              {warp(noise, {fast, 0.5f}), 2},
                                              {warp(fast, {noise, 0.5f}), 2}};
  for (const auto& [moved, frequency] : sources) {
    const Field field = damped(moved, {.octaves = 1});
    for (int i = 0; i < 300; ++i) {
      const model::Point point{2, false, {0.37 * i - 50, 0.11 * i}};
      float derivative[4];
      const double n = graph::node_of(moved).sample(point, derivative);
      const double slope = std::hypot(double{derivative[0]}, double{derivative[1]}) / frequency;
      ASSERT_NEAR(graph::node_of(field).sample(point, nullptr), n / (1 + slope * slope), 2e-6)
          << to_json(moved);
    }
  }
}

// Steep octaves make no steep sum if their weights are nearly 0. But their own derivatives must be
// floats, for infinity times 0 is NaN.
TEST(Fractals, DerivativesOfWeakOctavesAreFloats) {
  const Field slow = perlin({.frequency = 1e-30}), high = 1e30f * perlin({.frequency = 1});
  for (const Field& field :
       {ridged_multifractal(
            slow, {.octaves = 3, .lacunarity = 1e30, .gain = 0, .offset = 1e19, .feedback = 0}),
        fbm(high, {.octaves = 3, .gain = 1e-30, .aligned = true, .weight = 1})}) {
    std::vector<float> value(16), along(16);
    const Grid<1> grid{.shape = {16}, .step = 1e-31};
    EXPECT_NO_THROW(fill(value, grid, field));
    expect_rejected([&] { fill(Planes<1>{.value = value, .derivative = {along}}, grid, field); },
                    {"derivatives", "floats"});
  }
}

TEST(Fractals, DampedRejectsBadInput) {
  const Field noise = perlin();
  for (const double bad :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    expect_rejected([&] { damped(noise, {}, bad); }, {"damped: damping is", "0 or more"});
  }
  expect_rejected([&] { damped(noise, Fractal{.weight = 0.5}); },
                  {"Fractal::weight is 0.5", "use 0"});
  expect_rejected([&] { damped(noise, {.octaves = 0}); }, {"Damped::octaves is 0"});
  expect_rejected([&] { damped(noise, {.fraction = 2}); }, {"Damped::fraction is 2"});
  expect_rejected([&] { damped(simplex({.frequency = 1e60}), {}, 0); },
                  {"damped: the source has values", "1e36"});
  expect_rejected([&] { ridged(damped(noise), {.octaves = 3, .lacunarity = 1e32}); },
                  {"damped: the source has values", "1e36"});
  expect_rejected([&] { damped(damped(noise)); }, {"damped: the field is made of derivatives"});
  expect_rejected([&] { derivative(damped(noise), 0); }, {"derivative: the field is made of"});
  expect_rejected([&] { damped(1e20f * noise); }, {"damped: slopes per cell", "1e18"});
  std::vector<float> out(4);
  expect_rejected([&] { fill(Planes<1>{.derivative = {out}}, {.shape = {4}}, damped(noise)); },
                  {"derivatives"});
}

// Bad input that all products of octaves reject; `type` is that of their parameters.
template <class Parameters>
void expect_products_reject(const std::string& type, Field (*make)(Field, const Parameters&)) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Field noise = perlin();
  for (const double bad : {nan, std::numeric_limits<double>::infinity(), 1e39})
    expect_rejected([&] { make(noise, {.offset = bad}); }, {type + "::offset is", "finite"});
  expect_rejected([&] { make(noise, {.octaves = 0}); }, {type + "::octaves is 0", "1 to 32"});
  expect_rejected([&] { make(noise, {.lacunarity = 0}); }, {type + "::lacunarity is 0"});
  expect_rejected([&] { make(noise, {.gain = nan}); }, {type + "::gain is nan", "finite"});
  expect_rejected([&] { make(perlin({.period = {4, 0}}), {.lacunarity = 1.5}); },
                  {type + "::lacunarity makes", "1.5 times", "whole number"});
  expect_rejected([&] { make(perlin({.period = {1 << 20, 0}}), {.octaves = 32}); },
                  {type + "::octaves and lacunarity make a period of", "keep it to 2^32"});
  for (const Field& low : {cellular({.frequency = 1e-38}), fastnoise_lite({.frequency = 1e-38}),
                           coordinate({.frequency = 1e-38}), coordinate({.frequency = -1e-38})}) {
    expect_rejected([&] { make(noise + low, {.octaves = 3, .lacunarity = 1e-150}); },
                    {type + "::octaves and lacunarity make a frequency of 1e-38 too low"});
  }
  expect_rejected([&] { make(3e38f * noise, {.octaves = 20, .gain = 3}); }, {"source: its values"});
}

TEST(Fractals, BadInput) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Field noise = perlin();
  for (const double bad : {-0.1, 1.1, nan, infinity}) {
    expect_rejected([&] { fbm(noise, {.weight = bad}); }, {"Fractal::weight is", "0 to 1"});
    expect_rejected([&] { ridged(noise, {.fraction = bad}); }, {"Fractal::fraction is", "0 to 1"});
  }
  expect_rejected([&] { fbm(noise, {.octaves = 32, .fraction = 0.5}); },
                  {"Fractal::fraction is 0.5 beside 32 octaves", "31 octaves"});
  EXPECT_NO_THROW(fbm(noise, {.octaves = 31, .fraction = 0.5}));
  for (const double bad : {0.0, -1.0, nan, infinity, 1e39, 1e-60}) {
    expect_rejected([&] { ping_pong(noise, {}, bad); }, {"ping_pong: strength is", "above 0"});
  }
  expect_rejected([&] { ping_pong(3e38f * noise, {}, 8); }, {"source: its values are from"});
  expect_products_reject("Multifractal", hybrid_multifractal);
  expect_products_reject("Multifractal", ridged_multifractal);
  expect_products_reject("Cascade", multifractal);
  expect_products_reject("Cascade", hetero_terrain);
  for (const auto make : {hybrid_multifractal, ridged_multifractal}) {
    for (const double bad : {nan, infinity, 1e39, -0.5}) {
      expect_rejected([&] { make(noise, {.feedback = bad}); },
                      {"Multifractal::feedback is", "0 or more"});
    }
  }
}

// A fractal without feedback takes parameters of one that has it, but no feedback.
TEST(Fractals, FeedbackWithoutEffectIsRejected) {
  const Field noise = perlin();
  const Multifractal m{.octaves = 3, .gain = 0.6};
  EXPECT_EQ(to_json(multifractal(noise, m)),
            to_json(multifractal(noise, {.octaves = 3, .gain = 0.6})));
  expect_rejected([&] { hetero_terrain(noise, Multifractal{.feedback = 2}); },
                  {"Multifractal::feedback is 2", "use Cascade, or 1"});
  EXPECT_EQ(to_json(damped(noise, Fractal{.octaves = 3})), to_json(damped(noise, {.octaves = 3})));
}

// Weights of hybrid multifractals become 0 at once where they are small.
TEST(Fractals, RangesWhereWeightsVanish) {
  std::vector<float> values(16);
  for (int i = -200; i <= 200; ++i) {
    for (const double offset : {0.5, 1.0, 2.0}) {
      for (const double feedback : {0.4, 1.0, 2.0}) {
        const Field field = hybrid_multifractal(constant(static_cast<float>(i) / 97),
                                                {.offset = offset, .feedback = feedback});
        const Range proven = range(field, 1);
        Range seen{};
        fill<1>(values, {.shape = {16}}, field, {.seen = &seen});
        EXPECT_LE(proven.min, seen.min) << i << ' ' << offset << ' ' << feedback;
        EXPECT_GE(proven.max, seen.max) << i << ' ' << offset << ' ' << feedback;
      }
    }
  }
}

// The message names the member that is too large, and not the source.
TEST(Fractals, MembersThatOverflowAreNamed) {
  const Field noise = perlin();
  const auto expect_named = [&]<class Parameters>(const std::string& type,
                                                  Field (*make)(Field, const Parameters&)) {
    for (const double large : {1e20, -1e20}) {
      expect_rejected([&] { make(noise, {.octaves = 3, .gain = large}); },
                      {type + "::gain is", "e+20; over 3 octaves", "use one nearer to 0"});
    }
    expect_rejected([&] { make(noise, {.octaves = 3, .gain = 1, .offset = 3e38}); },
                    {type + "::offset is", "e+38; over 3 octaves", "use one nearer to 0"});
  };
  expect_named("Multifractal", hybrid_multifractal);
  expect_named("Cascade", multifractal);
  expect_named("Cascade", hetero_terrain);
  expect_rejected([&] { ridged_multifractal(noise, {.octaves = 3, .offset = 1e20}); },
                  {"Multifractal::offset is", "use one nearer to 0"});
  for (const double weight : {1e20, -1e20, 3e38}) {
    for (const auto type : {FastNoiseLite::FractalType::fbm, FastNoiseLite::FractalType::ridged,
                            FastNoiseLite::FractalType::ping_pong}) {
      expect_rejected(
          [&] {
            fastnoise_lite({.fractal_type = type, .octaves = 5, .weighted_strength = weight});
          },
          {"FastNoiseLite::weighted_strength is", "over 5 octaves", "use one nearer to 0"});
    }
  }
  EXPECT_NO_THROW(fastnoise_lite(
      {.fractal_type = FastNoiseLite::FractalType::fbm, .octaves = 3, .weighted_strength = 1e18}));
}

// Every octave has a table of its own, of up to a megabyte.
TEST(Fractals, OctavesOfTooManyTablesAreRejected) {
  const auto octaves_of_octaves = [](const Lattice& lattice) {
    const Fractal sum{.octaves = 32, .lacunarity = 1};
    return fbm(fbm(perlin({.lattice = lattice}), sum), sum);
  };
  for (const Lattice& large : {Lattice::permutation(65535), Lattice::classic(65535)}) {
    expect_rejected([&] { octaves_of_octaves(large); },
                    {"the source is made of 8193 nodes", "use 1 to 15 with such a source"});
  }
  EXPECT_NO_THROW(octaves_of_octaves(Lattice::permutation(4096)));
}

// Every octave makes anew what the source is made of: few calls could take all memory.
TEST(Fractals, OctavesOfTooManyNodesAreRejected) {
  const auto within_each_other = [](const auto& make) {
    Field field = perlin({.frequency = 1e-9});
    for (int i = 0; i < 3; ++i) field = make(field);  // 1 + 32 + 32^2 + 32^3 nodes
    return field;
  };
  const auto expect_limit = [](const auto& make, const Field& of, const char* octaves) {
    expect_rejected([&] { make(of); }, {octaves, "the source is made of 33825 nodes",
                                        "use 1 to 3 with such a source", "may have 131072 nodes"});
  };
  using SumOfOctaves = Field (*)(Field, const Fractal&);
  const Fractal sum{.octaves = 32, .lacunarity = 1.0001};
  for (const auto make : std::initializer_list<SumOfOctaves>{fbm, ridged, billow}) {
    const auto of = [&](const Field& field) { return make(field, sum); };
    expect_limit(of, within_each_other(of), "Fractal::octaves is 32");
  }
  const auto ping_pongs = [&](const Field& field) { return ping_pong(field, sum); };
  expect_limit(ping_pongs, within_each_other(ping_pongs), "Fractal::octaves is 32");
  const auto expect_limit_of_products =
      [&]<class Parameters>(const std::string& name, Field (*make)(Field, const Parameters&)) {
        const auto of = [&](const Field& field) {
          return make(field, {.octaves = 32, .lacunarity = 1.0001, .gain = 0.1, .offset = 0.5});
        };
        expect_limit(of, within_each_other(of), (name + "::octaves is 32").c_str());
      };
  expect_limit_of_products("Cascade", multifractal);
  expect_limit_of_products("Cascade", hetero_terrain);
  expect_limit_of_products("Multifractal", hybrid_multifractal);
  expect_limit_of_products("Multifractal", ridged_multifractal);
  const Field large = within_each_other([&](const Field& field) { return fbm(field, sum); });
  expect_limit([&](const Field& field) { return damped(field, sum); }, large,
               "Damped::octaves is 32");
  EXPECT_NO_THROW(fbm(large, {.octaves = 3, .lacunarity = 1.0001}));
  expect_rejected([&] { fbm(large, {.octaves = 3, .lacunarity = 1.0001, .fraction = 0.5}); },
                  {"Fractal::octaves is 3,", "use 1 to 2"});
  // Octaves of what they do not make anew, and of what is long without them.
  EXPECT_NO_THROW(domain_warp(large, {.octaves = 32}));
  EXPECT_NO_THROW(domain_warp_progressive(large, {.octaves = 32}));
  EXPECT_NO_THROW(erode(large, {.octaves = 32}));
  Field chain = perlin();
  for (int i = 0; i < (1 << 17); ++i) chain = chain + 0.5f;
  expect_rejected([&] { fbm(chain, {.octaves = 2}); },
                  {"is made of more than 131072 nodes", "use 1 with such a source"});
  EXPECT_NO_THROW(fbm(chain, {.octaves = 1}));
}

TEST(Fractals, ProductsThatOverflowAreRejected) {
  const Field cone = distance({1, 3}, 2);
  for (const auto make : {multifractal, hetero_terrain}) {
    expect_rejected([&] { make(cone, {.gain = -1, .offset = 0}); }, {"beyond a float"});
    EXPECT_NO_THROW(make(perlane::min(cone, 8), {.gain = -1, .offset = 0}));
  }
}

// The slower a field is, the less of it a slope per cell has to do with slopes of floats.
TEST(Fractals, DampedFieldsThatAreVerySlow) {
  std::vector<float> values(64);
  const auto expect_numbers = [&](const Field& field) {
    const Range proven = range(field, 2);
    Range seen{};
    fill<2>(values, {.shape = {8, 8}, .first = {-64264, 0}}, field, {.seen = &seen});
    EXPECT_LE(proven.min, seen.min);
    EXPECT_GE(proven.max, seen.max);
    EXPECT_LE(seen.min, seen.max);
  };
  expect_numbers(damped(translate(constant(1.3f), {0, 2}), {.octaves = 1}));
  expect_numbers(damped(scale(constant(0.68f), {2, 1, 1, 1})));
  expect_numbers(damped(perlin(), {.lacunarity = 1e-20}));
  expect_rejected([] { damped(constant(1), {}, 1e300); }, {"damped: damping is", "smaller"});
}

}  // namespace
}  // namespace perlane::testing
