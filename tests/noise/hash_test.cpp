// Tests the hash of a hashed lattice in the bits that are used: the upper 8, which choose
// gradients, and the upper 24 after the last round, which are values but for their rounding. The
// limits are those of chance, and the seeds are fixed.

#include "support/testing.hpp"

#include "graph/noise/lattice.hpp"
#include "reference/lattice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

namespace perlane::testing {
namespace {

// A fair source exceeds this once in 26 million
// comparisons. The tests of avalanche alone make 12 288.
constexpr double deviations = 5.5;

constexpr std::uint32_t used_by_gradients = 0xff000000, used_by_values = 0xffffff00;

std::uint32_t hash_of(std::uint64_t seed, std::span<const std::uint32_t> cell) {
  return reference::hash(graph::hash_key(seed), cell);
}
std::uint32_t value_hash_of(std::uint64_t seed, std::span<const std::uint32_t> cell) {
  return reference::last_round(hash_of(seed, cell));
}

struct Point {
  std::uint64_t seed;
  std::array<std::uint32_t, 4> cell;
};

// The points are such as occur: small coordinates, coordinates around 0 (which wrap), and any.
template <class Random>
Point draw(Random& random, int i) {
  Point point{(static_cast<std::uint64_t>(random()) << 32 | random()) >> (i % 2 == 0 ? 0 : 56), {}};
  for (std::uint32_t& coordinate : point.cell) {
    coordinate = static_cast<std::uint32_t>(random());
    if (i % 3 == 0) coordinate %= 1024;
    if (i % 3 == 1) coordinate = coordinate % 1024 - 512;
  }
  return point;
}

// Counts how often each bit of some is set, and compares with half.
class BitCount {
 public:
  explicit BitCount(std::uint32_t bits) : bits_(bits) {}
  void add(std::uint32_t hash) {
    for (unsigned bit = 0; bit < 32; ++bit) count_[bit] += hash >> bit & 1;
    ++total_;
  }
  void expect_half(const std::string& what) const {
    for (std::size_t bit = 0; bit < 32; ++bit) {
      if ((bits_ >> bit & 1) == 0) continue;
      const double off =
          (static_cast<double>(count_[bit]) - total_ / 2.0) / std::sqrt(total_ / 4.0);
      EXPECT_LT(std::abs(off), deviations) << what << ", bit " << bit;
    }
  }

 private:
  std::uint32_t bits_;
  std::array<int, 32> count_{};
  int total_ = 0;
};

// Counts the hashes that lattice points draw gradients and values from.
class WordCount {
 public:
  void add(std::uint64_t seed, std::span<const std::uint32_t> cell) {
    gradient_.add(hash_of(seed, cell));
    value_.add(value_hash_of(seed, cell));
  }
  // Counts in how many bits two lattice points differ.
  void add_difference(std::uint64_t seed, std::span<const std::uint32_t> cell,
                      std::uint64_t other_seed, std::span<const std::uint32_t> other_cell) {
    gradient_.add(hash_of(seed, cell) ^ hash_of(other_seed, other_cell));
    value_.add(value_hash_of(seed, cell) ^ value_hash_of(other_seed, other_cell));
  }
  void expect_half(const std::string& what) const {
    gradient_.expect_half(what + ", gradients");
    value_.expect_half(what + ", values");
  }

 private:
  BitCount gradient_{used_by_gradients}, value_{used_by_values};
};

TEST(Hash, NoBitIsBiased) {
  std::mt19937 random(1);
  for (std::size_t dimensions = 1; dimensions <= 4; ++dimensions) {
    WordCount count;
    for (int i = 0; i < 100'000; ++i) {
      const Point point = draw(random, i);
      count.add(point.seed, std::span(point.cell).first(dimensions));
    }
    count.expect_half(std::to_string(dimensions) + "D");
  }
}

// The lattice is visited in order, not drawn at random.
TEST(Hash, NoBitIsBiasedInRowsColumnsAndSeeds) {
  WordCount line, row, column, seed, diagonal;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    line.add(0, std::array{i});
    row.add(0, std::array{i, 0u, 0u});
    column.add(0, std::array{0u, i, 0u});
    diagonal.add(0, std::array{i, i, i});
    seed.add(i, std::array{0u, 0u, 0u});
  }
  line.expect_half("1D");
  row.expect_half("row");
  column.expect_half("column");
  diagonal.expect_half("diagonal");
  seed.expect_half("seeds");
}

TEST(Hash, EveryBitFlipsEveryOtherHalfTheTime) {
  // Each bit of each coordinate, and of the seed, flips each bit of the hash half the time.
  for (std::size_t dimensions = 1; dimensions <= 4; ++dimensions) {
    for (unsigned bit = 0; bit < 32 * dimensions; ++bit) {
      std::mt19937 random(bit);
      WordCount count;
      for (int i = 0; i < 4'000; ++i) {
        const Point point = draw(random, i);
        Point other = point;
        other.cell[bit / 32] ^= 1u << bit % 32;
        count.add_difference(point.seed, std::span(point.cell).first(dimensions), point.seed,
                             std::span(other.cell).first(dimensions));
      }
      count.expect_half(std::to_string(dimensions) + "D, flipped coordinate bit " +
                        std::to_string(bit));
    }
  }
  for (unsigned bit = 0; bit < 64; ++bit) {
    std::mt19937 random(bit);
    WordCount count;
    for (int i = 0; i < 4'000; ++i) {
      const Point point = draw(random, i);
      count.add_difference(point.seed, point.cell, point.seed ^ std::uint64_t{1} << bit,
                           point.cell);
    }
    count.expect_half("flipped seed bit " + std::to_string(bit));
  }
}

// In neighbours, all pairs of the seven upper bits must be equally frequent (chi-squared).
double chi_squared(const std::vector<int>& count) {
  double total = 0, sum = 0;
  for (const int n : count) total += n;
  const double expected = total / static_cast<double>(count.size());
  for (const int n : count) sum += (n - expected) * (n - expected) / expected;
  const double freedom = static_cast<double>(count.size()) - 1;
  return (sum - freedom) / std::sqrt(2 * freedom);  // in standard deviations from the mean
}

TEST(Hash, NeighboursAreIndependent) {
  constexpr std::array<std::array<std::uint32_t, 2>, 12> offsets{{{1, 0},
                                                                  {0, 1},
                                                                  {1, 1},
                                                                  {1, ~0u},
                                                                  {2, 0},
                                                                  {0, 2},
                                                                  {3, 1},
                                                                  {16, 0},
                                                                  {64, 0},
                                                                  {256, 0},
                                                                  {0, 256},
                                                                  {65536, 65536}}};
  for (const std::uint64_t seed : {0u, 1u, 1234567u}) {
    for (const auto& offset : offsets) {
      std::vector<int> of_gradients(1 << 14), of_values(1 << 14);
      for (std::uint32_t y = 0; y < 500; ++y) {
        for (std::uint32_t x = 0; x < 500; ++x) {
          const std::array here{x, y}, there{x + offset[0], y + offset[1]};
          ++of_gradients[(hash_of(seed, here) >> 25) << 7 | hash_of(seed, there) >> 25];
          ++of_values[(value_hash_of(seed, here) >> 25) << 7 | value_hash_of(seed, there) >> 25];
        }
      }
      EXPECT_LT(std::abs(chi_squared(of_gradients)), deviations)
          << "seed " << seed << ", neighbour at " << offset[0] << ", " << offset[1];
      EXPECT_LT(std::abs(chi_squared(of_values)), deviations)
          << "seed " << seed << ", neighbour at " << offset[0] << ", " << offset[1];
    }
  }
}

// The hashes at the corners of boxes of some size, in the plane or in space, joined in two ways:
// by exclusive or, and by a sum of alternating signs. Hashes that only join the axes by addition or
// exclusive or fail here: their corners always cancel.
class Corners {
 public:
  explicit Corners(unsigned bits) : shift_(32 - bits), joined_(1u << bits), sums_(1u << bits) {}

  // at(i): the hash of corner i, whose bits say on which side of each axis it lies.
  template <class At>
  void add(unsigned corners, const At& at) {
    std::uint32_t joined = 0, sum = 0;
    for (unsigned i = 0; i < corners; ++i) {
      const std::uint32_t used = at(i) >> shift_;
      joined ^= used;
      sum += std::popcount(i) % 2 == 0 ? used : 0 - used;
    }
    ++joined_[joined];
    ++sums_[sum & (sums_.size() - 1)];
  }
  void expect_chance(const std::string& what) const {
    EXPECT_LT(std::abs(chi_squared(joined_)), deviations) << what;
    EXPECT_LT(std::abs(chi_squared(sums_)), deviations) << what;
  }

 private:
  unsigned shift_;
  std::vector<int> joined_, sums_;
};

TEST(Hash, TheCornersOfRectanglesAreIndependent) {
  // In every plane of two axes.
  for (std::size_t dimensions = 2; dimensions <= 4; ++dimensions) {
    for (std::size_t first = 0; first < dimensions; ++first) {
      for (std::size_t second = first + 1; second < dimensions; ++second) {
        for (const std::uint32_t size : {1u, 2u, 3u, 16u, 100u, 65536u}) {
          Corners five(5), eight(8);
          for (std::uint32_t y = 0; y < 300; ++y) {
            for (std::uint32_t x = 0; x < 300; ++x) {
              std::array<std::uint32_t, 4> corner;
              for (unsigned i = 0; i < 4; ++i) {
                std::array<std::uint32_t, 4> cell{3, 5, 1000, 77};
                cell[first] = x + (i & 1) * size;
                cell[second] = y + (i >> 1) * size;
                corner[i] = hash_of(7, std::span(cell).first(dimensions));
              }
              const auto at = [&](unsigned i) { return corner[i]; };
              five.add(4, at);
              eight.add(4, at);
            }
          }
          const std::string what = std::to_string(dimensions) + "D, axes " + std::to_string(first) +
                                   " and " + std::to_string(second) + ", size " +
                                   std::to_string(size);
          five.expect_chance(what);
          eight.expect_chance(what);
        }
      }
    }
  }
}

TEST(Hash, TheCornersOfCubesAreIndependent) {
  for (const std::uint32_t size : {1u, 2u, 16u, 65536u}) {
    Corners corners(7);
    for (std::uint32_t z = 0; z < 44; ++z) {
      for (std::uint32_t y = 0; y < 44; ++y) {
        for (std::uint32_t x = 0; x < 44; ++x) {
          corners.add(8, [&](unsigned i) {
            return hash_of(
                11, std::array{x + (i & 1) * size, y + (i >> 1 & 1) * size, z + (i >> 2) * size});
          });
        }
      }
    }
    corners.expect_chance("size " + std::to_string(size));
  }
}

// The uppermost bits of two columns agree half the time, whichever two. Some of all 2^32 columns
// are related, such as one whose hash is three times that of another, but no more than chance has
// it.
TEST(Hash, PairsOfColumnsAreIndependent) {
  constexpr std::size_t columns = 512, words = 64;
  std::vector<std::array<std::uint64_t, words>> signs(columns);
  for (std::uint32_t x = 0; x < columns; ++x) {
    for (std::uint32_t y = 0; y < 64 * words; ++y)
      signs[x][y / 64] |= std::uint64_t{hash_of(3, std::array{x, y}) >> 31} << y % 64;
  }
  for (std::size_t a = 0; a < columns; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      int differing = 0;
      for (std::size_t i = 0; i < words; ++i) differing += std::popcount(signs[a][i] ^ signs[b][i]);
      constexpr double half = 32.0 * words;
      EXPECT_LT(std::abs(differing - half) / std::sqrt(half / 2), deviations) << a << ", " << b;
    }
  }
}

// The largest correlation of a row of lattice points with itself, moved by 1 to 64 of them. It is
// that of the five upper bits as a number.
template <class At>
double autocorrelation(const At& at) {
  constexpr int length = 4096, lags = 64;
  std::vector<int> number(length + lags);
  for (int i = 0; i < length + lags; ++i)
    number[static_cast<std::size_t>(i)] =
        2 * static_cast<int>(at(static_cast<std::uint32_t>(i)) >> 27) - 31;
  double largest = 0;
  for (std::size_t lag = 1; lag <= lags; ++lag) {
    int sum = 0;
    for (std::size_t i = 0; i < length; ++i) sum += number[i] * number[i + lag];
    constexpr double variance = (32 * 32 - 1) / 3.0;
    largest = std::max(largest, std::abs(sum / variance / length));
  }
  return largest;
}

// In a row that multiplies by little, lattice points resemble those some cells along: that is one
// row in some 2000, which is not seen if it is by little. In 1D, a seed is a row.
TEST(Hash, RowsDoNotResembleThemselves) {
  constexpr std::uint32_t rows = 4000;
  constexpr double noticeable = 0.1, visible = 0.3;  // chance alone: 0.08 in one row of 10'000
  int row = 0, column = 0, line = 0;
  for (std::uint32_t i = 0; i < rows; ++i) {
    const double along_x =
        autocorrelation([&](std::uint32_t x) { return hash_of(9, std::array{x, i}); });
    const double along_y =
        autocorrelation([&](std::uint32_t y) { return hash_of(9, std::array{i, y}); });
    const double in_1d =
        autocorrelation([&](std::uint32_t x) { return hash_of(i, std::array{x}); });
    row += along_x > noticeable;
    column += along_y > noticeable;
    line += in_1d > noticeable;
    EXPECT_LT(std::max({along_x, along_y, in_1d}), visible) << i;
  }
  EXPECT_LE(row, 6);
  EXPECT_LE(column, 6);
  EXPECT_LE(line, 0);
}

TEST(Hash, SeedsAreIndependent) {
  for (const std::uint64_t difference :
       {std::uint64_t{1}, std::uint64_t{1} << 32, std::uint64_t{0x9e3779b97f4a7c15}}) {
    std::vector<int> count(1024);
    for (std::uint32_t y = 0; y < 500; ++y) {
      for (std::uint32_t x = 0; x < 500; ++x) {
        ++count[(hash_of(5, std::array{x, y}) >> 27) * 32 +
                (hash_of(5 + difference, std::array{x, y}) >> 27)];
      }
    }
    EXPECT_LT(std::abs(chi_squared(count)), deviations) << "difference " << difference;
  }
}

TEST(Hash, EverySeedIsFair) {
  for (std::uint64_t seed = 0; seed <= 1000; ++seed) {
    WordCount count;
    std::vector<int> choices(32);
    for (std::uint32_t y = 0; y < 40; ++y) {
      for (std::uint32_t x = 0; x < 40; ++x) {
        count.add(seed, std::array{x, y});
        ++choices[hash_of(seed, std::array{x, y}) >> 27];
      }
    }
    count.expect_half("seed " + std::to_string(seed));
    EXPECT_LT(std::abs(chi_squared(choices)), deviations) << "seed " << seed;
  }
}

TEST(Hash, OctavesAreIndependent) {
  for (std::uint64_t k = 1; k < 4; ++k) {
    std::vector<int> count(1024);
    for (std::uint32_t y = 0; y < 500; ++y) {
      for (std::uint32_t x = 0; x < 500; ++x) {
        ++count[(hash_of(5, std::array{x, y}) >> 27) * 32 +
                (hash_of(graph::octave_seed(5, k), std::array{x, y}) >> 27)];
      }
    }
    EXPECT_LT(std::abs(chi_squared(count)), deviations) << "octave " << k;
  }
  // Neighbouring seeds share no octaves.
  EXPECT_NE(graph::octave_seed(1, 2), graph::octave_seed(2, 1));
  EXPECT_NE(graph::octave_seed(0, 1), 1u);
}

TEST(Shuffle, IsAPermutationAndUnbiased) {
  for (const int size : {2, 256, 65536}) {
    const auto table = graph::shuffled_table(3, size);
    std::vector<int> seen(static_cast<std::size_t>(size));
    for (const std::uint32_t entry : table->entries()) ++seen[entry];
    EXPECT_EQ(seen, std::vector<int>(static_cast<std::size_t>(size), 1));
  }
  // Every entry may come to every place.
  std::vector<int> count(64);
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const auto table = graph::shuffled_table(seed, 8);
    for (std::size_t i = 0; i < 8; ++i) ++count[i * 8 + table->entries()[i]];
  }
  EXPECT_LT(std::abs(chi_squared(count)), deviations);
}

}  // namespace
}  // namespace perlane::testing
