// Tests lattices that the user gives (tables, arrays, periods) and sets of gradients.

#include "support/reference.hpp"

#include "graph/noise/gradients.hpp"
#include "graph/noise/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace perlane::testing {
namespace {

// Compares grids and points of every instruction set with the reference.
template <int N>
void expect_both(const Grid<N>& grid, const Field& field, const std::string& name) {
  expect_reference<N>(grid, {name, field});
  expect_points_of<N>(grid, {name, field});
}

void expect_reference_everywhere(const Field& field, const std::string& name) {
  for (const double step : {0.3, 2.3, -0.9}) {
    expect_both<1>({.shape = {200}, .step = {step}, .origin = {-20}}, field, name);
    expect_both<2>({.shape = {50, 9}, .step = {step, 0.7}, .origin = {-20, 1e6}}, field, name);
    expect_both<3>({.shape = {40, 4, 4}, .step = {step, 0.7, 1.1}, .origin = {-20, 1e6, 3}}, field,
                   name);
    expect_both<4>(
        {.shape = {30, 3, 3, 3}, .step = {step, 0.7, 1.1, 0.2}, .origin = {-20, 1e6, 3, -1e9}},
        field, name);
  }
}

template <int N>
std::vector<std::array<float, N>> random_vectors(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<std::array<float, N>> vectors(count);
  for (auto& vector : vectors) {
    for (float& component : vector) component = uniform(random);
  }
  return vectors;
}

// ---- tables -----------------------------------------------------------------

TEST(Lattices, PerlinsTableGivesPerlinsNoise) {
  const auto published = graph::perlin2002_table()->entries();
  const std::vector<int> table(published.begin(), published.end());
  // These are Perlin's 16 gradients, by their vectors.
  std::vector<std::array<float, 3>> edges;
  const model::GradientSet& set = graph::perlin2002_gradients(3);
  for (std::size_t i = 0; i < set.count; ++i)
    edges.push_back({set.component[0][i], set.component[1][i], set.component[2][i]});
  const Field field = perlin({.frequency = 1,
                              .lattice = Lattice::permutation(table),
                              .gradients = Gradients::vectors<3>(edges)});
  const Grid<3> grid{.shape = {30, 20, 20}, .step = {0.37, 0.71, 1.3}, .origin = {-100, 0, 17}};
  with_every_isa([&](std::string_view) {
    EXPECT_TRUE(same_bits(filled(grid, field), filled(grid, perlin2002()), grid));
  });
}

TEST(Lattices, TablesOfEverySize) {
  for (const std::size_t size : {2u, 3u, 4u, 5u, 10u, 64u, 127u, 128u, 129u, 200u, 255u, 256u, 257u,
                                 512u, 1000u, 32768u, 65535u, 65536u}) {
    std::vector<std::uint16_t> table(size);
    std::iota(table.begin(), table.end(), std::uint16_t{0});
    std::ranges::shuffle(table, std::mt19937(1));
    for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{12345}}) {
      for (const Lattice& lattice : {Lattice::permutation(table), Lattice::classic(table)}) {
        const std::string name = "table of " + std::to_string(size);
        expect_reference_everywhere(perlin({.seed = seed, .frequency = 1, .lattice = lattice}),
                                    name);
        expect_reference_everywhere(value({.seed = seed, .frequency = 1, .lattice = lattice}),
                                    name);
      }
    }
  }
}

// The value that stands at a lattice point, worked out as the articles write it: every index modulo
// the length of the table.
double value_of_table(const std::vector<int>& table, bool is_classic, std::uint64_t seed,
                      const std::array<std::int64_t, 3>& point) {
  const auto length = static_cast<std::int64_t>(table.size());
  const auto at = [&](std::int64_t index) {
    return std::int64_t{table[static_cast<std::size_t>(((index % length) + length) % length)]};
  };
  const auto start = static_cast<std::int64_t>(seed % table.size());
  const auto [x, y, z] = point;
  const std::int64_t entry = is_classic ? (((x + at(y + at(z + start))) % length) + length) % length
                                        : at(at(at(x + start) + y) + z);
  return static_cast<double>(2 * entry + 1 - length) / static_cast<double>(length);
}

TEST(Lattices, TablesOfAnyLengthAreLookedUpModuloTheirLength) {
  for (const std::size_t length : {2u, 3u, 7u, 100u, 150u, 256u, 1000u}) {
    std::vector<int> table(length);
    std::iota(table.begin(), table.end(), 0);
    std::ranges::shuffle(table, std::mt19937(5));
    for (const bool is_classic : {false, true}) {
      const Lattice lattice = is_classic ? Lattice::classic(table) : Lattice::permutation(table);
      for (const std::uint64_t seed :
           {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}, std::uint64_t{1} << 32}) {
        const Field field = value({.seed = seed, .frequency = 1, .lattice = lattice});
        // The lattice does not break where 32 bits end, nor where floats are coarse.
        for (const std::int64_t far : {std::int64_t{0}, std::int64_t{1} << 32,
                                       -(std::int64_t{1} << 32) - 5, std::int64_t{1} << 50}) {
          for (std::int64_t i = -20; i < 20; ++i) {
            const std::array<std::int64_t, 3> point{far + i, 7 * i - far, 3 - i};
            EXPECT_NEAR(sample(field, static_cast<double>(point[0]), static_cast<double>(point[1]),
                               static_cast<double>(point[2])),
                        value_of_table(table, is_classic, seed, point), 3e-6)
                << length << " entries, point " << point[0];
          }
        }
      }
    }
  }
}

// A table of 3 entries, as in "Breaking down Perlin noise reference implementation": the grid of
// 3 x 3 x 3 points repeats.
TEST(Lattices, ATableOfThreeRepeatsAfterThreeCells) {
  const std::vector<int> table{1, 2, 0};
  const Field field = perlin({.frequency = 1, .lattice = Lattice::permutation(table)});
  const Grid<3> here{.shape = {30, 30, 4}, .step = {0.125, 0.125, 0.25}};
  Grid<3> there = here;
  there.origin = {3, -6, 3'000'000'000.0};
  EXPECT_TRUE(same_bits(filled(there, field), filled(here, field), here));
  there.origin = {1, 0, 0};
  EXPECT_FALSE(same_bits(filled(there, field), filled(here, field), here));
  expect_reference_everywhere(fbm(field, {.octaves = 3}), "table of 3");
}

// A period comes first, and then the length of the table: it may be shorter or longer than the
// table, or a multiple of it, which is the same as none.
TEST(Lattices, PeriodsOfTablesOfAnyLength) {
  for (const int length : {3, 10, 100, 250, 1000}) {
    for (const bool is_classic : {false, true}) {
      const Lattice lattice = is_classic ? Lattice::classic(length) : Lattice::permutation(length);
      const auto with = [&](const std::array<std::int64_t, 4>& period) {
        return value({.seed = 4, .frequency = 1, .lattice = lattice, .period = period});
      };
      for (const std::array<std::int64_t, 4>& period :
           {std::array<std::int64_t, 4>{2, 7, 64, 1}, {1000, 0, 3, 101}, {0, 65536, 65535, 3}}) {
        const Field field = with(period);
        expect_reference_everywhere(field, "period, table of " + std::to_string(length));
        expect_reference_everywhere(fbm(field, {.octaves = 1}), "the same, as an octave");
        const Grid<4> here{.shape = {40, 4, 3, 3}, .step = {0.25, 0.75, 0.5, 0.25}};
        Grid<4> there = here;
        for (std::size_t axis = 0; axis < 4; ++axis)
          there.origin[axis] =
              -7.0 * static_cast<double>(period[axis] != 0 ? period[axis] : length);
        EXPECT_TRUE(same_bits(filled(there, field), filled(here, field), here));
        // The first period is the same as without one.
        const auto first = std::min<std::int64_t>(period[0] != 0 ? period[0] : length, length);
        for (std::int64_t x = 0; x < first; ++x)
          EXPECT_EQ(sample(field, static_cast<double>(x)),
                    sample(with({}), static_cast<double>(x)));
      }
      const std::int64_t many = 12345 * std::int64_t{length};
      const Grid<2> plane{.shape = {100, 20}, .step = {0.7, 0.9}, .origin = {-30, 1e7}};
      EXPECT_TRUE(same_bits(filled(plane, with({many, length})), filled(plane, with({})), plane));
    }
  }
}

// In 2D there are two look-ups, and the remainder of the
// last by the number of gradients, as everybody writes it.
TEST(Lattices, TwoLookUpsIn2D) {
  std::vector<int> table(512);
  std::iota(table.begin(), table.end(), 0);
  std::ranges::shuffle(table, std::mt19937(7));
  for (const std::size_t count : {4, 3, 12, 100, 256, 1}) {
    const auto vectors = random_vectors<2>(count, 3);
    const Field field = perlin({.frequency = 1,
                                .lattice = Lattice::permutation(table),
                                .gradients = Gradients::vectors<2>(vectors),
                                .fade = Fade::linear});
    for (int y = 0; y < 20; ++y) {
      for (int x = 0; x < 20; ++x) {
        const auto& vector = vectors[static_cast<std::size_t>(table[static_cast<std::size_t>(
                                         (table[static_cast<std::size_t>(x)] + y) & 511)]) %
                                     count];
        // The sample lies a quarter into the cell along x,
        // where the linear fade gives the other vertex 1/4.
        const auto& right = vectors[static_cast<std::size_t>(table[static_cast<std::size_t>(
                                        (table[static_cast<std::size_t>(x + 1)] + y) & 511)]) %
                                    count];
        const double expected =
            0.75 * (double{vector[0]} * 0.25) + 0.25 * (double{right[0]} * -0.75);
        ASSERT_NEAR(sample(field, x + 0.25, y), expected, 1e-7) << x << " " << y << " of " << count;
      }
    }
  }
}

// ---- gradients --------------------------------------------------------------

TEST(Lattices, GradientSets) {
  for (const Lattice& lattice :
       {Lattice::hashed(), Lattice::permutation(), Lattice::permutation(1024)}) {
    const std::pair<const char*, Gradients> sets[] = {{"automatic", Gradients::automatic()},
                                                      {"edges", Gradients::edges()},
                                                      {"axes", Gradients::axes()},
                                                      {"diagonals", Gradients::diagonals()}};
    for (const auto& [name, set] : sets)
      expect_reference_everywhere(perlin({.frequency = 1, .lattice = lattice, .gradients = set}),
                                  name);
    for (const std::size_t count : {1, 2, 3, 7, 16, 17, 33, 255, 256}) {
      const auto own = [&]<std::size_t N>(const std::vector<std::array<float, N>>& vectors) {
        return perlin({.frequency = 1,
                       .lattice = lattice,
                       .gradients = Gradients::vectors<static_cast<int>(N)>(vectors)});
      };
      const std::string name = std::to_string(count) + " vectors";
      expect_both<1>({.shape = {100}, .step = {0.3}}, own(random_vectors<1>(count, 1)), name);
      expect_both<2>({.shape = {30, 9}, .step = {0.3, 0.7}}, own(random_vectors<2>(count, 1)),
                     name);
      expect_both<3>({.shape = {20, 4, 4}, .step = {0.3, 0.7, 0.4}},
                     own(random_vectors<3>(count, 1)), name);
      expect_both<4>({.shape = {20, 3, 3, 3}, .step = {0.3, 0.7, 0.4, 0.2}},
                     own(random_vectors<4>(count, 1)), name);
    }
  }
}

// Hashed lattices draw every vector of a set, and each as
// often as the others, whatever their number.
TEST(Lattices, GradientsAreDrawnEvenly) {
  for (const std::size_t count : {1, 3, 12, 100, 256}) {
    std::vector<std::array<float, 1>> slopes;
    for (std::size_t i = 0; i < count; ++i) slopes.push_back({static_cast<float>(i + 1)});
    const Field field = perlin({.frequency = 1, .gradients = Gradients::vectors<1>(slopes)});
    // Near a lattice point the noise is slope times distance.
    constexpr double distance = 0x1p-20;
    std::vector<int> drawn(count);
    const std::int64_t points = 200'000;
    for (const float n : filled<1>({.shape = {points}, .origin = {distance}}, field)) {
      const auto slope = static_cast<std::size_t>(std::lround(n / distance));
      ASSERT_GE(slope, 1u);
      ASSERT_LE(slope, count);
      ++drawn[slope - 1];
    }
    const double expected = static_cast<double>(points) / static_cast<double>(count);
    for (const int n : drawn) EXPECT_NEAR(n, expected, 5.5 * std::sqrt(expected) + 1) << count;
  }
}

TEST(Lattices, RangesOfOwnGradients) {
  const auto vectors = random_vectors<3>(64, 9);
  const Field field = perlin({.frequency = 1, .gradients = Gradients::vectors<3>(vectors)});
  const auto [min, max] = range(field, 3);
  double longest = 0;
  for (const auto& v : vectors)
    longest = std::max(longest, std::hypot(double{v[0]}, double{v[1]}, double{v[2]}));
  EXPECT_NEAR(max, longest * std::sqrt(3.0) / 2, 1e-5);
  EXPECT_EQ(min, -max);
  std::vector<float> out(1'000'000);
  Range written{};
  fill<3>(out, {.shape = {100, 100, 100}, .step = {0.31, 0.37, 0.41}}, field, {.seen = &written});
  EXPECT_GT(written.min, min);
  EXPECT_LT(written.max, max);
  EXPECT_GT(written.max, 0.5f * max);
}

// ---- arrays -----------------------------------------------------------------

TEST(Lattices, ExplicitLattices) {
  const auto slopes = random_vectors<1>(7, 1);
  const auto plane = random_vectors<2>(5 * 3, 2);
  const auto volume = random_vectors<3>(4 * 1 * 6, 3);
  const auto hypervolume = random_vectors<4>(3 * 2 * 5 * 2, 4);
  std::vector<float> values(60);
  std::iota(values.begin(), values.end(), -20.0f);
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{99}}) {
    const auto gradient = [&](const Lattice& lattice) {
      return perlin({.seed = seed, .frequency = 1, .lattice = lattice});
    };
    const auto of_values = [&](const Lattice& lattice) {
      return value({.seed = seed, .frequency = 1, .lattice = lattice});
    };
    for (const double step : {0.3, 1.7}) {
      const Grid<1> line{.shape = {100}, .step = {step}, .origin = {-9.3}};
      const Grid<2> area{.shape = {40, 20}, .step = {step, 0.7}, .origin = {-9.3, -5}};
      const Grid<3> box{.shape = {30, 9, 8}, .step = {step, 0.7, 1.3}, .origin = {-9.3, -5, 1e6}};
      const Grid<4> cells{
          .shape = {20, 4, 5, 6}, .step = {step, 0.7, 1.3, 0.4}, .origin = {-9.3, -5, 1e6, -7}};
      expect_both(line, gradient(Lattice::explicit_gradients<1>(slopes, {7})), "gradients");
      expect_both(area, gradient(Lattice::explicit_gradients<2>(plane, {5, 3})), "gradients");
      expect_both(box, gradient(Lattice::explicit_gradients<3>(volume, {4, 1, 6})), "gradients");
      expect_both(cells, gradient(Lattice::explicit_gradients<4>(hypervolume, {3, 2, 5, 2})),
                  "gradients");
      expect_both(line, of_values(Lattice::explicit_values<1>(values, {60})), "values");
      expect_both(area, of_values(Lattice::explicit_values<2>(values, {12, 5})), "values");
      expect_both(box, of_values(Lattice::explicit_values<3>(values, {5, 3, 4})), "values");
      expect_both(cells, of_values(Lattice::explicit_values<4>(values, {3, 2, 5, 2})), "values");
      expect_both(area,
                  white({.seed = seed, .lattice = Lattice::explicit_values<2>(values, {12, 5})}),
                  "white");
      expect_both(area,
                  fbm(of_values(Lattice::explicit_values<2>(values, {12, 5})), {.octaves = 3}),
                  "fbm");
    }
  }
}

TEST(Lattices, ExplicitValuesAreTheValuesAtTheLatticePoints) {
  std::vector<float> values(7 * 5 * 3);
  std::iota(values.begin(), values.end(), 1.0f);
  const Field field =
      value({.frequency = 1, .lattice = Lattice::explicit_values<3>(values, {7, 5, 3})});
  EXPECT_EQ(filled<3>({.shape = {7, 5, 3}}, field), values);
  // The array repeats before and after.
  EXPECT_EQ(filled<3>({.shape = {7, 5, 3}, .first = {-70, 55, 3}}, field), values);
  EXPECT_EQ(sample(field, 0.5, 0, 0), 1.5f);
  EXPECT_EQ(sample(field, -0.5, 0, 0), 4.0f);  // between 7 and 1
  const auto [min, max] = range(field, 3);
  EXPECT_NEAR(min, 1, 2e-4);
  EXPECT_NEAR(max, 105, 2e-4);
  // Octaves and other seeds move the array.
  EXPECT_NE(filled<3>({.shape = {7, 5, 3}},
                      value({.seed = 1,
                             .frequency = 1,
                             .lattice = Lattice::explicit_values<3>(values, {7, 5, 3})})),
            values);
}

TEST(Lattices, ExplicitGradientsAreTheDerivativesAtTheLatticePoints) {
  const auto vectors = random_vectors<2>(6 * 4, 5);
  const Field field =
      perlin({.frequency = 1, .lattice = Lattice::explicit_gradients<2>(vectors, {6, 4})});
  std::vector<float> n(24), dx(24), dy(24);
  fill(Planes<2>{.value = n, .derivative = {dx, dy}}, {.shape = {6, 4}}, field);
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(n[i], 0.0f);
    EXPECT_EQ(dx[i], vectors[i][0]);
    EXPECT_EQ(dy[i], vectors[i][1]);
  }
}

// ---- periods ----------------------------------------------------------------

TEST(Lattices, PeriodsOfEverySource) {
  const std::array<std::int64_t, 4> period{5, 3, 7, 2};
  std::vector<std::pair<std::string, Field>> fields;
  for (const Lattice& lattice : {Lattice::hashed(), Lattice::permutation(), Lattice::permutation(4),
                                 Lattice::permutation(4096)}) {
    fields.push_back(
        {"perlin", perlin({.seed = 8, .frequency = 1, .lattice = lattice, .period = period})});
    fields.push_back(
        {"value", value({.seed = 8, .frequency = 1, .lattice = lattice, .period = period})});
    fields.push_back({"white", white({.seed = 8, .lattice = lattice, .period = period})});
  }
  const std::size_t sources = fields.size();
  for (std::size_t i = 0; i < sources; ++i) {
    const Field source = fields[i].second;
    fields.push_back({fields[i].first + "/fbm", fbm(source, {.octaves = 3, .lacunarity = 3})});
    fields.push_back({fields[i].first + "/ridged", ridged(source, {.octaves = 3})});
  }
  for (const auto& [name, field] : fields) {
    for (const double step : {0.125, 1.25}) {
      const Grid<4> here{
          .shape = {60, 5, 4, 3}, .step = {step, 0.75, 0.5, 0.25}, .origin = {-4, 1, 2, -1}};
      Grid<4> there = here;
      there.origin = {-4 + 5, 1 - 3 * 1000.0, 2 + 7 * 1e6, -1 - 2};
      expect_both(here, field, name);
      expect_both(there, field, name);
      EXPECT_TRUE(same_bits(filled(there, field), filled(here, field), here)) << name;
      if (step < 1) {
        there.origin = {-4 + 1, 1, 2, -1};
        EXPECT_FALSE(same_bits(filled(there, field), filled(here, field), here)) << name;
      }
    }
  }
}

TEST(Lattices, PeriodsOfSomeAxes) {
  const Field field = perlin({.frequency = 1, .period = {0, 4, 0, 0}});
  const Grid<2> here{.shape = {40, 30}, .step = {0.25, 0.25}};
  Grid<2> there = here;
  there.origin = {0, 4};
  EXPECT_TRUE(same_bits(filled(there, field), filled(here, field), here));
  there.origin = {4, 0};
  EXPECT_FALSE(same_bits(filled(there, field), filled(here, field), here));
  // Within the first period, it is the same noise as without one.
  const Grid<2> inside{.shape = {40, 12}, .step = {0.25, 0.25}};
  EXPECT_TRUE(same_bits(filled(inside, field), filled(inside, perlin({.frequency = 1})), inside));
}

TEST(Lattices, LongPeriods) {
  const std::int64_t longest = std::int64_t{1} << 32;
  for (const std::int64_t period : {longest, longest - 1, (longest >> 1) + 1}) {
    const Field field = perlin({.frequency = 1, .period = {period, 1}});
    const double p = static_cast<double>(period);
    for (const double x : {0.25, -0.75, p - 0.25, -p + 0.3}) {
      for (const double periods : {-3.0, 1.0, 1000.0}) {
        EXPECT_EQ(sample(field, std::floor(x) + 0.25 + p * periods),
                  sample(field, std::floor(x) + 0.25))
            << period << " " << x;
      }
      expect_both<2>({.shape = {20, 4}, .step = {0.3, 0.3}, .origin = {x - 3, x}}, field, "period");
    }
  }
}

// A tile of the period's width meets itself: its first column follows its last.
TEST(Lattices, TilesMeetAtTheirBorders) {
  const Field field = fbm(perlin({.frequency = 1.0 / 32, .period = {4, 4}}), {.octaves = 5});
  const std::vector<float> twice = filled<2>({.shape = {256, 256}}, field);
  const std::vector<float> once = filled<2>({.shape = {128, 128}}, field);
  for (std::size_t y = 0; y < 256; ++y) {
    for (std::size_t x = 0; x < 256; ++x)
      ASSERT_EQ(twice[y * 256 + x], once[y % 128 * 128 + x % 128]);
  }
}

}  // namespace
}  // namespace perlane::testing
