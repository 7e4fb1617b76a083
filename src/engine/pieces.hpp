#pragma once
// Pieces of a grid or an array, each evaluated by one thread.

#include "engine/dispatch.hpp"
#include "base/float_environment.hpp"
#include "engine/evaluator.hpp"
#include "engine/parallel.hpp"
#include "engine/streaming.hpp"

#include <cstdint>
#include <mutex>
#include <new>

namespace perlane::engine {

// Calls visit(evaluator, begin, end) for pieces of 0 .. count - 1, on all cores if `parallel`; and
// waits for what is written past the caches, if anything is.
// Throws std::bad_alloc, and then has called nothing: a thread that finds no memory of its own
// takes turns with others at an evaluator that was made before.
template <class Visit>
void for_each_piece(const model::Program& program, int dimensions, std::int64_t count,
                    bool parallel, bool is_streamed, const Visit& visit) {
  const kernels::Kernels& kernels = active();
  if (!parallel) {
    Evaluator only(program, kernels, dimensions);
    visit(only, 0, count);
    if (is_streamed) finish_streaming();
    return;
  }
  Evaluator spare(program, kernels, dimensions, Workspace::apart);
  Mutex mutex;
  parallel_for(count, [&](std::int64_t begin, std::int64_t end) {
    const base::FloatEnvironment environment;
    try {
      Evaluator evaluator(program, kernels, dimensions);
      visit(evaluator, begin, end);
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(mutex);
      visit(spare, begin, end);
    }
    if (is_streamed) finish_streaming();
  });
}

}  // namespace perlane::engine
