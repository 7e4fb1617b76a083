// Threads of ThreadPool.

#include "engine/parallel.hpp"
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

// Nothing to do: a thread that waits in the pool takes no pieces of other loops.
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

ThreadLimit::~ThreadLimit() = default;

}  // namespace perlane::engine
