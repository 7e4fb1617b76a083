// Tests Options::progress: what it is told, and how it ends an evaluation.

#include "support/testing.hpp"

#include <atomic>
#include <cfenv>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

namespace perlane::testing {
namespace {

const Grid<2> grid{.shape = {1024, 1024}};
const Field field = fbm(perlin({.frequency = 0.01}), {.octaves = 3});

// Evaluations of about a million values each, in all ways that there are.
struct Way {
  const char* name;
  std::vector<float> (*evaluate)(const Options& options);
};

std::vector<double> coordinates(double step) {
  std::vector<double> numbers(samples(grid));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i) * step;
  return numbers;
}

const Way ways[] = {
    {"fill",
     [](const Options& options) {
       std::vector<float> values(samples(grid));
       fill(values, grid, field, options);
       return values;
     }},
    {"codes",
     [](const Options& options) {
       std::vector<std::uint16_t> codes(samples(grid));
       fill<2>(codes, grid, field, {-1, 1}, options);
       return std::vector<float>(codes.begin(), codes.end());
     }},
    {"derivatives",
     [](const Options& options) {
       std::vector<float> values(samples(grid)), x(values);
       fill(Planes<2>{.value = values, .derivative = {x, {}}}, grid, field, options);
       values.insert(values.end(), x.begin(), x.end());
       return values;
     }},
    {"points",
     [](const Options& options) {
       const std::vector<double> x = coordinates(0.25), y = coordinates(-0.5);
       std::vector<float> values(x.size());
       sample(values, field, x, y, options);
       return values;
     }},
    {"points with derivatives",
     [](const Options& options) {
       const std::vector<double> x = coordinates(0.25), y = coordinates(-0.5);
       std::vector<float> values(x.size());
       sample<2>(Planes<2>{.value = values}, field, {x, y}, options);
       return values;
     }},
};

// Calls test(way, whether it is parallel) for each way, by one thread and by all.
template <class Test>
void in_every_way(const Test& test) {
  for (const Way& way : ways) {
    for (const bool parallel : {false, true}) {
      SCOPED_TRACE(std::string(way.name) + (parallel ? ", all threads" : ", one thread"));
      test(way, parallel);
    }
  }
}

// So long that it is time to tell again, whatever a tile takes.
void wait() { std::this_thread::sleep_for(std::chrono::milliseconds(11)); }

TEST(Progress, GrowsFrom0To1) {
  in_every_way([](const Way& way, bool parallel) {
    std::vector<double> parts;
    const std::vector<float> values =
        way.evaluate({.parallel = parallel, .progress = [&parts](double part) {
                        parts.push_back(part);
                        if (parts.size() < 4) wait();
                      }});
    EXPECT_EQ(values, way.evaluate({.parallel = parallel}));
    ASSERT_GE(parts.size(), 4u);
    EXPECT_EQ(parts.front(), 0);
    EXPECT_EQ(parts.back(), 1);
    for (std::size_t i = 1; i < parts.size(); ++i) EXPECT_LT(parts[i - 1], parts[i]);
  });
}

TEST(Progress, SmallGridsReportTheirBeginningAndEnd) {
  std::vector<double> parts;
  float value = 0;
  fill<1>({&value, 1}, {.shape = {1}}, field,
          {.progress = [&parts](double part) { parts.push_back(part); }});
  EXPECT_EQ(parts, (std::vector<double>{0, 1}));
}

TEST(Progress, EmptyFunctionsAreNoCallbacks) {
  EXPECT_FALSE(Progress(std::function<bool(double)>{}));
  bool (*const nowhere)(double) = nullptr;
  EXPECT_FALSE(Progress(nowhere));
  EXPECT_FALSE(Progress(nullptr));
  EXPECT_EQ(ways[0].evaluate({.progress = std::function<void(double)>{}}), ways[0].evaluate({}));
  EXPECT_TRUE(Progress(std::function<bool(double)>([](double) { return true; })));
  EXPECT_TRUE(Progress([](double) { return true; }));
}

TEST(Progress, OneThreadReportsAtATime) {
  std::atomic<int> callers = 0;
  int calls = 0;  // the thread sanitizer sees whether it needs a lock
  const auto progress = [&](double) {
    EXPECT_EQ(callers.fetch_add(1), 0);
    ++calls;
    if (calls < 10) wait();
    callers.fetch_sub(1);
  };
  ways[0].evaluate({.progress = progress});
  EXPECT_GE(calls, 3);
}

TEST(Progress, Cancels) {
  in_every_way([](const Way& way, bool parallel) {
    for (const int wanted : {0, 1, 2}) {  // calls that return true
      int calls = 0;
      const Options options{.parallel = parallel, .progress = [&](double part) {
                              EXPECT_TRUE(calls > 0 ? part > 0 && part < 1 : part == 0);
                              if (calls < 2) wait();
                              return calls++ < wanted;
                            }};
      EXPECT_THROW(way.evaluate(options), Cancelled);
      EXPECT_EQ(calls, wanted + 1) << "it is told no more once it has cancelled";
    }
    EXPECT_THROW(
        way.evaluate({.parallel = parallel, .progress = [](double part) { return part < 1; }}),
        Cancelled);
    // A cancelled evaluation leaves nothing behind.
    EXPECT_EQ(way.evaluate({.parallel = parallel}), way.evaluate({.parallel = !parallel}));
  });
}

TEST(Progress, CancelledAtOnceWritesNothing) {
  std::vector<float> values(samples(grid), 7.0f);
  const std::vector<float> before = values;
  EXPECT_THROW(fill(values, grid, field, {.progress = [](double) { return false; }}), Cancelled);
  EXPECT_EQ(values, before);
}

TEST(Progress, CancelledInTheMiddleStopsThere) {
  std::vector<float> values(samples(grid), 7.0f);
  EXPECT_THROW(fill(values, grid, field,
                    {.progress =
                         [](double part) {
                           if (part == 0) wait();
                           return part == 0;
                         }}),
               Cancelled);
  EXPECT_TRUE(std::ranges::find(values, 7.0f) != values.end());
}

TEST(Progress, ItsExceptionsReachTheCaller) {
  in_every_way([](const Way& way, bool parallel) {
    for (const double from : {0.0, 1e-9, 1.0}) {
      const Options options{.parallel = parallel, .progress = [from](double part) {
                              if (part >= from) throw std::runtime_error("enough");
                              if (part == 0) wait();
                            }};
      EXPECT_THROW(way.evaluate(options), std::runtime_error);
      // This one must not be taken for a thread that finds no memory.
      const Options no_memory{.parallel = parallel, .progress = [from](double part) {
                                if (part >= from) throw std::bad_alloc();
                                if (part == 0) wait();
                              }};
      EXPECT_THROW(way.evaluate(no_memory), std::bad_alloc);
    }
    EXPECT_EQ(way.evaluate({.parallel = parallel}), way.evaluate({.parallel = !parallel}));
  });
}

TEST(Progress, TheCallbackMayEvaluate) {
  const std::vector<float> expected = ways[0].evaluate({});
  int calls = 0;
  const auto progress = [&](double) {
    if (calls++ < 3) {
      EXPECT_EQ(ways[0].evaluate({}), expected);
      wait();
    }
  };
  EXPECT_EQ(ways[0].evaluate({.progress = progress}), expected);
  EXPECT_GE(calls, 3);
}

// The field is evaluated as it was.
TEST(Progress, TheCallbackMayAssignToTheField) {
  const auto made = [] { return fbm(perlin({.frequency = 0.1}) * 2.0f, {.octaves = 3}); };
  const Grid<2> small{.shape = {600, 300}};
  const std::vector<float> expected = filled(small, made());
  std::vector<double> x(samples(small)), y(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = 0.3 * static_cast<double>(i % 77);
    y[i] = static_cast<double>(i);
  }
  std::vector<float> at_points(x.size());
  sample(at_points, made(), x, y);
  for (const bool parallel : {false, true}) {
    Field changed;
    const Options options{.parallel = parallel, .progress = [&](double) { changed = constant(0); }};
    std::vector<float> out(samples(small)), slopes(out);
    changed = made();
    fill(out, small, changed, options);
    EXPECT_EQ(out, expected);
    changed = made();
    fill(Planes<2>{.value = out, .derivative = {slopes}}, small, changed, options);
    EXPECT_EQ(out, expected);
    changed = made();
    sample(out, changed, x, y, options);
    EXPECT_EQ(out, at_points);
    Output outputs[] = {{out, made()}};
    fill(std::span<const Output>(outputs), small,
         {.parallel = parallel, .progress = [&](double) { outputs[0].field = constant(0); }});
    EXPECT_EQ(out, expected);
  }
}

TEST(Progress, TheCallbackMayChangeTheFloatingPointEnvironment) {
  in_every_way([](const Way& way, bool parallel) {
    const std::vector<float> expected = way.evaluate({.parallel = parallel});
    for (const int mode : {FE_UPWARD, FE_TOWARDZERO}) {
      int calls = 0;
      const auto progress = [&](double) {
        EXPECT_EQ(std::fesetround(mode), 0);
        if (calls++ < 3) wait();
      };
      const std::vector<float> values = way.evaluate({.parallel = parallel, .progress = progress});
      const volatile float tiny = 0x1p-30f;
      const float above = 1.0f + tiny, below = 1.0f - tiny;
      std::fesetround(FE_TONEAREST);
      EXPECT_EQ(values, expected);
      EXPECT_EQ(above, 1.0f);
      EXPECT_EQ(below, 1.0f);
      EXPECT_GE(calls, 3);
    }
  });
}

TEST(Progress, OptionsOwnTheCallback) {
  Options options;
  const auto calls = std::make_shared<int>(0);  // its owners are counted
  {
    options.progress = [calls](double) { ++*calls; };
    Options copy = options;
    EXPECT_EQ(calls.use_count(), 3);
    ways[0].evaluate(copy);
    EXPECT_GE(*calls, 2);
    const Options moved = std::move(copy);
    EXPECT_EQ(calls.use_count(), 3);
    EXPECT_TRUE(moved.progress);
  }
  EXPECT_EQ(calls.use_count(), 2);
  *calls = 0;
  ways[0].evaluate(options);
  EXPECT_GE(*calls, 2);
  options.progress = {};
  EXPECT_FALSE(options.progress);
  EXPECT_EQ(calls.use_count(), 1);
}

TEST(Progress, OptionsWithoutOneAreConstants) {
  constexpr Options options{.parallel = false};
  constexpr Options copy = options;
  static_assert(!copy.parallel && !copy.progress);
}

TEST(Progress, EmptyArraysReportNothing) {
  std::vector<float> out;
  int calls = 0;
  sample(out, field, std::vector<double>(), std::vector<double>(),
         {.progress = [&](double) { ++calls; }});
  EXPECT_EQ(calls, 0);
}

TEST(Progress, PlanesWithoutArraysReport) {
  std::vector<double> parts;
  fill(Planes<2>{}, {.shape = {1, 1}}, field,
       {.progress = [&parts](double part) { parts.push_back(part); }});
  EXPECT_EQ(parts, (std::vector<double>{0, 1}));
}

TEST(Progress, SaysThatItWasCancelled) {
  EXPECT_STREQ(Cancelled().what(), "cancelled by Options::progress");
}

}  // namespace
}  // namespace perlane::testing
