// Tests evaluation within loops of the caller's that end early, because another iteration throws or
// because the loop is cancelled: every public function still does all of its work, or throws.

#include "engine/pieces.hpp"
#include "support/testing.hpp"

#include <perlane/perlane.h>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <chrono>
#include <new>
#include <stdexcept>
#include <thread>

namespace perlane::testing {
namespace {

using Bytes = std::vector<std::byte>;

// Large enough for several threads.
const Grid<2> grid{.shape = {640, 300}, .first = {-50, 7}};
constexpr int gap = 7;

Field hills() { return fbm(perlin({.seed = 3, .frequency = 0.03}), {.octaves = 3}); }
Field valleys() { return erode(hills(), {.octaves = 2}); }

// Arrays begin with what no evaluation here writes.
template <class T>
std::vector<T> fresh(std::size_t size = samples(grid)) {
  return std::vector<T>(size, static_cast<T>(77));
}

template <class... Arrays>
Bytes bytes_of(const Arrays&... arrays) {
  Bytes all;
  const auto add = [&all](const auto& array) {
    const auto bytes = std::as_bytes(std::span(array));
    all.insert(all.end(), bytes.begin(), bytes.end());
  };
  (add(arrays), ...);
  return all;
}

std::array<float, 2> extremes(const Range& range) { return {range.min, range.max}; }

template <class Real>
std::vector<Real> coordinates(double step) {
  std::vector<Real> numbers(samples(grid));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<Real>(static_cast<double>(i) * step);
  return numbers;
}

Options seeing(Options options, Range& seen) {
  options.seen = &seen;
  return options;
}

template <class T, class... Codes>
Bytes fill_dense(const Field& field, const Options& options, const Codes&... codes) {
  auto out = fresh<T>();
  Range seen{};
  fill(std::span<T>(out), grid, field, codes..., seeing(options, seen));
  return bytes_of(out, extremes(seen));
}

template <class T, class... Codes>
Bytes fill_strided(const Field& field, const Options& options, const Codes&... codes) {
  auto out = fresh<T>((640 + gap) * 300);
  const Strided<2, T> strided{
      .elements = out, .stride = {-(640 + gap)}, .first = 299 * (640 + gap)};
  Range seen{};
  fill(strided, grid, field, codes..., seeing(options, seen));
  return bytes_of(out, extremes(seen));
}

Bytes fill_planes(const Field& field, const Options& options) {
  auto value = fresh<float>(), x = value, y = value;
  const Planes<2> planes{.value = value, .derivative = {x, y}};
  Range seen{};
  fill(planes, grid, field, seeing(options, seen));
  return bytes_of(value, x, y, extremes(seen));
}

template <class Real>
Bytes sample_values(const Field& field, const Options& options) {
  const auto x = coordinates<Real>(0.25), y = coordinates<Real>(-0.5);
  auto out = fresh<float>();
  Range seen{};
  sample(out, field, x, y, seeing(options, seen));
  return bytes_of(out, extremes(seen));
}

template <class Real>
Bytes sample_planes(const Field& field, const Options& options) {
  const auto x = coordinates<Real>(0.25), y = coordinates<Real>(-0.5);
  auto value = fresh<float>(), dx = value, dy = value;
  Range seen{};
  sample<2>(Planes<2>{.value = value, .derivative = {dx, dy}}, field, {x, y},
            seeing(options, seen));
  return bytes_of(value, dx, dy, extremes(seen));
}

Bytes all_normals(const Field& field, const Options& options) {
  auto x = fresh<float>(), y = x, z = x;
  fill(Planes<2>{.derivative = {x, y}}, grid, field, options);
  normals(x, y, z, 10);
  auto u = x, v = y, w = z;
  isosurface_normals(u, v, w);
  return bytes_of(x, y, z, u, v, w);
}

Bytes of_one_point(const Field& field, const Options&) {
  const float values[] = {sample(field, 7.25, -3.5), range(field, 2).min, range(field, 2).max};
  const std::string text = to_json(field);
  return bytes_of(values, text, to_json(from_json(text)));
}

Bytes by_chunks(const Field&, const Options& options) {
  return fill_dense<float>(value({.frequency = 0.1}) * white(), options);
}

// ---- C ----------------------------------------------------------------------

int32_t tell(void* context, double part) {
  return (*static_cast<const Progress*>(context))(part) ? 1 : 0;
}

// The status of each C function as an exception.
void check(perlane_status status) {
  if (status == PERLANE_CANCELLED) throw Cancelled();
  if (status != PERLANE_OK) throw std::runtime_error("status " + std::to_string(status));
}

template <class Call>
Bytes by_c(const Field& field, const Options& options, Call call) {
  const std::string text = to_json(field);
  perlane_field* made = nullptr;
  check(perlane_field_from_json(text.data(), text.size(), &made, nullptr));
  const std::unique_ptr<perlane_field, decltype(&perlane_field_destroy)> kept(
      made, perlane_field_destroy);
  Progress progress = options.progress;
  perlane_options how{};
  how.size = sizeof how;
  how.is_sequential = options.parallel ? 0 : 1;
  if (progress) {
    how.progress = tell;
    how.context = &progress;
  }
  return call(made, &how);
}

perlane_grid c_grid() {
  perlane_grid result{};
  result.size = sizeof result;
  result.dimensions = 2;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    result.shape[axis] = grid.shape[axis];
    result.first[axis] = grid.first[axis];
  }
  return result;
}

template <class T>
Bytes c_fill(const Field& field, const Options& options) {
  return by_c(field, options, [](const perlane_field* made, const perlane_options* how) {
    auto out = fresh<T>();
    perlane_array array{};
    array.size = sizeof array;
    array.type = std::is_same_v<T, float>           ? PERLANE_FLOAT32
                 : std::is_same_v<T, std::uint16_t> ? PERLANE_UINT16
                                                    : PERLANE_UINT8;
    array.data = out.data();
    array.elements = out.size();
    const perlane_grid where = c_grid();
    float seen[2]{};
    check(perlane_fill(made, &where, &array, how, seen, nullptr));
    return bytes_of(out, seen);
  });
}

Bytes c_fill_derivatives(const Field& field, const Options& options) {
  return by_c(field, options, [](const perlane_field* made, const perlane_options* how) {
    auto value = fresh<float>(), x = value, y = value;
    perlane_planes planes{};
    planes.size = sizeof planes;
    planes.value = value.data();
    planes.derivative[0] = x.data();
    planes.derivative[1] = y.data();
    planes.elements = value.size();
    const perlane_grid where = c_grid();
    float seen[2]{};
    check(perlane_fill_derivatives(made, &where, &planes, how, seen, nullptr));
    return bytes_of(value, x, y, seen);
  });
}

template <class Real>
Bytes c_sample(const Field& field, const Options& options) {
  return by_c(field, options, [](const perlane_field* made, const perlane_options* how) {
    const auto x = coordinates<Real>(0.25), y = coordinates<Real>(-0.5);
    auto value = fresh<float>(), out = value, dx = value, dy = value;
    perlane_points points{};
    points.size = sizeof points;
    points.dimensions = 2;
    points.type = std::is_same_v<Real, float> ? PERLANE_FLOAT32 : PERLANE_FLOAT64;
    points.coordinate[0] = x.data();
    points.coordinate[1] = y.data();
    points.count = x.size();
    check(perlane_sample(made, &points, value.data(), how, nullptr));
    perlane_planes planes{};
    planes.size = sizeof planes;
    planes.value = out.data();
    planes.derivative[0] = dx.data();
    planes.derivative[1] = dy.data();
    planes.elements = out.size();
    check(perlane_sample_derivatives(made, &points, &planes, how, nullptr));
    return bytes_of(value, out, dx, dy);
  });
}

Bytes c_of_one_point(const Field& field, const Options& options) {
  return by_c(field, options, [](const perlane_field* made, const perlane_options*) {
    const double point[] = {7.25, -3.5};
    float values[3]{};
    check(perlane_sample_point(made, point, 2, values, nullptr));
    check(perlane_field_range(made, 2, values + 1, nullptr));
    return bytes_of(values);
  });
}

// ---- every way ----------------------------------------------------------------

struct Way {
  const char* name;
  Bytes (*evaluate)(const Field& field, const Options& options);
  bool is_large = true;  // several threads take part
};

constexpr Range codes{-0.5f, 0.75f};

const Way ways[] = {
    {"fill of floats", [](const Field& f, const Options& o) { return fill_dense<float>(f, o); }},
    {"fill of 16-bit codes",
     [](const Field& f, const Options& o) { return fill_dense<std::uint16_t>(f, o, codes); }},
    {"fill of 8-bit codes",
     [](const Field& f, const Options& o) { return fill_dense<std::uint8_t>(f, o, codes); }},
    {"fill of floats with strides",
     [](const Field& f, const Options& o) { return fill_strided<float>(f, o); }},
    {"fill of 16-bit codes with strides",
     [](const Field& f, const Options& o) { return fill_strided<std::uint16_t>(f, o, codes); }},
    {"fill of 8-bit codes with strides",
     [](const Field& f, const Options& o) { return fill_strided<std::uint8_t>(f, o, codes); }},
    {"fill of planes", fill_planes},
    {"fill of another field", by_chunks},
    {"sample of doubles", sample_values<double>},
    {"sample of floats", sample_values<float>},
    {"sample of planes at doubles", sample_planes<double>},
    {"sample of planes at floats", sample_planes<float>},
    {"normals", all_normals},
    {"one point", of_one_point, false},
    {"perlane_fill of floats", c_fill<float>},
    {"perlane_fill of 16-bit codes", c_fill<std::uint16_t>},
    {"perlane_fill of 8-bit codes", c_fill<std::uint8_t>},
    {"perlane_fill_derivatives", c_fill_derivatives},
    {"perlane_sample at doubles", c_sample<double>},
    {"perlane_sample at floats", c_sample<float>},
    {"perlane_sample_point", c_of_one_point, false},
};

template <class Test>
void in_every_way(const Test& test) {
  for (const Way& way : ways) {
    SCOPED_TRACE(way.name);
    test(way);
  }
}

// Waits until it is so, or for ten seconds.
template <class Condition>
void wait_until(const Condition& is_so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!is_so() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

TEST(CallersLoops, FillsAreCompleteInCancelledLoops) {
  const Field field = hills();
  in_every_way([&](const Way& way) {
    const Bytes expected = way.evaluate(field, {.parallel = false});
    for (const bool parallel : {false, true}) {
      Bytes found;
      tbb::parallel_for(0, 1, [&](int) {
        tbb::task::current_context()->cancel_group_execution();
        found = way.evaluate(field, {.parallel = parallel});
      });
      EXPECT_TRUE(found == expected) << "parallel: " << parallel;
    }
  });
}

TEST(CallersLoops, FillsAreCompleteWhereAnotherIterationThrows) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, 2);
  const Field field = hills();
  in_every_way([&](const Way& way) {
    const Bytes expected = way.evaluate(field, {.parallel = false});
    Bytes found;
    std::atomic<bool> is_there = false;
    const auto one = [&](const tbb::blocked_range<int>& range) {
      tbb::task_group_context* const context = tbb::task::current_context();
      if (range.begin() == 1) {
        wait_until([&] { return is_there.load(); });
        throw std::runtime_error("another iteration");
      }
      is_there = true;
      wait_until([&] { return context->is_group_execution_cancelled(); });
      found = way.evaluate(field, {});
    };
    const auto loop = [&] {
      tbb::parallel_for(tbb::blocked_range<int>(0, 2, 1), one, tbb::simple_partitioner());
    };
    EXPECT_THROW(tbb::task_arena(2).execute(loop), std::runtime_error);
    EXPECT_TRUE(found == expected);
  });
}

// As a caller would meet it: nobody knows when which iteration throws.
TEST(CallersLoops, FillsAreCompleteWhileIterationsThrow) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, 2);
  const Field field = valleys();
  const Bytes expected = fill_dense<float>(field, {.parallel = false});
  std::atomic<int> wrong = 0, evaluated = 0;
  for (int turn = 0; turn < 12; ++turn) {
    const auto loop = [&] {
      tbb::parallel_for(0, 8, [&](int number) {
        if (number == turn % 8) {
          (void)filled<2>({.shape = {300, 90 * (turn % 4) + 1}}, field, {.parallel = false});
          throw std::runtime_error("enough");
        }
        if (fill_dense<float>(field, {}) != expected) ++wrong;
        ++evaluated;
      });
    };
    EXPECT_THROW(tbb::task_arena(2).execute(loop), std::runtime_error);
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(evaluated, 0);
}

// A thread that takes a turn at the spare memory of its loop holds a lock. It must not take another
// piece of that loop while it waits for threads within one, such as that of a progress function.
TEST(CallersLoops, AThreadThatTakesATurnTakesNoOtherPiece) {
  constexpr int threads = 8;
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
  static std::atomic<int> numbers;
  numbers = 0;
  static thread_local int number;
  static thread_local bool takes_turn;
  std::atomic<int> visited = 0, turns = 0, taken_meanwhile = 0;
  // Every second thread finds no memory.
  const auto make = [&](engine::Evaluator::MakeWorkspace& make_workspace) {
    if (&make_workspace == &engine::Workspace::temporary) return true;
    if (takes_turn) {
      ++taken_meanwhile;
      return false;  // a lock here would wait for itself
    }
    if (number == 0) number = ++numbers;
    if (number % 2 == 0) throw std::bad_alloc();
    return false;
  };
  const auto visit = [&](bool is_spare, std::int64_t begin, std::int64_t end) {
    visited += static_cast<int>(end - begin);
    const auto wait = [](std::int64_t, std::int64_t) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    };
    if (!is_spare) return wait(begin, end);
    takes_turn = true;
    ++turns;
    engine::parallel_for(64, wait);
    takes_turn = false;
  };
  constexpr int pieces = 512;
  tbb::task_arena(threads).execute(
      [&] { engine::for_each_piece(make, pieces, true, false, visit); });
  EXPECT_EQ(visited, pieces);
  EXPECT_GT(turns, 0);
  EXPECT_EQ(taken_meanwhile, 0);
}

// A progress function runs within a loop of the library, and may cancel that.
TEST(CallersLoops, ProgressMayCancelTheLoopThatItRunsIn) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, 2);
  const Field field = hills();
  int cancelled = 0;
  in_every_way([&](const Way& way) {
    if (!way.is_large) return;
    const Bytes expected = way.evaluate(field, {.parallel = false});
    std::atomic<bool> has_cancelled = false;
    const Options options{.progress = [&](double part) {
      if (part == 0) std::this_thread::sleep_for(std::chrono::milliseconds(11));
      tbb::task_group_context* const context = tbb::task::current_context();
      if (context == nullptr || part == 0 || part == 1) return true;
      has_cancelled = true;
      context->cancel_group_execution();
      return true;
    }};
    Bytes found;
    try {
      found = tbb::task_arena(2).execute([&] { return way.evaluate(field, options); });
    } catch (const Cancelled&) {
      EXPECT_TRUE(has_cancelled);
      ++cancelled;
      return;
    }
    EXPECT_TRUE(found == expected);
  });
  EXPECT_GT(cancelled, 0);
}

}  // namespace
}  // namespace perlane::testing
