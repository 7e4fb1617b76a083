// Tests grids: their pieces, threads, alignment, and distance from the origin.

#include "support/testing.hpp"

#include "engine/parallel.hpp"

#ifdef PERLANE_WITH_TBB
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#endif

#include <algorithm>
#include <cmath>

namespace perlane::testing {
namespace {

const Field terrain = fbm(perlin({.seed = 11, .frequency = 1.0 / 50}), {.octaves = 4});

// The grids are large enough for several tiles on every
// axis, for threads, and (in 2D) for stores past the caches.
const Grid<1> line{.shape = {300'001}, .first = {-7}};
const Grid<2> plane{.shape = {2064, 1100}, .step = {0.5, 0.25}, .first = {-1000, 13}};
const Grid<3> volume{.shape = {150, 40, 35}, .first = {1, -2, 3}};
const Grid<4> hypervolume{.shape = {70, 9, 13, 17}, .first = {1, -2, 3, -4}};

TEST(Grid, EqualsPoints) {
  EXPECT_TRUE(same_bits(filled(line, terrain), fill_by_points(line, terrain), line));
  EXPECT_TRUE(same_bits(filled(plane, terrain), fill_by_points(plane, terrain), plane));
  EXPECT_TRUE(same_bits(filled(volume, terrain), fill_by_points(volume, terrain), volume));
  EXPECT_TRUE(
      same_bits(filled(hypervolume, terrain), fill_by_points(hypervolume, terrain), hypervolume));
}

#ifdef PERLANE_WITH_TBB
TEST(Grid, AnyNumberOfThreads) {
  const std::vector<float> expected = filled(plane, terrain, {.parallel = false});
  for (const int threads : {1, 2, 7}) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    EXPECT_TRUE(same_bits(arena.execute([] { return filled(plane, terrain); }), expected, plane))
        << threads << " threads";
  }
}
#else
TEST(Grid, AnyNumberOfThreads) {
  const std::vector<float> expected = filled(plane, terrain, {.parallel = false});
  for (const int threads : {1, 2, 7}) {
    const engine::ThreadLimit limit(threads);
    EXPECT_TRUE(same_bits(filled(plane, terrain), expected, plane)) << threads << " threads";
  }
}
#endif

// Joins copies of the pieces of `whole` that start at `cuts`.
template <int N>
std::vector<float> from_pieces(const Grid<N>& whole, const Field& field,
                               const std::array<std::vector<std::int64_t>, std::size_t{N}>& cuts) {
  std::vector<float> together(samples(whole));
  std::array<std::size_t, std::size_t{N}> piece{};
  for (;;) {
    Grid<N> grid = whole;
    for (std::size_t axis = 0; axis < N; ++axis) {
      const std::int64_t begin = cuts[axis][piece[axis]];
      const std::int64_t end =
          piece[axis] + 1 < cuts[axis].size() ? cuts[axis][piece[axis] + 1] : whole.shape[axis];
      grid.first[axis] = whole.first[axis] + begin;
      grid.shape[axis] = end - begin;
    }
    const std::vector<float> values = filled(grid, field);
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::size_t rest = i, to = 0, stride = 1;
      for (std::size_t axis = 0; axis < N; ++axis) {
        const auto extent = static_cast<std::size_t>(grid.shape[axis]);
        to += (static_cast<std::size_t>(cuts[axis][piece[axis]]) + rest % extent) * stride;
        rest /= extent;
        stride *= static_cast<std::size_t>(whole.shape[axis]);
      }
      together[to] = values[i];
    }
    std::size_t axis = 0;
    while (axis < N && ++piece[axis] == cuts[axis].size()) piece[axis++] = 0;
    if (axis == N) return together;
  }
}

TEST(Grid, EqualsItsPieces) {
  with_every_isa([](std::string_view) {
    for (const NamedField& named : every_field(0.07)) {
      const Grid<2> small{
          .shape = {530, 70}, .step = {0.9, 1.1}, .origin = {0.1, 0.2}, .first = {-100, 5}};
      EXPECT_TRUE(
          same_bits(from_pieces<2>(small, named.field, {{{0, 1, 17, 256, 300}, {0, 3, 32, 69}}}),
                    filled(small, named.field), small))
          << named.name;
      const Grid<3> cube{.shape = {140, 19, 18}, .step = {0.9, 1.1, 1.3}, .first = {-3, -5, -7}};
      EXPECT_TRUE(
          same_bits(from_pieces<3>(cube, named.field, {{{0, 5, 128}, {0, 8, 9}, {0, 1, 10}}}),
                    filled(cube, named.field), cube))
          << named.name;
    }
  });
  EXPECT_TRUE(same_bits(from_pieces<1>(line, terrain, {{{0, 1, 2, 100'000, 299'999}}}),
                        filled(line, terrain), line));
  EXPECT_TRUE(same_bits(from_pieces<2>(plane, terrain, {{{0, 999, 1000}, {0, 500}}}),
                        filled(plane, terrain), plane));
  EXPECT_TRUE(
      same_bits(from_pieces<4>(hypervolume, terrain, {{{0, 64}, {0, 1, 4}, {0, 3}, {0, 8, 10}}}),
                filled(hypervolume, terrain), hypervolume));
}

// The destination may start anywhere. Nothing beside it is touched, and the range that is seen is
// that of the values written.
TEST(Grid, AnyAlignmentAndNothingElseWritten) {
  constexpr float canary = 12345.0f;
  with_every_isa([&](std::string_view) {
    for (const std::int64_t width : {1, 15, 16, 17, 100, 272}) {
      const Grid<2> grid{.shape = {width, 7}, .first = {-3, 1}};
      const std::vector<float> expected = fill_by_points(grid, terrain);
      for (std::size_t offset = 0; offset < 17; ++offset) {
        std::vector<float> memory(expected.size() + 64, canary);
        const std::span<float> out = std::span(memory).subspan(offset + 16, expected.size());
        Range written{};
        fill(out, grid, terrain, {.seen = &written});
        EXPECT_TRUE(same_bits(std::vector<float>(out.begin(), out.end()), expected, grid))
            << "offset " << offset;
        EXPECT_EQ(written.min, *std::ranges::min_element(expected));
        EXPECT_EQ(written.max, *std::ranges::max_element(expected));
        std::ranges::fill(out, canary);
        EXPECT_EQ(std::ranges::count(memory, canary), std::ssize(memory));
      }
    }
  });
}

// The destinations are larger than the caches, at any alignment. Rows of 2048 are written past the
// caches; rows of 2056 and 2063 are not, for they start elsewhere.
TEST(Grid, LargeDestinations) {
  constexpr float canary = 12345.0f;
  for (const std::int64_t width : {2048, 2056, 2063}) {
    const Grid<2> grid{.shape = {width, 1100}};
    const std::vector<float> expected = fill_by_points(grid, perlin());
    with_every_isa([&](std::string_view) {
      for (const std::size_t offset : {0, 1, 12, 15}) {
        std::vector<float> memory(expected.size() + 64, canary);
        const std::span<float> out = std::span(memory).subspan(offset + 16, expected.size());
        Range written{};
        fill(out, grid, perlin(), {.seen = &written});
        EXPECT_TRUE(same_bits(std::vector<float>(out.begin(), out.end()), expected, grid))
            << "width " << width << ", offset " << offset;
        EXPECT_EQ(written.min, *std::ranges::min_element(expected));
        EXPECT_EQ(written.max, *std::ranges::max_element(expected));
        EXPECT_EQ(std::ranges::count(memory, canary), 64);
      }
    });
  }
}

double largest_step(const std::vector<float>& row) {
  double step = 0;
  for (std::size_t i = 1; i < row.size(); ++i)
    step = std::max(step, std::abs(static_cast<double>(row[i]) - row[i - 1]));
  return step;
}

TEST(Grid, AsSmoothFarAwayAsAtTheOrigin) {
  constexpr std::int64_t far = std::int64_t{1} << 40;
  const Field field = perlin({.seed = 3, .frequency = 1.0 / 100});
  for (const std::int64_t first : {std::int64_t{0}, far, -far}) {
    const std::vector<float> row =
        filled<2>({.shape = {20'000, 1}, .first = {first, first + 37}}, field);
    // No slope of the noise exceeds 7 per cell: gradients of length 1.42, and the fade's 1.875
    // times the difference of two sides that are at most 1.42 each.
    EXPECT_LT(largest_step(row), 7.0 / 100);
    // The noise is not flat either. A coordinate in binary32
    // would stand still for 131072 samples out there.
    std::vector<float> sorted = row;
    std::ranges::sort(sorted);
    EXPECT_GT(std::ranges::unique(sorted).begin() - sorted.begin(), 19'000);
  }
}

TEST(Grid, EqualCoordinatesHaveEqualValues) {
  // This is a plane of a volume, whichever way the grid gets there.
  const Field field = perlin({.seed = 3});
  const Grid<2> by_first{.shape = {50, 50}, .first = {64'000'000, -320}};
  const Grid<2> by_origin{.shape = {50, 50}, .origin = {64'000'000.0, -320.0}};
  EXPECT_TRUE(same_bits(filled(by_first, field), filled(by_origin, field), by_first));
}

TEST(Grid, DefaultsAreNotFlat) {
  for (const Field& field : {perlin(), fbm(perlin())}) {
    const std::vector<float> row = filled<1>({.shape = {1000}}, field);
    EXPECT_GT(std::ranges::count_if(row, [](float value) { return std::abs(value) > 0.01f; }), 700);
  }
}

}  // namespace
}  // namespace perlane::testing
