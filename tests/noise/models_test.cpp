// Noises as their authors and docs/numerics.md have them, in binary64 and without anything of the
// library: a stranger's programs.

#include "support/testing.hpp"

#include <array>
#include <cmath>
#include <random>
#include <utility>

namespace perlane::testing {
namespace {

// ---- simplex noise, after simplexnoise1234.c by S. Gustavson, 2003 to 2011 ---------------------

constexpr std::uint8_t perm[256] = {
    151, 160, 137, 91,  90,  15,  131, 13,  201, 95,  96,  53,  194, 233, 7,   225, 140, 36,  103,
    30,  69,  142, 8,   99,  37,  240, 21,  10,  23,  190, 6,   148, 247, 120, 234, 75,  0,   26,
    197, 62,  94,  252, 219, 203, 117, 35,  11,  32,  57,  177, 33,  88,  237, 149, 56,  87,  174,
    20,  125, 136, 171, 168, 68,  175, 74,  165, 71,  134, 139, 48,  27,  166, 77,  146, 158, 231,
    83,  111, 229, 122, 60,  211, 133, 230, 220, 105, 92,  41,  55,  46,  245, 40,  244, 102, 143,
    54,  65,  25,  63,  161, 1,   216, 80,  73,  209, 76,  132, 187, 208, 89,  18,  169, 200, 196,
    135, 130, 116, 188, 159, 86,  164, 100, 109, 198, 173, 186, 3,   64,  52,  217, 226, 250, 124,
    123, 5,   202, 38,  147, 118, 126, 255, 82,  85,  212, 207, 206, 59,  227, 47,  16,  58,  17,
    182, 189, 28,  42,  223, 183, 170, 213, 119, 248, 152, 2,   44,  154, 163, 70,  221, 153, 101,
    155, 167, 43,  172, 9,   129, 22,  39,  253, 19,  98,  108, 110, 79,  113, 224, 232, 178, 185,
    112, 104, 218, 246, 97,  228, 251, 34,  242, 193, 238, 210, 144, 12,  191, 179, 162, 241, 81,
    51,  145, 235, 249, 14,  239, 107, 49,  192, 214, 31,  181, 199, 106, 157, 184, 84,  204, 176,
    115, 121, 50,  45,  127, 4,   150, 254, 138, 236, 205, 93,  222, 114, 67,  29,  24,  72,  243,
    141, 128, 195, 78,  66,  215, 61,  156, 180};

template <std::size_t N>
using Point = std::array<double, N>;

double signed_by(std::uint32_t hash, std::uint32_t bit, double value) {
  return (hash & bit) != 0 ? -value : value;
}
double grad(std::uint32_t hash, const Point<2>& d) {
  const std::uint32_t h = hash & 7;
  const double u = h < 4 ? d[0] : d[1], v = h < 4 ? d[1] : d[0];
  return signed_by(h, 1, u) + signed_by(h, 2, 2 * v);
}
double grad(std::uint32_t hash, const Point<3>& d) {
  const std::uint32_t h = hash & 15;
  const double u = h < 8 ? d[0] : d[1], v = h < 4 ? d[1] : h == 12 || h == 14 ? d[0] : d[2];
  return signed_by(h, 1, u) + signed_by(h, 2, v);
}
double grad(std::uint32_t hash, const Point<4>& d) {
  const std::uint32_t h = hash & 31;
  const double u = h < 24 ? d[0] : d[1], v = h < 16 ? d[1] : d[2], w = h < 8 ? d[2] : d[3];
  return signed_by(h, 1, u) + signed_by(h, 2, v) + signed_by(h, 4, w);
}

// snoise2, snoise3 and snoise4.
template <std::size_t N>
double snoise(const Point<N>& point) {
  constexpr double scale[5] = {0, 0, 40, 72, 62};
  constexpr double n = N;
  const double skew = (std::sqrt(n + 1) - 1) / n, unskew = (1 - 1 / std::sqrt(n + 1)) / n;
  double sum = 0;
  for (const double c : point) sum += c;
  Point<N> first;
  std::array<std::int64_t, N> cell;
  double cells = 0;
  for (std::size_t a = 0; a < N; ++a) {
    first[a] = std::floor(point[a] + sum * skew);
    cell[a] = static_cast<std::int64_t>(first[a]);
    cells += first[a];
  }
  Point<N> d0;
  for (std::size_t a = 0; a < N; ++a) d0[a] = point[a] - (first[a] - cells * unskew);
  std::array<int, N> rank{};
  for (std::size_t a = 0; a < N; ++a) {
    for (std::size_t b = a + 1; b < N; ++b) ++rank[d0[a] > d0[b] ? a : b];
  }
  double total = 0;
  for (int corner = 0; corner <= static_cast<int>(N); ++corner) {
    Point<N> d;
    std::uint32_t hash = 0;
    double t = 0.5;
    for (std::size_t a = N; a-- > 0;) {
      const int moved = rank[a] >= static_cast<int>(N) - corner ? 1 : 0;
      d[a] = d0[a] - moved + corner * unskew;
      t -= d[a] * d[a];
      hash = perm[(static_cast<std::uint64_t>(cell[a] + moved) + hash) & 255];
    }
    if (t > 0) total += t * t * t * t * grad(hash, d);
  }
  return scale[N] * total;
}

template <std::size_t N>
Point<N> drawn_point(std::mt19937_64& random, double reach) {
  std::uniform_real_distribution<double> uniform(-reach, reach);
  Point<N> point;
  for (double& c : point) c = uniform(random);
  return point;
}

template <std::size_t N>
float sample_at(const Field& field, const Point<N>& point) {
  return std::apply([&](auto... c) { return sample(field, c...); }, point);
}

// Values of points as arrays, which are what kernels evaluate.
template <std::size_t N>
std::vector<float> sample_all(const Field& field, const std::vector<Point<N>>& points) {
  std::array<std::vector<double>, N> coordinate;
  std::array<std::span<const double>, N> spans;
  for (std::size_t a = 0; a < N; ++a) {
    for (const auto& point : points) coordinate[a].push_back(point[a]);
    spans[a] = coordinate[a];
  }
  std::vector<float> out(points.size());
  std::apply([&](auto... axis) { sample(out, field, axis...); }, spans);
  return out;
}

// Expects model(point) at many points, on every instruction set and at single points.
template <std::size_t N, class Model>
void expect_model(const char* name, const Field& field, double reach, const Model& model,
                  double tolerance, int count = 4000) {
  std::mt19937_64 random(N);
  std::vector<Point<N>> points;
  for (int i = 0; i < count; ++i) points.push_back(drawn_point<N>(random, reach));
  std::vector<double> expected;
  for (const auto& point : points) expected.push_back(model(point));
  for (std::size_t i = 0; i < points.size(); i += 7) {
    ASSERT_NEAR(sample_at(field, points[i]), expected[i], tolerance)
        << name << " at " << ::testing::PrintToString(points[i]);
  }
  with_every_isa([&](std::string_view) {
    const std::vector<float> values = sample_all(field, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_NEAR(values[i], expected[i], tolerance)
          << name << " at " << ::testing::PrintToString(points[i]);
    }
  });
}

TEST(Models, Simplex2012) {
  for (const double reach : {3.0, 1e4}) {
    expect_model<2>("simplex2012", simplex2012(), reach, snoise<2>, 2e-6);
    expect_model<3>("simplex2012", simplex2012(), reach, snoise<3>, 2e-6);
    expect_model<4>("simplex2012", simplex2012(), reach, snoise<4>, 2e-6);
  }
}

// ---- docs/numerics.md: random numbers and the hash ----------------------------------------------

class SplitMix {
 public:
  explicit SplitMix(std::uint64_t state) : state_(state) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};
std::uint64_t split(std::uint64_t seed) { return SplitMix(seed).next(); }
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t k) { return split(split(seed) + k); }

struct Keys {
  std::array<std::uint32_t, 4> axis;
  std::uint32_t line;
};
Keys keys_of(std::uint64_t seed) {
  SplitMix draw(seed);
  const std::uint64_t xy = draw.next(), zw = draw.next(), line = draw.next();
  const auto half = [](std::uint64_t number) { return static_cast<std::uint32_t>(number); };
  return {{half(xy), half(xy >> 32), half(zw), half(zw >> 32)}, half(line >> 32)};
}

std::uint32_t last(std::uint32_t v) { return (v ^ v >> 15) * 0x846ca68b; }

std::uint32_t axis_hash(const Keys& keys, std::size_t axis, std::uint32_t cell) {
  constexpr std::uint32_t k[4] = {0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f};
  const std::uint32_t a = cell * k[axis] + keys.axis[axis];
  return a ^ a >> 9;
}

// ---- cells: the weighted sum over the vertices, in any order ------------------------------------

double quintic(double f) { return f * f * f * (f * (f * 6 - 15) + 10); }

// at(cell, offset) is what a vertex has to say of a sample that lies `offset` from it.
template <std::size_t N, class At>
double weighted(const Point<N>& point, const At& at) {
  std::array<std::int64_t, N> cell;
  Point<N> f;
  for (std::size_t a = 0; a < N; ++a) {
    const double whole = std::floor(point[a]);
    cell[a] = static_cast<std::int64_t>(whole);
    f[a] = point[a] - whole;
  }
  double sum = 0;
  for (unsigned vertex = 0; vertex < 1u << N; ++vertex) {
    double weight = 1;
    std::array<std::int64_t, N> where = cell;
    Point<N> offset = f;
    for (std::size_t a = 0; a < N; ++a) {
      const bool is_upper = (vertex >> a & 1) != 0;
      weight *= is_upper ? quintic(f[a]) : 1 - quintic(f[a]);
      where[a] += is_upper ? 1 : 0;
      offset[a] -= is_upper ? 1 : 0;
    }
    sum += weight * at(where, offset);
  }
  return sum;
}

std::int64_t modulo(std::int64_t a, std::int64_t n) { return (a % n + n) % n; }

template <std::size_t N>
double dot(const std::array<float, N>& gradient, const Point<N>& d) {
  double sum = 0;
  for (std::size_t a = 0; a < N; ++a) sum += double{gradient[a]} * d[a];
  return sum;
}

// ---- tables -------------------------------------------------------------------------------------

// 0 to n - 1, shuffled after R. Fisher and F. Yates.
std::vector<int> shuffled(std::uint64_t seed, int n) {
  std::vector<int> table(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) table[static_cast<std::size_t>(i)] = i;
  SplitMix draw(seed);
  for (std::uint64_t i = static_cast<std::uint64_t>(n); i > 1; --i)
    std::swap(table[i - 1], table[(draw.next() >> 32) * i >> 32]);
  return table;
}

struct Table {
  std::vector<int> entries;
  bool is_classic;
  std::int64_t start;  // the seed, of a table that is given
  std::array<std::int64_t, 4> period{};  // 0: none

  // The last entry, or the sum that stands for it.
  template <std::size_t N>
  std::int64_t entry(std::array<std::int64_t, N> cell) const {
    const auto n = static_cast<std::int64_t>(entries.size());
    const bool is_power = (n & (n - 1)) == 0;
    for (std::size_t a = 0; a < N; ++a) {
      std::int64_t p = period[a];
      if (!is_power && p % n == 0) p = n;
      cell[a] = p != 0 ? modulo(cell[a], p) : modulo(cell[a], std::int64_t{1} << 32);
    }
    const auto look_up = [&](std::int64_t i) -> std::int64_t {
      return entries[static_cast<std::size_t>(i % n)];
    };
    std::int64_t h = start;
    if (!is_classic) {
      for (std::size_t a = 0; a < N; ++a) h = look_up(h + cell[a]);
      return h;
    }
    for (std::size_t a = N - 1; a > 0; --a) h = look_up(h + cell[a]);
    return (h + cell[0]) % n;
  }
};

template <std::size_t N>
void expect_table(const char* name, const Lattice& lattice, const Table& table,
                  std::uint64_t seed) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<std::array<float, N>> vectors(11);
  for (auto& vector : vectors) {
    for (float& component : vector) component = uniform(random);
  }
  const Integers<4> period{table.period[0], table.period[1], table.period[2], table.period[3]};
  const auto gradients = Gradients::vectors<static_cast<int>(N)>(vectors);
  expect_model<N>(
      name,
      perlin({.seed = seed,
              .frequency = 1,
              .lattice = lattice,
              .gradients = gradients,
              .period = period}),
      700,
      [&](const Point<N>& point) {
        return weighted<N>(point, [&](const auto& cell, const Point<N>& d) {
          return dot<N>(vectors[static_cast<std::size_t>(table.entry<N>(cell)) % 11], d);
        });
      },
      1e-6, 1000);
  const auto n = static_cast<double>(table.entries.size());
  expect_model<N>(
      name, value({.seed = seed, .frequency = 1, .lattice = lattice, .period = period}), 700,
      [&](const Point<N>& point) {
        return (1 - 0x1p-19) * weighted<N>(point, [&](const auto& cell, const Point<N>&) {
                 return (2 * static_cast<double>(table.entry<N>(cell)) + 1 - n) / n;
               });
      },
      1e-6, 1000);
}

template <std::size_t N>
void expect_tables() {
  for (const int n : {3, 7, 16, 100, 256, 1000}) {
    expect_table<N>("permutation", Lattice::permutation(n), {shuffled(5, n), false, 0}, 5);
    expect_table<N>("classic", Lattice::classic(n), {shuffled(5, n), true, 0}, 5);
    std::vector<int> own(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) own[static_cast<std::size_t>(i)] = (i * i + 2 * i) % n;
    const std::vector<int> turned = shuffled(3, n);
    expect_table<N>("own classic", Lattice::classic(own), {own, true, 12 % n}, 12);
    expect_table<N>("own permutation", Lattice::permutation(turned), {turned, false, 12 % n}, 12);
    expect_table<N>("own permutation with a period", Lattice::permutation(turned),
                    {turned, false, 0, {5, 0, std::int64_t{3} * n, 1}}, 0);
  }
}

TEST(Models, TablesInOneDimension) { expect_tables<1>(); }
TEST(Models, TablesIn2D) { expect_tables<2>(); }
TEST(Models, TablesIn3D) { expect_tables<3>(); }
TEST(Models, TablesIn4D) { expect_tables<4>(); }

// ---- explicit lattices --------------------------------------------------------------------------

template <std::size_t N>
void expect_explicit() {
  constexpr std::array<std::int64_t, 4> all{5, 3, 4, 2};
  Integers<static_cast<int>(N)> extents;
  std::size_t count = 1;
  for (std::size_t a = 0; a < N; ++a) {
    extents[a] = all[a];
    count *= static_cast<std::size_t>(all[a]);
  }
  std::mt19937 random(3);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<std::array<float, N>> gradients(count);
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (float& component : gradients[i]) component = uniform(random);
    values[i] = uniform(random);
  }
  for (const std::uint64_t seed : {0u, 9u}) {
    const Keys keys = keys_of(seed);
    const auto index = [&](const std::array<std::int64_t, N>& cell) {
      std::size_t i = 0;
      for (std::size_t a = N; a-- > 0;) {
        const std::int64_t moved = cell[a] + (seed == 0 ? 0 : keys.axis[a] % all[a]);
        i = i * static_cast<std::size_t>(all[a]) + static_cast<std::size_t>(modulo(moved, all[a]));
      }
      return i;
    };
    constexpr int n = static_cast<int>(N);
    expect_model<N>(
        "explicit gradients",
        perlin({.seed = seed,
                .frequency = 1,
                .lattice = Lattice::explicit_gradients<n>(gradients, extents)}),
        500,
        [&](const Point<N>& point) {
          return weighted<N>(point, [&](const auto& cell, const Point<N>& d) {
            return dot<N>(gradients[index(cell)], d);
          });
        },
        1e-6);
    expect_model<N>(
        "explicit values",
        value({.seed = seed,
               .frequency = 1,
               .lattice = Lattice::explicit_values<n>(values, extents)}),
        500,
        [&](const Point<N>& point) {
          return weighted<N>(point, [&](const auto& cell, const Point<N>&) {
            return double{values[index(cell)]};
          });
        },
        1e-6);
  }
}

TEST(Models, ExplicitLattices) {
  expect_explicit<1>();
  expect_explicit<2>();
  expect_explicit<3>();
  expect_explicit<4>();
}

// ---- chunks -------------------------------------------------------------------------------------

// The place of the virtual chunk of a path among those of its level, modulo 2^64.
std::uint64_t place_of(const std::vector<Path::Position>& path, std::size_t axis, int chop) {
  std::vector<bool> bits;
  for (const auto& position : path) {
    const int digit = axis == 0 ? position[0] : axis == 1 ? position[1] : position[2];
    for (int bit = 3; bit >= 0; --bit) bits.push_back((digit >> bit & 1) != 0);
  }
  bits.resize(bits.size() - static_cast<std::size_t>(chop));
  std::uint64_t place = 0;
  for (const bool bit : bits) place = place << 1 | (bit ? 1 : 0);
  return place;
}

// By corner: x is the last bit of its number, then y, then z.
template <std::size_t N>
std::array<std::uint32_t, std::size_t{1} << N> chunk_seeds(const std::vector<Path::Position>& path,
                                                           std::uint64_t world, std::uint64_t salt,
                                                           int chop) {
  const std::uint64_t halvings = 4 * path.size() - static_cast<std::uint64_t>(chop);
  const Keys keys = keys_of(seed_of(seed_of(world, salt), halvings));
  std::array<std::uint32_t, std::size_t{1} << N> seeds;
  for (std::size_t corner = 0; corner < seeds.size(); ++corner) {
    std::uint32_t product = 0;
    for (std::size_t a = 0; a < N; ++a) {
      std::uint64_t place = place_of(path, a, chop) + (corner >> a & 1);
      if (halvings < 32) place &= (std::uint64_t{1} << halvings) - 1;
      const std::uint32_t hash = axis_hash(keys, a, static_cast<std::uint32_t>(place));
      product = a == 0 ? hash : product * (hash | 1);
    }
    seeds[corner] = last(product);
  }
  return seeds;
}

std::uint32_t article_number(std::uint32_t seed) {
  return static_cast<std::uint32_t>(std::mt19937(seed)() % 32767);
}

template <int N>
void expect_chunks() {
  constexpr auto n = static_cast<std::size_t>(N);
  std::mt19937_64 random(17);
  for (int i = 0; i < 60; ++i) {
    std::vector<Path::Position> positions(i % 20);
    for (auto& position : positions) {
      for (int& digit : position) digit = static_cast<int>(random() % 16);
    }
    const std::uint64_t world = i % 5 == 0 ? 0 : random(), salt = i % 3 == 0 ? 0 : random();
    const int most = std::min(4 * static_cast<int>(positions.size()), Chunk::chop_limit);
    const int chop = static_cast<int>(random() % static_cast<unsigned>(most + 1));
    const Path path(positions);
    const Chunk chunk{.world_seed = world, .salt = salt, .chop = chop};
    const auto seeds = chunk_seeds<n>(positions, world, salt, chop);
    // The library has x as the uppermost bit of a corner's number.
    const auto number_of = [](std::size_t corner) {
      std::size_t number = 0;
      for (std::size_t a = 0; a < n; ++a) number = number * 2 + (corner >> a & 1);
      return number;
    };
    const CornerSeeds<N> actual = corner_seeds<N>(path, chunk);
    for (std::size_t corner = 0; corner < seeds.size(); ++corner)
      ASSERT_EQ(actual[number_of(corner)], seeds[corner]) << i << ", corner " << corner;

    const Field noise = chunk_value<N>(path, chunk, {-2, 3});
    for (int k = 0; k < 20; ++k) {
      Point<n> point = drawn_point<n>(random, 0.5);
      double weights = 0;
      Point<n> within;
      for (std::size_t a = 0; a < n; ++a) {
        point[a] += 0.5;
        const std::uint64_t chunks = std::uint64_t{1} << chop;
        const auto place = static_cast<double>(place_of(positions, a, 0) % chunks);
        within[a] = (place + point[a]) / static_cast<double>(chunks);
      }
      for (std::size_t corner = 0; corner < seeds.size(); ++corner) {
        double weight = 1;
        for (std::size_t a = 0; a < n; ++a)
          weight *= (corner >> a & 1) != 0 ? quintic(within[a]) : 1 - quintic(within[a]);
        const double part = article_number(seeds[corner]) / 32766.0;
        weights += weight * (-2 * (1 - part) + 3 * part);
      }
      ASSERT_NEAR(sample_at(noise, point), weights, 1e-6) << i;
    }
  }
}

TEST(Models, ChunksIn2D) { expect_chunks<2>(); }
TEST(Models, ChunksIn3D) { expect_chunks<3>(); }

// ---- the hash of one dimension ------------------------------------------------------------------

// Values and white noise take all bits of the hash after its last round; of one dimension, the
// product is that of x and of a key in place of the axes that are not there.
TEST(Models, HashOfOneDimension) {
  for (const std::uint64_t seed : {0u, 1u, 77u}) {
    const Keys keys = keys_of(seed);
    const Field field = white({.seed = seed, .frequency = 1});
    for (int x = -300; x < 300; ++x) {
      const std::uint32_t v =
          last(last(axis_hash(keys, 0, static_cast<std::uint32_t>(x)) * (keys.line | 1)));
      const auto number = static_cast<float>(static_cast<std::int32_t>(v)) * 0x1p-31f;
      ASSERT_EQ(sample(field, x + 0.25), number * static_cast<float>(1 - 0x1p-19)) << x;
    }
  }
}

}  // namespace
}  // namespace perlane::testing
