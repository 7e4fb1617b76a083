// Tests where values go: strides, codes, extremes.
// Everything is compared with a dense array of floats.

#include "support/elements.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace perlane::testing {
namespace {

// Calls body(T{}, name) for every type of element.
template <class Body>
void with_every_element(Body body) {
  body(float{}, "float");
  body(std::uint16_t{}, "uint16");
  body(std::uint8_t{}, "uint8");
}

template <int N, class T>
void fill_as(const Strided<N, T>& out, const Grid<N>& grid, const Field& field, const Range& codes,
             const Options& options) {
  if constexpr (std::is_same_v<T, float>) {
    fill(out, grid, field, options);
  } else {
    fill(out, grid, field, codes, options);
  }
}

// Fills with strides, between canaries, and compares with the dense array.
template <int N, class T>
void expect_dense(const Grid<N>& grid, const Field& field, const Strides<N>& stride,
                  std::int64_t first, std::size_t elements, std::int64_t stride_x,
                  const char* name) {
  constexpr T canary = 77;
  const std::vector<float> dense = filled(grid, field);
  const Range codes{-0.4f, 0.5f};
  std::vector<T> expected(elements, canary);
  for (std::size_t i = 0; i < dense.size(); ++i) {
    std::size_t rest = i;
    std::int64_t at = first;
    for (std::size_t axis = 0; axis < N; ++axis) {
      const auto extent = static_cast<std::size_t>(grid.shape[axis]);
      at += static_cast<std::int64_t>(rest % extent) * (axis == 0 ? stride_x : stride[axis - 1]);
      rest /= extent;
    }
    expected[static_cast<std::size_t>(at)] = element_of<T>(dense[i], codes);
  }
  with_every_isa([&](std::string_view isa) {
    for (const bool parallel : {false, true}) {
      Range written{};
      for (Range* const seen : {static_cast<Range*>(nullptr), &written}) {
        std::vector<T> out(elements, canary);
        fill_as<N, T>({.elements = out, .stride = stride, .first = first, .stride_x = stride_x},
                      grid, field, codes, {.parallel = parallel, .seen = seen});
        EXPECT_EQ(out, expected) << name << " " << N << "D, " << isa << ", " << stride_x
                                 << " along x";
      }
      EXPECT_EQ(written.min, *std::ranges::min_element(dense));
      EXPECT_EQ(written.max, *std::ranges::max_element(dense));
    }
  });
}

template <int N>
void expect_dense_of_all(const Grid<N>& grid, const Strides<N>& stride, std::int64_t first,
                         std::size_t elements, std::int64_t stride_x = 1) {
  std::vector<Field> fields{perlin({.frequency = 0.1}),
                            fbm(perlin({.frequency = 0.1}), {.octaves = 3}),
                            ridged(value({.frequency = 0.1}), {.octaves = 2})};
  if (N > 1) {
    fields.push_back(cellular({.frequency = 0.1}));
    fields.push_back(simplex({.frequency = 0.1}));
    fields.push_back(simplex({.frequency = 0.1}) * 0.5f);
    fields.push_back(rotate(opensimplex2({.frequency = 0.1}), 1));
  }
  for (const Field& field : fields) {
    with_every_element([&]<class T>(T, const char* name) {
      expect_dense<N, T>(grid, field, stride, first, elements, stride_x, name);
    });
  }
}

TEST(Destinations, StridedRowsEqualDenseOnes) {
  for (const std::int64_t width : {1, 7, 16, 33, 100}) {
    expect_dense_of_all<1>({.shape = {width}}, {}, 3, 300);
    expect_dense_of_all<2>({.shape = {width, 9}}, {101}, 5, 1000);
    expect_dense_of_all<3>({.shape = {width, 5, 3}}, {130, 700}, 1, 2600);
    expect_dense_of_all<4>({.shape = {width, 3, 2, 2}}, {110, 400, 900}, 7, 2000);
  }
}

TEST(Destinations, AnyOrderAndSign) {
  // These run from the bottom up, have slices side by side, exchange y and z, have a row for each
  // slice, or have whole rows in slices that are apart.
  expect_dense_of_all<2>({.shape = {40, 10}}, {-50}, 450, 490);
  expect_dense_of_all<3>({.shape = {40, 10, 4}}, {200, 50}, 0, 2000);
  expect_dense_of_all<3>({.shape = {40, 10, 4}}, {160, 40}, 0, 1600);
  expect_dense_of_all<3>({.shape = {40, 10, 4}}, {-160, -40}, 1560, 1600);
  expect_dense_of_all<3>({.shape = {16, 1, 4}}, {-5, 16}, 0, 64);
  expect_dense_of_all<3>({.shape = {32, 4, 3}}, {32, 300}, 0, 800);
  expect_dense_of_all<3>({.shape = {32, 4, 3}}, {300, 32}, 0, 1000);
  expect_dense_of_all<4>({.shape = {32, 3, 2, 2}}, {32, 96, 300}, 0, 500);
}

// Every other element, one channel of an image, from right to left, and transposed arrays.
TEST(Destinations, StridesAlongX) {
  for (const std::int64_t width : {1, 2, 7, 16, 33, 100, 600}) {
    const auto size = static_cast<std::size_t>(width);
    expect_dense_of_all<1>({.shape = {width}}, {}, 2, 3 * size, 3);
    expect_dense_of_all<1>({.shape = {width}}, {}, 2 * width - 1, 2 * size, -2);
    expect_dense_of_all<2>({.shape = {width, 9}}, {3 * width + 1}, 1, 28 * size + 9, 3);
    expect_dense_of_all<2>({.shape = {width, 9}}, {width}, width - 1, 9 * size, -1);
    expect_dense_of_all<2>({.shape = {width, 9}}, {1}, 0, 9 * size, 9);
    expect_dense_of_all<2>({.shape = {width, 9}}, {-1}, 9 * width - 1, 9 * size, -9);
    expect_dense_of_all<3>({.shape = {width, 5, 3}}, {3, 1}, 0, 15 * size, 15);
    expect_dense_of_all<3>({.shape = {width, 5, 3}}, {1, 5 * width}, 0, 15 * size, 5);
    expect_dense_of_all<4>({.shape = {width, 3, 2, 2}}, {2 * width, 1, 6 * width}, 0, 12 * size, 2);
  }
  // Larger than what is written past the caches.
  expect_dense<2, float>({.shape = {1500, 3000}}, perlin(), {1}, 0, 4500000, 3000, "float");
  expect_dense<2, std::uint8_t>({.shape = {3000, 3000}}, perlin(), {9001}, 0, 27003000, 3, "uint8");
}

TEST(Destinations, ChannelsOfAnImage) {
  const Grid<2> grid{.shape = {61, 10}, .first = {-5, 7}};
  const Field field = fbm(perlin({.frequency = 0.1}), {.octaves = 2});
  std::vector<float> expected[3];
  for (auto& plane : expected) plane.resize(610);
  fill(Planes<2>{.value = expected[0], .derivative = {expected[1], expected[2]}}, grid, field);
  std::vector<float> pixels(3 * 610);
  const std::span<float> all(pixels);
  fill(Planes<2>{.value = all.first(1828),
                 .derivative = {all.subspan(1, 1828), all.subspan(2)},
                 .stride_x = 3},
       grid, field);
  for (std::size_t i = 0; i < pixels.size(); ++i) EXPECT_EQ(pixels[i], expected[i % 3][i / 3]);

  std::vector<std::uint8_t> codes(3 * 610), of_one(610);
  const auto channel = [&](std::int64_t first) {
    return Strided<2, std::uint8_t>{.elements = codes, .first = first, .stride_x = 3};
  };
  fill({{channel(2), field}, {channel(0), -field}, {channel(1), field * 0.5f}}, grid);
  fill(of_one, grid, field);
  for (std::size_t i = 0; i < of_one.size(); ++i) EXPECT_EQ(codes[3 * i + 2], of_one[i]);
}

// Nothing is asked for, so nothing is evaluated: this would take years where addresses have 64
// bits.
TEST(Destinations, PlanesThatAreAllLeftOut) {
  constexpr std::int64_t side = sizeof(std::ptrdiff_t) > 4 ? 1 << 30 : 1 << 14;
  fill(Planes<2>{}, {.shape = {side, side}, .step = 1e-9}, perlin());
  Range seen;
  fill(Planes<2>{}, {.shape = {40, 30}}, constant(7), {.seen = &seen});
  EXPECT_EQ(seen.min, 7);
  EXPECT_EQ(seen.max, 7);
}

// Vectors of long rows begin on borders of the caches, wherever the rows do. The expected values
// come from points, which have no rows.
TEST(Destinations, LongRowsOfEveryAddress) {
  const Field fields[] = {perlin({.frequency = 0.011}), value({.frequency = 0.9}),
                          perlin({.frequency = 0.31, .period = {7, 5}}),
                          fbm(perlin({.frequency = 0.05}), {.octaves = 3}),
                          loop(perlin({.frequency = 0.04}), 0, 75)};
  constexpr float canary = 77;
  for (const std::size_t width : {32,  33,  63,  64,  65,  127, 128, 129, 144, 255,
                                  256, 300, 511, 512, 513, 516, 517, 528, 529, 1040}) {
    const Grid<2> grid{.shape = {static_cast<std::int64_t>(width), 5},
                       .step = {0.75, 1.5},
                       .origin = {-20.25, 3},
                       .first = {-7, 11}};
    std::vector<double> x, y;
    for (std::size_t i = 0; i < 5 * width; ++i) {
      x.push_back(-20.25 + (static_cast<double>(i % width) - 7) * 0.75);
      y.push_back(3 + (static_cast<double>(i / width) + 11) * 1.5);
    }
    const std::size_t stride = (width + 31) / 16 * 16;
    for (const Field& field : fields) {
      std::vector<float> values(5 * width);
      sample(std::span(values), field, std::span<const double>(x), std::span<const double>(y));
      with_every_isa([&](std::string_view) {
        for (std::size_t offset = 0; offset < 17; ++offset) {
          std::vector<float> expected(6 * stride + 32, canary), out = expected;
          for (std::size_t i = 0; i < values.size(); ++i)
            expected[16 + offset + i / width * stride + i % width] = values[i];
          Range range{};
          fill(Strided<2, float>{.elements = out,
                                 .stride = {static_cast<std::int64_t>(stride)},
                                 .first = static_cast<int>(16 + offset)},
               grid, field, {.parallel = false, .seen = &range});
          ASSERT_EQ(out, expected) << width << " wide, " << offset << " past a border";
          EXPECT_EQ(range.min, *std::ranges::min_element(values));
          EXPECT_EQ(range.max, *std::ranges::max_element(values));
        }
      });
    }
  }
}

TEST(Destinations, StridesOfZeroHaveNoGaps) {
  std::vector<float> out(40 * 10 * 4), expected = filled<3>({.shape = {40, 10, 4}}, perlin());
  fill(Strided<3>{.elements = out}, {.shape = {40, 10, 4}}, perlin());
  EXPECT_EQ(out, expected);
  std::vector<float> with_gaps(50 * 10 * 4, 0.0f);
  fill(Strided<3>{.elements = with_gaps, .stride = {50}}, {.shape = {40, 10, 4}}, perlin());
  for (std::size_t i = 0; i < with_gaps.size(); ++i)
    ASSERT_EQ(with_gaps[i], i % 50 < 40 ? expected[i / 50 * 40 + i % 50] : 0.0f);
}

// The arrays are large enough for stores past the caches, at every alignment.
TEST(Destinations, StreamedCodesAreThoseOfTheValues) {
  const Grid<2> grid{.shape = {4096, 2064}, .first = {-100, 7}};
  const Field field = perlin();
  const std::vector<float> dense = filled(grid, field);
  const Range codes{-0.7f, 0.6f};
  with_every_isa([&](std::string_view isa) {
    if (isa == "scalar") return;  // it has no such stores
    with_every_element([&]<class T>(T, const char* name) {
      for (const std::size_t gap : {0, 5, 16, 31}) {
        std::vector<T> out(dense.size() + 64, T{77});
        fill_as<2, T>({.elements = std::span(out).subspan(gap, dense.size())}, grid, field, codes,
                      {});
        std::size_t differences = 0;
        for (std::size_t i = 0; i < out.size(); ++i) {
          const T expected =
              i < gap || i >= gap + dense.size() ? T{77} : element_of<T>(dense[i - gap], codes);
          differences += out[i] != expected ? 1u : 0u;
        }
        ASSERT_EQ(differences, 0u) << name << " " << isa << " gap " << gap;
      }
    });
  });
}

// A ramp whose codes are known covers every code of 16 bits.
TEST(Destinations, EveryCodeIsWritten) {
  const Field ramp = coordinate();
  with_every_isa([&](std::string_view isa) {
    std::vector<std::uint16_t> wide(65536), wide_expected(65536);
    std::iota(wide_expected.begin(), wide_expected.end(), std::uint16_t{0});
    Range written{};
    fill<1>(wide, {.shape = {65536}}, ramp, Range{0, 65535}, {.seen = &written});
    EXPECT_EQ(wide, wide_expected) << isa;
    EXPECT_EQ(written, (Range{0, 65535}));
    // These samples are a quarter of a code apart, and go beyond both ends.
    std::vector<std::uint8_t> narrow(2000);
    fill<1>(narrow, {.shape = {2000}, .step = {0.25}, .origin = {-100}}, ramp, Range{0, 255});
    for (std::size_t i = 0; i < narrow.size(); ++i) {
      const double at = -100 + 0.25 * static_cast<double>(i);
      const double nearest = std::clamp(std::nearbyint(at), 0.0, 255.0);
      ASSERT_EQ(narrow[i], nearest) << at << " " << isa;
    }
  });
}

TEST(Destinations, DefaultCodesAreTheProvenRange) {
  const Grid<2> grid{.shape = {300, 200}};
  const Field field = fbm(perlin({.frequency = 0.1}));
  std::vector<std::uint16_t> by_default(60000), by_range(60000);
  fill<2>(by_default, grid, field);
  fill<2>(by_range, grid, field, range(field, 2));
  EXPECT_EQ(by_default, by_range);
  EXPECT_GT(std::ranges::max(by_default), 45000);
  EXPECT_LT(std::ranges::min(by_default), 20000);
}

TEST(Destinations, DefaultCodesOfASingleValueAreInTheMiddle) {
  constexpr float largest = std::numeric_limits<float>::max();
  for (const float value : {0.0f, 0.5f, -3.0f, 1e9f, 1e30f, largest, -largest}) {
    std::vector<std::uint8_t> codes(4);
    Range written{};
    fill<2>(codes, {.shape = {2, 2}}, constant(value), {.seen = &written});
    EXPECT_EQ(written, (Range{value, value}));
    // At the largest float there is nothing beyond it, so the code is at the end of the range.
    const int code = value == largest ? 255 : value == -largest ? 0 : 128;
    for (const std::uint8_t written_code : codes)
      EXPECT_NEAR(written_code, code, code == 128 ? 1 : 0) << value;
  }
}

TEST(Destinations, PiecesHaveTheCodesOfTheWhole) {
  const Field field = fbm(perlin({.frequency = 0.1}));
  std::vector<std::uint16_t> whole(64 * 64), piece(32 * 64);
  fill<2>(whole, {.shape = {64, 64}}, field);
  fill<2>(piece, {.shape = {32, 64}, .first = {32, 0}}, field);
  for (std::size_t i = 0; i < piece.size(); ++i)
    ASSERT_EQ(piece[i], whole[i / 32 * 64 + 32 + i % 32]);
}

}  // namespace
}  // namespace perlane::testing
