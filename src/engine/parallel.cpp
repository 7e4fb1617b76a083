#include "engine/parallel.hpp"

#ifdef PERLANE_WITH_TBB

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

}  // namespace perlane::engine

#elif defined(PERLANE_WITH_OWN_THREADS)

#include "engine/thread_pool.hpp"

#include <algorithm>
#include <atomic>

namespace perlane::engine {
namespace {

constexpr int no_limit = 0;
std::atomic<int> limit = no_limit;

}  // namespace

void parallel_for(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) {
  ThreadPool::of_this_process().run(count, thread_count(), body);
}

// A thread of the pool takes pieces of one loop at a time.
void isolated(const std::function<void()>& body) { body(); }

int thread_count() {
  const int most = limit.load(std::memory_order_relaxed);
  return most != no_limit ? most : ThreadPool::of_this_process().cores();
}

struct ThreadLimit::Control {
  explicit Control(int threads) : before(limit.exchange(threads)) {}
  ~Control() { limit.store(before); }
  const int before;
};

ThreadLimit::ThreadLimit(int threads) : control_(new Control(std::max(threads, 1))) {}

}  // namespace perlane::engine

#else

namespace perlane::engine {

void parallel_for(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) {
  body(0, count);
}

void isolated(const std::function<void()>& body) { body(); }

int thread_count() { return 1; }

struct ThreadLimit::Control {};
ThreadLimit::ThreadLimit(int) {}

}  // namespace perlane::engine

#endif

perlane::engine::ThreadLimit::~ThreadLimit() = default;
