// Worlds as tasks: every sample of every level is in one task, with the bits of the whole.

#include <perlane/perlane.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace perlane::testing {
namespace {

Field hills() { return fbm(perlin({.seed = 7, .frequency = 0.03}), {.octaves = 4}); }

// A world, filled by its tasks from the last to the first, level by level.
template <int N>
void expect_tasks_fill(const World<N>& world) {
  std::vector<std::vector<float>> levels;
  std::vector<Grid<N>> grids;
  for (int level = 0; level < world.levels; ++level) {
    Grid<N> grid = world.grid;
    std::int64_t samples = 1;
    for (std::size_t axis = 0; axis < N; ++axis) {
      const std::int64_t step = std::int64_t{1} << level;
      grid.shape[axis] = (grid.shape[axis] + step - 1) / step;
      grid.step[axis] = world.grid.step[axis] * static_cast<double>(step);
      grid.first[axis] /= step;
      samples *= grid.shape[axis];
    }
    grids.push_back(grid);
    levels.emplace_back(static_cast<std::size_t>(samples), -99.0f);
  }
  for (std::int64_t number = tasks(world); number-- > 0;) {
    const Task<N> one = task(world, number);
    const Grid<N>& whole = grids[static_cast<std::size_t>(one.level)];
    std::vector<float>& samples = levels[static_cast<std::size_t>(one.level)];
    Strided<N> out{.elements = samples};
    std::int64_t stride = 1, first = 0;
    for (std::size_t axis = 0; axis < N; ++axis) {
      EXPECT_EQ(one.tile[axis] * world.tile, one.grid.first[axis] - whole.first[axis]);
      first += stride * (one.grid.first[axis] - whole.first[axis]);
      stride *= whole.shape[axis];
      if (axis + 1 < N) out.stride[axis] = stride;
    }
    out.first = first;
    fill<N>(out, one.grid, hills());
  }
  for (std::size_t level = 0; level < levels.size(); ++level) {
    std::vector<float> expected(levels[level].size());
    fill<N>(expected, grids[level], hills());
    EXPECT_EQ(levels[level], expected) << "level " << level;
  }
}

TEST(World, TasksFillEveryLevel) {
  expect_tasks_fill<1>({.grid = {.shape = {301}, .first = {-96}}, .tile = 7, .levels = 5});
  expect_tasks_fill<2>(
      {.grid = {.shape = {100, 37}, .step = {0.5, 2}, .origin = {3, 4}, .first = {8, -16}},
       .tile = 16,
       .levels = 4});
  expect_tasks_fill<3>(
      {.grid = {.shape = {20, 9, 13}, .first = {-4, 0, 400}}, .tile = 5, .levels = 3});
  expect_tasks_fill<4>({.grid = {.shape = {5, 4, 3, 2}}, .tile = 2, .levels = 2});
  expect_tasks_fill<2>({.grid = {.shape = {3, 2}}, .tile = 100});
}

TEST(World, IsAsLargeAsIndicesAre) {
  constexpr std::int64_t extent = std::int64_t{1} << 50;
  const World<2> world{.grid = {.shape = {extent, extent}, .first = {-extent, 0}},
                       .tile = std::int64_t{1} << 20,
                       .levels = 3};
  const std::int64_t first = std::int64_t{1} << 60;
  EXPECT_EQ(tasks(world), first + first / 4 + first / 16);
  const Task<2> last = task(world, tasks(world) - 1);
  EXPECT_EQ(last.level, 2);
  EXPECT_EQ(last.grid.first[0] + last.grid.shape[0], 0);
  EXPECT_EQ(last.grid.first[1] + last.grid.shape[1], extent / 4);
}

template <int N>
void expect_rejected(const World<N>& world, const std::string& message, std::int64_t number = 0) {
  try {
    (void)task(world, number);
    ADD_FAILURE() << "no exception";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(World, MembersOutOfRangeAreRejected) {
  const World<2> world{.grid = {.shape = {100, 50}}, .tile = 40, .levels = 2};
  EXPECT_EQ(tasks(world), 6 + 2);
  expect_rejected(world, "number is 8; this world has the tasks 0 to 7", 8);
  expect_rejected(world, "number is -1; this world has the tasks 0 to 7", -1);
  World<2> wrong = world;
  wrong.grid.shape[1] = 0;
  expect_rejected(wrong, "World::grid.shape[1] is 0; use 1 to 2^62");
  wrong = world;
  wrong.grid.first[0] = std::numeric_limits<std::int64_t>::max();
  expect_rejected(wrong,
                  "World::grid.first[0] is 9223372036854775807; keep all indices between "
                  "-2^62 and 2^62");
  wrong = world;
  wrong.grid.first[1] = 3;
  expect_rejected(wrong,
                  "World::grid.first[1] is 3; use multiples of 2, the step of the last level");
  wrong = world;
  wrong.tile = 0;
  expect_rejected(wrong, "World::tile is 0; use 1 or more");
  wrong = world;
  wrong.grid.step[1] = 0;
  expect_rejected(wrong, "World::grid.step[1] is 0; use a finite number other than 0");
  wrong.grid.step[1] = std::numeric_limits<double>::infinity();
  expect_rejected(wrong, "World::grid.step[1] is inf; use a finite number other than 0");
  wrong.grid.step[1] = 1e308;
  expect_rejected(wrong,
                  "World::grid.step[1] is 1e+308, and that of the last of 2 levels would be "
                  "infinite; use a smaller one");
  wrong = world;
  wrong.grid.origin[0] = std::numeric_limits<double>::quiet_NaN();
  expect_rejected(wrong, "World::grid.origin[0] is nan; use a finite number");
  for (const int levels : {0, 8}) {
    wrong = world;
    wrong.levels = levels;
    expect_rejected(
        wrong, "World::levels is " + std::to_string(levels) + "; a world of this shape has 1 to 7");
  }
  const World<3> many{.grid = {.shape = {1 << 30, 1 << 30, 1 << 30}}, .tile = 1};
  expect_rejected(many, "World::tile is 1, which makes more than 2^62 tasks; use a larger one");
  // The tasks of level 0 may be so many, but not with those of level 1.
  World<1> line{.grid = {.shape = {std::int64_t{1} << 62}}, .tile = 1};
  EXPECT_EQ(tasks(line), std::int64_t{1} << 62);
  line.levels = 2;
  expect_rejected(line, "World::tile is 1, which makes more than 2^62 tasks; use a larger one");
}

}  // namespace
}  // namespace perlane::testing
