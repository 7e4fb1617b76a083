// The noises of OSL and MaterialX: the published functions, proven ranges, and grids, points and
// derivatives against the reference.

#include "support/noise_bounds.hpp"
#include "support/noise_sweeps.hpp"

#include <random>

namespace perlane::testing {
namespace {

// ---- as MaterialX's mx_noise.glsl has them, in binary64 ---------------------

std::uint32_t final_of(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  c ^= b, c -= std::rotl(b, 14);
  a ^= c, a -= std::rotl(c, 11);
  b ^= a, b -= std::rotl(a, 25);
  c ^= b, c -= std::rotl(b, 16);
  a ^= c, a -= std::rotl(c, 4);
  b ^= a, b -= std::rotl(a, 14);
  c ^= b, c -= std::rotl(b, 24);
  return c;
}
std::uint32_t hash(int x, int y) {
  const std::uint32_t seed = 0xdeadbeefu + (2u << 2) + 13u;
  return final_of(seed + static_cast<std::uint32_t>(x), seed + static_cast<std::uint32_t>(y), seed);
}
std::uint32_t hash(int x, int y, int z) {
  const std::uint32_t seed = 0xdeadbeefu + (3u << 2) + 13u;
  return final_of(seed + static_cast<std::uint32_t>(x), seed + static_cast<std::uint32_t>(y),
                  seed + static_cast<std::uint32_t>(z));
}
double negated(double value, bool is) { return is ? -value : value; }
double gradient(std::uint32_t hash, double x, double y) {
  const std::uint32_t h = hash & 7;
  const double u = h < 4 ? x : y, v = 2 * (h < 4 ? y : x);
  return negated(u, (h & 1) != 0) + negated(v, (h & 2) != 0);
}
double gradient(std::uint32_t hash, double x, double y, double z) {
  const std::uint32_t h = hash & 15;
  const double u = h < 8 ? x : y, v = h < 4 ? y : h == 12 || h == 14 ? x : z;
  return negated(u, (h & 1) != 0) + negated(v, (h & 2) != 0);
}
double faded(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }
double mixed(double a, double b, double t) { return a * (1 - t) + b * t; }

double published(double x, double y) {
  const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
  const double fx = x - i, fy = y - j, u = faded(fx);
  return 0.6616 *
         mixed(mixed(gradient(hash(i, j), fx, fy), gradient(hash(i + 1, j), fx - 1, fy), u),
               mixed(gradient(hash(i, j + 1), fx, fy - 1),
                     gradient(hash(i + 1, j + 1), fx - 1, fy - 1), u),
               faded(fy));
}
double published(double x, double y, double z) {
  const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y)),
            k = static_cast<int>(std::floor(z));
  const double fx = x - i, fy = y - j, fz = z - k, u = faded(fx), v = faded(fy);
  const auto slice = [&](int side) {
    const double d = fz - side;
    return mixed(mixed(gradient(hash(i, j, k + side), fx, fy, d),
                       gradient(hash(i + 1, j, k + side), fx - 1, fy, d), u),
                 mixed(gradient(hash(i, j + 1, k + side), fx, fy - 1, d),
                       gradient(hash(i + 1, j + 1, k + side), fx - 1, fy - 1, d), u),
                 v);
  };
  return 0.9820 * mixed(slice(0), slice(1), faded(fz));
}
double cell_of(std::uint32_t hash) { return static_cast<double>(hash) / 4294967295.0; }

TEST(MxNoise, AsPublished) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1e5, 1e5);
  with_every_isa([&](std::string_view) {
    for (int i = 0; i < 2000; ++i) {
      const std::array<double, 3> point{uniform(random), uniform(random), uniform(random)};
      const auto [x, y, z] = point;
      ASSERT_NEAR(sample(mx_noise(), x, y), published(x, y), 1e-6);
      ASSERT_NEAR(sample_array_at(mx_noise(), 2, point), published(x, y), 1e-6);
      ASSERT_NEAR(sample(mx_noise(), x, y, z), published(x, y, z), 1e-6);
      ASSERT_NEAR(sample_array_at(mx_noise(), 3, point), published(x, y, z), 1e-6);
      const auto cell = [](double c) { return static_cast<int>(std::floor(c)); };
      const double flat = cell_of(hash(cell(x), cell(y)));
      const double solid = cell_of(hash(cell(x), cell(y), cell(z)));
      ASSERT_NEAR(sample(mx_cell_noise(), x, y), flat, 1e-6);
      ASSERT_NEAR(sample_array_at(mx_cell_noise(), 2, point), flat, 1e-6);
      ASSERT_NEAR(sample(mx_cell_noise(), x, y, z), solid, 1e-6);
      ASSERT_NEAR(sample_array_at(mx_cell_noise(), 3, point), solid, 1e-6);
    }
  });
}

std::vector<NamedField> both(double frequency) {
  return {{"mx_noise", mx_noise(frequency)}, {"mx_cell_noise", mx_cell_noise(frequency)}};
}

TEST(MxNoise, GridsOfEveryStep) { expect_grids_of_every_step(both(1)); }
TEST(MxNoise, GridsOfMaps) { expect_grids_of_maps(both(0.02)); }
TEST(MxNoise, Points) { expect_all_points(both(1)); }
TEST(MxNoise, DerivativesAreThoseOfTheReference) { expect_all_planes(both(0.043)); }
TEST(MxNoise, DerivativesAreThoseOfDifferences) { expect_slopes({{"mx_noise", mx_noise(0.25)}}); }

TEST(MxNoise, RangeIsProven) {
  const Field field = mx_noise();
  const auto& noise = *std::get<const model::PerlinNoise*>(*graph::node_of(field).noise());
  const double flat =
      largest_value<2>(Fade::quintic, magnitudes<2>(*noise.gradients[1]), 1e-9).upper;
  const double solid =
      largest_value<3>(Fade::quintic, magnitudes<3>(*noise.gradients[2]), 1e-9).upper;
  EXPECT_NEAR(graph::node_of(field).bounds(2).max, flat + 1e-6, 2e-9);
  EXPECT_NEAR(graph::node_of(field).bounds(3).max, solid + 1e-6, 2e-9);
  EXPECT_EQ(range(mx_cell_noise(), 3), (Range{0, 1}));
}

TEST(MxNoise, BadInputIsRejected) {
  for (const double frequency : {0.0, -1.0, std::nan("")}) {
    expect_rejected([&] { mx_noise(frequency); }, {"mx_noise: frequency", "above 0"});
    expect_rejected([&] { mx_cell_noise(frequency); }, {"mx_cell_noise: frequency", "above 0"});
  }
  expect_rejected([&] { range(mx_noise(), 4); }, {"2 to 3 dimensions"});
}

TEST(MxNoise, OctavesDiffer) {
  EXPECT_NE(sample(fbm(mx_noise(), {.octaves = 2, .lacunarity = 1, .gain = 1}), 0.3, 0.4),
            sample(mx_noise(), 0.3, 0.4));
}

}  // namespace
}  // namespace perlane::testing
