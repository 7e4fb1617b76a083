// Fields that are the same along an axis: their definition, kernels against the reference, and how
// often they are evaluated.

#include "support/reference.hpp"

#include "engine/dispatch.hpp"
#include "engine/evaluator.hpp"
#include "engine/tiles.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

namespace perlane::testing {
namespace {

const Field noise = perlin({.seed = 3, .frequency = 0.07});
const Field octaves = fbm(noise, {.octaves = 3});

// Fields that are filled by axes, that move points, and that are extruded themselves.
std::vector<NamedField> parts() {
  return {{"perlin", noise},
          {"octaves", octaves},
          {"crests", ridged(noise, {.octaves = 6})},
          {"cellular", cellular({.frequency = 0.1})},
          {"simplex", simplex({.frequency = 0.1})},
          {"opensimplex2", opensimplex2({.frequency = 0.1})},
          {"mx_noise", mx_noise(0.1)},
          {"a constant", constant(0.25f)},
          {"a map", translate(scale(octaves, 3), {0.37, -5, 2})},
          {"tiles", tile(octaves, 31)},
          {"turned", rotate(octaves, 0.3)},
          {"warped", domain_warp(octaves, {.seed = 5})},
          {"slope", slope(octaves, 1)},
          {"lookup", cellular_lookup(octaves, {.frequency = 0.1})},
          {"eroded", erode(octaves, {.scale = 20})},
          {"differences", differences(octaves, 0.5)},
          {"extruded along x", extrude(octaves, 0)},
          {"extruded along y", extrude(domain_warp(octaves), 1) - octaves}};
}

std::vector<NamedField> fields() {
  std::vector<NamedField> result;
  for (const auto& [name, part] : parts()) {
    for (int axis = 0; axis < 4 && has_dimensions(part, std::max(axis, 1)); ++axis) {
      const std::string along = " along " + std::to_string(axis);
      const Field field = extrude(part, axis);
      result.push_back({name + along, field});
      result.push_back({name + along + " in a sum", 2 * field - octaves});
    }
  }
  return result;
}

// Fields around what is extruded.
std::vector<NamedField> composed() {
  std::vector<NamedField> result;
  for (int axis = 0; axis < 3; ++axis) {
    const Field field = extrude(octaves, axis), walls = extrude(domain_warp(octaves), axis);
    const std::vector<NamedField> all = {
        {"translate", translate(field, {0.37, -5, 2, 3}) - walls},
        {"loop", loop(walls, 0, 23)},
        {"tile", tile(field, {17, 9, 0, 0})},
        {"rotate", rotate(field, 0.3) + walls},
        {"rotate another", rotate(walls, 0.3, 1, 0)},
        {"quarter turn", rotate(field + noise, std::numbers::pi / 2)},
        {"warp", warp(field, {9 * noise, 3})},
        {"warp by it", warp(noise, {9 * field, walls})},
        {"warp of a warp", warp(warp(field, {9 * noise, 3}), {2, 5 * walls})},
        {"far warp", warp(walls, {1e5f * noise})},
        {"lookup", cellular_lookup(field, {.frequency = 0.1})},
        {"octaves", fbm(walls, {.octaves = 4}) + ridged(field, {.octaves = 5})},
        {"damped", damped(field, {.octaves = 3})},
        {"derivative", derivative(field, 0) + derivative(walls, axis)},
        {"differences", derivative(differences(field, 0.5), 0)},
        {"slope", slope(field, axis + 1)},
        {"erode", erode(extrude(noise, 1) + noise)},
        {"twice", extrude(extrude(octaves, axis), 0) * field},
        {"all axes", extrude(extrude(extrude(noise, 0), 1), 2)},
        {"many", [&] {
           Field sum = field;
           for (int i = 0; i < 70; ++i)
             sum =
                 sum + extrude(value({.seed = static_cast<std::uint64_t>(i), .frequency = 0.1}), 1);
           return sum;
         }()}};
    for (const auto& [name, of] : all) result.push_back({name + " " + std::to_string(axis), of});
  }
  return result;
}

// The definition, with the coordinates of points one by one.
TEST(Extrude, IsTheFieldWithoutTheAxis) {
  const double at[4] = {3.7, -12.3, 1e6 + 0.3, 0.01};
  for (const auto& [name, part] : parts()) {
    for (int dimensions = 2; dimensions <= 4; ++dimensions) {
      if (!has_dimensions(part, dimensions - 1)) continue;
      for (int axis = 0; axis < dimensions; ++axis) {
        SCOPED_TRACE(name + " along " + std::to_string(axis));
        model::Point point{dimensions, false, {}}, of_part{dimensions - 1, false, {}};
        for (int a = 0, b = 0; a < dimensions; ++a) {
          point.coordinate[a] = at[a];
          if (a != axis) of_part.coordinate[b++] = at[a];
        }
        const Field field = extrude(part, axis);
        const graph::Node& node = graph::node_of(field);
        const graph::Node& node_of_part = graph::node_of(part);
        EXPECT_EQ(node.sample(point, nullptr), node_of_part.sample(of_part, nullptr));
        EXPECT_EQ(range(field, dimensions), range(part, dimensions - 1));
        if (!has_derivatives(part)) continue;
        float along[4], along_part[4];
        node.sample(point, along);
        node_of_part.sample(of_part, along_part);
        for (int a = 0, b = 0; a < dimensions; ++a)
          EXPECT_EQ(along[a], a == axis ? 0.0f : along_part[b++]) << a;
      }
    }
  }
}

// A warp moves the samples of what is extruded; its displacement is added to the coordinates.
TEST(Extrude, OfDisplacedSamples) {
  const Field moved = warp(extrude(noise, 1), {0.1f, 77.0f, 0.7f});
  EXPECT_EQ(sample(moved, 3, 5, 9), sample(noise, 3 + double{0.1f}, 9 + double{0.7f}));
}

template <int N>
void expect_both(const Grid<N>& grid, const NamedField& named) {
  expect_reference<N>(grid, named);
  if (has_derivatives(named.field)) expect_planes<N>(grid, named);
}

TEST(Extrude, GridsAreThoseOfTheReference) {
  for (const NamedField& named : fields()) {
    expect_both<2>({.shape = {53, 19}, .step = {0.7, -1.3}, .first = {-50, 9}}, named);
    expect_both<3>({.shape = {21, 7, 35}, .step = {0.7, -1.3, 1}, .first = {-9, 5, -3}}, named);
    expect_both<4>({.shape = {18, 3, 2, 5}, .step = {1, 1, 2, 3}}, named);
  }
}

TEST(Extrude, OfAnyWidth) {
  for (const NamedField& named : fields()) {
    for (const std::int64_t width : {1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 33, 64, 65}) {
      expect_reference<2>({.shape = {width, 5}, .step = {0.7, -1.3}}, named);
      expect_reference<3>({.shape = {width, 4, 3}, .step = {0.3, 1.3, 5}, .first = {-5, 7, 0}},
                          named);
      expect_reference<4>({.shape = {width, 2, 3, 2}, .step = {0.3, 1.3, 5, 0.1}}, named);
    }
  }
}

// Many tiles in every direction, and stacks of many tiles, on all threads.
TEST(Extrude, GridsOfWholeStacks) {
  const Options threads{.parallel = true};
  for (int axis = 0; axis < 4; ++axis) {
    for (const NamedField& named :
         {NamedField{"octaves", extrude(octaves, axis) - octaves},
          NamedField{"warped", extrude(domain_warp(octaves), axis) - octaves},
          NamedField{"moved", translate(extrude(octaves, axis), {3, 4, 5}) +
                                  rotate(extrude(noise, axis), 0.3)}}) {
      expect_reference<2>({.shape = {700, 290}, .first = {-100, -100}}, named, threads);
      expect_reference<2>({.shape = {1, 5000}}, named, threads);
      expect_reference<2>({.shape = {5, 3000}}, named);
      expect_reference<3>({.shape = {290, 35, 34}, .first = {-100, 7, -9}}, named, threads);
      expect_reference<3>({.shape = {3, 40, 90}}, named, threads);
      expect_reference<3>({.shape = {1, 1, 3000}}, named);
      expect_reference<3>({.shape = {2, 300, 3}}, named);
      expect_reference<3>({.shape = {16, 300, 40}}, named, threads);
      expect_reference<4>({.shape = {66, 33, 2, 34}, .first = {-100, 7, -9, 4}}, named, threads);
      expect_reference<4>({.shape = {1, 1, 700, 2}}, named);
      expect_reference<4>({.shape = {7, 9, 11, 40}}, named, threads);
    }
  }
}

// Noise makes the tiles of narrow grids long in y, which is x of what is extruded along x.
TEST(Extrude, OfWarpsOnNarrowGrids) {
  for (const Field& within : {domain_warp(perlin()), domain_warp(value()), domain_warp(simplex()),
                              warp(perlin(), {translate(perlin(), {0.5, 0}), perlin()})}) {
    const NamedField named{"extruded, and narrow", extrude(within, 0) + perlin({.frequency = 0.5})};
    for (const std::int64_t width : {1, 2, 15, 16}) {
      expect_both<3>({.shape = {width, 1100, 1}}, named);
      expect_reference<3>({.shape = {width, 600, 3}}, named);
      expect_reference<4>({.shape = {width, 1024, 1, 2}}, named);
    }
  }
}

TEST(Extrude, Composed) {
  for (const NamedField& named : composed()) {
    expect_both<2>({.shape = {37, 19}, .step = {0.7, -1.3}, .first = {-9, 1000}}, named);
    expect_both<2>({.shape = {64, 9}}, named);
    expect_both<3>({.shape = {19, 7, 5}, .first = {-9, 7, 3}}, named);
    expect_both<3>({.shape = {64, 7, 5}, .first = {-9, 7, 3}}, named);
    expect_both<3>({.shape = {3, 7, 5}}, named);
    expect_reference<4>({.shape = {17, 3, 2, 3}}, named);
  }
}

TEST(Extrude, AtPoints) {
  std::vector<NamedField> all = fields();
  const std::vector<NamedField> more = composed();
  all.insert(all.end(), more.begin(), more.end());
  for (const NamedField& named : all) {
    expect_points_of<2>({.shape = {53, 19}, .step = {0.7, -1.3}, .first = {-50, 9}}, named);
    const Grid<3> grid{.shape = {21, 7, 9}, .step = {0.7, -1.3, 1}, .first = {-9, 5, -3}};
    expect_points_of<3>(grid, named);
    std::vector<std::vector<float>> axes;
    for (const std::vector<double>& axis : coordinates_of(grid))
      axes.emplace_back(axis.begin(), axis.end());
    expect_points<float>(named, 3, axes);
  }
}

TEST(Extrude, FarFromTheOrigin) {
  for (int axis = 0; axis < 3; ++axis) {
    const Field field = extrude(octaves, axis) - octaves;
    const NamedField named{"far", field};
    expect_reference<3>(
        {.shape = {17, 5, 9}, .step = {0.125, 0.125, 0.125}, .first = {-1 << 30, 1 << 30, 7}},
        named);
    constexpr std::int64_t odd = (std::int64_t{1} << 53) + 1;
    expect_reference<3>(
        {.shape = {17, 5, 9}, .step = {0x1p-30, 0x1p-30, 0x1p-31}, .first = {odd, -odd, odd}},
        named);
    GridsAtLimits limits;
    for (const double origin : {1e10, 1e15, 1e18, 1e300}) {
      limits.add(Grid<3>{.shape = {9, 3, 2}, .origin = {origin, 0, 0}}, field);
      limits.add(Grid<3>{.shape = {9, 3, 2}, .origin = {0, 0, -origin}}, field);
    }
    EXPECT_GT(limits.filled_grids, 0);
    EXPECT_GT(limits.rejected_grids, 0);
  }
}

// Rows and slices that are apart, and codes.
TEST(Extrude, ToDestinations) {
  const Field field = extrude(octaves, 1);
  const Grid<3> grid{.shape = {21, 7, 5}};
  const std::vector<float> values = fill_by_points(grid, field);
  std::vector<float> out(25 * 8 * 5, 77);
  fill(Strided<3>{.elements = out, .stride = {25, 200}}, grid, field);
  std::size_t i = 0;
  for (std::size_t z = 0; z < 5; ++z) {
    for (std::size_t y = 0; y < 7; ++y) {
      for (std::size_t x = 0; x < 21; ++x) EXPECT_EQ(out[z * 200 + y * 25 + x], values[i++]);
    }
  }
  EXPECT_EQ(std::ranges::count(out, 77.0f), 25 * 8 * 5 - 21 * 7 * 5);
  Range seen;
  std::vector<float> again(values.size());
  fill(std::span(again), grid, field, Options{.seen = &seen});
  EXPECT_EQ(seen.min, std::ranges::min(values));
  EXPECT_EQ(seen.max, std::ranges::max(values));
}

TEST(Extrude, OfChunks) {
  const Path path{{3, 0, 9}, {15, 6, 2}};
  const Field ground = chunk_noise<2>(path);
  const NamedField named{"chunk", extrude(ground, 2) - coordinate({.axis = 2})};
  const Grid<3> grid{.shape = {16, 16, 9}, .step = 1.0 / 16};
  expect_reference<3>(grid, named);
  EXPECT_THROW(scale(named.field, 2), std::invalid_argument);
  EXPECT_NO_THROW(translate(named.field, {1, 2}) + extrude(translate(ground, {1, 2}), 2));
  EXPECT_NO_THROW(translate(extrude(ground, 0), {0, 1, 2}) + extrude(translate(ground, {1, 2}), 0));
}

// ---- how often what is extruded is evaluated --------------------------------

std::int64_t samples_of_part = 0;
kernels::NoiseTable<model::PerlinNoise>::Fill fill_part;

void count_samples(const model::PerlinNoise& of, const model::Tile& tile, const model::Fold& fold,
                   const model::Sink& sink, model::State& state) noexcept {
  samples_of_part += std::int64_t{tile.axis[0].count} * model::row_count<void>(tile);
  fill_part(of, tile, fold, sink, state);
}

// Fills a grid by one thread, and returns how many samples of gradient noise in so many dimensions
// that takes by axes.
template <int N>
std::int64_t count(const Field& field, const Grid<N>& grid, int dimensions) {
  kernels::Kernels counting = engine::active_kernels();
  kernels::NoiseTable<model::PerlinNoise>& table = counting.noises;
  auto& fill = table.fill[static_cast<std::size_t>(dimensions - 1)];
  fill_part = fill;
  fill = count_samples;
  samples_of_part = 0;
  const model::Program& program = graph::node_of(field).program(N, false);
  engine::Box box{N, {1, 1, 1, 1}, {}, {}, {1, 1, 1, 1}};
  for (std::size_t axis = 0; axis < N; ++axis) box.count[axis] = grid.shape[axis];
  std::vector<float> out(samples(grid));
  engine::Destination to{
      model::ElementType::float32, reinterpret_cast<std::byte*>(out.data()), sizeof(float), {}};
  to.stride = {1, box.count[0], box.count[0] * box.count[1],
               box.count[0] * box.count[1] * box.count[2]};
  const engine::Tiles tiles(box, 0, false, engine::row_rule(program, counting, box));
  engine::Evaluator evaluator(program, counting, N);
  for (std::int64_t index = 0; index < tiles.total(); ++index) {
    std::array<std::int64_t, 4> start;
    const model::Tile tile = tiles.tile(index, start);
    if (tile.offset == 0) evaluator.begin_stack();
    evaluator.fill(tile, to.sink(start, nullptr));
  }
  EXPECT_TRUE(same_bits(out, fill_by_points(grid, field), grid));
  return samples_of_part;
}

TEST(Extrude, IsEvaluatedOncePerColumnOfAStack) {
  const auto hill = [](int axis) { return extrude(noise, axis) - coordinate({.axis = axis}); };
  const Grid<3> grid{.shape = {256, 40, 64}};
  EXPECT_EQ(count(hill(2), grid, 2), 256 * 40 * 2);
  // Along y, for each of the two tiles; along x, for the only one.
  EXPECT_EQ(count(hill(1), grid, 2), 256 * 64 * 2);
  EXPECT_EQ(count(hill(0), grid, 2), 40 * 64);
  EXPECT_EQ(count(hill(2), Grid<3>{.shape = {16, 16, 32}}, 2), 16 * 16);
  EXPECT_EQ(count(hill(2), Grid<3>{.shape = {33, 1, 32}}, 2), 33);
  EXPECT_EQ(count(hill(1), Grid<2>{.shape = {500, 256}}, 1), 500);
  EXPECT_EQ(count(hill(0), Grid<2>{.shape = {500, 256}}, 1), 256);
  EXPECT_EQ(count(hill(3), Grid<4>{.shape = {64, 64, 2, 32}}, 3), 64 * 64 * 2);
  // The same where coordinates are moved by axis.
  EXPECT_EQ(count(translate(hill(2), {1, 2, 3}), grid, 2), 256 * 40 * 2);
  EXPECT_EQ(count(extrude(extrude(noise, 1), 2) - coordinate({.axis = 2}), grid, 1), 256 * 2 * 2);
}

TEST(Extrude, RejectionsNameTheMember) {
  for (const int axis : {-1, 4, std::numeric_limits<int>::max()}) {
    expect_rejected([&] { extrude(noise, axis); },
                    {"extrude: axis is " + std::to_string(axis), "0 to 3, for x, y, z or w"});
  }
  expect_rejected([] { extrude(coordinate({.axis = 3}), 0); }, {"extrude", "needs 4 dimensions"});
  expect_rejected([] { extrude(scale(noise, {2, 3}), 3); }, {"extrude: axis is 3", "use 0 to 2"});
  expect_rejected([] { extrude(Field(), 0); }, {"the field is empty"});
  const Field walls = extrude(noise, 2);
  EXPECT_FALSE(has_dimensions(walls, 2));
  expect_rejected([&] { sample(walls, 1, 2); }, {"3 dimensions at least"});
  expect_rejected([&] { sample(extrude(chunk_noise<2>({{1, 2}}), 1), 1, 2, 3, 4); }, {"use 3"});
}

TEST(Extrude, ReseedAndFootprintReachTheFieldWithin) {
  const Field hills = fbm(perlin({.frequency = 0.1}));
  EXPECT_EQ(to_json(reseed(extrude(hills, 1), 5)), to_json(extrude(reseed(hills, 5), 1)));
  EXPECT_EQ(to_json(with_footprint(extrude(hills, 1), 3)),
            to_json(extrude(with_footprint(hills, 3), 1)));
  EXPECT_NE(to_json(with_footprint(extrude(hills, 1), 3)), to_json(extrude(hills, 1)));
}

TEST(Extrude, CountsTowardsTheLimitOfSteps) {
  Field many = noise;
  for (int i = 0; i < 12; ++i) many = loop(many, 0, 1 << (i + 4));
  Field more = extrude(many, 1);
  EXPECT_NO_THROW(sample(more, 1, 2));
  for (int i = 0; i < 12; ++i) more = loop(more, 0, 1 << (i + 4));
  expect_rejected([&] { sample(more, 1, 2); }, {"takes more than 1048576 steps"});
}

}  // namespace
}  // namespace perlane::testing
