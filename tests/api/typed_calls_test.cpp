// Calls as people type them: numbers by axis, arrays of arrays, empty fields.

#include "support/testing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace perlane::testing {
namespace {

const Field noise = perlin({.seed = 3, .frequency = 0.11});

// The values of a small grid away from the origin.
template <int N>
std::vector<float> values_of(const Field& field) {
  Grid<N> grid;
  std::size_t samples = 1;
  for (std::size_t axis = 0; axis < std::size_t{N}; ++axis) {
    grid.shape[axis] = 5 + static_cast<std::int64_t>(axis);
    grid.origin[axis] = 3.3 + 40.0 * static_cast<double>(axis);
    samples *= 5 + axis;
  }
  std::vector<float> values(samples);
  fill(std::span<float>(values), grid, field);
  return values;
}

TEST(TypedCalls, NumbersForAllAxes) {
  EXPECT_EQ(values_of<3>(scale(noise, 2)), values_of<3>(scale(noise, {2, 2, 2})));
  EXPECT_EQ(values_of<2>(scale(noise, 2)), values_of<2>(scale(noise, {2, 2, 0, 0})));
  EXPECT_EQ(values_of<2>(scale(noise, 2, 3)), values_of<2>(scale(noise, {2, 3})));
  EXPECT_EQ(values_of<3>(translate(noise, 7)), values_of<3>(translate(noise, {7, 7, 7})));
  EXPECT_EQ(values_of<3>(translate(noise, 1, 2)), values_of<3>(translate(noise, {1, 2, 0, 0})));
  const std::array<double, 4> away{1, 2};
  EXPECT_EQ(values_of<3>(translate(noise, away)), values_of<3>(translate(noise, {1, 2})));
  EXPECT_EQ(values_of<1>(tile(noise, 20)), values_of<1>(tile(noise, {20, 0})));
  EXPECT_EQ(values_of<2>(tile(noise, 20)), values_of<2>(tile(noise, {20, 20})));
  EXPECT_EQ(values_of<3>(tile(noise, 20)), values_of<3>(tile(noise, 20, 20, 20)));
  EXPECT_EQ(values_of<4>(tile(noise, 20)), values_of<4>(tile(noise, {20, 20, 20, 20})));
  const Field round = perlin({.frequency = 0.25, .period = 4});
  EXPECT_EQ(values_of<3>(round), values_of<3>(perlin({.frequency = 0.25, .period = {4, 4, 4}})));
  EXPECT_EQ(sample(round, 1.3, 2.4, 0.7), sample(round, 17.3, 34.4, -15.3));
  const int x = 3, y = -4;
  EXPECT_EQ(sample(distance({x, y}, 2), x, y), 0);
}

TEST(TypedCalls, ListsOfOneNumber) {
  expect_rejected(
      [] { perlin({.period = {8}}); },
      {"Perlin::period is a list of one number; use 8 without braces for every axis, or "
       "{8, 0} for x alone"});
  expect_rejected([] { scale(noise, {2}); }, {"scale: factor is a list of one number; use 2"});
  expect_rejected([] { translate(noise, {0.5}); }, {"translate: distance", "{0.5, 0} for x alone"});
  expect_rejected([] { tile(noise, {20}); }, {"tile: size is a list of one number; use 20"});
  EXPECT_NO_THROW(tile(noise, std::array{20}));
  const std::string text = to_json(translate(noise, {3, 0}));
  EXPECT_EQ(to_json(from_json(text)), text);
}

TEST(TypedCalls, RangesOfNumbersOfAnyType) {
  double low = -0.5;
  int high = 2;
  EXPECT_EQ(to_json(remap(noise, {-1, 1}, {low, high})),
            to_json(remap(noise, Range{-1, 1}, Range{-0.5f, 2})));
  const std::int64_t side = 8;
  std::vector<std::uint16_t> a(64), b(64);
  fill(a, {.shape = {side, side}}, noise, {low, high});
  fill(b, {.shape = {8, 8}}, noise, Range{-0.5f, 2}, {.parallel = false});
  EXPECT_EQ(a, b);
  fill(a, {.shape = {8, 8}}, noise, {.min = low, .max = high});
  EXPECT_EQ(a, b);
  std::uint8_t c[8][8], d[8][8];
  const Grid<2> grid{.shape = {8, 8}};
  fill(c, grid, noise, {low, high});
  fill(Strided<2, std::uint8_t>{.elements = std::span(&d[0][0], 64)}, grid, noise, {low, high});
  EXPECT_TRUE(std::ranges::equal(std::span(&c[0][0], 64), std::span(&d[0][0], 64)));
}

TEST(TypedCalls, TilesOfAllAxesHaveBoundsAndDerivatives) {
  const Field tiled = tile(noise, 20), by_axis = tile(noise, {20, 20});
  EXPECT_EQ(range(tiled, 2), range(by_axis, 2));
  std::vector<float> a(35), b(35);
  fill(Planes<2>{.derivative = {{{}, a}}}, {.shape = {5, 7}, .step = 0.7}, tiled);
  fill(Planes<2>{.derivative = {{{}, b}}}, {.shape = {5, 7}, .step = {0.7, 0.7}}, by_axis);
  EXPECT_EQ(a, b);
  EXPECT_EQ(to_json(tiled), to_json(from_json(to_json(tiled))));
}

TEST(TypedCalls, FactorsForFewerAxesThanThereAre) {
  expect_rejected([] { values_of<3>(scale(noise, {2, 2})); },
                  {"scale: factor has 2 numbers, and the grid has 3 dimensions",
                   "a number without braces for all axes"});
  expect_rejected([] { range(scale(noise, {2, 3}), 4); }, {"scale: factor has 2 numbers"});
  expect_rejected([] { scale(coordinate({.axis = 2}), {2, 2}); },
                  {"scale: factor has 2 numbers, and the field needs 3 dimensions"});
  expect_rejected([] { scale(noise, {1, 2, 3, 4, 5}); }, {"scale: factor has 5 numbers"});
  expect_rejected([] { tile(noise, {1, 2, 3, 4, 5}); }, {"tile: size has 5 numbers"});
  EXPECT_EQ(values_of<3>(from_json(to_json(scale(noise, {2, 0, 0, 0})))),
            values_of<3>(scale(noise, {2, 1, 1})));
  expect_rejected([] { values_of<3>(from_json(to_json(scale(noise, {2, 3})))); },
                  {"scale: factor has 2 numbers"});
}

TEST(TypedCalls, NumbersByAxisAsText) {
  EXPECT_EQ(to_json(scale(noise, 2)), to_json(scale(noise, {2, 2, 2, 2})));
  for (const char* text :
       {R"({"perlane":1,"field":{"perlin":{"period":8}}})",
        R"({"perlane":1,"field":{"perlin":{"period":[8,4]}}})",
        R"({"perlane":1,"field":{"scale":{"field":{"perlin":{}},"factor":0.5}}})",
        R"({"perlane":1,"field":{"scale":{"field":{"perlin":{}},"factor":[0.5,2]}}})",
        R"({"perlane":1,"field":{"translate":{"field":{"perlin":{}},"distance":[1,2]}}})"}) {
    EXPECT_EQ(to_json(from_json(text)), text);
  }
  EXPECT_EQ(values_of<2>(from_json(R"({"perlane":1,"field":{"perlin":{"period":8}}})")),
            values_of<2>(perlin({.period = {8, 8}})));
}

TEST(TypedCalls, GridsOfOneStep) {
  std::vector<float> a(64), b(64);
  const std::size_t width = 8;
  const int height = 8, x = 5, y = -3;
  fill(a, {.shape = {width, height}, .step = 0.5, .origin = {x, y}}, noise);
  fill(b, Grid<2>{.shape = {8, 8}, .step = {0.5, 0.5}, .origin = {5, -3}}, noise);
  EXPECT_EQ(a, b);
  fill(b, Grid<2>{.shape = {width, height}, .step = 0.5, .origin = {x, y}}, noise);
  EXPECT_EQ(a, b);
  expect_rejected([&] { fill(a, {.shape = {8, 8}, .step = {0.5}}, noise); },
                  {"Grid::step has 1 number and Grid::shape has 2", "one without braces"});
}

TEST(TypedCalls, ArraysOfArrays) {
  static float cube[3][5][4];
  std::vector<float> dense(60);
  fill(dense, {.shape = {4, 5, 3}}, noise);
  const auto expect_same = [&] {
    EXPECT_TRUE(std::ranges::equal(std::span(&cube[0][0][0], 60), dense));
    std::ranges::fill(std::span(&cube[0][0][0], 60), 0.0f);
  };
  fill(cube, {.shape = {4, 5, 3}}, noise);
  expect_same();
  fill(cube, Grid<3>{.shape = {4, 5, 3}}, noise);
  expect_same();
  std::uint8_t codes[8][8];
  std::vector<std::uint8_t> of_codes(64);
  fill(codes, {.shape = {8, 8}}, noise, {.min = -1, .max = 1});
  fill(of_codes, {.shape = {8, 8}}, noise, {.min = -1, .max = 1});
  EXPECT_TRUE(std::ranges::equal(std::span(&codes[0][0], 64), of_codes));
  expect_rejected([&] { fill(cube, {.shape = {4, 5}}, noise); }, {"out has 60 elements"});
}

TEST(TypedCalls, WarpsOneByOne) {
  const Field g = perlin({.seed = 5}), h = perlin({.seed = 6});
  EXPECT_EQ(values_of<2>(warp(noise, 20 * g, h)), values_of<2>(warp(noise, {20 * g, h})));
  EXPECT_EQ(values_of<2>(warp(noise, 20 * g)), values_of<2>(warp(noise, {20 * g})));
  EXPECT_EQ(values_of<2>(warp(noise, g, 3)), values_of<2>(warp(noise, {g, 3})));
  EXPECT_EQ(values_of<2>(warp(noise, curl(g))),
            values_of<2>(warp(noise, {curl(g)[0], curl(g)[1]})));
  EXPECT_EQ(to_json(warp(noise, g, h)), to_json(warp(noise, {g, h})));
}

TEST(TypedCalls, MatricesOfAsManyRowsAsAxes) {
  const Field whole =
      transform(noise, {{{1, 0.5, 0, 0, 10}, {0, 2, 0, 0, -3}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}}});
  const Field plane = transform(noise, {{1, 0.5, 10}, {0, 2, -3}});
  EXPECT_EQ(to_json(plane), to_json(whole));
  EXPECT_EQ(values_of<3>(plane), values_of<3>(whole));
  EXPECT_EQ(to_json(transform(noise, {{{-2}, {0, 0.5}, {0, 0, 3}}})),
            to_json(transform(
                noise, Affine::Rows{{{-2, 0, 0, 0, 0}, {0, 0.5, 0, 0, 0}, {0, 0, 3, 0, 0}, {}}})));
  expect_rejected([] { transform(noise, {{1, 0.5, 10}, {0, 2}}); },
                  {"transform: affine[1] has 2 numbers; use 3"});
  expect_rejected([] { transform(noise, {{1}, {0}, {0}, {0}, {0}}); },
                  {"transform: affine has 5 rows; use 1 to 4"});
}

TEST(TypedCalls, NamesDoNotCollideWithTheStandardLibrary) {
  using namespace std;
  const Field g = perlin({.seed = 5});
  EXPECT_EQ(to_json(min(noise, g)), to_json(perlane::min(Operand(noise), Operand(g))));
  EXPECT_EQ(to_json(max(noise, 0.5f)), to_json(perlane::max(Operand(noise), 0.5f)));
  EXPECT_EQ(to_json(fbm(noise, 5)), to_json(fbm(noise, {.octaves = 5})));
  EXPECT_EQ(to_json(ridged(noise, size_t{3})), to_json(ridged(noise, {.octaves = 3})));
  EXPECT_EQ(to_json(billow(noise, 2)), to_json(billow(noise, {.octaves = 2})));
  const std::int64_t wide = (std::int64_t{1} << 32) + 6;  // 6 as an int
  expect_rejected([&] { fbm(noise, wide); }, {"Fractal::octaves"});
  expect_rejected([&] { ridged(noise, -wide); }, {"Fractal::octaves"});
  expect_rejected([&] { billow(noise, 3000000000u); }, {"Fractal::octaves"});
}

TEST(TypedCalls, PublishedNoise) {
  EXPECT_EQ(to_json(perlin2002({})), to_json(perlin2002()));
  EXPECT_EQ(to_json(simplex2012(0.5)), to_json(simplex2012({.frequency = 0.5})));
  EXPECT_EQ(to_json(mx_noise(2)), to_json(mx_noise({.frequency = 2})));
  EXPECT_EQ(to_json(mx_cell_noise(0.25f)), to_json(mx_cell_noise({.frequency = 0.25})));
  EXPECT_NE(values_of<2>(perlin2002({.seed = 1, .frequency = 0.3})),
            values_of<2>(perlin2002({.frequency = 0.3})));
  using Make = Field (*)(const Published&);
  for (const Make make : {Make{perlin2002}, Make{simplex2012}, Make{mx_noise}, Make{mx_cell_noise}})
    expect_rejected([&] { make({.frequency = 0}); }, {": frequency is 0", "above 0"});
}

TEST(TypedCalls, EmptyFieldsAreRejected) {
  const Field empty;
  std::vector<float> out(4), x(4);
  const auto expect_empty = [](auto use) {
    expect_rejected(use, {"the field is empty; assign one"});
  };
  expect_empty([&] { fill(out, {.shape = {2, 2}}, empty); });
  expect_empty([&] { fill(Planes<2>{.value = out}, {.shape = {2, 2}}, empty); });
  expect_empty([&] { sample(out, empty, x, x); });
  expect_empty([&] { sample(empty, 1, 2); });
  expect_empty([&] { range(empty, 2); });
  expect_empty([&] { to_json(empty); });
  expect_empty([&] { fbm(empty); });
  expect_empty([&] { damped(empty); });
  expect_empty([&] { hybrid_multifractal(empty); });
  expect_empty([&] { (void)(empty + 1); });
  expect_empty([&] { pow(empty, 2); });
  expect_empty([&] { pow(noise, 2) / empty; });
  expect_empty([&] { curve(empty, {{0, 0}, {1, 1}}); });
  expect_empty([&] { translate(empty, 1); });
  expect_empty([&] { scale(empty, 2); });
  expect_empty([&] { rotate(empty, 1); });
  expect_empty([&] { loop(empty, 0, 8); });
  expect_empty([&] { warp(noise, empty); });
  expect_empty([&] { domain_warp(empty); });
  expect_empty([&] { derivative(empty, 0); });
  expect_empty([&] { slope(empty); });
  expect_empty([&] { curl(empty); });
  expect_empty([&] { erode(empty); });
  expect_empty([&] { (void)has_derivatives(empty); });
}

TEST(TypedCalls, FieldsAreMembersOfOthers) {
  struct World {
    Field height;
    std::map<std::string, Field> layers;
  };
  World world;
  world.layers["ore"] = noise;
  world.height = world.layers["ore"];
  EXPECT_EQ(sample(world.height, 1.5, 2), sample(noise, 1.5, 2));
  Field taken = std::move(world.height);
  EXPECT_EQ(sample(taken, 1.5, 2), sample(noise, 1.5, 2));
  expect_rejected([&] { sample(world.height, 1.5, 2); }, {"the field is empty"});
  world.height = taken;
  EXPECT_EQ(sample(world.height, 1.5, 2), sample(noise, 1.5, 2));
}

// Numbers that are set by axis count as those in braces.
TEST(TypedCalls, NumbersSetByAxis) {
  Perlin periodic{.frequency = 0.3};
  periodic.period[0] = 4;
  periodic.period[1] = 4;
  EXPECT_EQ(to_json(perlin(periodic)), to_json(perlin({.frequency = 0.3, .period = {4, 4}})));
  PerAxis<double> away{1, 2};
  away[2] = 30;
  EXPECT_EQ(to_json(translate(perlin(), away)), to_json(translate(perlin(), {1, 2, 30})));
  away = 8;
  away[1] = 4;
  EXPECT_EQ(to_json(translate(perlin(), away)), to_json(translate(perlin(), {8, 4, 8, 8})));
  PerAxis<double> factor;
  factor[0] = factor[1] = 8;
  const Field octaves = fbm(perlin({.frequency = 1})), scaled = scale(octaves, factor);
  EXPECT_EQ(to_json(with_footprint(scaled, 4)), to_json(with_footprint(scale(octaves, {8, 8}), 4)));
  EXPECT_THROW(sample(scaled, 1, 2, 3), std::invalid_argument);
  PerAxis<double> step;
  step[0] = 0.5;
  step[1] = 0.25;
  std::vector<float> out(64), expected(64);
  fill(out, {.shape = {8, 8}, .step = step}, octaves);
  fill(expected, {.shape = {8, 8}, .step = {0.5, 0.25}}, octaves);
  EXPECT_EQ(out, expected);
  step.fill(0.25);
  EXPECT_EQ(step.count(), 4u);
  // Not a number is as many numbers as any other.
  EXPECT_TRUE(PerAxis<double>(std::nan("")).is_number());
}

TEST(TypedCalls, ArraysOfArraysHaveTheShapeOfTheGrid) {
  float map[4][6];
  std::uint8_t codes[4][6];
  const Grid<2> turned{.shape = {4, 6}};
  for (const auto& call : std::initializer_list<std::function<void()>>{
           [&] { fill(map, turned, perlin()); }, [&] { fill(map, {.shape = {4, 6}}, perlin()); },
           [&] { fill(codes, turned, perlin(), {-1, 1}); },
           [&] { fill(codes, {.shape = {4, 6}}, perlin(), {-1, 1}); },
           [&] { fill({{map, perlin()}, {codes, value()}}, turned); },
           [&] { fill({{map, perlin()}}, {.shape = {4, 6}}); }})
    expect_rejected(call, {"out.extent(0) is 4; Grid::shape[1] is 6"});
  expect_rejected([&] { fill({{codes, value()}, {map, perlin()}}, turned); },
                  {"outputs[0]: out.ex"});
  EXPECT_NO_THROW(fill(map, {.shape = {6, 4}}, perlin()));
  EXPECT_NO_THROW(fill(map, {.shape = {24}}, perlin()));
  EXPECT_NO_THROW(fill({{map, perlin()}, {codes, value()}}, {.shape = {6, 4}}));
  EXPECT_NO_THROW(fill({{map, perlin()}, {codes, value()}}, {.shape = {24}}));
}

// Those of std::array, which the members are.
TEST(TypedCalls, ListsWithinBraces) {
  const int width = 4, height = 5;
  Grid<2> grid{
      .shape = {{width, height}}, .step = {{0.5, 2}}, .origin = {{1, 2}}, .first = {{-3, 7}}};
  const Grid<2> same{
      .shape = {width, height}, .step = {0.5, 2}, .origin = {1, 2}, .first = {-3, 7}};
  EXPECT_EQ(grid.shape, same.shape);
  EXPECT_EQ(grid.step, same.step);
  EXPECT_EQ(grid.origin, same.origin);
  EXPECT_EQ(grid.first, same.first);
  grid.shape = {{6, 7}};
  grid.step = {{3, 4}};
  EXPECT_EQ(grid.shape, (std::array<std::int64_t, 2>{6, 7}));
  EXPECT_EQ(grid.step, (std::array<double, 2>{3, 4}));
  EXPECT_EQ((Grid<1>{.shape = {{8}}}.shape[0]), 8);
}

TEST(TypedCalls, EmptyBracesAreOptions) {
  std::vector<std::uint16_t> codes(20), expected(20);
  const Grid<2> grid{.shape = {4, 5}};
  fill(expected, grid, perlin());
  fill(codes, grid, perlin(), {});
  EXPECT_EQ(codes, expected);
  fill(codes, grid, perlin(), {false});
  EXPECT_EQ(codes, expected);
}

TEST(TypedCalls, SeedsCount) {
  Perlin octave{.seed = 7};
  EXPECT_EQ(octave.seed++, 7u);
  EXPECT_EQ(++octave.seed, 9u);
  EXPECT_EQ(octave.seed--, 9u);
  EXPECT_EQ(--octave.seed, 7u);
  EXPECT_EQ(octave.seed += 5, 12u);
  EXPECT_EQ(octave.seed -= 13, ~std::uint64_t{0});
}

}  // namespace
}  // namespace perlane::testing
