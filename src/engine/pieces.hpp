#pragma once
// Pieces of a grid or an array, each evaluated by one thread.

#include "base/float_environment.hpp"
#include "engine/evaluator.hpp"
#include "engine/parallel.hpp"
#include "engine/streaming.hpp"

#include <cstdint>
#include <functional>
#include <mutex>
#include <new>

namespace perlane::engine {

// Calls visit(made, begin, end) for pieces of 0 .. count - 1, on all cores if `parallel`; and waits
// for stores past the caches. make(make_workspace) returns the memory that a piece needs, such as
// an evaluator. Throws std::bad_alloc, and then has called nothing: a thread that finds no memory
// of its own takes turns with others at what was made before.
template <class Make, class Visit>
void for_each_piece(const Make& make, std::int64_t count, bool parallel, bool is_streamed,
                    const Visit& visit) {
  if (!parallel) {
    auto only = make(Workspace::of_this_thread);
    visit(only, 0, count);
    if (is_streamed) finish_streaming();
    return;
  }
  auto spare = make(Workspace::temporary);
  Mutex mutex;
  parallel_for(count, [&](std::int64_t begin, std::int64_t end) {
    const base::FloatEnvironment environment;
    try {
      auto made = make(Workspace::of_this_thread);
      visit(made, begin, end);
    } catch (const std::bad_alloc&) {
      const auto take_turn = [&] {
        const std::lock_guard lock(mutex);
        visit(spare, begin, end);
      };
      isolated(std::ref(take_turn));  // by reference, since there is no memory for a copy
    }
    if (is_streamed) finish_streaming();
  });
}

}  // namespace perlane::engine
