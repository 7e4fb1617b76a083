// Tests many callers at once: threads, tasks of the caller's own, and child processes, with fields
// that go away meanwhile.

#include "support/testing.hpp"

#include "engine/parallel.hpp"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/wait.h>
#include <unistd.h>
#endif
#ifdef PERLANE_WITH_TBB
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif
#if defined(__has_feature)
#define SANITIZES_THREADS __has_feature(thread_sanitizer)
#else
#define SANITIZES_THREADS 0
#endif

namespace perlane::testing {
namespace {

// Piece `number` of a world. They lie side by side, and each is large enough for several threads.
Grid<2> piece(int number) {
  return {.shape = {400, 180}, .first = {400 * (number % 8), 180 * (number / 8)}};
}

Field terrain() {
  return tile(fbm(perlin({.seed = 3, .frequency = 0.02}), {.octaves = 5}), {900, 700}) +
         0.1f * value();
}

std::vector<std::vector<float>> expected_pieces(const Field& field, int count) {
  std::vector<std::vector<float>> result;
  for (int number = 0; number < count; ++number)
    result.push_back(filled(piece(number), field, {.parallel = false}));
  return result;
}

TEST(Concurrency, SixtyFourThreadsShareAField) {
  constexpr int threads = 64;
  const Field field = terrain();
  const auto expected = expected_pieces(field, threads);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> running;
  for (int number = 0; number < threads; ++number) {
    running.emplace_back([&, number] {
      for (int turn = 0; turn < 3; ++turn) {
        if (filled(piece(number), field, {.parallel = turn != 1}) !=
            expected[static_cast<std::size_t>(number)])
          ++wrong;
        const auto at = position(piece(number), 12345);
        if (sample(field, at[0], at[1]) != expected[static_cast<std::size_t>(number)][12345])
          ++wrong;
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Concurrency, FieldsGoAwayWhileCopiesAreInUse) {
  constexpr int threads = 8;
  std::atomic<int> wrong = 0, beginnings = 0;
  std::atomic<bool> is_over = false;
  const std::vector<float> expected = filled(piece(0), terrain());
  std::optional<Field> shared = terrain();
  std::vector<std::thread> running;
  for (int number = 0; number < threads; ++number) {
    running.emplace_back([&, mine = Field(*shared)]() mutable {
      ++beginnings;
      do {
        const Field copy = mine;
        mine = terrain();  // so any thread may be the last owner of the first one
        if (filled(piece(0), copy, {.parallel = false}) != expected) ++wrong;
      } while (!is_over);
    });
  }
  shared.reset();
  while (beginnings < threads) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  is_over = true;
  for (std::thread& thread : running) thread.join();
  EXPECT_EQ(wrong, 0);
}

#ifdef PERLANE_WITH_TBB
TEST(Concurrency, FillsWithinTasksOfTheCaller) {
  constexpr int pieces = 24;
  const Field field = terrain();
  const auto expected = expected_pieces(field, pieces);
  std::atomic<int> wrong = 0;
  const auto fill_all = [&] {
    tbb::parallel_for(0, pieces, [&](int number) {
      if (filled(piece(number), field) != expected[static_cast<std::size_t>(number)]) ++wrong;
      // Grids of other dimensions come in between, so that the memory of a thread changes hands.
      if (number % 3 == 0) (void)filled<4>({.shape = {70, 40, 9, 8}}, fbm(perlin()));
    });
  };
  fill_all();
  for (const int concurrency : {1, 2, 5}) tbb::task_arena(concurrency).execute(fill_all);
  std::thread([&] { tbb::task_arena(3).execute(fill_all); }).join();
  EXPECT_EQ(wrong, 0);
}
#endif

TEST(Concurrency, FillsWithinLoops) {
  constexpr int pieces = 24;
  const engine::ThreadLimit limit(3);
  const Field field = terrain();
  const auto expected = expected_pieces(field, pieces);
  std::atomic<int> wrong = 0;
  engine::parallel_for(pieces, [&](std::int64_t begin, std::int64_t end) {
    for (int number = static_cast<int>(begin); number < end; ++number) {
      if (filled(piece(number), field) != expected[static_cast<std::size_t>(number)]) ++wrong;
      if (number % 3 == 0) (void)filled<4>({.shape = {70, 40, 9, 8}}, fbm(perlin()));
    }
  });
  EXPECT_EQ(wrong, 0);
}

// The thread sanitizer allows no new threads in a child.
#if (defined(__unix__) || defined(__APPLE__)) && !SANITIZES_THREADS
TEST(Concurrency, ChildProcesses) {
  const Field field = terrain();
  const std::vector<float> expected = filled(piece(0), field);  // so threads have run before
  // They are at rest: a thread of oneTBB may hold a lock on its way there, which a child would wait
  // for.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  for (const bool parallel : {false, true}) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(60);
      _exit(filled(piece(0), field, {.parallel = parallel}) == expected ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status)) << "parallel: " << parallel << ", signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0) << "parallel: " << parallel;
  }
}
#endif

}  // namespace
}  // namespace perlane::testing
