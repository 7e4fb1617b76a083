// The C interface: worlds as tasks.

#include <perlane/world.hpp>

#include "c/arrays.hpp"
#include "c/guarded.hpp"

#include <algorithm>
#include <cstdint>

using namespace perlane;
using namespace perlane::c;

perlane_status perlane_world_tasks(const perlane_grid* world, int64_t tile, int32_t levels,
                                   int64_t* tasks, perlane_error* error) {
  return guarded(error, [&] {
    const perlane_grid given = grid_of(world, "world");
    require(tasks, "tasks");
    *tasks = detail::tasks({any_grid(given), tile, levels});
  });
}

perlane_status perlane_world_task(const perlane_grid* world, int64_t tile, int32_t levels,
                                  int64_t number, perlane_grid* task, int32_t* level, int64_t* at,
                                  perlane_error* error) {
  return guarded(error, [&] {
    const perlane_grid given = grid_of(world, "world");
    require_aligned(level, "level");
    require_aligned(at, "at");
    perlane_grid result = checked_copy(task, "task", "perlane_grid");
    const detail::AnyTask found = detail::task({any_grid(given), tile, levels}, number);
    result.dimensions = given.dimensions;
    std::copy_n(found.shape, 4, result.shape);
    std::copy_n(found.step, 4, result.step);
    std::copy_n(given.origin, 4, result.origin);
    std::copy_n(found.first, 4, result.first);
    *task = result;
    if (level != nullptr) *level = found.level;
    if (at != nullptr) std::copy_n(found.tile, given.dimensions, at);
  });
}
