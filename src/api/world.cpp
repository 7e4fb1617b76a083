// Worlds: which samples a task has.

#include <perlane/world.hpp>

#include "api/world.hpp"
#include "base/error.hpp"
#include "engine/tiles.hpp"

#include <algorithm>
#include <cmath>

namespace perlane {
namespace {

using base::throw_invalid;

constexpr std::int64_t most_tasks = std::int64_t{1} << 62;

std::int64_t parts(std::int64_t whole, std::int64_t part) noexcept {
  return whole / part + (whole % part != 0 ? 1 : 0);
}

std::size_t axes_of(const detail::AnyWorld& world) noexcept {
  return static_cast<std::size_t>(world.grid.dimensions);
}

std::int64_t samples_along(const detail::AnyWorld& world, std::size_t axis, int level) noexcept {
  return parts(world.grid.shape[axis], std::int64_t{1} << level);
}

void validate(const detail::AnyWorld& world) {
  std::int64_t extent = 1;
  for (std::size_t axis = 0; axis < axes_of(world); ++axis) {
    const std::int64_t count = world.grid.shape[axis], first = world.grid.first[axis];
    if (count < 1 || count > engine::index_limit)
      throw_invalid("World::grid.shape[", axis, "] is ", count, "; use 1 to 2^62");
    if (first < -engine::index_limit || first > engine::index_limit - count) {
      throw_invalid("World::grid.first[", axis, "] is ", first,
                    "; keep all indices between -2^62 and 2^62");
    }
    extent = std::max(extent, count);
  }
  if (world.tile < 1) throw_invalid("World::tile is ", world.tile, "; use 1 or more");
  const int most = api::most_levels(extent);
  if (world.levels < 1 || world.levels > most)
    throw_invalid("World::levels is ", world.levels, "; a world of this shape has 1 to ", most);
  for (std::size_t axis = 0; axis < axes_of(world); ++axis) {
    const double step = world.grid.step[axis], origin = world.grid.origin[axis];
    if (!std::isfinite(step) || step == 0) {
      throw_invalid("World::grid.step[", axis, "] is ", step, "; use a finite number other than 0");
    }
    if (!std::isfinite(origin))
      throw_invalid("World::grid.origin[", axis, "] is ", origin, "; use a finite number");
    if (!std::isfinite(std::ldexp(step, world.levels - 1))) {
      throw_invalid("World::grid.step[", axis, "] is ", step, ", and that of the last of ",
                    world.levels, " levels would be infinite; use a smaller one");
    }
  }
  const std::int64_t coarsest = std::int64_t{1} << (world.levels - 1);
  for (std::size_t axis = 0; axis < axes_of(world); ++axis) {
    if (world.grid.first[axis] % coarsest != 0) {
      throw_invalid("World::grid.first[", axis, "] is ", world.grid.first[axis],
                    "; use multiples of ", coarsest, ", the step of the last level");
    }
  }
}

std::int64_t tasks_in(const detail::AnyWorld& world, int level) {
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < axes_of(world); ++axis) {
    const std::int64_t tiles = parts(samples_along(world, axis, level), world.tile);
    if (tiles > most_tasks / count) {
      throw_invalid("World::tile is ", world.tile,
                    ", which makes more than 2^62 tasks; use a larger one");
    }
    count *= tiles;
  }
  return count;
}

}  // namespace

std::int64_t detail::tasks(const AnyWorld& world) {
  validate(world);
  std::int64_t count = 0;
  for (int level = 0; level < world.levels; ++level) {
    const std::int64_t more = tasks_in(world, level);
    if (more > most_tasks - count) {
      throw_invalid("World::tile is ", world.tile,
                    ", which makes more than 2^62 tasks; use a larger one");
    }
    count += more;
  }
  return count;
}

detail::AnyTask detail::task(const AnyWorld& world, std::int64_t number) {
  const std::int64_t all = tasks(world);
  if (number < 0 || number >= all)
    throw_invalid("number is ", number, "; this world has the tasks 0 to ", all - 1);
  AnyTask task;
  for (std::int64_t here = tasks_in(world, 0); number >= here; here = tasks_in(world, task.level)) {
    number -= here;
    ++task.level;
  }
  const std::int64_t step = std::int64_t{1} << task.level;
  for (std::size_t axis = 0; axis < axes_of(world); ++axis) {
    const std::int64_t samples = samples_along(world, axis, task.level);
    const std::int64_t tiles = parts(samples, world.tile);
    task.tile[axis] = number % tiles;
    number /= tiles;
    const std::int64_t begin = task.tile[axis] * world.tile;
    task.shape[axis] = std::min(world.tile, samples - begin);
    task.first[axis] = world.grid.first[axis] / step + begin;
    task.step[axis] = std::ldexp(world.grid.step[axis], task.level);
  }
  return task;
}

}  // namespace perlane
