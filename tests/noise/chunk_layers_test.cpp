// Tests layers of chunk noise, and that noise of chunks is kept within its chunk.

#include "support/reference.hpp"

#include "graph/node.hpp"

#include <cmath>
#include <limits>

namespace perlane::testing {
namespace {

template <int N>
std::array<double, std::size_t{N}> every(double value) {
  std::array<double, std::size_t{N}> result;
  result.fill(value);
  return result;
}

template <int N>
Grid<N> blocks(std::int64_t samples) {
  Grid<N> grid{.step = every<N>(1.0 / static_cast<double>(samples - 1))};
  for (std::int64_t& extent : grid.shape) extent = samples;
  return grid;
}

// Compares the last samples of a chunk along an axis with the first ones of its neighbour there.
template <int N, class Make>
void expect_no_seam(const Path& path, const Make& make, const std::string& name) {
  for (std::size_t axis = 0; axis < N; ++axis) {
    Integers<3> step{};
    step[axis] = 1;
    Grid<N> last = blocks<N>(9);
    last.shape[axis] = 1;
    Grid<N> first = last;
    last.origin[axis] = 1;
    const auto here = filled_planes(last, make(path)),
               there = filled_planes(first, make(path.neighbour(step)));
    EXPECT_EQ(here, there) << name << ", axis " << axis;
    // They are equal because they meet, not because they are 0 or the same everywhere.
    EXPECT_NE(here, filled_planes(first, make(path))) << name << ", axis " << axis;
  }
}

// Chunks beside borders of every level: of chunks, of virtual chunks, of parents, and of all levels
// but the first.
std::vector<Path> paths_at_borders() {
  std::vector<Path> paths;
  for (const int last : {0, 1, 3, 7, 11, 15})
    paths.push_back(Path{{3, 2, 7}, {5, 5, 5}, {last, last, last}});
  paths.push_back(Path{{3, 2, 7}, {15, 15, 15}, {15, 15, 15}});
  paths.push_back(Path{{3, 2, 7}, {15, 0, 7}, {15, 15, 0}});
  std::vector<Path::Position> deep(1000, {15, 15, 15});
  deep[0] = {7, 7, 7};
  paths.emplace_back(deep);
  return paths;
}

template <int N>
void expect_no_seams() {
  for (const Path& path : paths_at_borders()) {
    expect_no_seam<N>(
        path, [](const Path& at) { return chunk_layers<N>(at, {.world_seed = 3}); }, "octaves");
    expect_no_seam<N>(
        path,
        [](const Path& at) {
          return chunk_layers<N>(at, {.salt = 4, .chop = 1},
                                 {.octaves = 9, .gain = -0.7, .left_out = 1});
        },
        "many octaves");
    expect_no_seam<N>(
        path,
        [](const Path& at) {
          return chunk_layers<N>(at, {.world_seed = 9}, {{2, 1}, {0, -0.25}, {7, 3}, {2, 0.5}});
        },
        "a list");
    expect_no_seam<N>(
        path,
        [](const Path& at) {
          const Field layers = chunk_layers<N>(at);
          const Field weight = chunk_value<N>(at, {.salt = 2, .chop = 3}, {0.5f, 2});
          return smoothstep(-0.3f, 0.6f, mix(abs(layers), 0.2f - layers * layers, weight)) + layers;
        },
        "arithmetic");
    expect_no_seam<N>(
        path,
        [](const Path& at) {
          return chunk_value<N>(at, {.salt = 2, .chop = 1}, {0.5f, 2}, Fade::cubic);
        },
        "values");
  }
}

TEST(ChunkLayers, NoSeamsIn2D) { expect_no_seams<2>(); }
TEST(ChunkLayers, NoSeamsIn3D) { expect_no_seams<3>(); }

// The layers are those that one would add by hand.
template <int N>
void expect_sum_by_hand() {
  const Path path{{3, 2, 7}, {15, 6, 9}};
  const auto noise = [&](int chop) {
    return chunk_noise<N>(path, {.world_seed = 8, .salt = 1, .chop = chop});
  };
  const Grid<N> grid = blocks<N>(7);
  const Field by_hand = 0.75f * noise(5) + -2.0f * noise(1) + noise(2) * 0.1f;
  const Field layers = chunk_layers<N>(path, {.world_seed = 8, .salt = 1, .chop = 1},
                                       {{4, 0.75}, {0, -2}, {1, 0.1}});
  // They draw with their weights, which rounds in another place.
  const auto expect_near = [](const auto& values, const auto& expected) {
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-6);
  };
  expect_near(filled(grid, layers), filled(grid, by_hand));
  const auto planes = filled_planes(grid, layers), planes_by_hand = filled_planes(grid, by_hand);
  for (std::size_t plane = 0; plane < planes.size(); ++plane)
    expect_near(planes[plane], planes_by_hand[plane]);
  EXPECT_EQ(range(layers, N), range(by_hand, N));

  const std::vector<ChunkLayer> list{{2, 4.0 / 7}, {1, 2.0 / 7}, {0, 1.0 / 7}};
  const Chunk chunk{.world_seed = 8, .salt = 1};
  const Field octaves = chunk_layers<N>(path, chunk, {.octaves = 3});
  EXPECT_TRUE(
      same_bits(filled(grid, octaves), filled(grid, chunk_layers<N>(path, chunk, list)), grid));
  const Field one = chunk_layers<N>(path, {.world_seed = 8, .salt = 1, .chop = 3}, {.octaves = 1});
  EXPECT_TRUE(same_bits(filled(grid, one), filled(grid, noise(3)), grid));
}

TEST(ChunkLayers, AreSumsOfChunkNoise) {
  expect_sum_by_hand<2>();
  expect_sum_by_hand<3>();
}

TEST(ChunkLayers, EqualTheReference) {
  const Path path{{3, 0, 15}, {7, 15, 2}};
  const Field plane = chunk_layers<2>(path, {.world_seed = 5}, {.octaves = 6, .gain = 0.6}),
              volume = chunk_layers<3>(path, {.world_seed = 5}, {{5, 1}, {0, 0.3}, {2, -0.1}});
  for (const std::int64_t size : {2, 17, 33}) {
    expect_reference(blocks<2>(size), {"plane", plane});
    expect_reference(blocks<3>(size), {"volume", volume});
    expect_planes(blocks<2>(size), {"plane", plane});
    expect_planes(blocks<3>(size), {"volume", volume});
  }
}

// Differences of neighbouring samples, in binary64, are what the derivatives say.
TEST(ChunkLayers, DerivativesAreThoseOfDifferences) {
  const Path path{{3, 0, 15}, {7, 15, 2}};
  const Field field = chunk_layers<2>(path, {.world_seed = 5}, {{3, 2}, {1, -1}, {0, 0.5}});
  const Grid<2> grid = blocks<2>(9);
  const auto plane = filled_planes(grid, field);
  constexpr double near = 0x1p-10;
  for (std::size_t i = 0; i < samples(grid); ++i) {
    const auto [x, y] = position(grid, i);
    if (x == 0 || y == 0 || x == 1 || y == 1) continue;
    const auto slope = [&](double dx, double dy) {
      return (double{sample(field, x + dx, y + dy)} - double{sample(field, x - dx, y - dy)}) /
             (2 * near);
    };
    EXPECT_NEAR(plane[1][i], slope(near, 0), 2e-3);
    EXPECT_NEAR(plane[2][i], slope(0, near), 2e-3);
  }
}

// A parent that leaves out four layers shows what its children show, less their details: the sum of
// both is the terrain of the children.
TEST(ChunkLayers, ParentsLackOnlyTheDetailsOfTheirChildren) {
  const Path parent{{5, 5, 0}, {1, 14, 0}};
  for (const double gain : {0.5, 0.9}) {
    const auto far = filled(
        blocks<2>(17),
        chunk_layers<2>(parent, {.world_seed = 2}, {.octaves = 7, .gain = gain, .left_out = 4}));
    for (int y = 0; y < 16; ++y) {
      for (int x = 0; x < 16; ++x) {
        const Path child = parent.child({x, y, 0});
        const Field all = chunk_layers<2>(child, {.world_seed = 2}, {.octaves = 7, .gain = gain});
        const Field wide = chunk_layers<2>(child, {.world_seed = 2, .chop = 4},
                                           {.octaves = 7, .gain = gain, .left_out = 4});
        EXPECT_EQ(sample(wide, 0, 0), far[static_cast<std::size_t>(x + 17 * y)]);
        EXPECT_EQ(sample(wide, 1, 1), far[static_cast<std::size_t>(x + 1 + 17 * (y + 1))]);
        EXPECT_EQ(range(wide, 2), range(all, 2));
        // Noise of chunks is 0 at their corners, so there the details of the child are 0, too.
        if (x == 8 && y == 8) {
          EXPECT_EQ(sample(wide, 0, 0), sample(all, 0, 0));
        }
      }
    }
  }
}

TEST(ChunkLayers, RangesAreThoseOfTheSum) {
  const Path path{{5, 5, 0}, {1, 14, 3}};
  const float flat = range(chunk_noise<2>(path), 2).max, deep = range(chunk_noise<3>(path), 3).max;
  for (const double gain : {0.5, 1.0, -0.8, 3.0, 0.0}) {
    for (const int octaves : {1, 2, 5, 9}) {
      const Field plane = chunk_layers<2>(path, {}, {.octaves = octaves, .gain = gain});
      const Field volume = chunk_layers<3>(path, {}, {.octaves = octaves, .gain = gain});
      EXPECT_NEAR(range(plane, 2).max, flat, 1e-6);
      EXPECT_NEAR(range(plane, 2).min, -flat, 1e-6);
      EXPECT_NEAR(range(volume, 3).max, deep, 1e-6);
      std::vector<float> out(64 * 64);
      Range written{};
      fill<2>(out, {.shape = {64, 64}, .step = {1.0 / 63, 1.0 / 63}}, plane, {.seen = &written});
      EXPECT_GE(written.min, range(plane, 2).min);
      EXPECT_LE(written.max, range(plane, 2).max);
    }
  }
  EXPECT_NEAR(range(chunk_layers<2>(path, {}, {{0, 3}, {1, -2}}), 2).max, 5 * flat, 1e-5);
  EXPECT_EQ(range(chunk_layers<2>(path, {}, {{0, 3}, {1, -2}}), 2),
            range(chunk_layers<2>(path.parent(), {.salt = 9}, {{0, 3}, {1, -2}}), 2));
  for (const double weight : {2.8e-45, 4.2e-45, 7e-45, 1.4e-44, 1e-43}) {
    for (int x = 0; x < 15; ++x) {
      const Field tiny = chunk_layers<2>(Path{{x, 3, 0}}, {}, {{0, weight}, {1, weight}});
      std::vector<float> out(33 * 33);
      Range written{};
      fill<2>(out, {.shape = {33, 33}, .step = {1.0 / 32, 1.0 / 32}}, tiny, {.seen = &written});
      EXPECT_GE(written.min, range(tiny, 2).min) << weight;
      EXPECT_LE(written.max, range(tiny, 2).max) << weight;
    }
  }
  EXPECT_EQ(range(chunk_layers<2>(path, {}, {{0, 0}, {1, 0}}), 2), (Range{0, 0}));
  const Field steep = chunk_layers<3>(path, {}, {{0, 1e30}, {1, -1e30}});
  EXPECT_TRUE(std::isfinite(range(steep, 3).max));
  EXPECT_GE(range(steep, 3).max, 1.7e30f);
}

TEST(ChunkLayers, EqualOnesAreComputedOnce) {
  const Path path{{5, 5, 0}, {1, 14, 3}};
  const auto noises = [](const Field& field) {
    return graph::node_of(field).program(2, false).steps.size();
  };
  const Field a = chunk_layers<2>(path, {}, {.octaves = 3}),
              b = chunk_layers<2>(path, {}, {.octaves = 3}),
              other = chunk_layers<2>(path, {}, {.octaves = 3, .gain = 0.6});
  EXPECT_LT(noises(a * b), noises(a * other));
}

TEST(ChunkLayers, PlaceInVirtualChunk) {
  const Path path{{3, 0, 9}, {15, 6, 2}};
  EXPECT_EQ(place_in_virtual_chunk(path, 0), (Integers<3>{0, 0, 0}));
  EXPECT_EQ(place_in_virtual_chunk(path, 1), (Integers<3>{1, 0, 0}));
  EXPECT_EQ(place_in_virtual_chunk(path, 2), (Integers<3>{3, 2, 2}));
  EXPECT_EQ(place_in_virtual_chunk(path, 4), (Integers<3>{15, 6, 2}));
  EXPECT_EQ(place_in_virtual_chunk(path, 5), (Integers<3>{31, 6, 18}));
  EXPECT_EQ(place_in_virtual_chunk(path, 8), (Integers<3>{63, 6, 146}));
  EXPECT_EQ(place_in_virtual_chunk(Path(), 0), (Integers<3>{0, 0, 0}));
  const Path deep(std::vector<Path::Position>(1000, {15, 0, 1}));
  EXPECT_EQ(place_in_virtual_chunk(deep, 48),
            (Integers<3>{(std::int64_t{1} << 48) - 1, 0, 0x111111111111}));
  // It is where the noise of the virtual chunk is.
  for (const int chop : {1, 3, 4, 6}) {
    const auto [x, y, z] = place_in_virtual_chunk(path, chop);
    const double width = std::ldexp(1, chop);
    EXPECT_EQ(
        sample(chunk_noise<3>(path, {.chop = chop}), 0.25, 0.5, 0.75),
        sample(chunk_noise<3>(corner_seeds<3>(path, {.chop = chop})),
               (static_cast<double>(x) + 0.25) / width, (static_cast<double>(y) + 0.5) / width,
               (static_cast<double>(z) + 0.75) / width));
  }
  expect_rejected([&] { (void)place_in_virtual_chunk(path, 9); },
                  {"place_in_virtual_chunk: chop is 9; use 0 to 8 with a path of 2 positions"});
  expect_rejected([&] { (void)place_in_virtual_chunk(path, -1); }, {"chop is -1"});
  expect_rejected([&] { (void)place_in_virtual_chunk(deep, 49); }, {"chop is 49; use 0 to 48"});
}

// ---- rejections ---------------------------------------------------------------

TEST(ChunkLayers, BadInput) {
  const Path path{{1, 2, 3}};
  const auto rejected = [&](const Chunk& chunk, const ChunkLayers& layers,
                            std::initializer_list<std::string_view> parts) {
    expect_rejected([&] { chunk_layers<2>(path, chunk, layers); }, parts);
    expect_rejected([&] { chunk_layers<3>(path, chunk, layers); }, parts);
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  rejected({}, {.octaves = 0}, {"ChunkLayers::octaves is 0; use 1 to 49"});
  rejected({}, {.octaves = -3}, {"ChunkLayers::octaves is -3"});
  rejected({}, {.octaves = 50, .left_out = 49}, {"ChunkLayers::octaves is 50"});
  rejected({}, {.octaves = 6},
           {"ChunkLayers::octaves less left_out is 6", "Chunk::chop is 0", "use 5 layers at most",
            "a path of 1 positions", "4 times"});
  rejected({.chop = 2}, {.octaves = 4}, {"left_out is 4", "Chunk::chop is 2", "use 3 layers"});
  rejected({.chop = 5}, {.octaves = 1}, {"Chunk::chop is 5; use 0 to 4"});
  rejected({.chop = -1}, {.octaves = 1}, {"Chunk::chop is -1; use 0 to 4"});
  rejected({}, {.octaves = 3, .left_out = 3}, {"ChunkLayers::left_out is 3; use 0 to 2 with 3"});
  rejected({}, {.octaves = 3, .left_out = -1}, {"ChunkLayers::left_out is -1"});
  rejected({}, {.gain = nan}, {"ChunkLayers::gain is nan; use a finite number"});
  rejected({}, {.gain = -infinity}, {"ChunkLayers::gain is -inf"});
  rejected({}, {.octaves = 4, .gain = 1e200}, {"ChunkLayers::gain is", "overflow over 4 octaves"});
  expect_rejected([] { chunk_layers<2>(Path()); },
                  {"ChunkLayers::octaves less left_out is 4", "use 1 layers at most"});
  EXPECT_NO_THROW(chunk_layers<2>(Path(), {}, {.octaves = 1}));
  EXPECT_NO_THROW(chunk_layers<2>(path, {.chop = 1}, {.octaves = 40, .left_out = 36}));

  const auto rejected_list = [&](const Chunk& chunk, const std::vector<ChunkLayer>& layers,
                                 std::initializer_list<std::string_view> parts) {
    expect_rejected([&] { chunk_layers<2>(path, chunk, layers); }, parts);
    expect_rejected([&] { chunk_layers<3>(path, chunk, layers); }, parts);
  };
  rejected_list({}, {}, {"chunk_layers: layers has 0 elements; use 1 to 49"});
  rejected_list({}, std::vector<ChunkLayer>(50), {"chunk_layers: layers has 50 elements"});
  rejected_list({}, {{0, 1}, {5, 1}},
                {"chunk_layers: layers[1].chop is 5", "Chunk::chop is 0", "a sum of 0 to 4"});
  rejected_list({.chop = 3}, {{2, 1}}, {"layers[0].chop is 2 and Chunk::chop is 3"});
  rejected_list({.chop = 3}, {{-4, 1}}, {"layers[0].chop is -4"});
  rejected_list({}, {{std::numeric_limits<int>::max(), 1}}, {"layers[0].chop is 2147483647"});
  rejected_list({.chop = 4}, {{std::numeric_limits<int>::min(), 1}},
                {"layers[0].chop is -21474836"});
  rejected_list({.chop = 9}, {{-9, 1}}, {"Chunk::chop is 9; use 0 to 4"});
  rejected_list({}, {{0, nan}}, {"chunk_layers: layers[0].weight is nan; use a number from -1e30"});
  rejected_list({}, {{0, 1}, {1, 1}, {0, 2e30}}, {"layers[2].weight is", "to 1e30"});
  rejected_list({}, {{0, -infinity}}, {"layers[0].weight is -inf"});
  expect_rejected([&] { chunk_layers<2>(path, {}, {}); }, {"layers has 0 elements"});
}

// Everything that would evaluate noise of a chunk beyond the chunk is rejected, however deep the
// noise is within an expression.
TEST(ChunkLayers, NoiseOfChunksStaysWithinItsChunk) {
  const Path path{{1, 2, 3}, {4, 5, 6}};
  const Field noise = chunk_noise<2>(path);
  const Field of_chunks[] = {noise,
                             chunk_noise<2>(path, {.chop = 3}),
                             chunk_noise<3>(path),
                             chunk_noise<2>(CornerSeeds<2>{1, 2, 3, 4}),
                             chunk_value<3>(path, {}, {0, 1}),
                             chunk_layers<2>(path),
                             chunk_layers<3>(path, {}, {{0, 1}}),
                             0.5f * noise + 1,
                             min(perlin(), abs(noise)),
                             mix(perlin(), value(), chunk_value<2>(path, {.chop = 1}, {0, 1})),
                             translate(noise, {1, 2}),
                             sqrt(sine(translate(noise * noise, {0.25, 0})))};
  for (const Field& field : of_chunks) {
    const auto rejected = [](const auto& call, const std::string& name, const char* instead) {
      const std::string begin = name + ": the field holds noise of a chunk";
      expect_rejected(call, {begin.c_str(), "neighbours", instead});
    };
    rejected([&] { fbm(field); }, "fbm", "use chunk_layers");
    rejected([&] { ridged(field, {.octaves = 1}); }, "ridged", "use chunk_layers");
    rejected([&] { billow(field, {.octaves = 2}); }, "billow", "use chunk_layers");
    rejected([&] { scale(field, {2, 2}); }, "scale", "use Chunk::chop for larger noise");
    rejected([&] { scale(field, {1, -1}); }, "scale", "Grid::step");
    rejected([&] { loop(field, 0, 1); }, "loop", "period");
    rejected([&] { tile(field, {4, 4}); }, "tile", "period");
    EXPECT_NO_THROW(translate(field, {0.5, 3}));
    EXPECT_NO_THROW(translate(field, {0.5, 3}) + translate(field, {0.5, 3}));
  }
}

// `translate` moves a chunk from one place to another. Fields of chunks at the same place may be
// used together.
TEST(ChunkLayers, ChunksThatAreMoved) {
  const Path path{{1, 2, 3}, {4, 5, 6}};
  const Field noise = chunk_noise<2>(path), wide = chunk_noise<2>(path, {.chop = 2});
  const auto rejected = [](const auto& call, const char* name) {
    expect_rejected(call, {name, "translate", "different places", "the same distance"});
  };
  rejected([&] { noise - translate(noise, {0.01, 0}); }, "operator-");
  rejected([&] { translate(wide, {0, 1}) * wide; }, "operator*");
  rejected([&] { mix(noise, perlin(), translate(wide, {0, 1})); }, "mix");
  rejected([&] { max(translate(noise, {1, 0}), translate(wide, {2, 0})); }, "max");
  rejected([&] { translate(noise + 1, {1, 0}) + translate(sqrt(wide), {0, 0, 1}); }, "operator+");
  EXPECT_NO_THROW(translate(translate(noise, {1, 0}), {2, -1}) + translate(wide, {3, -1}));
  EXPECT_NO_THROW(translate(translate(noise, {1, 0}), {-1, 0}) + wide);
  EXPECT_NO_THROW(noise + translate(perlin(), {7, 0}));
  // An extruded chunk is the same everywhere along the new axis.
  const Field volume = translate(chunk_noise<3>(path), {1, 2, 3});
  const Field flat = extrude(translate(noise, {1, 2}), 2);
  EXPECT_NO_THROW(flat * volume);
  EXPECT_NO_THROW(volume + translate(flat, {0, 0, 8}));
  EXPECT_NO_THROW(volume + (flat + volume));
  rejected([&] { translate(volume, {0, 1}) * flat; }, "operator*");
  rejected([&] { (flat + volume) * translate(volume, {0, 0, 1}); }, "operator*");
  rejected([&] { flat + extrude(translate(noise, {1, 3}), 2); }, "operator+");
  rejected([&] { extrude(translate(noise, {1, 2}), 0) + volume; }, "operator+");
  // Chunks side by side, in coordinates of the world.
  const Path east = path.neighbour({1, 0, 0});
  const auto height = [](const Path& at, double x) {
    return translate(chunk_layers<2>(at) + perlin({.frequency = 0.3}), {x, 0});
  };
  for (double y = 0; y <= 1; y += 0.125)
    EXPECT_EQ(sample(translate(chunk_layers<2>(path), {16, 0}), 17, y),
              sample(translate(chunk_layers<2>(east), {17, 0}), 17, y));
  EXPECT_NO_THROW(height(path, 16));
}

}  // namespace
}  // namespace perlane::testing
