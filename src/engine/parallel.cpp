#include "engine/parallel.hpp"

#ifdef PERLANE_WITH_TBB

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace perlane::engine {

void parallel_for(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) {
  using Pieces = tbb::blocked_range<std::int64_t>;
  tbb::parallel_for(Pieces(0, count),
                    [&](const Pieces& piece) { body(piece.begin(), piece.end()); });
}

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

}  // namespace perlane::engine

#else

namespace perlane::engine {

void parallel_for(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) {
  body(0, count);
}

int thread_count() { return 1; }

struct ThreadLimit::Control {};
ThreadLimit::ThreadLimit(int) {}

}  // namespace perlane::engine

#endif

perlane::engine::ThreadLimit::~ThreadLimit() = default;
