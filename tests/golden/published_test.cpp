// Compares the reference and every instruction set with published formulas in binary64. This is the
// one place where floats may differ, by 1e-6.

#include "support/testing.hpp"

#include "graph/noise/gradients.hpp"
#include "graph/noise/lattice.hpp"
#include "reference/lattice.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>

namespace perlane::testing {
namespace {

struct Golden {
  double x, y, z, value;
};

std::vector<Golden> read_golden() {
  std::ifstream file(GOLDEN_PERLIN2002);
  std::vector<Golden> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    Golden row;
    if (std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf", &row.x, &row.y, &row.z, &row.value) == 4)
      rows.push_back(row);
  }
  return rows;
}

template <int N>
float fill_one(const Field& field, const std::array<double, std::size_t{N}>& point) {
  float value;
  fill(
      std::span(&value, 1),
      [&] {
        Grid<N> grid;
        grid.shape.fill(1);
        grid.origin = point;
        return grid;
      }(),
      field);
  return value;
}

TEST(Golden, PublishedValuesOfImprovedNoise) {
  const std::vector<Golden> golden = read_golden();
  ASSERT_EQ(golden.size(), 1503u);
  const Field field = perlin2002();
  with_every_isa([&](std::string_view) {
    for (const auto& [x, y, z, value] : golden) {
      EXPECT_NEAR(sample(field, x, y, z), value, 1e-6) << x << " " << y << " " << z;
      EXPECT_NEAR((fill_one<3>(field, {x, y, z})), value, 1e-6) << x << " " << y << " " << z;
      if (z == 0) {
        EXPECT_NEAR((fill_one<2>(field, {x, y})), value, 1e-6) << x << " " << y;
        if (y == 0) {
          EXPECT_NEAR((fill_one<1>(field, {x})), value, 1e-6) << x;
        }
      }
    }
  });
}

TEST(Golden, TheWellKnownValueOfImprovedNoise) {
  EXPECT_EQ(sample(perlin2002(), 3.14, 42, 7), 0.136919958784f);
}

double fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

// Perlin's improved noise in 4D, with the gradients of his code.
double gradient_4d(unsigned hash, double x, double y, double z, double w) {
  const unsigned h = hash & 31;
  double a = x, b = y, c = z;
  switch (h >> 3) {
    case 1:
      a = w, b = x, c = y;
      break;
    case 2:
      a = z, b = w, c = x;
      break;
    case 3:
      a = y, b = z, c = w;
      break;
    default:
      break;
  }
  return ((h & 4) == 0 ? -a : a) + ((h & 2) == 0 ? -b : b) + ((h & 1) == 0 ? -c : c);
}

TEST(Golden, ImprovedNoiseIn4D) {
  const auto table = graph::perlin2002_table();
  const auto p = [&](unsigned i) { return table->entries()[i & 255]; };
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-300, 300);
  for (int i = 0; i < 20'000; ++i) {
    const std::array<double, 4> point{uniform(random), uniform(random), uniform(random),
                                      uniform(random)};
    double sum = 0;
    for (unsigned vertex = 0; vertex < 16; ++vertex) {
      double d[4], weight = 1;
      unsigned cell[4];
      for (unsigned axis = 0; axis < 4; ++axis) {
        const unsigned side = vertex >> axis & 1;
        const double f = point[axis] - std::floor(point[axis]);
        d[axis] = f - side;
        weight *= side != 0 ? fade(f) : 1 - fade(f);
        cell[axis] = static_cast<unsigned>(static_cast<int>(std::floor(point[axis]))) + side;
      }
      sum += weight *
             gradient_4d(p(p(p(p(cell[0]) + cell[1]) + cell[2]) + cell[3]), d[0], d[1], d[2], d[3]);
    }
    ASSERT_NEAR(sample(perlin2002(), point[0], point[1], point[2], point[3]), sum, 1e-6);
  }
}

// Gradient noise as Perlin defined it: the sum over the
// vertices of weight times gradient . distance.
template <std::size_t N>
double published(const std::array<double, N>& point, const Perlin& parameters) {
  const model::GradientSet& gradients = graph::automatic_gradients(static_cast<int>(N));
  double sum = 0;
  for (unsigned vertex = 0; vertex < 1u << N; ++vertex) {
    double weight = 1;
    std::array<double, N> distance;
    std::array<std::uint32_t, N> cell;
    for (std::size_t axis = 0; axis < N; ++axis) {
      const double s = point[axis] * parameters.frequency;
      const unsigned side = vertex >> axis & 1;
      const double f = s - std::floor(s);
      const double eased = parameters.fade == Fade::quintic ? fade(f)
                           : parameters.fade == Fade::cubic ? f * f * (3 - 2 * f)
                                                            : f;
      distance[axis] = f - side;
      weight *= side != 0 ? eased : 1 - eased;
      cell[axis] = static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(s))) + side;
    }
    // The sign of x is the uppermost bit of a hash, and the lowest of a choice.
    const std::uint32_t hash = reference::hash(graph::hash_key(parameters.seed), cell);
    const std::uint32_t choice = (hash & 0x7fffffff) >> (29 - N) << 1 | hash >> 31;
    double dot = 0;
    for (std::size_t axis = 0; axis < N; ++axis)
      dot += gradients.component[axis][choice] * distance[axis];
    sum += weight * dot;
  }
  return sum;
}

template <std::size_t N>
void expect_published(Fade fade) {
  const Perlin parameters{.seed = 99, .frequency = 0.173, .fade = fade};
  const Field field = perlin(parameters);
  std::mt19937 random(N);
  std::uniform_real_distribution<double> uniform(-1e5, 1e5);
  for (int i = 0; i < 20'000; ++i) {
    std::array<double, N> point;
    for (double& coordinate : point) coordinate = uniform(random);
    const double value =
        std::apply([&](auto... coordinate) { return sample(field, coordinate...); }, point);
    ASSERT_NEAR(value, published(point, parameters), 1e-6);
  }
}

TEST(Golden, GradientNoiseAsDefined) {
  for (const Fade fade : {Fade::quintic, Fade::cubic, Fade::linear}) {
    expect_published<1>(fade);
    expect_published<2>(fade);
    expect_published<3>(fade);
    expect_published<4>(fade);
  }
}

TEST(Golden, ZeroAtLatticePoints) {
  for (const NamedField& named : every_field(1.0, 1, true)) {
    const std::size_t slash = named.name.find('/');
    if (!named.name.starts_with("perlin") ||
        (slash != std::string::npos && named.name.substr(slash) != "/fbm"))
      continue;
    with_every_isa([&](std::string_view) {
      const std::int64_t far = std::int64_t{1} << 33;
      for (const float value : filled<1>({.shape = {600}, .first = {-300}}, named.field))
        ASSERT_EQ(value, 0.0f) << named.name;
      for (const float value : filled<2>({.shape = {300, 300}, .first = {-150, far}}, named.field))
        ASSERT_EQ(value, 0.0f) << named.name;
      for (const float value :
           filled<3>({.shape = {40, 40, 40}, .first = {-9, far, -far}}, named.field))
        ASSERT_EQ(value, 0.0f) << named.name;
      for (const float value :
           filled<4>({.shape = {20, 9, 9, 9}, .first = {-9, far, -far, 3}}, named.field))
        ASSERT_EQ(value, 0.0f) << named.name;
    });
  }
}

TEST(Golden, ImprovedNoiseRepeatsAfter256Cells) {
  const Field field = perlin2002();
  with_every_isa([&](std::string_view) {
    const Grid<3> here{.shape = {100, 20, 20}, .step = {0.125, 0.25, 0.5}, .origin = {-5, -3, 250}};
    Grid<3> there = here;
    there.origin = {-5 + 256, -3 - 512, 250 + 256.0 * 1024};
    EXPECT_TRUE(same_bits(filled(there, field), filled(here, field), here));
    there.origin = {-5 + 128, -3, 250};
    EXPECT_FALSE(same_bits(filled(there, field), filled(here, field), here));
  });
}

TEST(Golden, PermutationLatticeRepeatsAfterItsTable) {
  for (const int size : {2, 64, 256, 4096}) {
    const Field field = perlin({.seed = 4, .frequency = 1, .lattice = Lattice::permutation(size)});
    const Grid<2> here{.shape = {100, 20}, .step = {0.125, 0.25}};
    Grid<2> there = here;
    there.origin = {static_cast<double>(size), -3.0 * size};
    EXPECT_TRUE(same_bits(filled(there, field), filled(here, field), here)) << size;
    there.origin = {size / 2.0, 0};
    EXPECT_FALSE(same_bits(filled(there, field), filled(here, field), here)) << size;
  }
}

TEST(Golden, SeedsAndOctavesDiffer) {
  const Grid<2> grid{.shape = {64, 64}, .step = {0.3, 0.3}};
  for (const Lattice& lattice : {Lattice::hashed(), Lattice::permutation()}) {
    const auto noise = [&](std::uint64_t seed) {
      return filled(grid, perlin({.seed = seed, .frequency = 1, .lattice = lattice}));
    };
    const std::vector<float> zero = noise(0);
    for (const std::uint64_t seed :
         {std::uint64_t{1}, std::uint64_t{1} << 32, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
      EXPECT_FALSE(same_bits(noise(seed), zero, grid)) << seed;
    }
    // Two octaves of one frequency would be the same noise twice if they shared a seed.
    const Field twice = fbm(perlin({.frequency = 1, .lattice = lattice}),
                            {.octaves = 2, .lacunarity = 1, .gain = 1});
    EXPECT_FALSE(same_bits(filled(grid, twice), zero, grid));
  }
}

}  // namespace
}  // namespace perlane::testing
