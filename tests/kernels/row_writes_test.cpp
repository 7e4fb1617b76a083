// Tests how rows are written: from every alignment on, of every length, through the caches and past
// them. Nothing beside the samples is written.

#include "support/testing.hpp"

#include "engine/evaluator.hpp"
#include "engine/tiles.hpp"
#include "graph/node.hpp"
#include "reference/code.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace perlane::testing {
namespace {

template <class T>
constexpr model::ElementType type_of() {
  if (std::is_same_v<T, float>) return model::ElementType::float32;
  return std::is_same_v<T, std::uint16_t> ? model::ElementType::uint16 : model::ElementType::uint8;
}

template <class T>
T element_of(float n) {
  if constexpr (std::is_same_v<T, float>) {
    return n;
  } else {
    const auto coding = reference::coding(-0.8f, 0.9f, std::numeric_limits<T>::max());
    return static_cast<T>(reference::code(n, coding));
  }
}

// Fills a box tile by tile, as the engine does, and past the caches even if it is small.
template <class T>
void fill_tiles(const Field& field, const engine::Box& box, const engine::Destination& destination,
                bool is_streamed, engine::Extremes& extremes) {
  const model::Program& program = graph::node_of(field).program(box.dimensions, false);
  engine::Evaluator evaluator(program, engine::active_kernels(), box.dimensions);
  const int lead = is_streamed ? destination.elements_past_border(box) : 0;
  const engine::Tiles tiles(box, lead, false,
                            engine::row_rule(program, engine::active_kernels(), box));
  for (std::int64_t index = 0; index < tiles.total(); ++index) {
    std::array<std::int64_t, 4> start;
    const model::Tile tile = tiles.tile(index, start);
    if (tile.offset == 0) evaluator.begin_stack();
    model::Sink sink = destination.sink(start, &extremes);
    sink.stream = is_streamed;
    evaluator.fill(tile, sink);
  }
}

// Rows that lie one after another, or `gap` elements apart, from element `first` of a line on.
template <class T>
void expect_runs(const Field& field, const engine::Box& box, const std::vector<float>& values,
                 std::int64_t gap, std::size_t first) {
  constexpr T canary = 77;
  const auto row = static_cast<std::size_t>(box.count[0] + gap);
  const std::size_t rows = values.size() / static_cast<std::size_t>(box.count[0]);
  constexpr std::size_t line = 64 / sizeof(T);
  std::vector<T> memory(rows * row + 4 * line, canary), expected(memory.size(), canary);
  const std::size_t to_border =
      (64 - reinterpret_cast<std::uintptr_t>(memory.data()) % 64) % 64 / sizeof(T);
  const std::size_t begin = to_border + line + first;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto width = static_cast<std::size_t>(box.count[0]);
    expected[begin + i / width * row + i % width] = element_of<T>(values[i]);
  }
  engine::Destination destination{type_of<T>(), reinterpret_cast<std::byte*>(memory.data() + begin),
                                  sizeof(T),    {1},
                                  -0.8f,        0.9f};
  std::int64_t stride = static_cast<std::int64_t>(row);
  for (std::size_t axis = 1; axis < 4; ++axis) {
    destination.stride[axis] = stride;
    stride *= box.count[axis];
  }
  for (const bool is_streamed : {false, true}) {
    std::ranges::fill(memory, canary);
    engine::Extremes extremes;
    fill_tiles<T>(field, box, destination, is_streamed, extremes);
    ASSERT_EQ(memory, expected) << active_isa() << ", " << sizeof(T) << " bytes, " << box.count[0]
                                << " x " << box.count[1] << ", gap " << gap << ", first " << first
                                << (is_streamed ? ", streamed" : "");
    ASSERT_EQ(extremes.min, std::ranges::min(values));
    ASSERT_EQ(extremes.max, std::ranges::max(values));
  }
}

template <int N>
void expect_every_alignment(const Field& field, const Grid<N>& grid, std::size_t step) {
  engine::Box box{N, {1, 1, 1, 1}, {}, {}, {1, 1, 1, 1}};
  for (std::size_t axis = 0; axis < N; ++axis) {
    box.count[axis] = grid.shape[axis];
    box.step[axis] = grid.step[axis];
  }
  const std::vector<float> values = filled(grid, field);
  for (const std::int64_t gap : {0, 16, 3}) {
    for (std::size_t first = 0; first < 16; first += step)
      expect_runs<float>(field, box, values, gap, first);
    for (std::size_t first = 0; first < 32; first += 2 * step + 1)
      expect_runs<std::uint16_t>(field, box, values, gap, first);
    for (std::size_t first = 0; first < 64; first += 4 * step + 1)
      expect_runs<std::uint8_t>(field, box, values, gap, first);
  }
}

const Field one = perlin({.seed = 5, .frequency = 0.07});
const Field several = fbm(perlin({.seed = 5, .frequency = 0.07}), {.octaves = 3});
const Field shaped = ridged(value({.seed = 5, .frequency = 0.07}), {.octaves = 2});
const Field combined = perlin({.seed = 5, .frequency = 0.07}) * 0.5f;

TEST(RowWrites, EveryLength) {
  with_every_isa([](std::string_view) {
    for (std::int64_t width = 1; width <= 70; ++width) {
      expect_every_alignment<2>(one, {.shape = {width, 7}}, 5);
      expect_every_alignment<2>(several, {.shape = {width, 5}}, 11);
    }
  });
}

TEST(RowWrites, EveryAlignment) {
  with_every_isa([](std::string_view) {
    for (const std::int64_t width : {17, 63, 64, 131}) {
      expect_every_alignment<2>(one, {.shape = {width, 9}}, 1);
      expect_every_alignment<3>(one, {.shape = {width, 5, 3}}, 3);
      expect_every_alignment<4>(one, {.shape = {width, 3, 2, 2}}, 3);
    }
  });
}

// Rows that are cut into several tiles, which begin on a border where all rows can.
TEST(RowWrites, Tiles) {
  with_every_isa([](std::string_view) {
    for (const std::int64_t width : {528, 529, 1040, 1041, 1103}) {
      expect_every_alignment<2>(one, {.shape = {width, 5}}, 3);
      expect_every_alignment<2>(several, {.shape = {width, 3}}, 7);
    }
    expect_every_alignment<1>(one, {.shape = {5000}}, 3);
    expect_every_alignment<3>(one, {.shape = {300, 3, 3}}, 5);
    expect_every_alignment<4>(one, {.shape = {100, 3, 2, 3}}, 5);
  });
}

// Values that go through a tile buffer first.
TEST(RowWrites, TileBuffers) {
  with_every_isa([](std::string_view) {
    for (const std::int64_t width : {1, 5, 16, 17, 40, 65, 600}) {
      expect_every_alignment<2>(shaped, {.shape = {width, 5}}, 3);
      expect_every_alignment<2>(combined, {.shape = {width, 5}}, 3);
      expect_every_alignment<3>(combined, {.shape = {width, 3, 2}}, 7);
    }
  });
}

TEST(RowWrites, MoreRowsThanAStageHolds) {
  with_every_isa([](std::string_view) {
    for (const std::int64_t width : {100, 129, 250}) {
      expect_every_alignment<2>(combined, {.shape = {width, 60}}, 7);
      expect_every_alignment<3>(combined, {.shape = {width, 31, 2}}, 7);
      expect_every_alignment<3>(one, {.shape = {width, 31, 2}}, 7);
    }
  });
}

}  // namespace
}  // namespace perlane::testing
