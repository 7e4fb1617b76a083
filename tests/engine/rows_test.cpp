// Grids whose rows are narrower than vectors, or no whole number of steps of the kernels of points.
// Everything is compared with points, one at a time, which have no rows.

#include "support/elements.hpp"
#include "support/reference.hpp"

#include <numbers>

namespace perlane::testing {
namespace {

// Noises that rows may be filled by axes of, what moves points, and both in one field.
std::vector<NamedField> fields() {
  const Field noise = perlin({.seed = 3, .frequency = 0.07});
  const Field octaves = fbm(noise, {.octaves = 3});
  const Field turned = rotate(octaves, 0.3), moved = domain_warp(octaves, {.seed = 5});
  const Field crests = ridged(noise, {.octaves = 6});
  std::vector<NamedField> result{
      {"perlin", noise},
      {"value", value({.frequency = 0.3})},
      {"fbm", fbm(noise, {.octaves = 8})},
      {"ridged", crests},
      {"cellular", cellular({.frequency = 0.1})},
      {"simplex", simplex({.frequency = 0.1})},
      {"opensimplex2", opensimplex2({.frequency = 0.1})},
      {"cubic", fastnoise_lite({.noise_type = FastNoiseLite::NoiseType::value_cubic})},
      {"operators", noise * value() + abs(simplex())},
      {"rotate", rotate(noise, 0.3)},
      {"rotated octaves", turned},
      {"rotated cells", rotate(cellular(), 0.3)},
      {"rotated crests", rotate(crests, 0.3)},
      {"domain_warp", domain_warp(noise, {.seed = 5})},
      {"warped cells", domain_warp(cellular(), {.seed = 5})},
      {"lookup", cellular_lookup(octaves, {.frequency = 0.1})},
      {"lookup of turned cells", rotate(cellular_lookup(noise, {.frequency = 0.1}), 0.3) + turned},
      {"warped octaves", moved},
      {"progressive", domain_warp_progressive(noise, {.octaves = 3})},
      {"warp by octaves", warp(octaves, {30 * octaves, 20 * crests})},
      {"warp by one number", warp(value({.frequency = 0.1}), {9 * turned, 0.5f})},
      {"with a period", domain_warp(perlin({.frequency = 0.125, .period = {5, 6, 7, 8}}))},
      {"far", warp(scale(noise, {2, 2, 2, 2}), {1e9f * noise, 3 * moved})},
      {"beside each other", turned + octaves * moved},
      {"a curve", terrace(moved, 4)},
      {"quarter turn", rotate(turned + noise, std::numbers::pi / 2) + moved},
      {"damped", rotate(damped(noise, {.octaves = 3}), 0.3)},
      {"derivative", derivative(turned, 0) + derivative(noise, 1)},
      {"derivative of a warp", derivative(moved, 0)},
      {"warp by derivatives", warp(noise, {9 * derivative(turned, 0), slope(moved)})}};
  return result;
}

TEST(Rows, OfAnyWidth) {
  for (const NamedField& named : fields()) {
    for (std::int64_t width = 1; width <= 130; ++width) {
      expect_reference<2>(
          {.shape = {width, 5}, .step = {0.7, -1.3}, .origin = {0.1, 1e5}, .first = {-50, 1000}},
          named);
    }
    // Several tiles, side by side and below each other.
    for (const std::int64_t width : {1, 15, 17, 545})
      expect_reference<2>({.shape = {width, 1100 / (1 + width / 16)}}, named);
  }
}

TEST(Rows, OfAnyWidthInOtherDimensions) {
  for (const NamedField& named : fields()) {
    for (const std::int64_t width : {1, 2, 3, 7, 15, 16, 17, 31, 33, 47, 65, 100}) {
      expect_reference<3>({.shape = {width, 4, 3}, .step = {0.3, 1.3, 5}, .first = {-50, 7, 0}},
                          named);
      expect_reference<4>({.shape = {width, 2, 3, 2}, .step = {0.3, 1.3, 5, 0.1}}, named);
    }
    expect_reference<3>({.shape = {3, 40, 30}}, named);
    expect_reference<4>({.shape = {1, 16, 20, 10}}, named);
  }
}

TEST(Rows, OfCubes) {
  const Field noise = perlin({.frequency = 0.1});
  for (const NamedField& named : {NamedField{"domain_warp", domain_warp(noise)},
                                  NamedField{"derivative", derivative(rotate(noise, 0.3), 2)}}) {
    for (std::int64_t edge = 1; edge <= 40; ++edge)
      expect_reference<3>({.shape = {edge, edge, edge}, .first = {-20, 3, 1}}, named);
  }
}

TEST(Rows, OfErosion) {
  const Field height = fbm(perlin({.frequency = 0.02}), {.octaves = 3});
  for (const NamedField& named : {NamedField{"eroded", erode(height, {.scale = 50})},
                                  NamedField{"of a warp", erode(domain_warp(height))},
                                  NamedField{"turned", rotate(erode(height), 0.4)}}) {
    for (std::int64_t width = 1; width <= 130; ++width)
      expect_reference<2>({.shape = {width, 3}, .step = {0.7, -1.3}}, named);
  }
}

// Positions that binary64 has no room for, and indices that it rounds.
TEST(Rows, FarFromTheOrigin) {
  for (const NamedField& named : fields()) {
    for (const std::int64_t width : {1, 3, 17}) {
      expect_reference<2>(
          {.shape = {width, 30}, .step = {0.125, 0.125}, .first = {-1 << 30, 1 << 30}}, named);
      constexpr std::int64_t odd = (std::int64_t{1} << 53) + 1;
      expect_reference<2>({.shape = {width, 30}, .step = {0x1p-30, 0x1p-30}, .first = {odd, -odd}},
                          named);
    }
  }
}

// Fills rows that are `gap` elements apart, between canaries.
template <class T>
void expect_nothing_beside(const Field& field, std::int64_t width, std::int64_t gap) {
  constexpr T canary = 77;
  constexpr std::int64_t height = 40, depth = 3, first = 5;
  const Grid<3> grid{.shape = {width, height, depth}};
  const std::vector<float> values = fill_by_points(grid, field);
  const Range codes{-0.4f, 0.5f};
  const std::int64_t row = width + gap, slice = row * height + gap;
  std::vector<T> expected(static_cast<std::size_t>(slice * depth + 2 * first), canary);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const std::int64_t place =
        first + at % width + at / width % height * row + at / width / height * slice;
    expected[static_cast<std::size_t>(place)] = element_of<T>(values[i], codes);
  }
  with_every_isa([&](std::string_view isa) {
    std::vector<T> out(expected.size(), canary);
    Range seen{};
    const Strided<3, T> to{.elements = out, .stride = {row, slice}, .first = first};
    if constexpr (std::is_same_v<T, float>) {
      fill(to, grid, field, {.seen = &seen});
    } else {
      fill(to, grid, field, codes, {.seen = &seen});
    }
    EXPECT_EQ(out, expected) << width << " wide, " << gap << " apart, " << isa;
    EXPECT_EQ(seen.min, *std::ranges::min_element(values));
    EXPECT_EQ(seen.max, *std::ranges::max_element(values));
  });
}

TEST(Rows, ElementsBetweenRowsAreNotWritten) {
  const Field noise = perlin({.frequency = 0.1});
  for (const Field& field : {opensimplex2(), rotate(noise, 0.3), domain_warp(noise),
                             ridged(rotate(noise, 0.3), {.octaves = 6})}) {
    for (const std::int64_t width : {1, 2, 3, 5, 8, 15, 16, 17, 31, 33, 65, 100}) {
      for (const std::int64_t gap : {0, 1, 50}) {
        expect_nothing_beside<float>(field, width, gap);
        expect_nothing_beside<std::uint16_t>(field, width, gap);
        expect_nothing_beside<std::uint8_t>(field, width, gap);
      }
    }
  }
}

TEST(Rows, OfPlanes) {
  const Field noise = perlin({.frequency = 0.1});
  const Field turned = rotate(noise, std::numbers::pi / 2);
  for (const Field& field : {noise, rotate(noise, 0.3), domain_warp(noise), turned,
                             noise * domain_warp(turned) + rotate(turned, 0.2)}) {
    for (const std::int64_t width : {1, 2, 5, 15, 16, 17, 33, 65, 100}) {
      const Grid<3> grid{.shape = {width, 9, 4}};
      const PlaneArrays<3> expected = planes_by_points(grid, field);
      with_every_isa([&](std::string_view) {
        std::vector<float> plane[4];
        for (auto& values : plane) values.assign(samples(grid), 12345.0f);
        Range seen{};
        fill(Planes<3>{.value = plane[0], .derivative = {plane[1], plane[2], plane[3]}}, grid,
             field, {.seen = &seen});
        for (std::size_t i = 0; i < 4; ++i)
          EXPECT_TRUE(same_bits(plane[i], expected[i], grid)) << "plane " << i << ", " << width;
        EXPECT_EQ(seen.min, *std::ranges::min_element(expected[0]));
        EXPECT_EQ(seen.max, *std::ranges::max_element(expected[0]));
      });
    }
  }
}

}  // namespace
}  // namespace perlane::testing
