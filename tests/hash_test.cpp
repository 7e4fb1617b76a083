// Tests the hash of a hashed lattice for avalanche, bias, and correlation between neighbours. The
// limits are those of chance, and the seeds are fixed.

#include "testing.hpp"

#include "field/lattice.hpp"
#include "reference/lattice.hpp"

#include <cmath>
#include <random>

namespace perlane::testing {
namespace {

// A fair source exceeds this once in 26 million
// comparisons. The tests of avalanche alone make 12 288.
constexpr double deviations = 5.5;

std::uint32_t word(std::uint64_t seed, std::span<const std::uint32_t> cell) {
  return reference::hash(field::hash_key(seed), cell);
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

// Counts how often each bit of the word is set, and compares with half.
class BitCount {
 public:
  void add(std::uint32_t word) {
    for (unsigned bit = 0; bit < 32; ++bit) count_[bit] += word >> bit & 1;
    ++total_;
  }
  void expect_half(const std::string& what) const {
    for (std::size_t bit = 0; bit < 32; ++bit) {
      const double off =
          (static_cast<double>(count_[bit]) - total_ / 2.0) / std::sqrt(total_ / 4.0);
      EXPECT_LT(std::abs(off), deviations) << what << ", bit " << bit;
    }
  }

 private:
  std::array<int, 32> count_{};
  int total_ = 0;
};

TEST(Hash, NoBitIsBiased) {
  std::mt19937 random(1);
  for (std::size_t dimensions = 1; dimensions <= 4; ++dimensions) {
    BitCount count;
    for (int i = 0; i < 100'000; ++i) {
      const Point point = draw(random, i);
      count.add(word(point.seed, std::span(point.cell).first(dimensions)));
    }
    count.expect_half(std::to_string(dimensions) + "D");
  }
}

// The lattice is visited in order, not drawn at random.
TEST(Hash, NoBitIsBiasedInRowsColumnsAndSeeds) {
  BitCount row, column, seed, diagonal;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    row.add(word(0, std::array{i, 0u, 0u}));
    column.add(word(0, std::array{0u, i, 0u}));
    diagonal.add(word(0, std::array{i, i, i}));
    seed.add(word(i, std::array{0u, 0u, 0u}));
  }
  row.expect_half("row");
  column.expect_half("column");
  diagonal.expect_half("diagonal");
  seed.expect_half("seeds");
}

TEST(Hash, Avalanche) {
  // Each bit of each coordinate, and of the seed, flips each bit of the word half the time.
  for (std::size_t dimensions = 1; dimensions <= 4; ++dimensions) {
    for (unsigned bit = 0; bit < 32 * dimensions; ++bit) {
      std::mt19937 random(bit);
      BitCount count;
      for (int i = 0; i < 4'000; ++i) {
        Point point = draw(random, i);
        const std::uint32_t before = word(point.seed, std::span(point.cell).first(dimensions));
        point.cell[bit / 32] ^= 1u << bit % 32;
        count.add(before ^ word(point.seed, std::span(point.cell).first(dimensions)));
      }
      count.expect_half(std::to_string(dimensions) + "D, flipped coordinate bit " +
                        std::to_string(bit));
    }
  }
  for (unsigned bit = 0; bit < 64; ++bit) {
    std::mt19937 random(bit);
    BitCount count;
    for (int i = 0; i < 4'000; ++i) {
      const Point point = draw(random, i);
      count.add(word(point.seed, point.cell) ^
                word(point.seed ^ std::uint64_t{1} << bit, point.cell));
    }
    count.expect_half("flipped seed bit " + std::to_string(bit));
  }
}

// The five upper bits choose a gradient in 2D. In neighbours, all pairs of them must be equally
// frequent (chi-squared).
double chi_squared(const std::vector<int>& count) {
  double total = 0, sum = 0;
  for (const int n : count) total += n;
  const double expected = total / static_cast<double>(count.size());
  for (const int n : count) sum += (n - expected) * (n - expected) / expected;
  const double freedom = static_cast<double>(count.size()) - 1;
  return (sum - freedom) / std::sqrt(2 * freedom);  // in standard deviations from the mean
}

TEST(Hash, NeighboursAreIndependent) {
  constexpr std::array<std::array<std::uint32_t, 2>, 6> offsets{
      {{1, 0}, {0, 1}, {1, 1}, {1, ~0u}, {2, 0}, {65536, 65536}}};
  for (const std::uint64_t seed : {0u, 1u, 1234567u}) {
    for (const auto& offset : offsets) {
      std::vector<int> count(1024);
      for (std::uint32_t y = 0; y < 500; ++y) {
        for (std::uint32_t x = 0; x < 500; ++x) {
          const std::uint32_t here = word(seed, std::array{x, y}) >> 27;
          const std::uint32_t there = word(seed, std::array{x + offset[0], y + offset[1]}) >> 27;
          ++count[here * 32 + there];
        }
      }
      EXPECT_LT(std::abs(chi_squared(count)), deviations)
          << "seed " << seed << ", neighbour at " << offset[0] << ", " << offset[1];
    }
  }
}

// Hashes that only join the axes by addition or exclusive
// or fail this test: their four corners always cancel.
TEST(Hash, TheCornersOfACellAreIndependent) {
  for (const std::uint32_t size : {1u, 2u, 16u, 65536u}) {
    std::vector<int> count(32);
    std::vector<int> sums(32);
    for (std::uint32_t y = 0; y < 500; ++y) {
      for (std::uint32_t x = 0; x < 500; ++x) {
        const std::uint32_t a = word(7, std::array{x, y}) >> 27,
                            b = word(7, std::array{x + size, y}) >> 27;
        const std::uint32_t c = word(7, std::array{x, y + size}) >> 27,
                            d = word(7, std::array{x + size, y + size}) >> 27;
        ++count[a ^ b ^ c ^ d];
        ++sums[(a - b - c + d) & 31];
      }
    }
    EXPECT_LT(std::abs(chi_squared(count)), deviations) << "size " << size;
    EXPECT_LT(std::abs(chi_squared(sums)), deviations) << "size " << size;
  }
}

TEST(Hash, SeedsAreIndependent) {
  for (const std::uint64_t difference :
       {std::uint64_t{1}, std::uint64_t{1} << 32, std::uint64_t{0x9e3779b97f4a7c15}}) {
    std::vector<int> count(1024);
    for (std::uint32_t y = 0; y < 500; ++y) {
      for (std::uint32_t x = 0; x < 500; ++x) {
        ++count[(word(5, std::array{x, y}) >> 27) * 32 +
                (word(5 + difference, std::array{x, y}) >> 27)];
      }
    }
    EXPECT_LT(std::abs(chi_squared(count)), deviations) << "difference " << difference;
  }
}

TEST(Hash, OctavesAreIndependent) {
  for (std::uint64_t k = 1; k < 4; ++k) {
    std::vector<int> count(1024);
    for (std::uint32_t y = 0; y < 500; ++y) {
      for (std::uint32_t x = 0; x < 500; ++x) {
        ++count[(word(5, std::array{x, y}) >> 27) * 32 +
                (word(field::octave_seed(5, k), std::array{x, y}) >> 27)];
      }
    }
    EXPECT_LT(std::abs(chi_squared(count)), deviations) << "octave " << k;
  }
  // Neighbouring seeds share no octaves.
  EXPECT_NE(field::octave_seed(1, 2), field::octave_seed(2, 1));
  EXPECT_NE(field::octave_seed(0, 1), 1u);
}

TEST(Shuffle, IsAPermutationAndUnbiased) {
  for (const int size : {2, 256, 65536}) {
    const auto table = field::shuffled_table(3, size);
    std::vector<int> seen(static_cast<std::size_t>(size));
    for (const std::uint32_t entry : table->entries()) ++seen[entry];
    EXPECT_EQ(seen, std::vector<int>(static_cast<std::size_t>(size), 1));
  }
  // Every entry may come to every place.
  std::vector<int> count(64);
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const auto table = field::shuffled_table(seed, 8);
    for (std::size_t i = 0; i < 8; ++i) ++count[i * 8 + table->entries()[i]];
  }
  EXPECT_LT(std::abs(chi_squared(count)), deviations);
}

}  // namespace
}  // namespace perlane::testing
