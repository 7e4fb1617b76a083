// Compares operators on values (powers, soft edges, terraces, curves) with their formulas in
// binary64. tests/graph/operators_test.cpp compares them with the reference bit for bit.

#include "support/testing.hpp"

#include "graph/node.hpp"
#include "reference/operations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <ranges>

namespace perlane::testing {
namespace {

using model::Operation;
using reference::operate;
using reference::operate_derivative;

const Field ramp = coordinate();

// The nearest float, but for values so close to the middle between two that 2^-36 matters.
TEST(OperatorFormulas, PowersAreTheNearestFloats) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> magnitude(-149, 128), unit(0, 1), exponents(-9, 9);
  int others = 0;
  constexpr int count = 1'000'000;
  for (int i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i % 2 == 0 ? std::exp2(magnitude(random)) : unit(random));
    const auto exponent = static_cast<float>(exponents(random));
    const double exact = std::pow(double{x}, double{exponent});
    const float power = operate(Operation::power, x, exponent, 0);
    const auto nearest = static_cast<float>(exact);
    if (power == nearest) continue;
    ++others;
    const float neighbour = std::nextafter(nearest, power);
    ASSERT_EQ(power, neighbour) << x << " to the " << exponent;
    const double middle = (double{nearest} + double{neighbour}) / 2;
    ASSERT_NEAR(exact, middle, exact * 0x1p-36) << x << " to the " << exponent;
  }
  EXPECT_LT(others, count / 1000);
}

TEST(OperatorFormulas, PowersThatAreFloatsAreExact) {
  const auto power = [](float x, float exponent) {
    return operate(Operation::power, x, exponent, 0);
  };
  std::mt19937 random(3);
  for (int i = 0; i < 100'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random()) >> 1;
    const auto x = std::bit_cast<float>(bits);
    if (!std::isfinite(x)) continue;
    ASSERT_EQ(power(x, 1), x);
    ASSERT_EQ(power(1, x), 1);
    ASSERT_EQ(power(-x, 2), 0);
    const auto whole = static_cast<float>(bits & 4095);
    ASSERT_EQ(power(whole, 2), whole * whole);
    ASSERT_EQ(power(whole * whole, 0.5f), whole);
  }
  EXPECT_EQ(power(0.25f, -0.5f), 2);
  EXPECT_EQ(power(3, 0), 1);
  EXPECT_EQ(power(0, 3), 0);
  EXPECT_EQ(power(2, -149), 0x1p-149f);
  EXPECT_EQ(power(2, 127), 0x1p127f);
  EXPECT_EQ(power(2, -3e38f), 0);
  EXPECT_EQ(operate_derivative(Operation::power, 3, 2, 0, 0.5f, 0, 0), 3);
  EXPECT_EQ(operate_derivative(Operation::power, 0, 2, 0, 0.5f, 0, 0), 0);
  EXPECT_EQ(operate_derivative(Operation::power, 4, -0.5f, 0, 16, 0, 0), -1);
}

// The nearest float, or its neighbour where 2^-36 matters.
void expect_rounded(float value, double exact) {
  const auto nearest = static_cast<float>(exact);
  if (value == nearest) return;
  const float neighbour = std::nextafter(nearest, value);
  ASSERT_EQ(value, neighbour) << exact;
  const double middle = (double{nearest} + double{neighbour}) / 2;
  ASSERT_NEAR(exact, middle, std::abs(exact) * 0x1p-36);
}

TEST(OperatorFormulas, ExponentialsAndLogarithms) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> exponents(-104, 88.7), magnitude(-149, 128), near(-1, 1);
  const auto number = [&](int i, auto& wide) {
    return static_cast<float>(i % 2 == 0 ? wide(random) : near(random));
  };
  for (int i = 0; i < 1'000'000; ++i) {
    const float x = number(i, exponents);
    const float power = operate(Operation::exponential, x, 0, 0);
    expect_rounded(power, std::exp(double{x}));
    ASSERT_EQ(operate_derivative(Operation::exponential, x, 0, 0, 3, 0, 0), power * 3);
    const auto y = static_cast<float>(std::exp2(double{number(i, magnitude)}));
    expect_rounded(operate(Operation::logarithm, y, 0, 0), std::log(double{y}));
    ASSERT_EQ(operate_derivative(Operation::logarithm, y, 0, 0, 3, 0, 0), 3 / y);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(operate(Operation::exponential, 0, 0, 0), 1);
  EXPECT_EQ(operate(Operation::exponential, -200, 0, 0), 0);
  EXPECT_EQ(operate(Operation::logarithm, 1, 0, 0), 0);
  EXPECT_TRUE(std::isnan(operate(Operation::logarithm, 0, 0, 0)));
  EXPECT_TRUE(std::isnan(operate(Operation::logarithm, -1, 0, 0)));
  EXPECT_EQ(operate(Operation::floor, -0.5f, 0, 0), -1);
  EXPECT_EQ(operate_derivative(Operation::floor, 0.5f, 0, 0, 3, 0, 0), 0);
}

TEST(OperatorFormulas, PowersOfFields) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> magnitude(-20, 20), exponents(-4, 4);
  for (int i = 0; i < 100'000; ++i) {
    const auto x = static_cast<float>(std::exp2(magnitude(random)));
    const auto y = static_cast<float>(exponents(random));
    EXPECT_EQ(operate(Operation::power_of_fields, x, y, 0), operate(Operation::power, x, y, 0));
    const double power = std::pow(double{x}, double{y});
    const double by_x = y * std::pow(double{x}, y - 1.0), by_y = power * std::log(double{x});
    ASSERT_NEAR(operate_derivative(Operation::power_of_fields, x, y, 0, 3, 5, 0),
                3 * by_x + 5 * by_y, 1e-6 * (std::abs(3 * by_x) + std::abs(5 * by_y)));
  }
  EXPECT_EQ(operate_derivative(Operation::power_of_fields, 0, 2, 0, 1, 1, 0), 0);
}

// No value is outside, and the bounds are those of the ends.
TEST(OperatorFormulas, RangesOfExponentialsAndLogarithms) {
  const auto expect_range = [](const Field& field, double low, double high) {
    const auto [min, max] = range(field, 2);
    EXPECT_NEAR(min, low, std::abs(low) * 1e-5 + 1e-6);
    EXPECT_NEAR(max, high, std::abs(high) * 1e-5 + 1e-6);
    for (int i = 0; i < 5000; ++i) {
      const float value = sample(field, i * 0.37, i * 0.11);
      ASSERT_TRUE(value >= min && value <= max) << value;
    }
  };
  const double most = range(perlin(), 2).max;
  const Field a = perlin({.frequency = 0.3}), b = value({.seed = 2, .frequency = 0.4});
  const Range of_b = range(b, 2);
  expect_range(exp(80 * a), 0, std::exp(80 * most));
  expect_range(exp(clamp(200 * a, -120, -104)), 0, 0);
  expect_range(log(2 + a), std::log(2 - most), std::log(2 + most));
  expect_range(log(max(a, 1e-45f)), std::log(std::numeric_limits<float>::denorm_min()),
               std::log(most));
  expect_range(perlane::floor(5 * a), -5, 4);
  expect_range(pow(a + 2, b), std::pow(2 + most, of_b.min), std::pow(2 + most, of_b.max));
  expect_range(pow(a, b + 2), 0, std::pow(most, 2 + of_b.min));
  expect_range(pow(2, 3 * a), std::pow(2, -3 * most), std::pow(2, 3 * most));
}

TEST(OperatorFormulas, RangesOfPowers) {
  EXPECT_EQ(range(pow(constant(9), 0.5f), 2), (Range{3, 3}));
  for (const float exponent : {0.3f, 1.5f, 2.0f, 4.0f, 7.5f}) {
    const auto [min, max] = range(pow(perlin(), exponent), 2);
    EXPECT_EQ(min, 0);
    EXPECT_NEAR(max, 1, 3e-5);
  }
  const Field noise = perlin();
  EXPECT_EQ(range(noise * noise, 2).min, 0);
  EXPECT_EQ(range(noise * perlin(), 2).min, 0);
  EXPECT_LT(range(noise * perlin({.seed = 1}), 2).min, 0);
  const auto [min, max] = range(pow(2 + perlin(), -2), 2);
  EXPECT_NEAR(min, 1.0 / 9, 1e-5);
  EXPECT_NEAR(max, 1, 1e-5);
}

// Squares that bits of the exponent stand for are multiplied, the lowest first.
float whole_power(float x, int exponent) {
  bool is_first = true;
  float power = 1;
  for (; exponent > 0; exponent /= 2, x = x * x) {
    if (exponent % 2 == 0) continue;
    power = is_first ? x : power * x;
    is_first = false;
  }
  return power;
}

TEST(OperatorFormulas, WholePowersAreProducts) {
  const Field a = 1.3f * perlin({.seed = 3, .frequency = 0.21});
  std::vector<float> x(64 * 3), powers(64 * 3), slope(64 * 3), of_power(64 * 3);
  fill(Planes<2>{.value = x, .derivative = {slope}}, {.shape = {64, 3}}, a);
  for (const int exponent : {1, 2, 3, 4, 5, 7, 8, 11, 32, 63}) {
    const Field field = pow(a, static_cast<float>(exponent));
    const auto [min, max] = range(field, 2);
    fill(Planes<2>{.value = powers, .derivative = {of_power}}, {.shape = {64, 3}}, field);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(powers[i], whole_power(x[i], exponent)) << x[i] << " to the " << exponent;
      ASSERT_TRUE(powers[i] >= min && powers[i] <= max) << powers[i] << " to the " << exponent;
      const double expected = exponent * std::pow(double{x[i]}, exponent - 1) * slope[i];
      ASSERT_NEAR(of_power[i], expected, 1e-5 * (std::abs(expected) + 1e-3)) << exponent;
    }
    EXPECT_EQ(min < 0, exponent % 2 == 1);
    EXPECT_EQ(to_json(from_json(to_json(field))), to_json(field));
  }
  EXPECT_EQ(sample(pow(a, 2), 3.3, 4.1), sample(a * a, 3.3, 4.1));
  EXPECT_EQ(sample(pow(-2 * constant(1) + 0 * a, 3), 1, 2), -8);
  expect_rejected([&] { pow(coordinate(), 3); }, {"pow: values might be", "beyond a float"});
}

TEST(OperatorFormulas, SmoothMinimaAndMaximaEqualTheirFormula) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<float> between(-1, 1), radii(0.01f, 3);
  for (int i = 0; i < 100'000; ++i) {
    const float a = between(random), b = between(random), radius = radii(random);
    const double h = std::max(radius - std::abs(double{a} - b), 0.0) / radius,
                 away = h * h * h * radius / 6;
    const float low = operate(Operation::smooth_minimum, a, b, radius);
    ASSERT_NEAR(low, std::min(a, b) - away, 4e-7);
    ASSERT_EQ(operate(Operation::smooth_minimum, b, a, radius), low);
    ASSERT_EQ(operate(Operation::smooth_maximum, -a, -b, radius), -low);
    // Between the slopes of a and b: half of each where they are equal.
    const float slope = operate_derivative(Operation::smooth_minimum, a, b, radius, 1, 0, 0);
    ASSERT_NEAR(slope, a < b ? 1 - h * h / 2 : h * h / 2, 4e-7);
  }
  EXPECT_EQ(operate_derivative(Operation::smooth_maximum, 1, 1, 0.5f, 1, 0, 0), 0.5f);
  const Field a = perlin({.seed = 1}), b = value({.seed = 2});
  EXPECT_EQ(sample(smooth_min(a, b, 0), 3, 4), sample(min(a, b), 3, 4));
  EXPECT_EQ(sample(smooth_max(a, b, 0), 3, 4), sample(max(a, b), 3, 4));
  EXPECT_NEAR(range(smooth_min(a, b, 0.6f), 2).min, -1.1, 1e-5);
  EXPECT_NEAR(range(smooth_min(a, 5, 0.6f), 2).max, 1, 1e-5);
}

TEST(OperatorFormulas, TerracesEqualTheirFormula) {
  for (const float smoothness : {0.0f, 0.01f, 1 / 3.0f, 1.0f, 10.0f}) {
    for (int i = -5000; i <= 5000; ++i) {
      const float x = static_cast<float>(i) * 0.00137f;
      const double t = double{x} * 4, whole = std::floor(t + 0.5);
      double height = whole;
      if (smoothness != 0) {
        const double way =
            std::min((0.5 - std::abs(whole - t)) * (1 + 1 / double{smoothness}), 0.5);
        height += whole - t < 0 ? 0.5 - way : way - 0.5;
      }
      ASSERT_NEAR(sample(terrace(ramp, 4, smoothness), x), height / 4, smoothness == 0 ? 0 : 3e-6)
          << x << " " << smoothness;
    }
  }
  EXPECT_EQ(range(terrace(perlin(), 4), 2), (Range{-1, 1}));
  EXPECT_EQ(sample(terrace(ramp, 0.5f), 0x1p50), 0x1p50f);
}

TEST(OperatorFormulas, FractionStepAndSelect) {
  for (const float x : {0.0f, -0.25f, 3.75f, -7.0f, 1e6f, -1e-20f}) {
    EXPECT_EQ(sample(fraction(ramp), x), x - std::floor(x)) << x;
    EXPECT_EQ(sample(step(-0.25f, ramp), x), x < -0.25f ? 0 : 1) << x;
    EXPECT_EQ(sample(select(ramp, 3.75f, 2 * ramp, 5), x), x < 3.75f ? 2 * x : 5) << x;
  }
  EXPECT_EQ(range(fraction(perlin()), 2), (Range{0, 1}));
  EXPECT_EQ(range(fraction(2.5f + 0.25f * value()), 2), (Range{0.25f, 0.75f}));
  EXPECT_EQ(range(step(-2, perlin()), 2), (Range{1, 1}));
  EXPECT_EQ(range(step(2, perlin()), 2), (Range{0, 0}));
  EXPECT_EQ(range(select(perlin(), 0, -3, 4), 2), (Range{-3, 4}));
  EXPECT_EQ(range(select(perlin(), 2, -3, value()), 2), (Range{-3, -3}));
}

TEST(OperatorFormulas, Distance) {
  const Field cone = distance({3, -4, 100}, 2, 0.5);
  EXPECT_EQ(sample(cone, 0, 0), 2.5f);
  EXPECT_EQ(sample(cone, 0, 0, 7), 2.5f);
  EXPECT_EQ(sample(distance({1e9, 0}, 1), 1e9 + 1), 1);
  EXPECT_EQ(sample(distance({1e9}, 1), 1e9 - 3), 3);
  EXPECT_EQ(sample(distance({1, 2, 3, 4}, 4), 2, 3, 4, 5), 2);
  EXPECT_EQ(range(cone, 2).min, 0);
}

TEST(OperatorFormulas, RemapKeepsToItsRange) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<float> number(-3, 3);
  const Field noise = perlin();
  const Range of_noise = range(noise, 2);
  EXPECT_EQ(range(remap(noise, of_noise, {0, 1}), 2).min, 0);
  for (int i = 0; i < 20'000; ++i) {
    const Range to{number(random), number(random) * (i % 3 == 0 ? 1e6f : 1)};
    const Range mapped = range(remap(noise, of_noise, to), 2);
    ASSERT_GE(mapped.min, std::min(to.min, to.max));
    ASSERT_LE(mapped.max, std::max(to.min, to.max));
    const float width = std::abs(to.max - to.min), large = std::max(width, std::abs(to.min));
    ASSERT_EQ(to.min < to.max ? mapped.min : mapped.max, to.min);
    ASSERT_NEAR(to.min < to.max ? mapped.max : mapped.min, to.max, large * 5e-7);
  }
  EXPECT_EQ(sample(remap(ramp, {1, 3}, {10, 20}), 2), 15);
  EXPECT_EQ(sample(remap(ramp, {1, 3}, {10, 20}), 5), 30);
  EXPECT_EQ(sample(remap(ramp, {1, 3}, {20, 10}), 0), 25);
  EXPECT_EQ(sample(remap(ramp, {1, 3}, {7, 7}), 0), 7);
}

// ---- curves -----------------------------------------------------------------

using Points = std::vector<std::array<float, 2>>;

// The published method, with the slope at every point.
double pchip(const Points& points, double x) {
  const std::size_t last = points.size() - 1;
  x = std::clamp(x, double{points[0][0]}, double{points[last][0]});
  std::vector<double> h, delta, d(points.size());
  for (std::size_t i = 0; i < last; ++i) {
    h.push_back(double{points[i + 1][0]} - points[i][0]);
    delta.push_back((double{points[i + 1][1]} - points[i][1]) / h[i]);
  }
  const auto sign = [](double number) { return number > 0 ? 1 : number < 0 ? -1 : 0; };
  const auto end = [&](double h0, double h1, double delta0, double delta1) {
    const double slope = ((2 * h0 + h1) * delta0 - h0 * delta1) / (h0 + h1);
    if (sign(slope) != sign(delta0)) return 0.0;
    const bool is_steep = std::abs(slope) > std::abs(3 * delta0);
    return sign(delta0) != sign(delta1) && is_steep ? 3 * delta0 : slope;
  };
  if (last == 1) {
    d[0] = d[1] = delta[0];
  } else {
    d[0] = end(h[0], h[1], delta[0], delta[1]);
    d[last] = end(h[last - 1], h[last - 2], delta[last - 1], delta[last - 2]);
    for (std::size_t i = 1; i < last; ++i) {
      if (sign(delta[i - 1]) * sign(delta[i]) <= 0) continue;
      const double w1 = 2 * h[i] + h[i - 1], w2 = h[i] + 2 * h[i - 1];
      d[i] = (w1 + w2) / (w1 / delta[i - 1] + w2 / delta[i]);
    }
  }
  std::size_t i = 0;
  while (i + 1 < last && x >= points[i + 1][0]) ++i;
  const double s = x - points[i][0], c = (3 * delta[i] - 2 * d[i] - d[i + 1]) / h[i],
               b = (d[i] - 2 * delta[i] + d[i + 1]) / (h[i] * h[i]);
  return points[i][1] + s * (d[i] + s * (c + s * b));
}

Points random_points(std::mt19937_64& random, std::size_t count) {
  std::uniform_real_distribution<float> number(-1, 1);
  Points points(count);
  for (auto& [x, y] : points) {
    x = number(random);
    y = std::round(number(random) * 4) / 4;  // so that some are level
  }
  std::ranges::sort(points);
  return points;
}

TEST(OperatorFormulas, CurvesAreThePublishedOnes) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> place(-1.2, 1.2);
  for (std::size_t count = 2; count < 40; ++count) {
    const Points points = random_points(random, count);
    const Field drawn = curve(ramp, points);
    const Range of_points = range(drawn, 1);
    for (const auto& [x, y] : points) ASSERT_EQ(sample(drawn, x), y) << count;
    for (int i = 0; i < 500; ++i) {
      const auto x = static_cast<float>(place(random));
      const float y = sample(drawn, x);
      ASSERT_NEAR(y, pchip(points, x), 1e-6) << count << " points, at " << x;
      ASSERT_TRUE(y >= of_points.min && y <= of_points.max);
    }
    const auto [low, high] = std::ranges::minmax(points | std::views::elements<1>);
    EXPECT_EQ(of_points, (Range{low, high}));
    EXPECT_EQ(sample(drawn, -1e12), points.front()[1]);
    EXPECT_EQ(sample(drawn, 1e12), points.back()[1]);
  }
}

TEST(OperatorFormulas, RangesOfCurvesKnowTheirOperand) {
  const Points points{{-5, 100}, {-1, 3}, {0, 1}, {1, 2}, {9, -50}};
  const auto [min, max] = range(curve(perlin(), points), 2);
  EXPECT_NEAR(min, 1, 1e-4);
  EXPECT_NEAR(max, 3, 1e-4);
}

TEST(OperatorFormulas, CurvesRiseWherePointsRise) {
  const Field drawn = curve(ramp, {{0, 0}, {0.1f, 0.001f}, {0.2f, 5}, {0.9f, 5}, {1, 5.1f}});
  float before = 0;
  for (int i = 0; i <= 10'000; ++i) {
    const float y = sample(drawn, i * 1e-4);
    ASSERT_GE(y, before - 1e-6f) << i;
    before = y;
  }
}

TEST(OperatorFormulas, CurvesOfManyPoints) {
  Points points(65536);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = {static_cast<float>(i), static_cast<float>(i % 7)};
  }
  const Field drawn = curve(ramp, points);
  for (const std::size_t i : {0, 1, 1000, 65534, 65535}) {
    EXPECT_EQ(sample(drawn, static_cast<double>(i)), points[i][1]);
  }
  points.push_back({1e6f, 0});
  expect_rejected([&] { curve(ramp, points); },
                  {"curve: points has 65537 elements; use 2 to 65536"});
}

TEST(OperatorFormulas, CurvesOfConstantsAreConstant) {
  const Field drawn = curve(constant(2), {{0, 0}, {2, 7}, {4, -1}});
  EXPECT_EQ(to_json(drawn), to_json(constant(7)));
  EXPECT_EQ(to_json(curve(constant(9), {{0, 0}, {2, 7}, {4, -1}})), to_json(constant(-1)));
}

// ---- rejections ---------------------------------------------------------------

TEST(OperatorFormulas, BadInput) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const Field a = perlin();
  expect_rejected([&] { (void)(1 / a); },
                  {"operator/: b is from -0.9999", "to 0.9999", "max(b, 0.01)"});
  expect_rejected([&] { (void)(a / 0); }, {"operator/: b is from 0 to 0"});
  expect_rejected([&] { (void)(a / nan); }, {"number is nan"});
  expect_rejected([&] { (void)(1e30f / max(a, 1e-30f)); }, {"operator/", "beyond a float"});
  EXPECT_NO_THROW((void)(a / max(a, 0.01f)));
  Field kept = a;
  expect_rejected([&] { kept /= a; }, {"operator/"});
  EXPECT_EQ(sample(kept, 3, 4), sample(a, 3, 4));

  expect_rejected([&] { pow(a, 0); }, {"pow: exponent is 0", "above 0"});
  expect_rejected([&] { pow(a, -2); }, {"pow: exponent is -2, and the values are from -0.9999"});
  expect_rejected([&] { pow(a, nan); }, {"pow: exponent is nan"});
  expect_rejected([&] { pow(a + 2, infinity); }, {"pow: exponent is inf"});
  expect_rejected([&] { pow(9 * a, 300); }, {"pow: values might be", "beyond a float"});

  expect_rejected([&] { pow(a, a); }, {"pow: exponent is from -0.9999", "a is from -0.9999"});
  expect_rejected([&] { pow(a + 2, 300 * a); }, {"pow: values might be", "beyond a float"});
  EXPECT_NO_THROW((void)pow(a, a + 2));
  EXPECT_NO_THROW((void)pow(a + 2, a));
  expect_rejected([&] { exp(100 * a); }, {"exp: a is from -99.9", "min(a, 88)"});
  expect_rejected([&] { exp(coordinate()); }, {"exp: a is from"});
  expect_rejected([&] { log(a); }, {"log: a is from -0.9999", "max(a, 0.01)"});
  expect_rejected([&] { log(abs(a)); }, {"log: a is from 0 to", "0 or below"});

  for (const float radius : {-1.0f, nan, infinity}) {
    expect_rejected([&] { smooth_min(a, 0, radius); }, {"smooth_min: radius is", "0 or more"});
    expect_rejected([&] { smooth_max(a, 0, radius); }, {"smooth_max: radius is", "0 or more"});
  }
  for (const float steps : {0.0f, -1.0f, nan, infinity}) {
    expect_rejected([&] { terrace(a, steps); }, {"terrace: steps is", "1e-30 to 1e30"});
  }
  for (const float smoothness : {-1.0f, nan, 1e-7f, infinity}) {
    expect_rejected([&] { terrace(a, 4, smoothness); }, {"terrace: smoothness is", "1e-6 to 1e6"});
  }
  expect_rejected([&] { terrace(1e20f * a, 1e20f); }, {"terrace: steps is 1e+20", "use fewer"});

  expect_rejected([&] { curve(a, Points{}); }, {"curve: points has 0 elements; use 2"});
  expect_rejected([&] { curve(a, {{0, 0}}); }, {"curve: points has 1 elements; use 2"});
  expect_rejected([&] { curve(a, {{0, 0}, {1, 2}, {1, 3}}); },
                  {"curve: points[2] has x = 1 after x = 1", "rises"});
  expect_rejected([&] { curve(a, {{0, 0}, {-1, 2}}); }, {"points[1] has x = -1 after x = 0"});
  expect_rejected([&] { curve(a, {{0, 0}, {1, nan}}); }, {"points[1] has nan", "finite"});
  expect_rejected([&] { curve(a, {{nan, 0}, {1, 0}}); }, {"points[0] has nan", "finite"});
  expect_rejected([&] { curve(a, {{-3e38f, 0}, {3e38f, 2}}); }, {"points[0] and points[1]"});
  expect_rejected([&] { curve(a, {{0, -3e38f}, {1, 3e38f}}); }, {"too far apart"});

  expect_rejected([&] { remap(a, {1, 1}, {0, 1}); }, {"remap: from is 1 to 1"});
  expect_rejected([&] { remap(a, {1, 0}, {0, 1}); }, {"remap: from is 1 to 0"});
  expect_rejected([&] { remap(a, {-3e38f, 3e38f}, {0, 1}); },
                  {"remap: from is from -3e+38 to 3e+38"});
  expect_rejected([&] { remap(a, {0, 1}, {0, nan}); }, {"remap: to is from 0 to nan"});
  expect_rejected([&] { remap(a, {0, 1e-30f}, {0, 1e30f}); }, {"remap: from is 0 to 1e-30"});
  expect_rejected([&] { step(nan, a); }, {"step: edge is nan"});
  expect_rejected([&] { select(a, infinity, a, a); }, {"select: threshold is inf"});
  expect_rejected([&] { distance({}, 0); }, {"distance: dimensions is 0", "1 to 4"});
  expect_rejected([&] { distance({}, 5); }, {"distance: dimensions is 5"});
  expect_rejected([&] { distance({0, nan}, 2); }, {"distance: point[1] is nan"});
  EXPECT_NO_THROW(distance({0, nan}, 1));
  expect_rejected([&] { distance({3}, 2); },
                  {"distance: point is a list of one number; use 3 without braces for every axis"});
  expect_rejected([&] { distance({1, 2, 3, 4, 5}, 2); }, {"distance: point has 5 numbers"});
  EXPECT_EQ(to_json(distance({3}, 1)), to_json(distance(3, 1)));
  EXPECT_EQ(to_json(distance({1, 2, 3, 4}, 2)), to_json(distance({1, 2}, 2)));
  for (const double frequency : {0.0, -1.0, double{nan}, double{infinity}}) {
    expect_rejected([&] { distance({}, 2, frequency); }, {"distance: frequency is", "above 0"});
  }
  std::vector<float> out(4), dx(4);
  for (const Field& steep :
       {pow(1e22f * ramp, 0.01f), 1 / max(a, 1e-30f), curve(a, {{0, 0}, {1e-38f, 1}}),
        curve(perlin({.frequency = 1e-250}), {{0, 1}, {7e-38f, 0}}),
        terrace(1e30f * perlin({.frequency = 1e3}), 1, 1e-6f)}) {
    expect_rejected(
        [&] { fill(Planes<1>{.value = out, .derivative = {dx}}, {.shape = {4}}, steep); },
        {"derivatives", "1e36"});
  }
}

}  // namespace
}  // namespace perlane::testing
