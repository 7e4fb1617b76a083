// Tests running out of memory: each allocation of the library fails once. The library then throws
// std::bad_alloc and leaks nothing, and the next call works.
//
// This is a program of its own, for it replaces the allocation functions.

#include "support/testing.hpp"

#include <perlane/perlane.h>
#include <perlane/text.hpp>

#include <atomic>
#include <cstdlib>
#include <new>
#include <random>
#include <thread>

namespace {

std::atomic<long> alive = 0;           // blocks of memory
std::atomic<long> until_failure = -1;  // allocations to come; none fails below 0

void* allocate(std::size_t size, std::size_t alignment) {
  if (until_failure >= 0 && until_failure-- == 0) throw std::bad_alloc();
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  ++alive;
  return memory;
}

void release(void* memory) noexcept {
  if (memory != nullptr) --alive;
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace perlane::testing {
namespace {

// Calls body() in a new thread, which has no memory of its own yet, with the first, the second, ...
// allocation failing, until none is left to fail.
template <class Body>
void fail_every_allocation(Body body) {
  std::thread(body).join();  // this makes what is made once for the process
  int failures = 0;
  for (long number = 0;; ++number) {
    bool is_rejected = false;
    const long before = alive;
    std::thread([&] {
      until_failure = number;
      try {
        body();
      } catch (const std::bad_alloc&) {
        is_rejected = true;
      }
      const bool has_failed = until_failure < 0;
      until_failure = -1;
      EXPECT_EQ(is_rejected, has_failed) << "allocation " << number;
    }).join();
    EXPECT_EQ(alive, before) << "allocation " << number;
    if (!is_rejected) break;
    ++failures;
    ASSERT_LT(number, 10000);
  }
  EXPECT_GT(failures, 0);
}

constexpr Options here{.parallel = false};

TEST(Memory, FactoriesSurviveFailedAllocations) {
  fail_every_allocation([] {
    const Field noise =
        fbm(perlin({.lattice = Lattice::permutation(64), .gradients = Gradients::random(1)}),
            {.octaves = 4});
    const Field other = ridged(value({.period = {4, 4}}));
    const Field sum = mix(tile(noise, {50, 40}), sine(other) * 2 + 1, clamp(noise, 0, 1));
    (void)range(translate(sum, {1, 2}), 2);
  });
  fail_every_allocation([] {
    std::mt19937 random(1);
    (void)perlin({.lattice = Lattice::random_gradients<3>({4, 5, 6}, random)});
    (void)value({.lattice = Lattice::random_values<2>({4, 5}, random)});
    (void)perlin({.lattice = Lattice::classic(std::array{1, 0, 3, 2})});
    (void)perlin2002();
  });
}

TEST(Memory, ChunksSurviveFailedAllocations) {
  fail_every_allocation([] {
    const Path path =
        Path{{1, 2, 3}, {4, 5, 6}, {15, 0, 7}}.neighbour({1, -1, 20}).child({1, 1, 1});
    const Field field =
        chunk_noise<3>(path, {.chop = 3}) * chunk_value<3>(path.parent(), {}, {0, 1});
    static float out[512];
    fill<3>(out, {.shape = {8, 8, 8}, .step = {0.125, 0.125, 0.125}}, field, here);
  });
}

// A call that fails has written all or nothing.
TEST(Memory, FillsSurviveFailedAllocations) {
  static float out[300 * 40];
  static double x[2000], y[2000];
  const Field field = fbm(tile(perlin({.frequency = 0.1}), {40, 30}) + 0.5f, {.octaves = 3});
  const Grid<2> grid{.shape = {300, 40}};
  const std::vector<float> expected = filled(grid, field);
  fail_every_allocation([&] {
    for (float& value : out) value = 12345;
    try {
      fill<2>(out, grid, field, here);
    } catch (...) {
      for (const float value : out) EXPECT_EQ(value, 12345);
      throw;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(out[i], expected[i]);
  });
  static float other[300 * 40], single[300 * 40];
  fail_every_allocation([&] {
    for (float& value : out) value = 12345;
    const Field fresh = field * 2.0f;  // whose programs are not there yet
    try {
      fill({{out, fresh}, {other, fresh - 1}, {single, perlin({.seed = 3})}}, grid, here);
    } catch (...) {
      for (const float value : out) EXPECT_EQ(value, 12345);
      throw;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(out[i], expected[i] * 2);
  });
  static Range bounds[40];
  fail_every_allocation([&] {
    const Range before{12, 34};
    for (Range& bound : bounds) bound = before;
    try {
      ranges<2>(bounds, std::vector<Grid<2>>(40, grid), field * 2.0f);
    } catch (...) {
      for (const Range& bound : bounds) EXPECT_EQ(bound, before);
      throw;
    }
  });
  fail_every_allocation(
      [&] { fill(Planes<2>{.value = out, .derivative = {}}, grid, field, here); });
  fail_every_allocation([&] {
    sample(std::span<float>(out).first(2000), field, std::span<const double>(x),
           std::span<const double>(y), here);
  });
}

// Destroying what has been read takes no memory, so it works after memory has run out.
TEST(Memory, ReadingTextsSurvivesFailedAllocations) {
  fail_every_allocation([] {
    (void)from_json(R"({"perlane":1,"fields":{"a":{"perlin":{"period":[4,4],"seed":"123456789"}},
      "b":{"curve":{"a":"a","points":[[0,1],[1,2.5],[2,0]]}}},
      "field":{"warp":{"field":"b","by":["a",{"perlin":{"gradients":{"random":{"seed":1}}}}]}}})");
  });
  fail_every_allocation([] {
    try {
      (void)from_json(R"({"perlane":1,"field":[[[{"a":[1,2,{"b":"a string of some length"}]}]]]})");
      ADD_FAILURE();
    } catch (const std::invalid_argument&) {
    }
  });
}

// The C interface says so, and throws nothing.
TEST(Memory, TheCInterfaceReportsFailedAllocations) {
  constexpr std::string_view text = R"({"perlane":1,"field":{"fbm":{"source":{"perlin":{}}}}})";
  perlane_field* field = nullptr;
  ASSERT_EQ(perlane_field_from_json(text.data(), text.size(), &field, nullptr), PERLANE_OK);
  static float out[300 * 40];
  perlane_grid grid{};
  grid.size = sizeof grid;
  grid.dimensions = 2;
  grid.shape[0] = 300;
  grid.shape[1] = 40;
  perlane_array array{};
  array.size = sizeof array;
  array.data = out;
  array.elements = std::size(out);
  perlane_options options{};
  options.size = sizeof options;
  options.is_sequential = 1;
  fail_every_allocation([&] {
    perlane_error error{};
    error.size = sizeof error;
    char* written = nullptr;
    perlane_field* read = nullptr;
    perlane_status status = perlane_field_from_json(text.data(), text.size(), &read, &error);
    if (status == PERLANE_OK) status = perlane_field_to_json(field, &written, &error);
    if (status == PERLANE_OK)
      status = perlane_fill(field, &grid, &array, &options, nullptr, &error);
    perlane_text_destroy(written);
    perlane_field_destroy(read);
    EXPECT_EQ(error.status, status);
    if (status == PERLANE_OK) return;
    EXPECT_EQ(status, PERLANE_NO_MEMORY);
    EXPECT_STREQ(error.message, "there is not enough memory");
    throw std::bad_alloc();
  });
  perlane_field_destroy(field);
}

// The messages of rejections need memory, too.
TEST(Memory, RejectionsSurviveFailedAllocations) {
  fail_every_allocation([] {
    try {
      (void)fbm(perlin(), {.octaves = 0});
      ADD_FAILURE();
    } catch (const std::invalid_argument&) {
    }
  });
}

}  // namespace
}  // namespace perlane::testing
