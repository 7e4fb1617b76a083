#pragma once
// Threads of perlane's own, where it is built without oneTBB.

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace perlane::engine {

// Threads that sleep between loops. The caller of a loop takes part in it and needs no other
// thread, so a loop ends even within another, and where no thread can be started. A pool is never
// destroyed: its threads wait in it for as long as the process lives.
class ThreadPool {
 public:
  using Body = std::function<void(std::int64_t begin, std::int64_t end)>;

  // The pool of this process. A child of fork has a pool of its own.
  static ThreadPool& of_this_process();

  // Threads that the CPU runs at once and this process may use.
  int cores() const noexcept { return cores_; }

  // Calls body(begin, end) for pieces of 0 .. count - 1, on no more than so many threads. The first
  // exception of a body leaves pieces out, and is thrown again.
  void run(std::int64_t count, int threads, const Body& body);

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

 private:
  class Loop;

  ThreadPool();

  // Starts threads until there are so many, or the system has no more.
  void add_threads(int count) noexcept;
  [[noreturn]] void work();

  const int cores_;
  std::mutex mutex_;  // guards the members below, and some of Loop
  std::condition_variable there_is_work_;
  std::vector<Loop*> loops_;  // those that wait for more threads, the newest last
  int threads_ = 0;  // started so far
};

}  // namespace perlane::engine
