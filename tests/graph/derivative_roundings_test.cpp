// Bounds of derivatives hold where roundings are as large as what is rounded, and derivatives are
// rejected where a number in between would not be a float.

#include "support/testing.hpp"

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace perlane::testing {
namespace {

// Derivatives and slopes at points whose coordinates are all from `low` to `high`.
template <int N>
void expect_within_ranges(const Field& field, double low, double high) {
  const Field length = slope(field, N);
  const Range lengths = range(length, N);
  std::array<Range, N> bounds;
  for (int axis = 0; axis < N; ++axis)
    bounds[static_cast<std::size_t>(axis)] = range(derivative(field, axis), N);
  std::minstd_rand random(1);
  std::uniform_real_distribution<double> coordinate(low, high);
  for (int i = 0; i < 20000; ++i) {
    model::Point point{N, false, {}};
    for (double& c : point.coordinate) c = coordinate(random);
    // Noise of values is steepest in the middle of a cell.
    if (i % 2 == 0) point.coordinate[i / 2 % N] = std::floor(point.coordinate[i / 2 % N]) + 0.5;
    float along[4];
    graph::node_of(field).sample(point, along);
    for (std::size_t axis = 0; axis < N; ++axis) {
      ASSERT_LE(along[axis], bounds[axis].max) << to_json(field);
      ASSERT_GE(along[axis], bounds[axis].min) << to_json(field);
    }
    ASSERT_LE(graph::node_of(length).sample(point, nullptr), lengths.max) << to_json(field);
  }
}

TEST(DerivativeRoundings, OfValuesThatDifferByNoMore) {
  std::minstd_rand random(5);
  std::vector<float> values(256);
  for (float& number : values) number = 1000 + static_cast<float>(random() % 2) * 0x1p-14f;
  const auto noise = [&](auto lattice, Fade fade) {
    return value({.frequency = 1, .lattice = lattice, .fade = fade});
  };
  const Fractal aligned{.octaves = 3, .aligned = true};
  for (const Fade fade : {Fade::quintic, Fade::cubic, Fade::linear}) {
    const Field line = noise(Lattice::explicit_values<1>(values, {256}), fade);
    expect_within_ranges<1>(line, 0, 256);
    expect_within_ranges<1>(fbm(line, aligned), 0, 256);
    const Field plane = noise(Lattice::explicit_values<2>(values, {16, 16}), fade);
    expect_within_ranges<2>(plane, 0, 16);
    expect_within_ranges<2>(fbm(plane, aligned), 0, 16);
    expect_within_ranges<3>(noise(Lattice::explicit_values<3>(values, {8, 8, 4}), fade), 0, 8);
  }
  // Equal values make no slope, and no bound of one.
  const std::vector<float> equal(16, 1000.0f);
  const Field flat = noise(Lattice::explicit_values<2>(equal, {4, 4}), Fade::quintic);
  EXPECT_EQ(range(derivative(flat, 0), 2), Range(0, 0));
}

// The rounding of a subnormal number is raised by what it is multiplied by.
TEST(DerivativeRoundings, OfSubnormalFactors) {
  const Field ramp = coordinate({.axis = 0, .frequency = 1e15});
  expect_within_ranges<2>(transform(ramp, {{1, 1e-45, 0}, {0, 1, 0}}), -1, 1);
  expect_within_ranges<2>(domain_warp(ramp, {.frequency = 1e10, .amplitude = 1e-45}), -1e-7, 1e-7);
  expect_within_ranges<1>(fbm(perlin({.frequency = 1e-50, .gradients = Gradients::random(1)}),
                              {.octaves = 2, .lacunarity = 1e60, .gain = 1e-44}),
                          -1e-7, 1e-7);
  expect_within_ranges<1>(
      hetero_terrain(perlin({.frequency = 1e-40}),
                     {.octaves = 2, .lacunarity = 1e30, .gain = 0.5e-35, .offset = 1e30}),
      -1e11, 1e11);
  const Field steep = coordinate({.frequency = 1}) * 1e20f;
  const std::vector<std::array<float, 2>> points{
      {0, 0}, {1e38f, 2.39e-8f}, {1.01e38f, 2.39e-8f * 0.99f}};
  expect_within_ranges<1>(curve(steep, points), -1, 1);
  expect_within_ranges<1>(constant(1e-31f) / (max)(steep, 1e14f), -1e-6, 1e-4);
}

// Octaves draw with their amplitudes. Draws, amplitudes or scales may be so small that the products
// are subnormal.
TEST(DerivativeRoundings, OfDrawsWithAmplitudes) {
  const Fractal weak{.octaves = 2, .lacunarity = 1000, .gain = 1.25e35, .footprint = 0.3};
  const Field steps = fbm(white({.frequency = 1}), weak);
  const Grid<1> line{.shape = {20000}, .origin = {0.5}};
  const Range all = range(steps, 1), of_line = range(steps, line);
  for (const float number : filled(line, steps)) {
    ASSERT_TRUE(number >= all.min && number <= all.max);
    ASSERT_TRUE(number >= of_line.min && number <= of_line.max);
  }
  expect_within_ranges<1>(
      fbm(value({.frequency = 1e-30}), {.octaves = 2, .lacunarity = 1e37, .gain = 8e-36}), -1e4,
      1e4);
  const std::vector<float> numbers{-1.5e-20f, 1.5e-20f};
  const std::vector<std::array<float, 1>> vectors{{1.5e-20f}, {-1.5e-20f}};
  const Fractal small{.octaves = 2, .lacunarity = 1e27, .gain = 9e-26};
  const Lattice values = Lattice::explicit_values<1>(numbers, {2});
  expect_within_ranges<1>(fbm(value({.frequency = 1e-15, .lattice = values}), small), -1, 1);
  const Lattice gradients = Lattice::explicit_gradients<1>(vectors, {2});
  expect_within_ranges<1>(fbm(perlin({.frequency = 1e-15, .lattice = gradients}), small), -1e-11,
                          1e-11);
}

// Infinity times a derivative of 0 is NaN.
TEST(DerivativeRoundings, FactorsBeyondAFloatAreRejected) {
  const Field slow = perlin({.frequency = 1e-7}), other = perlin({.seed = 3, .frequency = 1e-7});
  const Field low = fbm(constant(1e-17f), {.octaves = 1});
  const Field fields[] = {
      ping_pong(slow, {.octaves = 1}, 2e38),
      pow(1e37f * (perlin() + 2.0f), constant(1)),
      pow((min)((max)(0.1f + 1e-4f * slow, 0.1f), 0.11f), constant(-37.4f) + 0.0f * other),
      pow(20 + 0.01f * other, 29.5f + 0.01f * slow),
      billow(pow(low, -2.1f), {.octaves = 1}),
      fbm(pow(low, -2.1f), {.octaves = 2}) + perlin()};
  for (const Field& field : fields)
    expect_rejected([&] { derivative(field, 0); }, {"derivative: the field is so steep"});
}

}  // namespace
}  // namespace perlane::testing
