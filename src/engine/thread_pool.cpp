#include "engine/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>

#ifdef _WIN32
#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <pthread.h>
#endif

namespace perlane::engine {

class ThreadPool::Loop {
 public:
  Loop(std::int64_t count, int threads, const Body& body)
      : body_(body), count_(count), parts_(4 * std::int64_t{threads}), wanted(threads - 1) {}

  // Takes pieces until none is left. They get smaller, so that all threads end at about the same
  // time.
  void take_pieces() noexcept {
    std::int64_t begin = next_.load(std::memory_order_relaxed);
    while (begin < count_) {
      const std::int64_t end = begin + std::max((count_ - begin) / parts_, std::int64_t{1});
      if (!next_.compare_exchange_weak(begin, end, std::memory_order_relaxed)) continue;
      try {
        body_(begin, end);
      } catch (...) {
        if (!has_failed_.exchange(true)) error_ = std::current_exception();
        next_.store(count_, std::memory_order_relaxed);
      }
      begin = next_.load(std::memory_order_relaxed);
    }
  }

  // To be called when no other thread is left.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const Body& body_;
  const std::int64_t count_, parts_;
  std::atomic<std::int64_t> next_ = 0;  // the first piece that no thread has taken
  std::atomic<bool> has_failed_ = false;
  std::exception_ptr error_;

 public:  // guarded by the mutex of the pool
  int wanted;       // other threads that may still join
  int present = 0;  // other threads that take pieces
  std::condition_variable last_left;  // notified when no other thread is present
};

namespace {

std::atomic<ThreadPool*> current = nullptr;

// The code of a thread must stay in memory, even if the library is unloaded. On other systems, a
// flag of the linker ensures that (cmake/threads.cmake).
void keep_loaded() noexcept {
#ifdef _WIN32
  HMODULE module;
  GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
                     reinterpret_cast<LPCWSTR>(&current), &module);
#endif
}

// A child has none of the threads, and perhaps a mutex that one of them has locked.
void forget_in_children() noexcept {
#ifndef _WIN32
  pthread_atfork(nullptr, nullptr, [] { current.store(nullptr, std::memory_order_relaxed); });
#endif
}

// Makes a detached thread that calls work(argument). Returns false if the system has no more. Some
// C libraries give their threads as little as 128 KiB of stack, which a callback for progress may
// exceed.
#ifdef _WIN32
bool start(void* (*work)(void*), void* argument) noexcept {
  try {
    std::thread(work, argument).detach();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}
#else
bool start(void* (*work)(void*), void* argument) noexcept {
  constexpr std::size_t least_stack = std::size_t{1} << 21;
  pthread_attr_t how;
  if (pthread_attr_init(&how) != 0) return false;
  std::size_t stack = 0;
  if (pthread_attr_getstacksize(&how, &stack) == 0 && stack < least_stack)
    pthread_attr_setstacksize(&how, least_stack);
  pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const bool is_made = pthread_create(&thread, &how, work, argument) == 0;
  pthread_attr_destroy(&how);
  return is_made;
}
#endif

}  // namespace

ThreadPool& ThreadPool::of_this_process() {
  ThreadPool* pool = current.load(std::memory_order_acquire);
  if (pool != nullptr) return *pool;
  static std::atomic<bool> is_prepared = false;  // std::call_once could be locked in a child
  if (!is_prepared.exchange(true)) {
    keep_loaded();
    forget_in_children();
  }
  auto* const made = new ThreadPool;
  if (current.compare_exchange_strong(pool, made)) return *made;
  delete made;  // another thread was faster
  return *pool;
}

ThreadPool::ThreadPool()
    : cores_(std::max(static_cast<int>(std::thread::hardware_concurrency()), 1)) {}

void ThreadPool::add_threads(int count) noexcept {
  const auto work = [](void* pool) -> void* {
    static_cast<ThreadPool*>(pool)->work();
    return nullptr;
  };
  while (threads_ < count && start(work, this)) ++threads_;
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    there_is_work_.wait(lock, [this] { return !loops_.empty(); });
    Loop& loop = *loops_.back();
    if (--loop.wanted == 0) loops_.pop_back();
    ++loop.present;
    lock.unlock();
    loop.take_pieces();
    lock.lock();
    if (--loop.present == 0) loop.last_left.notify_one();
  }
}

void ThreadPool::run(std::int64_t count, int threads, const Body& body) {
  threads = static_cast<int>(std::min(std::int64_t{threads}, count));
  if (threads <= 1) {
    if (count > 0) body(0, count);
    return;
  }
  Loop loop(count, threads, body);
  {
    const std::lock_guard lock(mutex_);
    loops_.push_back(&loop);
    add_threads(threads - 1);
  }
  for (int i = 1; i < threads; ++i) there_is_work_.notify_one();
  loop.take_pieces();
  {
    std::unique_lock lock(mutex_);
    std::erase(loops_, &loop);
    loop.last_left.wait(lock, [&loop] { return loop.present == 0; });
  }
  loop.rethrow();
}

}  // namespace perlane::engine
