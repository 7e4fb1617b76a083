// No threads.

#include "engine/parallel.hpp"

namespace perlane::engine {

void parallel_for(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) {
  body(0, count);
}

void isolated(const std::function<void()>& body) { body(); }

int thread_count() { return 1; }

struct ThreadLimit::Control {};
ThreadLimit::ThreadLimit(int) {}

ThreadLimit::~ThreadLimit() = default;

}  // namespace perlane::engine
