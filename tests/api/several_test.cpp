// Tests that several fields in one pass have the bits that each has by itself.

#include "graph/field_groups.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace perlane::testing {
namespace {

constexpr float canary = 12345.678f;

// Expects that one call writes what a call for each of the fields writes.
template <int N>
void expect_same(const std::vector<Field>& fields, const Grid<N>& grid, bool parallel) {
  std::vector<std::vector<float>> values(fields.size(), std::vector<float>(samples(grid), canary));
  std::vector<Range> seen(fields.size());
  std::vector<Output> outputs;
  for (std::size_t i = 0; i < fields.size(); ++i)
    outputs.push_back({.out = values[i], .field = fields[i], .seen = i % 2 ? &seen[i] : nullptr});
  fill(outputs, grid, {.parallel = parallel});
  for (std::size_t i = 0; i < fields.size(); ++i) {
    Range of_one{};
    EXPECT_TRUE(same_bits(values[i],
                          filled(grid, fields[i], {.parallel = parallel, .seen = &of_one}), grid))
        << "field " << i << " of " << fields.size();
    if (i % 2) {
      EXPECT_EQ(seen[i], of_one);
    }
  }
}

template <int N>
std::vector<Field> with_dimensions(const std::vector<Field>& fields) {
  std::vector<Field> result;
  for (const Field& field : fields) {
    if (has_dimensions(field, N)) result.push_back(field);
  }
  return result;
}

// The same in all dimensions, for grids of one tile, of narrow and of packed rows, and of several
// tiles and stacks.
void expect_same_everywhere(const std::vector<Field>& fields) {
  for (const bool parallel : {false, true}) {
    for (const std::int64_t width : {1, 3, 16, 61, 530}) {
      SCOPED_TRACE(std::to_string(width) + (parallel ? " wide, all threads" : " wide"));
      expect_same<1>(with_dimensions<1>(fields), {.shape = {width * 5}, .first = {-3}}, parallel);
      expect_same<2>(with_dimensions<2>(fields),
                     {.shape = {width, 37}, .step = {0.5, 1.25}, .first = {-7, 3}}, parallel);
      if (width > 61) continue;
      expect_same<3>(with_dimensions<3>(fields), {.shape = {width, 6, 5}, .first = {1, -7, 3}},
                     parallel);
      expect_same<4>(with_dimensions<4>(fields), {.shape = {width, 3, 2, 3}}, parallel);
    }
  }
}

Field hills(std::uint64_t seed) {
  return fbm(perlin({.seed = seed, .frequency = 0.03}), {.octaves = 4});
}

// Maps of a world, which share a height, a warp and positions.
std::vector<Field> maps() {
  const Field height = hills(1), mask = smoothstep(-0.2f, 0.3f, height);
  const Warp bend{.frequency = 0.02, .amplitude = 12, .octaves = 2};
  return {height,
          0.5 - abs(height) * 0.25,
          mix(hills(2), height, mask),
          domain_warp(hills(3), bend),
          domain_warp(cellular({.frequency = 0.05}), bend),
          warp<2>(hills(4), {height * 20.0f, mask * 30.0f}),
          rotate(height, 0.3),
          rotate(hills(5), 0.3),
          translate(height, {0.5, 7, 9, 11}),
          perlin({.seed = 1, .frequency = 0.03}),
          ridged(perlin({.seed = 1, .frequency = 0.03}), {.octaves = 6}),
          slope(height),
          derivative(height, 0),
          erode(height, {.scale = 10, .octaves = 2}),
          constant(0.25f),
          constant(0.25f),
          coordinate({.axis = 0, .frequency = 0.01}),
          height,
          cellular_lookup(height, {.frequency = 0.05}),
          extrude(height, 1),
          extrude(height, 1) - coordinate({.axis = 0, .frequency = 0.01}),
          perlin({.seed = 77, .frequency = 0.01})};
}

TEST(SeveralFields, AreThoseOfSeparateCalls) {
  with_every_isa([](std::string_view) { expect_same_everywhere(maps()); });
}

TEST(SeveralFields, PairsAreThoseOfSeparateCalls) {
  const std::vector<Field> all = with_dimensions<2>(maps());
  const Grid<2> grid{.shape = {75, 40}, .step = {0.5, 0.7}, .first = {-9, 4}};
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < all.size(); ++b) {
      SCOPED_TRACE(std::to_string(a) + " and " + std::to_string(b));
      expect_same<2>({all[a], all[b]}, grid, false);
    }
  }
}

TEST(SeveralFields, OfTheCatalogueAreThoseOfSeparateCalls) {
  std::vector<Field> fields;
  for (const NamedField& named : every_field(0.13)) fields.push_back(named.field);
  const std::size_t sources = fields.size();
  for (std::size_t i = 0; i < sources; i += 3) fields.push_back(abs(fields[i]) * 2.0f);
  expect_same<2>(with_dimensions<2>(fields), {.shape = {70, 33}, .first = {-20, 5}}, false);
  expect_same<3>(with_dimensions<3>(fields), {.shape = {19, 9, 5}, .first = {-20, 5, 7}}, true);
}

// A field that is made of some of the others, at random.
Field made_of(const std::vector<Field>& others, std::minstd_rand& random) {
  const auto other = [&] { return others[random() % others.size()]; };
  const Field a = other(), b = other(), c = other();
  const auto seed = static_cast<std::uint64_t>(random() % 3);
  switch (random() % 20) {
    case 0:
      return perlin({.seed = seed, .frequency = 0.1});
    case 1:
      return fbm(perlin({.seed = seed, .frequency = 0.1}), {.octaves = 3});
    case 2:
      return ridged(simplex({.seed = seed, .frequency = 0.1}), {.octaves = 6});
    case 3:
      return cellular({.seed = seed, .frequency = 0.1});
    case 4:
      return a + b;
    case 5:
      return a * 0.5f;
    case 6:
      return (min)(a, b);
    case 7:
      return mix(a, b, smoothstep(-0.5f, 0.5f, c));
    case 8:
      return abs(a);
    case 9:
      return translate(a, {1, 2, 0, 0});
    case 10:
      return scale(a, {2, 0.5, 1, 1});
    case 11:
      return rotate(a, 0.3);
    case 12:
      return warp<2>(a, {b, c * 3.0f});
    case 13:
      return domain_warp(a, {.seed = seed, .frequency = 0.1, .amplitude = 4, .octaves = 2});
    case 14:
      return derivative(a, 0);
    case 15:
      return slope(a);
    case 16:
      return erode(a, {.scale = 10, .octaves = 1});
    case 17:
      return select(a, 0.1f, b, 0.5f);
    case 18:
      return constant(static_cast<float>(random() % 3));
    default:
      return cellular_lookup(a, {.frequency = 0.1});
  }
}

TEST(SeveralFields, AtRandomAreThoseOfSeparateCalls) {
  std::minstd_rand random(5);
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    std::vector<Field> fields{perlin({.frequency = 0.1})};
    for (int tries = 0; tries < 14; ++tries) {
      try {
        const Field made = made_of(fields, random);
        if (has_dimensions(made, 2)) fields.push_back(made);
      } catch (const std::invalid_argument&) {
        continue;  // such as an octave that would have too many nodes
      }
    }
    ASSERT_GT(fields.size(), 5u);
    std::ranges::shuffle(fields, random);
    fields.resize(2 + random() % (fields.size() - 2));
    const auto width = static_cast<std::int64_t>(1 + random() % 90);
    expect_same<2>(fields, {.shape = {width, 21}, .step = {0.25, 0.5}, .first = {-30, 2}},
                   round % 2 == 0);
  }
}

TEST(SeveralFields, OnLargeGridsAreThoseOfSeparateCalls) {
  const Field height = hills(1);
  for (const std::int64_t width : {2048, 2050}) {  // floats are written past the caches
    const std::vector<Field> fields{height, height * 2.0f, perlin({.seed = 3, .frequency = 0.01})};
    expect_same<2>(fields, {.shape = {width, 1500}}, true);
    expect_same<2>(fields, {.shape = {width, 1500}}, false);
  }
}

template <class T>
void expect_same_codes(std::optional<Range> codes) {
  const Grid<2> grid{.shape = {83, 40}, .first = {-9, 4}};
  const std::vector<Field> all = with_dimensions<2>(maps());
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (range(all[i], 2).max > 1e9f) continue;  // a coordinate has no range for codes
    std::vector<T> expected(samples(grid)), actual(samples(grid));
    std::vector<float> values(samples(grid));
    if (codes.has_value()) {
      fill(std::span<T>(expected), grid, all[i], *codes);
    } else {
      fill(std::span<T>(expected), grid, all[i]);
    }
    fill({{.out = actual, .field = all[i], .codes = codes}, {values, all[i] * 2.0f}}, grid);
    EXPECT_EQ(actual, expected) << i;
    EXPECT_TRUE(same_bits(values, filled(grid, all[i] * 2.0f), grid)) << i;
  }
}

TEST(SeveralFields, CodesAreThoseOfSeparateCalls) {
  expect_same_codes<std::uint8_t>({});
  expect_same_codes<std::uint16_t>({});
  expect_same_codes<std::uint8_t>(Range{-0.1f, 0.3f});
  expect_same_codes<std::uint16_t>(Range{-0.1f, 0.3f});
}

TEST(SeveralFields, GoToDestinationsOfEveryKind) {
  const Grid<2> grid{.shape = {8, 5}, .first = {3, 4}};
  const Field a = hills(1), b = a * 2.0f;
  const std::vector<float> of_a = filled(grid, a), of_b = filled(grid, b);
  float nested[5][8];
  std::array<float, 40> array{};
  std::vector<float> rows(5 * 20, canary);  // of a and b in turns
  fill({{nested, a},
        {array, b},
        {Strided<2>{.elements = rows, .stride = {20}}, a},
        {Strided<2>{.elements = rows, .stride = {20}, .first = 10}, b}},
       grid);
  EXPECT_EQ(std::memcmp(nested, of_a.data(), sizeof nested), 0);
  EXPECT_EQ(std::memcmp(array.data(), of_b.data(), sizeof array), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t x = i % 10, y = i / 20;
    const std::vector<float>& expected = i % 20 < 10 ? of_a : of_b;
    EXPECT_EQ(rows[i], x < 8 ? expected[y * 8 + x] : canary);
  }
  // A list that is made before, and a grid in braces.
  std::vector<float> values(40);
  std::vector<std::uint8_t> codes(40);
  const std::vector<Output> outputs{{values, a}, {codes, b}};
  fill(outputs, {.shape = {8, 5}, .first = {3, 4}});
  EXPECT_EQ(values, of_a);
  // Both in braces.
  std::vector<float> of_both_a(40), of_both_b(40);
  fill({{of_both_a, a}, {of_both_b, b}}, {.shape = {8, 5}, .first = {3, 4}});
  EXPECT_EQ(of_both_a, of_a);
  EXPECT_EQ(of_both_b, of_b);
  fill(std::span(outputs).first(1), grid, {.parallel = false});
}

TEST(SeveralFields, OneFieldEqualsThePlainFill) {
  const Grid<3> grid{.shape = {20, 9, 7}};
  std::vector<float> values(samples(grid));
  fill({{values, hills(1)}}, grid);
  EXPECT_TRUE(same_bits(values, filled(grid, hills(1)), grid));
}

TEST(SeveralFields, NoFieldsDoNothing) {
  int calls = 0;
  const Options options{.progress = [&](double) { ++calls; }};
  fill(std::vector<Output>(), Grid<2>{.shape = {4, 4}}, options);
  fill(std::span<const Output>(), Grid<2>{.shape = {4, 4}}, options);
  EXPECT_EQ(calls, 0);
}

TEST(SeveralFields, FieldsThatShareNothingKeepTheirPrograms) {
  const Field height = hills(1), other = hills(2);
  const std::vector<Field> fields{
      height, other, -height, rotate(other, 0.5), translate(height, {1, 2, 0, 0}), -height};
  std::vector<const graph::NodePointer*> nodes;
  for (const Field& field : fields) nodes.push_back(&graph::pointer_of(field));
  const auto groups = graph::groups_of(nodes, 2);
  ASSERT_EQ(groups->size(), 4u);
  EXPECT_EQ((*groups)[0].fields, (std::vector<std::size_t>{0, 2, 5}));
  ASSERT_NE((*groups)[0].program, nullptr);
  // The height, its negation, and no more.
  EXPECT_EQ((*groups)[0].program->steps.size(),
            graph::node_of(fields[2]).program(2, false).steps.size());
  EXPECT_EQ((*groups)[0].program->buffers, graph::node_of(fields[2]).program(2, false).buffers);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ((*groups)[i].program, nullptr);
  EXPECT_EQ(graph::groups_of(nodes, 2), groups) << "the groups are kept";
  EXPECT_NE(graph::groups_of(nodes, 3), groups);
  nodes.pop_back();
  EXPECT_NE(graph::groups_of(nodes, 2), groups);
}

// A noise of which an octave is made is not folded into the sum that is asked for beside it.
TEST(SeveralFields, ANoiseAndItsFractal) {
  const Field noise = white({.seed = 4, .frequency = 0.3});
  for (const float factor : {1.0f, 0.5f, 3.0f}) {
    const Field scaled = noise * factor;
    expect_same<2>({noise, fbm(noise, {.octaves = 3}), scaled, scaled + noise}, {.shape = {70, 20}},
                   false);
    expect_same<2>({scaled + noise, fbm(noise, {.octaves = 3}), noise, scaled}, {.shape = {70, 20}},
                   false);
  }
}

// Fields that are gone are not taken for those at the same address.
TEST(SeveralFields, CachedGroupsBelongToTheirFields) {
  const Field first = hills(1);
  const Grid<2> grid{.shape = {30, 10}};
  for (int i = 0; i < 50; ++i) {
    const float factor = 1.0f + static_cast<float>(i) / 8;
    expect_same<2>({first, first * factor, hills(static_cast<std::uint64_t>(i))}, grid, false);
  }
}

TEST(SeveralFields, FromManyThreads) {
  const std::vector<Field> fields = with_dimensions<2>(maps());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { expect_same<2>(fields, {.shape = {40, 20}}, true); });
  for (std::thread& thread : threads) thread.join();
}

TEST(SeveralFields, FieldsOfTooManyStepsTogetherAreFilledOneByOne) {
  Field a = perlin({.seed = 1}), b = a;
  for (int i = 0; i < 18; ++i) a = a + translate(a, {static_cast<double>(i + 1), 0, 0, 0});
  for (int i = 0; i < 18; ++i) b = b - translate(b, {0, static_cast<double>(i + 1), 0, 0});
  expect_same<2>({a, b}, {.shape = {2, 2}}, false);
}

TEST(SeveralFields, AreRejectedTogether) {
  const Grid<2> grid{.shape = {4, 3}};
  const Field fine = hills(1);
  std::vector<float> a(12, canary), b(12, canary), few(11);
  std::vector<std::uint8_t> codes(12, 7);
  const auto rejected = [&](const std::vector<Output>& outputs,
                            std::initializer_list<std::string_view> parts) {
    expect_rejected([&] { fill(outputs, grid); }, parts);
    EXPECT_EQ(a, std::vector<float>(12, canary));
    EXPECT_EQ(b, std::vector<float>(12, canary));
    EXPECT_EQ(codes, std::vector<std::uint8_t>(12, 7));
  };
  rejected({{a, fine}, {few, fine}}, {"outputs[1]: out has 11 elements", "12 samples"});
  rejected({{a, fine}, {b, fine}, {codes, Field()}}, {"outputs[2]: the field is empty"});
  rejected({{a, fine}, {b, perlin({.frequency = 1e300})}}, {"outputs[1]: Grid::", "below 2^51"});
  rejected({{a, fine}, {.out = b, .field = fine, .codes = Range{0, 1}}},
           {"outputs[1]: codes are given for an array of float"});
  rejected({{a, fine}, {.out = codes, .field = fine, .codes = Range{1, 0}}},
           {"outputs[1]: codes are from 1 to 0"});
  rejected({{a, fine}, {codes, coordinate({.axis = 0})}}, {"outputs[1]: codes of the range"});
  std::minstd_rand random;
  const Field in_3d = value({.lattice = Lattice::random_values<3>({4, 4, 4}, random)});
  rejected({{a, fine}, {b, in_3d}}, {"outputs[1]: field is made for 3 dimensions"});
  rejected({{Strided<3>{.elements = a}, fine}},
           {"outputs[0]: out is made for 3 dimensions, and the grid has 2"});
  rejected({{a, fine}, {Strided<2>{.elements = b, .stride = {3}}, fine}}, {"outputs[1]: "});
  // The grid is wrong for all.
  expect_rejected([&] { fill({{a, fine}, {b, fine}}, Grid<2>{.shape = {4, 0}}); },
                  {"Grid::shape[1] is 0"});
  Range seen{1, 2};
  expect_rejected([&] { fill({{a, fine}, {b, fine}}, grid, {.seen = &seen}); },
                  {"Options::seen", "Output::seen"});
  EXPECT_EQ(seen, (Range{1, 2}));
}

TEST(SeveralFields, OverlapsAreRejected) {
  const Grid<2> grid{.shape = {4, 3}};
  const Field field = hills(1);
  std::vector<float> memory(100, canary);
  const std::span<float> all(memory);
  const auto rejected = [&](const Destination& a, const Destination& b) {
    expect_rejected([&] { fill({{a, field}, {b, field}}, grid); },
                    {"outputs[0] and outputs[1] overlap"});
    EXPECT_EQ(memory, std::vector<float>(100, canary));
  };
  const auto rows = [&](std::int64_t stride, std::int64_t first) {
    return Strided<2>{.elements = all, .stride = {stride}, .first = first};
  };
  rejected(all.first(12), all.first(12));
  rejected(all.first(12), all.subspan(11, 12));
  rejected(all.subspan(11, 12), all.first(12));
  rejected(rows(9, 0), rows(9, 3));
  rejected(rows(9, 0), rows(9, 12));
  rejected(rows(9, 0), rows(-9, 36));   // rows 0, 9, 18 and 36, 27, 18
  rejected(rows(-9, 36), rows(9, 0));
  rejected(rows(-9, 27), rows(9, 0));
  rejected(rows(9, 0), rows(10, 5));  // no sample is shared, but the strides differ
  rejected(all.first(12), std::span(reinterpret_cast<std::uint8_t*>(memory.data()) + 40, 12));
  const auto taken = [&](const Destination& a, const Destination& b) {
    fill({{a, field}, {b, field}}, grid);
    std::ranges::fill(memory, canary);
  };
  taken(all.first(12), all.subspan(12, 12));
  taken(rows(9, 0), rows(9, 4));
  taken(rows(9, 0), rows(9, 5));
  taken(rows(9, 0), rows(9, 31));
  taken(rows(-9, 30), rows(9, 4 + 3));
  taken(rows(9, 0), rows(-9, 45));
  taken(rows(-9, 18), rows(9, 27));
  const auto spaced = [&](std::int64_t stride_x, std::int64_t first) {
    return Strided<2>{.elements = all, .first = first, .stride_x = stride_x};
  };
  taken(spaced(2, 0), spaced(2, 1));
  taken(spaced(-3, 40), spaced(3, 20));
  rejected(spaced(2, 0), spaced(2, 4));
  rejected(spaced(3, 0), spaced(2, 1));
}

TEST(SeveralFields, ProgressIsThatOfAll) {
  const Grid<2> grid{.shape = {512, 512}};
  const std::vector<Field> fields{hills(1), -hills(1), hills(2)};
  std::vector<std::vector<float>> values(3, std::vector<float>(samples(grid), canary));
  std::vector<Output> outputs;
  for (std::size_t i = 0; i < 3; ++i) outputs.push_back({values[i], fields[i]});
  for (const bool parallel : {false, true}) {
    std::vector<double> parts;
    fill(outputs, grid, {.parallel = parallel, .progress = [&](double part) {
                           parts.push_back(part);
                           if (parts.size() < 4)
                             std::this_thread::sleep_for(std::chrono::milliseconds(11));
                         }});
    ASSERT_GE(parts.size(), 4u);
    EXPECT_EQ(parts.front(), 0);
    EXPECT_EQ(parts.back(), 1);
    EXPECT_TRUE(std::ranges::is_sorted(parts));
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_TRUE(same_bits(values[i], filled(grid, fields[i]), grid));
    for (auto& of_one : values) std::ranges::fill(of_one, canary);
    Range seen{1, 2};
    outputs[1].seen = &seen;
    EXPECT_THROW(
        fill(outputs, grid, {.parallel = parallel, .progress = [](double) { return false; }}),
        Cancelled);
    for (const auto& of_one : values) EXPECT_EQ(of_one, std::vector<float>(samples(grid), canary));
    EXPECT_EQ(seen, (Range{1, 2}));
    EXPECT_THROW(fill(outputs, grid,
                      {.parallel = parallel,
                       .progress =
                           [](double part) {
                             if (part == 0) {
                               std::this_thread::sleep_for(std::chrono::milliseconds(11));
                             }
                             return part == 0;
                           }}),
                 Cancelled);
    EXPECT_NE(std::ranges::find(values[2], canary), values[2].end());
    EXPECT_EQ(seen, (Range{1, 2}));
    outputs[1].seen = nullptr;
    for (auto& of_one : values) std::ranges::fill(of_one, canary);
  }
}

}  // namespace
}  // namespace perlane::testing
