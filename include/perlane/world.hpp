#pragma once
/// \file
/// A world that is larger than a machine, as tasks that any machine can do, in any order.

#include <perlane/detail/entry_points.hpp>
#include <perlane/grid.hpp>

#include <cstddef>
#include <cstdint>

namespace perlane {

/// A grid of any size, in tiles, with levels of detail: level k has every 2^k-th sample along each
/// axis, from the first on, with the bits of level 0. Each tile of each level is a task.
///
///     const perlane::World<2> world{
///         .grid = {.shape = {500000, 500000}}, .tile = 8192, .levels = 6};
///     const perlane::Task<2> task = perlane::task(world, 7);  // 0 to tasks(world) - 1
///     std::vector<float> samples(task.grid.shape[0] * task.grid.shape[1]);
///     perlane::fill<2>(samples, task.grid, perlane::perlin());
template <int N>
struct World {
  /// Level 0. `first` is a multiple of the step of the last level, 2^(levels - 1).
  Grid<N> grid{};
  /// Samples from a tile to the next along each axis: 1 or more. The last tiles of a level are
  /// smaller where its shape is not a multiple of `tile`.
  std::int64_t tile = 1024;
  /// 1; or more, as long as the last level has more than one sample along some axis.
  int levels = 1;
};

/// A tile of a world. It depends only on the world and its number, and no task needs another one:
/// any machine that does it again gets the same samples.
template <int N>
struct Task {
  /// 0 is the finest; each further one has half as many samples along each axis.
  int level;
  Integers<N> tile;  ///< its place among the tiles of its level, from 0 on
  Grid<N> grid;         ///< its samples
};

namespace detail {
struct AnyWorld {
  AnyGrid grid;
  std::int64_t tile;
  int levels;
};
struct AnyTask {
  int level = 0;
  std::int64_t tile[4] = {}, shape[4] = {}, first[4] = {};
  double step[4] = {};
};
std::int64_t tasks(const AnyWorld& world);
AnyTask task(const AnyWorld& world, std::int64_t number);

template <int N>
AnyWorld any(const World<N>& world) noexcept {
  const Grid<N>& grid = world.grid;
  return {{N, grid.shape.data(), grid.step.data(), grid.origin.data(), grid.first.data()},
          world.tile,
          world.levels};
}
}  // namespace detail

/// Returns the number of tasks of a world.
/// \throws std::invalid_argument  a member of the world is out of its range, or there are more than
/// 2^62 tasks
template <int N>
std::int64_t tasks(const World<N>& world) {
  return detail::tasks(detail::any(world));
}

/// Returns a task of a world: level 0 is first, and x varies fastest.
/// \throws std::invalid_argument  a member of the world is out of its range, or there is no task of
/// this number
template <int N>
Task<N> task(const World<N>& world, std::int64_t number) {
  const detail::AnyTask found = detail::task(detail::any(world), number);
  Task<N> result{found.level, {}, world.grid};
  for (std::size_t axis = 0; axis < std::size_t{N}; ++axis) {
    result.tile[axis] = found.tile[axis];
    result.grid.shape[axis] = found.shape[axis];
    result.grid.first[axis] = found.first[axis];
    result.grid.step[axis] = found.step[axis];
  }
  return result;
}

}  // namespace perlane
