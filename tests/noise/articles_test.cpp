// Compares perlane with the articles about Perlin noise that it grew out of. Each test has a direct
// transcription of the article's mathematics, in binary64. Chunk noise has a test of its own.

#include "support/reference.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace perlane::testing {
namespace {

// Places spread over many cells, on lattice points and between them.
template <std::size_t N>
std::vector<std::array<double, N>> places(double cells, int count = 2000) {
  std::mt19937_64 random(12345);
  std::uniform_real_distribution<double> place(-cells, cells);
  std::vector<std::array<double, N>> result;
  for (int i = 0; i < count; ++i) {
    std::array<double, N> at;
    for (double& coordinate : at)
      coordinate = i % 7 == 0 ? std::floor(place(random)) : place(random);
    result.push_back(at);
  }
  return result;
}

template <std::size_t N>
double value_at(const Field& field, const std::array<double, N>& place) {
  return std::apply([&](auto... coordinate) { return double{sample(field, coordinate...)}; },
                    place);
}

int modulo(double cell, int size) {
  return static_cast<int>(cell - size * std::floor(cell / size));
}

double quintic(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

// ---- Breaking down Perlin noise ---------------------------------------------

double lerp(double t, double a, double b) { return a + t * (b - a); }

// The article's perlin_noise_2d: four gradients along the
// axes, and a shuffled table of 512 entries, used twice.
double perlin_noise_2d(const std::vector<std::uint32_t>& shuffled, double x, double y) {
  std::vector<std::uint32_t> p = shuffled;
  p.insert(p.end(), shuffled.begin(), shuffled.end());
  const auto gradient = [](std::uint32_t hash, double gx, double gy) {
    switch (hash & 3) {
      case 0:
        return gx;
      case 1:
        return -gx;
      case 2:
        return gy;
      default:
        return -gy;
    }
  };
  const auto xu = static_cast<std::uint32_t>(modulo(std::floor(x), 512)),
             yu = static_cast<std::uint32_t>(modulo(std::floor(y), 512));
  x -= std::floor(x);
  y -= std::floor(y);
  const std::uint32_t a = p[xu] + yu, b = p[xu + 1] + yu;
  const double u = quintic(x), v = quintic(y);
  return lerp(v, lerp(u, gradient(p[a], x, y), gradient(p[b], x - 1, y)),
              lerp(u, gradient(p[a + 1], x, y - 1), gradient(p[b + 1], x - 1, y - 1)));
}

TEST(Articles, TwoDimensionalReduction) {
  std::vector<std::uint32_t> table(512);
  std::iota(table.begin(), table.end(), 0u);
  std::mt19937 random(3);
  for (std::size_t i = table.size() - 1; i >= 1; --i) std::swap(table[i], table[random() % i]);
  constexpr std::array<std::array<float, 2>, 4> along_axes{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  const Field field = perlin({.frequency = 1,
                              .lattice = Lattice::permutation(table),
                              .gradients = Gradients::vectors<2>(along_axes)});
  for (const auto& [x, y] : places<2>(1500))
    ASSERT_NEAR(value_at<2>(field, {x, y}), perlin_noise_2d(table, x, y), 5e-7) << x << " " << y;
  EXPECT_NE(sample(field, 600.3, 7.4), 0.0f);
}

// The article's noise_2d: an explicit grid of diagonals, with positions in pixels.
TEST(Articles, NaiveGrid) {
  constexpr int padded_grid_length = 66, cell_size = 16;
  std::vector<std::array<float, 2>> grid;
  std::mt19937 random(4);
  for (int i = 0; i < padded_grid_length * padded_grid_length; ++i) {
    constexpr std::array<float, 2> vectors[4] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    grid.push_back(vectors[random() % 4]);
  }
  const Field field = perlin(
      {.frequency = 1.0 / cell_size,
       .lattice = Lattice::explicit_gradients<2>(grid, {padded_grid_length, padded_grid_length})});
  const std::vector<float> pixels = filled<2>({.shape = {1024, 256}}, field);
  for (int y = 0; y < 256; y += 3) {
    for (int x = 0; x < 1024; ++x) {
      const int cx = x / cell_size, cy = y / cell_size;
      const double xf = static_cast<double>(x - cx * cell_size) / cell_size,
                   yf = static_cast<double>(y - cy * cell_size) / cell_size;
      const auto corner = [&](int i, int j) {
        const auto& vector = grid[static_cast<std::size_t>((cy + j) * padded_grid_length + cx + i)];
        return (xf - i) * double{vector[0]} + (yf - j) * double{vector[1]};
      };
      const auto mixed = [](double t, double a, double b) { return t * a + (1 - t) * b; };
      const double u = quintic(xf), v = quintic(yf);
      const double expected =
          mixed(u, mixed(v, corner(1, 1), corner(1, 0)), mixed(v, corner(0, 1), corner(0, 0)));
      ASSERT_NEAR(pixels[static_cast<std::size_t>(x + 1024 * y)], expected, 5e-7) << x << " " << y;
    }
  }
}

// ---- Perlin noise FAQ -------------------------------------------------------

// The article's gradients, g(i, j, k) = G[(i + P[(j + P[k]) mod 256]) mod 256], and its weighted
// averages with 3p^2 - 2p^3, in any number of dimensions.
template <std::size_t N>
double faq_noise(const std::vector<int>& P, const std::vector<std::array<float, N>>& G,
                 const std::array<double, N>& place) {
  double total = 0;
  for (std::size_t vertex = 0; vertex < std::size_t{1} << N; ++vertex) {
    int index = 0;
    double weight = 1, influence = 0;
    std::array<double, N> distance;
    for (std::size_t axis = N; axis-- > 0;) {
      const double cell = std::floor(place[axis]), p = place[axis] - cell,
                   ease = 3 * p * p - 2 * p * p * p;
      const bool is_far = (vertex >> axis & 1) != 0;
      index = modulo(
          cell + (is_far ? 1 : 0) + (axis == N - 1 ? 0 : P[static_cast<std::size_t>(index)]), 256);
      weight *= is_far ? ease : 1 - ease;
      distance[axis] = p - (is_far ? 1 : 0);
    }
    for (std::size_t axis = 0; axis < N; ++axis)
      influence += double{G[static_cast<std::size_t>(index)][axis]} * distance[axis];
    total += weight * influence;
  }
  return total;
}

template <int N>
void expect_faq_noise() {
  // The table need not be a permutation: "possibly even the same number".
  std::vector<int> P(256);
  std::vector<std::array<float, std::size_t{N}>> G(256);
  std::mt19937 random(N);
  std::normal_distribution<double> component;
  for (int& entry : P) entry = static_cast<int>(random() % 256);
  for (auto& vector : G) {
    std::array<double, std::size_t{N}> drawn;
    double square = 0;
    for (double& c : drawn) {
      c = component(random);
      square += c * c;
    }
    for (std::size_t axis = 0; axis < N; ++axis)
      vector[axis] = static_cast<float>(drawn[axis] / std::sqrt(square));
  }
  const Field field = perlin(
      {.frequency = 1,
       .lattice = Lattice::classic(P),
       .gradients = Gradients::vectors<N>(std::span<const std::array<float, std::size_t{N}>>(G)),
       .fade = Fade::cubic});
  for (const auto& place : places<std::size_t{N}>(400)) {
    ASSERT_NEAR((value_at<std::size_t{N}>(field, place)), (faq_noise<std::size_t{N}>(P, G, place)),
                5e-7);
  }
}

TEST(Articles, ClassicNoise) {
  expect_faq_noise<1>();
  expect_faq_noise<2>();
  expect_faq_noise<3>();
  expect_faq_noise<4>();
}

TEST(Articles, ClassicNoiseOnEveryInstructionSet) {
  const Field noises[] = {perlin({.seed = 5,
                                  .frequency = 0.13,
                                  .lattice = Lattice::classic(),
                                  .gradients = Gradients::random(2),
                                  .fade = Fade::cubic}),
                          perlin({.seed = 5,
                                  .frequency = 0.13,
                                  .lattice = Lattice::classic(1024),
                                  .period = {5, 0, 7, 3}}),
                          value({.seed = 6, .frequency = 0.13, .lattice = Lattice::classic(64)})};
  for (const Field& noise : noises) {
    const Field field = fbm(noise, {.octaves = 2});
    const Grid<1> line{.shape = {100}, .first = {-50}};
    const Grid<2> plane{.shape = {100, 9}, .step = {1.3, 0.4}, .first = {-50, -3}};
    const Grid<3> volume{.shape = {50, 5, 4}, .step = {0.7, 9.3, 1}};
    const Grid<4> hypervolume{.shape = {20, 3, 3, 3}, .first = {-9, -1, 300, -1}};
    const NamedField named{"classic", field};
    expect_reference(line, named);
    expect_reference(plane, named);
    expect_reference(volume, named);
    expect_reference(hypervolume, named);
    expect_points_of(hypervolume, named);
  }
}

TEST(Articles, RandomGradientsHaveUnitLength) {
  EXPECT_NE(sample(perlin({.gradients = Gradients::random(1)}), 10, 20),
            sample(perlin({.gradients = Gradients::random(2)}), 10, 20));
  EXPECT_NEAR(range(perlin({.gradients = Gradients::random(1)}), 2).max, std::numbers::sqrt2 / 2,
              2e-6);
  // Near a lattice point, the largest slope of the noise is the length of its gradient.
  const Field field = perlin({.frequency = 1, .gradients = Gradients::random(3)});
  for (int x = 0; x < 40; ++x) {
    const double dx = sample(field, x + 1e-4, 0.0) / 1e-4, dy = sample(field, x, 1e-4) / 1e-4;
    EXPECT_NEAR(dx * dx + dy * dy, 1, 1e-3);
  }
}

// ---- Longwelwind ------------------------------------------------------------

// The vectors that Lattice::random_gradients draws from a generator of 32-bit numbers.
std::array<double, 2> random_vector(std::mt19937& random) {
  for (;;) {
    std::array<double, 2> drawn;
    for (double& component : drawn)
      component = static_cast<double>(static_cast<std::int32_t>(random())) / 2147483648.0;
    const double square = drawn[0] * drawn[0] + drawn[1] * drawn[1];
    if (square > 1 || square < 1.0 / 1048576) continue;
    return {drawn[0] / std::sqrt(square), drawn[1] / std::sqrt(square)};
  }
}

// The article's get_perlin_noise, divided by sqrt(2) / 2. With `fade_of_offsets`, the offsets in
// the dot products are faded too, as in its code.
double get_perlin_noise(double x, double y, double period,
                        const std::vector<std::array<double, 2>>& vectors, int width, bool smoothed,
                        bool fade_of_offsets) {
  const int cell_x = static_cast<int>(std::floor(x / period)),
            cell_y = static_cast<int>(std::floor(y / period));
  double relative_x = (x - cell_x * period) / period, relative_y = (y - cell_y * period) / period;
  const double fade_x = smoothed ? quintic(relative_x) : relative_x,
               fade_y = smoothed ? quintic(relative_y) : relative_y;
  if (fade_of_offsets) {
    relative_x = fade_x;
    relative_y = fade_y;
  }
  const auto contribution = [&](int i, int j) {
    const auto& vector = vectors[static_cast<std::size_t>((cell_y + j) * width + cell_x + i)];
    return vector[0] * (relative_x - i) + vector[1] * (relative_y - j);
  };
  const auto mixed = [](double a, double b, double t) { return a * (1 - t) + b * t; };
  const double top = mixed(contribution(0, 0), contribution(1, 0), fade_x),
               bottom = mixed(contribution(0, 1), contribution(1, 1), fade_x);
  return mixed(top, bottom, fade_y) / (std::sqrt(2.0) / 2);
}

// The article's period, octaves and attenuation, as examples/octaves.cpp has them.
TEST(Articles, OctavedNoise) {
  constexpr int width = 200, height = 120, octaves = 4;
  constexpr double start_period = 64, attenuation = 0.6;
  for (const bool smoothed : {true, false}) {
    std::mt19937 random(9), again(9);
    Field sum = constant(0);
    std::vector<double> expected(static_cast<std::size_t>(width * height));
    double max_value = 0, difference = 0;
    for (int octave = 0; octave < octaves; ++octave) {
      const double period = start_period * std::pow(0.5, octave),
                   weight = std::pow(attenuation, octave);
      const int grid_width = static_cast<int>(std::ceil(width / period)) + 1,
                grid_height = static_cast<int>(std::ceil(height / period)) + 1;
      const Lattice lattice = Lattice::random_gradients<2>({grid_width, grid_height}, random);
      const Field layer = perlin({.frequency = 1 / period,
                                  .lattice = lattice,
                                  .fade = smoothed ? Fade::quintic : Fade::linear});
      sum = sum + static_cast<float>(weight) * layer;
      max_value += weight;
      std::vector<std::array<double, 2>> vectors;
      for (int i = 0; i < grid_width * grid_height; ++i) vectors.push_back(random_vector(again));
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          const double value = get_perlin_noise(x, y, period, vectors, grid_width, smoothed, false);
          expected[static_cast<std::size_t>(x + width * y)] += value * weight;
          difference =
              std::max(difference, std::abs(value - get_perlin_noise(x, y, period, vectors,
                                                                     grid_width, smoothed, true)));
        }
      }
    }
    const Field field = static_cast<float>(std::numbers::sqrt2 / max_value) * sum;
    const std::vector<float> pixels = filled<2>({.shape = {width, height}}, field);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      ASSERT_NEAR(pixels[i], expected[i] / max_value, 1e-6) << i;
    EXPECT_LE(range(field, 2).max, 1.00001f);
    // The article's code does more than its text says, and makes another noise. docs/cookbook.md
    // says how far it is from this one.
    if (smoothed) {
      EXPECT_GT(difference, 0.25);
    } else {
      EXPECT_EQ(difference, 0);
    }
  }
}

// The article's grey, 128 + 128 v, saturated.
TEST(Articles, GreyImage) {
  const Field field = 2 * perlin({.seed = 1, .frequency = 1.0 / 32});
  const Grid<2> grid{.shape = {256, 256}};
  const std::vector<float> values = filled(grid, field);
  std::vector<std::uint8_t> pixels(samples(grid));
  fill<2>(pixels, grid, field, Range{-1, 127.0f / 128});
  int saturated = 0;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const double exact = 128 + 128 * double{values[i]};
    // Three operations round by 2^-24 of a code up to 255 each.
    ASSERT_NEAR(pixels[i], std::clamp(exact, 0.0, 255.0), 0.5 + 3 * 0x1p-16);
    saturated += exact > 255 || exact < 0 ? 1 : 0;
  }
  EXPECT_GT(saturated, 10);
}

// ---- Jordan Savant ----------------------------------------------------------

// The article's GetValueAtPoint.
double get_value_at_point(const std::vector<double>& noise_map, int row_size, int subdivisions,
                          double x, double y) {
  const int span = row_size * subdivisions;
  const auto locate = [&](double c, int& cell, double& t) {
    double real = std::fmod(c, span);
    while (real < 0) real += span;
    cell = static_cast<int>(real / subdivisions) % row_size;
    t = (real - cell * subdivisions) / subdivisions;
    t = t * t * (3 - 2 * t);
  };
  int min_x, min_y;
  double tx, ty;
  locate(x, min_x, tx);
  locate(y, min_y, ty);
  const int max_x = (min_x + 1) % row_size, max_y = (min_y + 1) % row_size;
  const auto at = [&](int px, int py) {
    return noise_map[static_cast<std::size_t>(py * row_size + px)];
  };
  return lerp(ty, lerp(tx, at(min_x, min_y), at(max_x, min_y)),
              lerp(tx, at(min_x, max_y), at(max_x, max_y)));
}

// Any generator will do: of 32 bits, of 64, of a range that is no power of two, of few bits.
struct Coin {
  using result_type = std::uint8_t;
  static constexpr result_type min() { return 3; }
  static constexpr result_type max() { return 4; }
  result_type operator()() { return static_cast<result_type>(3 + (random() & 1)); }
  std::mt19937 random{8};
};

template <class Random>
void expect_value_map(Random random) {
  Random again = random;
  const auto word = [&] {
    if constexpr (std::is_same_v<Random, std::mt19937>) {
      return static_cast<std::uint32_t>(again());
    } else if constexpr (std::is_same_v<Random, std::mt19937_64>) {
      return static_cast<std::uint32_t>(again() >> 32);
    } else if constexpr (std::is_same_v<Random, Coin>) {
      std::uint32_t bits = 0;
      for (int i = 0; i < 32; ++i) bits = bits << 1 | static_cast<std::uint32_t>(again() - 3);
      return bits;
    } else {  // minstd_rand has 1 to 2147483646, so it gives 30 bits and is called twice
      const auto draw = [&] {
        for (;;) {
          const std::uint64_t drawn = again() - 1;
          if (drawn < 1u << 30) return drawn;
        }
      };
      const std::uint64_t high = draw();
      return static_cast<std::uint32_t>(high << 30 | draw());
    }
  };
  constexpr int size = 256, subdivisions = 10, row_size = 16;
  std::vector<double> noise_map;
  for (int i = 0; i < size; ++i) noise_map.push_back(static_cast<double>(word() >> 8) / 16777216);
  const Field map = value({.frequency = 1.0 / subdivisions,
                           .lattice = Lattice::random_values<2>({row_size, row_size}, random),
                           .fade = Fade::cubic});
  EXPECT_NEAR(sample(map, 765.33f, -17),
              get_value_at_point(noise_map, row_size, subdivisions, 765.33f, -17), 2e-7);
  for (const auto& [x, y] : places<2>(700)) {
    ASSERT_NEAR(value_at<2>(map, {x, y}),
                get_value_at_point(noise_map, row_size, subdivisions, x, y), 3e-7)
        << x << " " << y;
  }
  // It wraps at all four borders, to the bit.
  const std::vector<float> once = filled<2>({.shape = {160, 160}}, map);
  EXPECT_EQ(filled<2>({.shape = {160, 160}, .first = {-160, 320}}, map), once);
}

TEST(Articles, ValueMap) {
  expect_value_map(std::mt19937(1));
  expect_value_map(std::mt19937_64(2));
  expect_value_map(std::minstd_rand(3));
  expect_value_map(Coin());
}

}  // namespace
}  // namespace perlane::testing
