// Compares chunk noise with a transcription of the article's functions (Fractal Block World,
// "Perlin Noise") in binary64, and tests paths, carries and shared corners.

#include "support/reference.hpp"

#include <random>
#include <set>

namespace perlane::testing {
namespace {

// ---- the article ------------------------------------------------------------

struct Vector {
  double x, y, z;
};
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

double fade(double t) { return ((6 * t - 15) * t + 10) * t * t * t; }
double interp(double v1, double v2, double f) { return v1 * (1 - f) + v2 * f; }

int rand_after(std::uint32_t seed) {
  std::mt19937 gen;
  gen.seed(seed);
  return static_cast<int>(gen() % 32767);
}

Vector gradient_2d(std::uint32_t seed) {
  static const Vector table[16] = {
      {-0.740233, 0.67235, 0},   {0.837073, 0.547091, 0},  {-0.948447, -0.316936, 0},
      {-0.683452, -0.729995, 0}, {-0.909245, 0.416261, 0}, {0.431214, -0.90225, 0},
      {0.990217, -0.139538, 0},  {0.978472, -0.20638, 0},  {-0.950965, 0.309299, 0},
      {0.690884, -0.722966, 0},  {0.210842, 0.97752, 0},   {0.986295, -0.164991, 0},
      {0.828223, 0.560398, 0},   {0.421108, -0.90701, 0},  {0.0248632, -0.999691, 0},
      {-0.940438, 0.339966, 0}};
  return table[rand_after(seed) % 16];
}

Vector gradient_3d(std::uint32_t seed) {
  static const Vector table[32] = {
      {-0.489851, 0.444929, -0.749723}, {0.673811, 0.440387, -0.593329},
      {-0.622205, -0.207918, 0.754739}, {-0.551831, -0.58941, -0.589982},
      {-0.549751, 0.251681, -0.796512}, {0.399894, -0.836718, 0.374151},
      {0.803786, -0.113267, -0.584036}, {0.977822, -0.206243, -0.0364279},
      {-0.95093, 0.309288, 0.00854616}, {0.688933, -0.720925, 0.0750848},
      {0.131953, 0.611769, -0.779954},  {0.284032, -0.0475139, -0.957637},
      {0.584857, 0.39573, 0.708054},    {0.283696, -0.611043, 0.739015},
      {0.016353, -0.657514, 0.753265},  {-0.752473, 0.272017, 0.599826},
      {0.862066, 0.286175, -0.418265},  {0.63215, -0.629253, 0.452136},
      {-0.212415, -0.550622, 0.807277}, {0.821132, -0.500229, 0.274798},
      {0.887219, 0.449819, -0.1025},    {-0.819412, -0.533291, 0.210155},
      {-0.648608, 0.513027, 0.562238},  {-0.685061, -0.537699, 0.491499},
      {-0.617783, 0.697558, -0.362983}, {-0.128589, 0.405483, 0.905013},
      {-0.499459, 0.325154, 0.803004},  {0.826998, -0.202922, -0.524307},
      {0.417892, -0.462326, -0.782062}, {0.298697, -0.596288, 0.745131},
      {0.0563963, -0.66715, -0.742785}, {-0.523338, -0.539075, 0.659936}};
  return table[rand_after(seed) % 32];
}

double noise_xy(const CornerSeeds<2>& seeds, double x, double y) {
  const Vector pos{x, y, 0};
  const double left_back = dot(gradient_2d(seeds[0]), pos - Vector{0, 0, 0});
  const double left_front = dot(gradient_2d(seeds[1]), pos - Vector{0, 1, 0});
  const double right_back = dot(gradient_2d(seeds[2]), pos - Vector{1, 0, 0});
  const double right_front = dot(gradient_2d(seeds[3]), pos - Vector{1, 1, 0});
  return interp(interp(left_back, left_front, fade(y)), interp(right_back, right_front, fade(y)),
                fade(x));
}

double noise_xyz(const CornerSeeds<3>& seeds, double x, double y, double z) {
  const Vector pos{x, y, z};
  double at[8];
  for (std::size_t i = 0; i < 8; ++i) {
    const Vector corner{static_cast<double>(i >> 2), static_cast<double>(i >> 1 & 1),
                        static_cast<double>(i & 1)};
    at[i] = dot(gradient_3d(seeds[i]), pos - corner);
  }
  const double zf = fade(z), yf = fade(y);
  const double left = interp(interp(at[0], at[1], zf), interp(at[2], at[3], zf), yf);
  const double right = interp(interp(at[4], at[5], zf), interp(at[6], at[7], zf), yf);
  return interp(left, right, fade(x));
}

// ---- noise ------------------------------------------------------------------

constexpr Grid<2> blocks_2d{.shape = {16, 16}, .step = {1.0 / 16, 1.0 / 16}};
constexpr Grid<3> blocks_3d{.shape = {16, 16, 16}, .step = {1.0 / 16, 1.0 / 16, 1.0 / 16}};

TEST(Chunk, EqualsTheArticleIn2D) {
  std::mt19937 random(1);
  for (int chunk = 0; chunk < 500; ++chunk) {
    CornerSeeds<2> seeds;
    for (auto& seed : seeds)
      seed = chunk == 0 ? 0 : chunk == 1 ? ~0u : static_cast<std::uint32_t>(random());
    const Field field = chunk_noise<2>(seeds);
    const std::vector<float> values = filled(blocks_2d, field);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto [x, y] = position(blocks_2d, i);
      ASSERT_NEAR(values[i], noise_xy(seeds, x, y), 2e-7) << chunk << ": " << x << " " << y;
    }
  }
}

TEST(Chunk, EqualsTheArticleIn3D) {
  std::mt19937 random(2);
  for (int chunk = 0; chunk < 60; ++chunk) {
    CornerSeeds<3> seeds;
    for (auto& seed : seeds) seed = static_cast<std::uint32_t>(random());
    const Field field = chunk_noise<3>(seeds);
    const std::vector<float> values = filled(blocks_3d, field);
    for (std::size_t i = 0; i < values.size(); i += 3) {
      const auto [x, y, z] = position(blocks_3d, i);
      ASSERT_NEAR(values[i], noise_xyz(seeds, x, y, z), 2e-7)
          << chunk << ": " << x << " " << y << " " << z;
    }
  }
}

// The article keeps seeds in a vector of int.
TEST(Chunk, SeedsOfAnyIntegers) {
  const int a = -5, b = 12;
  const unsigned short c = 7;
  const CornerSeeds<2> seeds{a, b, std::int64_t{-1}, c};
  EXPECT_EQ(seeds, (CornerSeeds<2>{4294967291u, 12u, 4294967295u, 7u}));
  EXPECT_EQ(seeds, CornerSeeds<2>(std::array<int, 4>{-5, 12, -1, 7}));
  EXPECT_EQ(sample(chunk_noise<2>(seeds), 0.3, 0.6),
            sample(chunk_noise<2>({a, b, -1, c}), 0.3, 0.6));
  EXPECT_NEAR(sample(chunk_noise<2>(seeds), 0.3, 0.6), noise_xy(seeds, 0.3, 0.6), 2e-7);
  EXPECT_EQ(CornerSeeds<3>()[7], 0u);
  const auto [left_back, left_front, right_back, right_front] = seeds;
  EXPECT_EQ(left_back + right_front, 2u);
  EXPECT_NE(left_front, right_back);
}

TEST(Chunk, EqualsTheReference) {
  const Path path{{3, 0, 15}, {7, 15, 2}};
  const Field plane = chunk_noise<2>(path, {.world_seed = 5}) +
                      0.5f * chunk_noise<2>(path, {.world_seed = 5, .chop = 3});
  const Field volume =
      chunk_noise<3>(path, {.chop = 5}) * chunk_value<3>(path, {.salt = 1, .chop = 2}, {0.5f, 2});
  expect_reference(blocks_2d, {"plane", plane});
  expect_reference(blocks_3d, {"volume", volume});
}

// This is the promise of include/perlane/chunk.hpp.
TEST(Chunk, RangeIsAsPromised) {
  EXPECT_LE(range(chunk_noise<2>(Path{{1, 2, 3}}), 2).max, 0.7072f);
  EXPECT_LE(range(chunk_noise<3>(Path{{1, 2, 3}}), 3).max, 0.8661f);
}

// ---- paths ------------------------------------------------------------------

TEST(Chunk, PathsHavePositionsParentsAndChildren) {
  const Path path{{1, 2, 3}, {15, 0, 9}};
  EXPECT_EQ(path.depth(), 2u);
  EXPECT_EQ(path[0], (Path::Position{1, 2, 3}));
  EXPECT_EQ(path[1], (Path::Position{15, 0, 9}));
  EXPECT_EQ(path.parent(), (Path{{1, 2, 3}}));
  EXPECT_EQ(path.parent().child({15, 0, 9}), path);
  EXPECT_EQ(path.parent().parent(), Path());
}

TEST(Chunk, NeighboursAreCountedAcrossParents) {
  const Path path{{1, 2, 3}, {15, 0, 9}};
  EXPECT_EQ(path.neighbour({0, 0, 0}), path);
  EXPECT_EQ(path.neighbour({1, 0, 0}), (Path{{2, 2, 3}, {0, 0, 9}}));
  EXPECT_EQ(path.neighbour({0, -1, 0}), (Path{{1, 1, 3}, {15, 15, 9}}));
  EXPECT_EQ(path.neighbour({-32, 0, 39}), (Path{{15, 2, 6}, {15, 0, 0}}));
  EXPECT_EQ(path.neighbour({256, -256, 512}), path);
  EXPECT_EQ(Path().neighbour({1, -1, 7}), Path());
  // These are the smallest and the largest numbers that are allowed.
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(path.neighbour({most, -most - 1, 0}).neighbour({-most, most, 0}).neighbour({0, 1, 0}),
            path);
}

Path random_path(std::mt19937& random, std::size_t depth) {
  std::vector<Path::Position> positions(depth);
  for (auto& position : positions) {
    for (int& part : position) part = static_cast<int>(random() % 16);
  }
  return Path(positions);
}

// A number in base 16 of any length, with the highest digit first.
using Number = std::vector<int>;
Number along(const Path& path, std::size_t axis) {
  Number number;
  for (std::size_t level = 0; level < path.depth(); ++level) number.push_back(path[level][axis]);
  return number;
}
Number added(Number number, int way) {
  for (std::size_t i = number.size(); i-- > 0 && way != 0;) {
    number[i] += way;
    way = number[i] < 0 ? -1 : number[i] > 15 ? 1 : 0;
    number[i] = (number[i] + 16) % 16;
  }
  return number;
}

TEST(Chunk, NeighboursOfDeepChunks) {
  std::mt19937 random(3);
  for (int i = 0; i < 50; ++i) {
    const Path path = random_path(random, 1000);
    const std::array<std::int64_t, 3> way{static_cast<int>(random() % 3) - 1,
                                          static_cast<int>(random() % 3) - 1,
                                          static_cast<int>(random() % 3) - 1};
    const Path next = path.neighbour(way);
    for (std::size_t axis = 0; axis < 3; ++axis)
      EXPECT_EQ(along(next, axis), added(along(path, axis), static_cast<int>(way[axis])));
    EXPECT_EQ(next.neighbour({-way[0], -way[1], -way[2]}), path);
  }
}

// Chunks that share corners draw the same seeds for them. This also holds 1000 levels deep, through
// carries that reach all levels, chopped or not.
template <int N>
void expect_shared_corners(const Path& path, const Chunk& chunk) {
  const CornerSeeds<N> own = corner_seeds<N>(path, chunk);
  const auto width = std::int64_t{1} << chunk.chop;
  for (std::size_t way = 1; way < std::size_t{1} << N; ++way) {
    std::array<std::int64_t, 3> step{};
    for (std::size_t axis = 0; axis < N; ++axis)
      step[axis] =
          (way >> (N - 1 - axis) & 1) != 0 ? width : 0;  // x is the highest bit of a corner
    const CornerSeeds<N> other = corner_seeds<N>(path.neighbour(step), chunk);
    for (std::size_t corner = 0; corner < own.size(); ++corner) {
      if ((corner & way) != way) continue;  // not on the border
      EXPECT_EQ(own[corner], other[corner ^ way])
          << "corner " << corner << ", neighbour " << way << ", chop " << chunk.chop;
    }
  }
}

TEST(Chunk, NeighboursShareCorners) {
  std::mt19937 random(4);
  std::vector<Path> paths{Path(std::vector<Path::Position>(1000, {15, 15, 15})),
                          Path(std::vector<Path::Position>(1000, {0, 0, 0})),
                          Path(std::vector<Path::Position>(1000, {15, 0, 15}))};
  for (const std::size_t depth : {1u, 2u, 7u, 8u, 9u, 10u, 1000u}) {
    for (int i = 0; i < 4; ++i) paths.push_back(random_path(random, depth));
    paths.emplace_back(std::vector<Path::Position>(depth, {15, 15, 15}));
  }
  // The step carries through all levels but the first.
  std::vector<Path::Position> almost(1000, {15, 15, 15});
  almost[0] = {3, 4, 5};
  paths.emplace_back(almost);
  EXPECT_EQ(Path(almost).neighbour({1, 1, 1})[0], (Path::Position{4, 5, 6}));
  for (const Path& path : paths) {
    for (const int chop : {0, 1, 2, 3, 4, 5, 11, 30}) {
      if (static_cast<std::size_t>(chop) > 4 * path.depth()) continue;
      expect_shared_corners<2>(path, {.world_seed = 1, .salt = 2, .chop = chop});
      expect_shared_corners<3>(path, {.world_seed = 1, .salt = 2, .chop = chop});
    }
  }
}

// The noise itself meets at the border, bit for bit.
TEST(Chunk, NoiseIsContinuousAcrossBorders) {
  const Path path(std::vector<Path::Position>(1000, {15, 15, 15}));
  const Grid<3> right{.shape = {1, 9, 9}, .step = {1, 0.125, 0.125}, .origin = {1, 0, 0}};
  const Grid<3> left{.shape = {1, 9, 9}, .step = {1, 0.125, 0.125}};
  for (const int chop : {0, 3}) {
    const std::vector<float> own = filled(right, chunk_noise<3>(path, {.chop = chop}));
    const std::vector<float> next =
        filled(left, chunk_noise<3>(path.neighbour({1, 0, 0}), {.chop = chop}));
    EXPECT_EQ(own, next);
    EXPECT_NE(own, filled(left, chunk_noise<3>(path, {.chop = chop})));
  }
}

// Different worlds, salts, depths and corners have different seeds. In 2D, z makes no difference.
TEST(Chunk, SeedsDiffer) {
  std::set<std::uint32_t> seen;
  std::size_t drawn = 0;
  const auto draw = [&](const Path& path, const Chunk& chunk) {
    seen.insert(corner_seeds<3>(path, chunk)[0]);
    ++drawn;
  };
  for (int x = 0; x < 16; ++x) {
    for (int y = 0; y < 16; ++y) {
      for (int z = 0; z < 16; ++z) draw(Path{{1, 2, 3}, {x, y, z}}, {});
    }
  }
  for (std::uint64_t i = 1; i < 500; ++i) {
    draw(Path{{1, 2, 3}, {4, 5, 6}}, {.world_seed = i});
    draw(Path{{1, 2, 3}, {4, 5, 6}}, {.salt = i});
    draw(Path(std::vector<Path::Position>(static_cast<std::size_t>(i + 2), {4, 5, 6})), {});
  }
  // Among n numbers drawn from 2^32, n^2 / 2^33 pairs are expected to be equal.
  EXPECT_GE(seen.size() + 2, drawn);
  EXPECT_EQ(corner_seeds<2>(Path{{1, 2, 3}}), corner_seeds<2>(Path{{1, 2, 14}}));
  EXPECT_NE(corner_seeds<2>(Path{{1, 2, 3}}), corner_seeds<2>(Path{{2, 1, 3}}));
}

// Worlds must stay what they are, so these numbers may change only as docs/versions.md says.
TEST(Chunk, SeedsOfThisVersion) {
  EXPECT_EQ(corner_seeds<2>(Path{{1, 2, 3}, {4, 5, 6}}, {.world_seed = 7, .salt = 8}),
            (CornerSeeds<2>{36396818u, 2787775411u, 3127526463u, 3152319969u}));
  EXPECT_EQ(corner_seeds<3>(Path(std::vector<Path::Position>(1000, {1, 2, 3})),
                            {.world_seed = 7, .chop = 5})[7],
            866956832u);
}

// ---- several levels ---------------------------------------------------------

// A virtual chunk has 2 x 2 x 2 chunks, each of which shows
// an eighth of one noise. Four halvings more are the parent.
TEST(Chunk, ChoppedPathsAreVirtualChunks) {
  const Path parent{{3, 9, 1}, {8, 8, 8}};
  const Field whole = chunk_noise<3>(parent);
  for (const Path::Position at : {Path::Position{0, 0, 0}, {15, 3, 7}, {1, 14, 15}}) {
    const Field part = chunk_noise<3>(parent.child(at), {.chop = 4});
    for (double t = 0; t <= 1; t += 0.0625) {
      EXPECT_EQ(sample(part, t, 1 - t, 0.5),
                sample(whole, (at[0] + t) / 16, (at[1] + 1 - t) / 16, (at[2] + 0.5) / 16));
    }
  }
  const CornerSeeds<3> corner = corner_seeds<3>(parent.child({6, 2, 4}), {.chop = 1});
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(corner_seeds<3>(parent.child({6 + i % 2, 2 + i / 2 % 2, 4 + i / 4}), {.chop = 1}),
              corner);
  }
  EXPECT_NE(corner_seeds<3>(parent.child({8, 2, 4}), {.chop = 1}), corner);
}

// The same height function is filled at two levels of
// detail. The samples that both have are equal to the bit.
TEST(Chunk, LevelsOfDetailShareTheirSamples) {
  const Path coarse{{5, 5, 0}};
  const auto height = [](const Path& path, int chop) {
    return chunk_noise<2>(path, {.chop = chop}) +
           0.5f * chunk_noise<2>(path, {.salt = 1, .chop = chop + 2});
  };
  const std::vector<float> far = filled(blocks_2d, height(coarse, 0));
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) {
      const std::vector<float> near = filled(blocks_2d, height(coarse.child({x, y, 0}), 4));
      EXPECT_EQ(near[0], far[static_cast<std::size_t>(x + 16 * y)]);
    }
  }
}

TEST(Chunk, ParametersVaryContinuously) {
  const Path path{{3, 4, 0}, {15, 7, 0}};
  const Chunk large{.salt = 9, .chop = 2};
  const Field here = chunk_value<2>(path, large, {0.25f, 0.75f}),
              next = chunk_value<2>(path.neighbour({1, 0, 0}), large, {0.25f, 0.75f});
  for (double y = 0; y <= 1; y += 0.125) EXPECT_EQ(sample(here, 1, y), sample(next, 0, y));
  EXPECT_NE(sample(here, 0, 0), sample(here, 1, 0));
  const CornerSeeds<2> seeds = corner_seeds<2>(path, {.salt = 9});
  const Field value = chunk_value<2>(path, {.salt = 9}, {0.25f, 0.75f}, Fade::linear);
  for (std::size_t corner = 0; corner < 4; ++corner) {
    const double expected = 0.25 + 0.5 * rand_after(seeds[corner]) / 32766;
    EXPECT_NEAR(sample(value, static_cast<double>(corner >> 1), static_cast<double>(corner & 1)),
                expected, 1e-7);
  }
  EXPECT_GE(range(value, 2).min, 0.2499f);
  EXPECT_LE(range(value, 2).max, 0.7501f);
}

// A chunk must have the range of its neighbour, so that codes match by default.
TEST(Chunk, AllChunksHaveOneRange) {
  const Grid<2> grid{.shape = {17, 17}, .step = {1.0 / 16, 1.0 / 16}};
  const auto codes = [&](const Field& field) {
    std::vector<std::uint16_t> result(17 * 17);
    fill<2>(result, grid, field);
    return result;
  };
  Path path{{1, 2, 3}, {4, 5, 6}};
  for (int i = 0; i < 20; ++i, path = path.neighbour({1, 0, 0})) {
    const Path east = path.neighbour({1, 0, 0});
    EXPECT_EQ(range(chunk_noise<2>(path), 2), range(chunk_noise<2>(Path{}), 2));
    EXPECT_EQ(range(chunk_noise<3>(path), 3), range(chunk_noise<3>(Path{}), 3));
    EXPECT_EQ(range(chunk_value<3>(path, {}, {-2, 5}), 3),
              range(chunk_value<3>(Path{}, {.salt = 3}, {-2, 5}), 3));
    const auto here = codes(chunk_value<2>(path, {}, {0, 1})),
               there = codes(chunk_value<2>(east, {}, {0, 1}));
    for (std::size_t y = 0; y < 17; ++y) EXPECT_EQ(here[17 * y + 16], there[17 * y]);
  }
}

// ---- rejections ---------------------------------------------------------------

TEST(Chunk, BadInput) {
  expect_rejected([] { (void)Path{{0, 16, 0}}; },
                  {"Path: a position has 16 along axis 1; use 0 to 15"});
  expect_rejected([] { (void)Path{{0, 0, -1}}; }, {"Path: a position has -1 along axis 2"});
  expect_rejected([] { (void)Path().child({99, 0, 0}); }, {"99 along axis 0"});
  expect_rejected([] { (void)Path().parent(); }, {"outermost"});
  expect_rejected([] { chunk_noise<2>(Path{{1, 2, 3}}, {.chop = 5}); },
                  {"Chunk::chop is 5; use 0 to 4 with a path of 1 positions"});
  expect_rejected([] { chunk_noise<3>(Path{{1, 2, 3}}, {.chop = -1}); }, {"Chunk::chop is -1"});
  expect_rejected([] { chunk_noise<3>(Path(std::vector<Path::Position>(50)), {.chop = 49}); },
                  {"use 0 to 48"});
  expect_rejected([] { chunk_value<2>(Path{{1, 2, 3}}, {}, {1, 0}); }, {"values are from 1 to 0"});
  expect_rejected(
      [] { chunk_value<2>(Path{{1, 2, 3}}, {}, {0, std::numeric_limits<float>::infinity()}); },
      {"values are from 0 to inf", "1e30"});
  expect_rejected([] { chunk_value<2>(Path{{1, 2, 3}}, {}, {0, 2e30f}); }, {"chunk_value", "1e30"});
  expect_rejected([] { chunk_value<2>(Path{{1, 2, 3}}, {}, {0, 1}, static_cast<Fade>(7)); },
                  {"chunk_value: fade is 7; use Fade::quintic"});
}

}  // namespace
}  // namespace perlane::testing
