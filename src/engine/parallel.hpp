#pragma once
// Threads: those of oneTBB (parallel_tbb.cpp, the only part of perlane that knows it), those of
// ThreadPool (parallel_pool.cpp), or none (parallel_serial.cpp); cmake/threads.cmake chooses.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace perlane::engine {

// Calls body(begin, end) for pieces of 0 .. count - 1, on all cores. Calls it for every piece, even
// within a loop of the caller's that is cancelled, or throws: what a body throws, or Cancelled if a
// body has cancelled the tasks of this loop.
void parallel_for(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body);

// Calls body(). While it waits for a loop of its own, this thread takes no pieces of other loops. A
// body that locks a mutex needs this if those pieces lock it, too.
void isolated(const std::function<void()>& body);

// Throws Cancelled. It is defined beside that, for nothing here knows the public headers.
[[noreturn]] void throw_cancelled();

// Excludes pieces that other threads evaluate at the same time. Without threads there are no other
// pieces, and some systems that have no threads have no std::mutex either.
#ifdef PERLANE_WITH_THREADS
using Mutex = std::mutex;
#else
struct Mutex {
  void lock() {}
  void unlock() {}
};
#endif

// Threads that parallel_for would use here.
int thread_count();

// Lets perlane use so many threads while it lives. Limits end in the reverse order in which they
// began. With oneTBB, threads are no more than the cores, whatever the limit.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

}  // namespace perlane::engine
