// Tests codes: how near the reference is to the exact place of a value between the ends of a range,
// and that every instruction set writes the reference's codes.

#include "support/testing.hpp"

#include "reference/code.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace perlane::testing {
namespace {

constexpr float largest_float = std::numeric_limits<float>::max();
constexpr float least_float = std::numeric_limits<float>::denorm_min();
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// Ordinary ranges, lopsided ones, ranges far from 0 that have fewer floats than codes, and ranges
// whose widths, or scales, are no floats.
const Range ranges[] = {{-1, 1},
                        {-0.7f, 0.6f},
                        {0, 1},
                        {0, 65535},
                        {0, 255},
                        {-1e-3f, 1},
                        {-1, 1e-7f},
                        {1000, 1000.5f},
                        {-16777216, -16777000},
                        {1, 0x1.000002p+0f},
                        {0x1.fffffep+0f, 0x1.000002p+1f},
                        {1e-30f, 3e-30f},
                        {0, 0x1p-100f},
                        {0x1p-77f, 0x1.000002p-77f},
                        {0, 1e-35f},
                        {-3e-40f, 2e-41f},
                        {0, least_float},
                        {-least_float, least_float},
                        {-1e38f, 1},
                        {0, 0x1p127f},
                        {-2e38f, 3e38f},
                        {0, largest_float},
                        {-largest_float, largest_float}};

// Values within a range and about it: at random, and where the code changes.
std::vector<float> values_about(const Range& range, std::uint32_t largest) {
  std::vector<float> values{range.min,      range.max,   0.0f,        -0.0f,     1.0f,
                            -1.0f,          nan,         infinity,    -infinity, largest_float,
                            -largest_float, least_float, -least_float};
  const auto add_with_neighbours = [&](float n) {
    values.insert(values.end(), {n, std::nextafter(n, infinity), std::nextafter(n, -infinity)});
  };
  add_with_neighbours(range.min);
  add_with_neighbours(range.max);
  std::mt19937 random(static_cast<std::uint32_t>(largest));
  const double width = double{range.max} - double{range.min};
  for (int i = 0; i < 20000; ++i) {
    const double part = 1.25 * static_cast<double>(random()) * 0x1p-32 - 0.125;
    values.push_back(static_cast<float>(
        std::clamp(range.min + width * part, -double{largest_float}, double{largest_float})));
    const double middle = static_cast<double>(random() % largest) + 0.5;
    add_with_neighbours(static_cast<float>(range.min + width * middle / largest));
  }
  return values;
}

template <class Body>
void with_every_range(Body body) {
  for (const Range& range : ranges) {
    for (const std::uint32_t largest : {255u, 65535u}) {
      SCOPED_TRACE(std::to_string(range.min) + " to " + std::to_string(range.max) + ", " +
                   std::to_string(largest));
      body(range, largest);
    }
  }
}

// Differences of floats of a like magnitude are exact in binary64, and others are known to 53 bits.
TEST(Codes, AreNearestWithinASixtyFourthOfACode) {
  with_every_range([](const Range& range, std::uint32_t largest) {
    const model::Coding coding = reference::coding(range.min, range.max, largest);
    const double scale = largest / (double{range.max} - double{range.min});
    double farthest = 0;
    for (const float n : values_about(range, largest)) {
      if (std::isnan(n)) continue;
      const double place =
          std::clamp((double{n} - double{range.min}) * scale, 0.0, static_cast<double>(largest));
      farthest = std::max(farthest, std::abs(place - reference::code(n, coding)));
    }
    EXPECT_LE(farthest, 0.5 + 0x1p-6);
  });
}

TEST(Codes, EndsOfTheRangeAreTheFirstAndTheLastCode) {
  with_every_range([](const Range& range, std::uint32_t largest) {
    const model::Coding coding = reference::coding(range.min, range.max, largest);
    EXPECT_EQ(reference::code(range.min, coding), 0u);
    EXPECT_EQ(reference::code(range.max, coding), largest);
    EXPECT_EQ(reference::code(-infinity, coding), 0u);
    EXPECT_EQ(reference::code(infinity, coding), largest);
    EXPECT_EQ(reference::code(std::nextafter(range.min, -infinity), coding), 0u);
    EXPECT_EQ(reference::code(std::nextafter(range.max, infinity), coding), largest);
    EXPECT_EQ(reference::code(nan, coding), 0u);
  });
}

TEST(Codes, GrowWithTheValue) {
  with_every_range([](const Range& range, std::uint32_t largest) {
    const model::Coding coding = reference::coding(range.min, range.max, largest);
    std::vector<float> values = values_about(range, largest);
    std::erase_if(values, [](float n) { return std::isnan(n); });
    std::ranges::sort(values);
    std::uint32_t last = 0;
    for (const float n : values) {
      const std::uint32_t code = reference::code(n, coding);
      ASSERT_GE(code, last) << n;
      last = code;
    }
  });
}

// A value half-way between two codes gets the even one.
TEST(Codes, TiesAreEven) {
  const model::Coding coding = reference::coding(0, 255, 255);
  EXPECT_EQ(reference::code(0.5f, coding), 0u);
  EXPECT_EQ(reference::code(1.5f, coding), 2u);
  EXPECT_EQ(reference::code(2.5f, coding), 2u);
  EXPECT_EQ(reference::code(253.5f, coding), 254u);
}

template <class Code>
void expect_codes(const Range& range, const std::vector<float>& values) {
  const model::Coding coding =
      reference::coding(range.min, range.max, std::numeric_limits<Code>::max());
  constexpr std::size_t most = 1024;
  alignas(64) static float buffer[most];
  alignas(64) static Code codes[most];
  for (std::size_t begin = 0; begin < values.size(); begin += most) {
    const std::size_t count = std::min(most, values.size() - begin);
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(begin), count, buffer);
    std::fill(buffer + count, buffer + most, buffer[count - 1]);
    model::Tile tile{};
    tile.dimensions = 1;
    for (model::Axis& axis : tile.axis) axis.count = 1;
    tile.axis[0].count = static_cast<int>(count);
    tile.columns = tile.pitch = most;
    float low = 0, high = 0;
    model::Sink sink{};
    sink.type = sizeof(Code) == 1 ? model::ElementType::uint8 : model::ElementType::uint16;
    sink.destination = codes;
    sink.stride[0] = 1;
    sink.coding = coding;
    sink.min = &low;
    sink.max = &high;
    engine::active_kernels().write(buffer, tile, {}, sink);
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_EQ(codes[i], reference::code(buffer[i], coding)) << buffer[i];
  }
}

TEST(Codes, EveryInstructionSetHasThoseOfTheReference) {
  for (const Range& range : ranges) {
    const std::vector<float> values = values_about(range, 255), others = values_about(range, 65535);
    with_every_isa([&](std::string_view) {
      SCOPED_TRACE(std::to_string(range.min) + " to " + std::to_string(range.max));
      expect_codes<std::uint8_t>(range, values);
      expect_codes<std::uint16_t>(range, others);
    });
  }
}

}  // namespace
}  // namespace perlane::testing
