// Threads of oneTBB.

#include "engine/parallel.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace perlane::engine {

void parallel_for(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) {
  using Pieces = tbb::blocked_range<std::int64_t>;
  // Without a context of its own, this loop would be a part of the caller's, and would leave pieces
  // out where the caller's loop is cancelled or throws.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::parallel_for(
      Pieces(0, count), [&](const Pieces& piece) { body(piece.begin(), piece.end()); }, context);
  if (context.is_group_execution_cancelled()) throw_cancelled();
}

void isolated(const std::function<void()>& body) { tbb::this_task_arena::isolate(body); }

struct ThreadLimit::Control {
  tbb::global_control limit;
};

int thread_count() {
  const auto allowed =
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  const auto here = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  return static_cast<int>(allowed < here ? allowed : here);
}

ThreadLimit::ThreadLimit(int threads)
    : control_(new Control{
          {tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)}}) {}

ThreadLimit::~ThreadLimit() = default;

}  // namespace perlane::engine
