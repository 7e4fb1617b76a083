// Tests the loops that all evaluations are made of, whoever has the threads.

#include "support/testing.hpp"

#include "engine/parallel.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/wait.h>
#include <unistd.h>
#endif
#if defined(__has_feature)
#define SANITIZES_THREADS __has_feature(thread_sanitizer)
#else
#define SANITIZES_THREADS 0
#endif

namespace perlane::testing {
namespace {

using engine::parallel_for;
using engine::ThreadLimit;

// Returns how often each piece of a loop is taken.
std::vector<int> visits(std::int64_t count) {
  std::vector<std::atomic<int>> times(static_cast<std::size_t>(count));
  parallel_for(count, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) ++times[static_cast<std::size_t>(i)];
  });
  return {times.begin(), times.end()};
}

TEST(Threads, TakeEveryPieceOnce) {
  for (const int threads : {1, 2, 3, 16}) {
    const ThreadLimit limit(threads);
    for (const std::int64_t count : {0, 1, 2, 3, 7, 100, 10'001})
      EXPECT_EQ(visits(count), std::vector<int>(static_cast<std::size_t>(count), 1))
          << count << " pieces, " << threads << " threads";
  }
}

// Two threads are in a loop at the same time, or the loop does not end.
TEST(Threads, RunAtOnce) {
  const ThreadLimit limit(2);
  if (engine::thread_count() < 2) GTEST_SKIP() << "one thread";
  std::atomic<int> present = 0;
  parallel_for(2, [&](std::int64_t begin, std::int64_t end) {
    present += static_cast<int>(end - begin);
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (present < 2 && std::chrono::steady_clock::now() < late) std::this_thread::yield();
  });
  EXPECT_EQ(present, 2);
}

TEST(Threads, AreNoMoreThanTheLimit) {
  for (const int threads : {1, 2, 5}) {
    const ThreadLimit limit(threads);
    EXPECT_LE(engine::thread_count(), threads);
    std::mutex mutex;
    std::set<std::thread::id> seen;
    parallel_for(5000, [&](std::int64_t, std::int64_t) {
      const std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
    EXPECT_LE(std::ssize(seen), threads);
    EXPECT_GE(std::ssize(seen), 1);
  }
}

TEST(Threads, LimitsEndWithTheirScope) {
  const int before = engine::thread_count();
  {
    const ThreadLimit outer(before + 1);
    const ThreadLimit inner(1);
    EXPECT_EQ(engine::thread_count(), 1);
  }
  EXPECT_EQ(engine::thread_count(), before);
}

TEST(Threads, ThrowWhatABodyThrows) {
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    for (int turn = 0; turn < 50; ++turn) {
      EXPECT_THROW(parallel_for(1000,
                                [&](std::int64_t begin, std::int64_t end) {
                                  if (begin <= 20 * turn && 20 * turn < end)
                                    throw std::runtime_error("a piece");
                                }),
                   std::runtime_error);
    }
    EXPECT_THROW(parallel_for(1000, [](std::int64_t, std::int64_t) { throw std::bad_alloc(); }),
                 std::bad_alloc);
    EXPECT_EQ(visits(100), std::vector<int>(100, 1)) << "afterwards";
  }
}

// Loops within loops end where there are fewer threads than loops.
TEST(Threads, LoopsWithinLoops) {
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    std::atomic<int> sum = 0;
    parallel_for(9, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        parallel_for(9, [&](std::int64_t from, std::int64_t to) {
          for (std::int64_t j = from; j < to; ++j) {
            for (const int times : visits(9)) sum += times;
          }
        });
      }
    });
    EXPECT_EQ(sum, 9 * 9 * 9);
  }
}

TEST(Threads, ManyCallersAtOnce) {
  const ThreadLimit limit(4);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int number = 0; number < 16; ++number) {
    callers.emplace_back([&, number] {
      for (int turn = 0; turn < 200; ++turn) {
        const std::int64_t count = 1 + (number * 31 + turn) % 70;
        for (const int times : visits(count)) wrong += times != 1;
        try {
          parallel_for(count, [](std::int64_t, std::int64_t) { throw 1; });
          ++wrong;
        } catch (int) {
        }
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

// Children are born while other threads are within loops. With oneTBB, these may hold locks that
// the child waits for. The thread sanitizer allows no new threads in a child.
#if (defined(__unix__) || defined(__APPLE__)) && !SANITIZES_THREADS && !defined(PERLANE_WITH_TBB)
TEST(Threads, ProcessesForkedDuringLoopsWork) {
  const ThreadLimit limit(3);
  std::atomic<bool> is_over = false;
  std::vector<std::thread> callers;
  for (int number = 0; number < 3; ++number) {
    callers.emplace_back([&] {
      while (!is_over) (void)visits(500);
    });
  }
  for (int number = 0; number < 20; ++number) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(60);
      const auto all_once = [] {
        std::atomic<int> sum = 0;
        parallel_for(300, [&](std::int64_t begin, std::int64_t end) {
          sum += static_cast<int>(end - begin);
        });
        return sum == 300;
      };
      _exit(all_once() && all_once() ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  is_over = true;
  for (std::thread& caller : callers) caller.join();
}
#endif

}  // namespace
}  // namespace perlane::testing
