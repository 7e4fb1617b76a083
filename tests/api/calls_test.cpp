// The calls that people write first: grids in braces without the number of dimensions, integers of
// any type, float and double coordinates together. They compile, and give the bits of the calls
// that say everything.

#include "support/testing.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>
#include <vector>

namespace perlane::testing {
namespace {

const Field field = fbm(perlin({.seed = 42, .frequency = 1.0 / 20}), {.octaves = 4});

std::vector<float> expected(const Grid<2>& grid) { return filled(grid, field); }

// As a newcomer's program finds the names.
namespace newcomer {
using namespace perlane;

TEST(Calls, BracesSayHowManyDimensionsThereAre) {
  const std::size_t width = 31;
  const int rows = 17;
  std::vector<float> out(width * rows);
  Range written{};
  fill(out, {.shape = {width, rows}}, field, {.seen = &written});
  const std::vector<float> wanted = expected({.shape = {31, 17}});
  EXPECT_EQ(out, wanted);
  EXPECT_EQ(written.min, std::ranges::min(wanted));

  std::ranges::fill(out, 0.0f);
  perlane::fill(out, {.shape = {31, 17}}, field, {.parallel = false});
  EXPECT_EQ(out, wanted);

  std::ranges::fill(out, 0.0f);
  fill(std::span(out), {.shape = {31, 17}, .step = {0.5, 2}, .origin = {3, 4}, .first = {-1, rows}},
       fbm(perlin({.seed = 42, .frequency = 1.0 / 20}), {.octaves = 4}));
  EXPECT_EQ(out,
            expected({.shape = {31, 17}, .step = {0.5, 2}, .origin = {3, 4}, .first = {-1, 17}}));
}

TEST(Calls, EveryNumberOfDimensions) {
  std::vector<float> line(9), block(3 * 4 * 5), hyper(2 * 3 * 4 * 5);
  fill(line, {.shape = {9}}, field);
  EXPECT_EQ(line, filled<1>({.shape = {9}}, field));
  fill(block, {.shape = {3, 4, 5}}, field);
  EXPECT_EQ(block, filled<3>({.shape = {3, 4, 5}}, field));
  fill(hyper, {.shape = {2, 3, 4, 5}}, field);
  EXPECT_EQ(hyper, filled<4>({.shape = {2, 3, 4, 5}}, field));
}

TEST(Calls, BoundsOfABox) {
  const Range box = range(field, {.shape = {8, 6}, .step = {0.5, 2}, .first = {-4, 3}});
  const Range same = range(field, Grid<2>{{8, 6}, {0.5, 2}, {}, {-4, 3}});
  EXPECT_EQ(box.min, same.min);
  EXPECT_EQ(box.max, same.max);
  EXPECT_GT(box.min, range(field, 2).min);
}

TEST(Calls, EveryKindOfArray) {
  const std::vector<float> wanted = expected({.shape = {8, 6}});
  std::array<float, 48> array{};
  fill(array, {.shape = {8, 6}}, field);
  EXPECT_TRUE(std::ranges::equal(array, wanted));
  float plain[48]{};
  fill(plain, {.shape = {8, 6}}, field);
  EXPECT_TRUE(std::ranges::equal(plain, wanted));
  const std::span<float> given(array);
  std::ranges::fill(array, 0.0f);
  fill(given, {.shape = {8, 6}}, field);
  EXPECT_TRUE(std::ranges::equal(array, wanted));

  std::vector<float> wide(10 * 6, 7.0f);
  fill(Strided<2>{.elements = wide, .stride = {wide.size() / 6}}, {.shape = {8, 6}}, field);
  EXPECT_EQ(wide[10], wanted[8]);
  EXPECT_EQ(wide[9], 7.0f);
  std::vector<float> slope(48);
  std::ranges::fill(array, 0.0f);
  fill(Planes<2>{.value = array, .derivative = {slope}}, {.shape = {8, 6}}, field);
  EXPECT_TRUE(std::ranges::equal(array, wanted));
}

template <class T>
void expect_codes() {
  constexpr Range range{-0.5f, 0.5f};
  std::vector<T> wanted(48), out(48);
  fill<2>(wanted, {.shape = {8, 6}}, field, range);
  fill(out, {.shape = {8, 6}}, field, range);
  EXPECT_EQ(out, wanted);
  std::ranges::fill(out, T{});
  fill(out, {.shape = {8, 6}}, field, {.min = -0.5f, .max = 0.5f}, {.parallel = false});
  EXPECT_EQ(out, wanted);
  std::array<T, 48> array{};
  fill(array, {.shape = {8, 6}}, field, {-0.5f, 0.5f});
  EXPECT_TRUE(std::ranges::equal(array, wanted));

  std::vector<T> of_its_range(48);
  fill<2>(of_its_range, {.shape = {8, 6}}, field);
  EXPECT_NE(of_its_range, wanted);
  fill(out, {.shape = {8, 6}}, field);
  EXPECT_EQ(out, of_its_range);
  std::ranges::fill(out, T{});
  fill(std::span(out), {.shape = {8, 6}}, field, {.parallel = false});
  EXPECT_EQ(out, of_its_range);
}

TEST(Calls, Codes) {
  expect_codes<std::uint16_t>();
  expect_codes<std::uint8_t>();
}

TEST(Calls, LengthsOfBraces) {
  std::vector<float> out(4, 5.0f);
  const auto rejected = [&](const BracedGrid& grid, const char* part, const char* advice) {
    expect_rejected([&] { fill(out, grid, field); }, {part, advice});
    EXPECT_EQ(out, std::vector<float>(4, 5.0f));
  };
  rejected({}, "Grid::shape has 0 numbers", "use 1 to 4");
  rejected({.shape = {1, 1, 1, 1, 4}}, "Grid::shape has 5 numbers", "use 1 to 4");
  rejected({.shape = {2, 2}, .step = {1}}, "Grid::step has 1 number and Grid::shape has 2",
           "as many");
  rejected({.shape = {2, 2}, .origin = {1, 2, 3}}, "Grid::origin has 3 numbers", "as many");
  rejected({.shape = {4}, .first = {0, 0}}, "Grid::first has 2 numbers", "or none");
  rejected({.shape = {2, 0}}, "Grid::shape[1] is 0", "use 1 or more");
  rejected({.shape = {2, 3}}, "out has 4 elements", "6 samples");
}

TEST(Calls, IntegersOfAnyType) {
  const std::size_t width = 7;
  const unsigned rows = 5;
  const std::int8_t first = -3;
  Grid<2> grid{.shape = {width, rows}, .first = {first, 0u}};
  EXPECT_EQ(grid.shape[0], 7);
  EXPECT_EQ(grid.first, (std::array<std::int64_t, 2>{-3, 0}));
  std::array<std::int64_t, 2> copy = grid.shape;
  EXPECT_EQ(copy, grid.shape);
  copy[1] = 6;
  grid.shape = copy;
  const auto [columns, lines] = grid.shape;
  EXPECT_EQ(columns * lines, 42);
  grid.shape = std::array<std::size_t, 2>{2, 3};
  EXPECT_EQ(grid.shape, (Integers<2>{2, 3}));
  enum { edge = 4 };
  grid.shape = {edge, edge};
  EXPECT_EQ(grid.shape[1], 4);
  grid.first = {std::uint64_t{0} - 5, 0};
  EXPECT_EQ(grid.first[0], -5);

  const int cells = 6;
  EXPECT_EQ(sample(perlin({.frequency = 1, .period = {cells, 0}}), 0.25),
            sample(perlin({.frequency = 1, .period = {6, 0}}), 6.25));
}

TEST(Calls, SeedsOfAnyType) {
  static_assert(std::is_aggregate_v<Perlin> && std::is_aggregate_v<Grid<3>>);
  const int number = -7;
  const std::size_t large = 123;
  Perlin noise{.seed = number};
  EXPECT_EQ(noise.seed, ~std::uint64_t{0} - 6);
  noise.seed = large;
  noise.seed += 2;
  ++noise.seed;
  EXPECT_EQ(noise.seed + 1, 127u);
  const std::uint64_t word = noise.seed;
  EXPECT_EQ(word, 126u);
  EXPECT_EQ(sample(perlin(noise), 0.3, 0.4), sample(perlin({.seed = word}), 0.3, 0.4));
  EXPECT_EQ(sample(value({.seed = number}), 0.3), sample(value({.seed = number}), 0.3));
  EXPECT_EQ(sample(white({.seed = large}), 0.3), sample(white({.seed = 123}), 0.3));
  EXPECT_EQ((Chunk{.world_seed = number, .salt = large}.salt), 123u);
}

TEST(Calls, FloatAndDoubleCoordinates) {
  EXPECT_EQ(sample(field, 1.5f, 2.25), sample(field, 1.5, 2.25));
  EXPECT_EQ(sample(field, 1, 2.5f), sample(field, 1.0, 2.5));
  EXPECT_EQ(sample(field, 1, 2.5f, 3L, 4.0), sample(field, 1.0, 2.5, 3.0, 4.0));
  const std::vector<double> x{1.5, 2};
  std::vector<double> y{2.25, 3};
  std::vector<float> out(2);
  sample(out, field, x, y);
  EXPECT_EQ(out[0], sample(field, 1.5, 2.25));
  sample(out, field, x, std::span(y), {.parallel = false});
  EXPECT_EQ(out[1], sample(field, 2.0, 3.0));
}

}  // namespace newcomer
}  // namespace
}  // namespace perlane::testing
