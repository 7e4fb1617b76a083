// Fills 65536 x 65536 samples: as codes in one call (4 GiB), and as floats in one call if the
// machine has the memory (16 GiB), or else in bands of rows.

#include "support/testing.hpp"

#include "reference/code.hpp"

#include <memory>
#include <random>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace perlane::testing {
namespace {

constexpr std::int64_t side = 65536;

// The bytes that can be had without swapping, as far as the system says.
std::int64_t free_memory() {
#if defined(_SC_AVPHYS_PAGES)
  return std::int64_t{sysconf(_SC_AVPHYS_PAGES)} * sysconf(_SC_PAGESIZE);
#else
  return 0;
#endif
}

// Compares rows first .. first + rows - 1 of the map with
// the reference, at random and at the corners.
template <class Compare>
void expect_samples(std::int64_t first, std::int64_t rows, const Field& field, Compare compare) {
  std::mt19937_64 random(static_cast<std::uint64_t>(first));
  for (int i = 0; i < 20000; ++i) {
    const bool is_corner = i < 4;
    const std::int64_t x =
        is_corner ? i % 2 * (side - 1) : static_cast<std::int64_t>(random() % side);
    const std::int64_t y =
        is_corner ? i / 2 * (rows - 1)
                  : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows));
    const float expected = sample(field, static_cast<double>(x), static_cast<double>(first + y));
    ASSERT_TRUE(compare(static_cast<std::size_t>(x + side * y), expected))
        << x << ", " << first + y;
  }
}

const Field& terrain() {
  static const Field field = fbm(perlin({.seed = 65536, .frequency = 1.0 / 4096}), {.octaves = 6});
  return field;
}

TEST(Large, CodesEqualTheReference) {
  if (free_memory() < (std::int64_t{5} << 30)) GTEST_SKIP() << "needs 5 GiB";
  const auto size = static_cast<std::size_t>(side * side);
  const auto memory = std::make_unique_for_overwrite<std::uint8_t[]>(size);
  const Range codes{-0.75f, 0.75f};
  fill<2>(std::span(memory.get(), size), {.shape = {side, side}}, terrain(), codes);
  expect_samples(0, side, terrain(), [&](std::size_t i, float expected) {
    return memory[i] == reference::code(expected, reference::coding(codes.min, codes.max, 255));
  });
}

TEST(Large, FloatsEqualTheReference) {
  const bool fits = free_memory() > (std::int64_t{18} << 30);
  const std::int64_t rows = fits ? side : 4096;
  const auto size = static_cast<std::size_t>(side * rows);
  const auto memory = std::make_unique_for_overwrite<float[]>(size);
  RecordProperty("rows at a time", static_cast<int>(rows));
  for (std::int64_t first = 0; first < side; first += rows) {
    fill<2>(std::span(memory.get(), size), {.shape = {side, rows}, .first = {0, first}}, terrain());
    expect_samples(first, rows, terrain(), [&](std::size_t i, float expected) {
      return std::bit_cast<std::uint32_t>(memory[i]) == std::bit_cast<std::uint32_t>(expected);
    });
  }
}

}  // namespace
}  // namespace perlane::testing
