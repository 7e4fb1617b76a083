#pragma once
/// \file
/// Lattices and sets of gradients: how the integer points of a lattice draw their gradients or
/// values.

#include <perlane/detail/cxx20.hpp>
#include <perlane/fade.hpp>
#include <perlane/integers.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace perlane {

namespace graph {
struct CustomGradients;
struct CustomLattice;
}  // namespace graph

namespace detail {

struct Access;

// A range of integers of any type, for a range-based for loop.
template <class Range>
concept IntegerRange = requires(const Range& range) {
  requires std::integral<std::remove_cvref_t<decltype(*std::begin(range))>>;
  std::end(range);
};

// std::uniform_random_bit_generator, without all of <random>.
template <class Random>
concept RandomBits = requires(Random& random) {
  { random() } -> std::unsigned_integral;
  { (Random::min)() } -> std::same_as<decltype(random())>;
  { (Random::max)() } -> std::same_as<decltype(random())>;
};

// 32 random bits at a time, from a generator of any type.
struct Draw {
  std::uint32_t (*next)(void* generator);
  void* generator;

  std::uint32_t operator()() const { return next(generator); }
};

}  // namespace detail

/// The set of vectors that gradient noise draws from.
class Gradients {
 public:
  /// The automatic set.
  Gradients() noexcept = default;

  /// 16, 32, 64 or 128 vectors of one length (in 1D: derivatives), spread evenly over all
  /// directions, so that no direction is preferred. With the quintic fade, the largest value of the
  /// noise is 1.
  static Gradients automatic() noexcept { return {}; }

  /// The directions from the centre of a cube to the middles of its 12 edges (Perlin 2002); in 4D,
  /// to those of the 32 edges of the hypercube; in 2D, to those of the 4 edges of the square; in
  /// 1D, both directions. They are scaled so that, with the quintic fade, the largest value of the
  /// noise is 1.
  static Gradients edges();

  /// The directions along the axes, both ways: 2, 4, 6 or 8 vectors, scaled in the same way.
  static Gradients axes();

  /// The directions from the centre of a cube to its corners: 2, 4, 8 or 16 vectors, scaled in the
  /// same way.
  static Gradients diagonals();

  /// 256 pseudo-random vectors of length 1, as in Perlin's noise of 1985. Values stay within
  /// +-sqrt(N) / 2.
  /// \param seed  each seed draws different vectors; any value is allowed
  static Gradients random(std::uint64_t seed = 0);

  /// Your own vectors, used as they are, for noise in N dimensions only. A vector that occurs twice
  /// is drawn twice as often.
  ///
  ///     const std::vector<std::array<float, 2>> along_x{{1, 0}, {-1, 0}};
  ///     const perlane::Gradients flow = perlane::Gradients::vectors<2>(along_x);
  ///
  /// \param vectors  1 to 256 vectors, with components from -1e30 to 1e30
  /// \throws std::invalid_argument  another number of vectors, or a component out of range
  template <int N>
  static Gradients vectors(std::span<const std::array<float, std::size_t{N}>> vectors);

 private:
  friend struct detail::Access;

  std::shared_ptr<const graph::CustomGradients> custom_;
};

/// The source of the gradients or values of lattice points.
class Lattice {
 public:
  /// A hashed lattice.
  Lattice() noexcept = default;

  /// Hashes every lattice point with a 64-bit seed. The noise repeats after 2^32 cells along each
  /// axis.
  static Lattice hashed() noexcept { return {}; }

  /// A shuffled table of `size` entries, looked up once per axis, as in Perlin's own code. The seed
  /// determines the shuffle. The noise repeats after `size` cells along each axis.
  /// \param size  2 to 65536. Look-ups are fastest if it is a power of two
  /// \throws std::invalid_argument  any other size
  static Lattice permutation(int size = 256);

  /// Your own table, looked up once per axis: p[p[p[x] + y] + z], everything modulo its size; the
  /// last entry modulo the number of gradients chooses the gradient. The noise repeats after as
  /// many cells as the table has entries. Seed 0 uses the table as it is; seed s, modulo the size,
  /// begins with p[x + s], which is the same noise, s cells away along x. (Octaves use such seeds,
  /// too; with a shuffled table, each octave has its own shuffle.)
  ///
  ///     const std::vector<unsigned char> table{2, 0, 3, 1};
  ///     const perlane::Lattice lattice = perlane::Lattice::permutation(table);
  ///
  /// \param table  integers of any type: a permutation of 0 .. size - 1, with a size from 2 to
  /// 65536
  /// \throws std::invalid_argument  another size, an entry out of range, or an entry that occurs
  /// twice
  template <detail::IntegerRange Table>
  static Lattice permutation(const Table& table) {
    return permutation_of(copied(table));
  }

  /// A shuffled table of `size` entries, looked up as classic noise does (M. Zucker, "The Perlin
  /// noise math FAQ"): the gradient of a lattice point is number x + p[y + p[z]], modulo `size`,
  /// and then modulo the number of gradients. The seed determines the shuffle. With Fade::cubic and
  /// Gradients::random, it is Perlin's noise of 1985.
  /// \param size  2 to 65536
  /// \throws std::invalid_argument  any other size
  static Lattice classic(int size = 256);

  /// Your own table, looked up in the same way. Seed 0 uses the table as it is; seed s, modulo the
  /// size, moves the noise along its last axis.
  /// \param table  numbers 0 .. size - 1, with a size from 2 to 65536
  /// \throws std::invalid_argument  another size, or an entry out of range
  template <detail::IntegerRange Table>
  static Lattice classic(const Table& table) {
    return classic_of(copied(table));
  }

  /// Your own gradient at every lattice point (art-directed noise), for gradient noise in N
  /// dimensions only. The noise repeats after `extents` cells. Seed 0 puts the first gradient at
  /// lattice point 0. Any other seed draws, for each axis, a number of cells by which all gradients
  /// move.
  ///
  ///     const std::vector<std::array<float, 2>> gradients(4 * 3, {1, 0.5f});
  ///     const auto lattice = perlane::Lattice::explicit_gradients<2>(gradients, {4, 3});
  ///
  /// \param gradients  x fastest: the gradient of lattice point (x, y, z, w) is element x +
  /// extents[0] * (y + extents[1] * (z + extents[2] * w))
  /// \param extents    lattice points per axis, each at least 1, fewer than 2^31 in all
  /// \throws std::invalid_argument  an extent is out of range, `gradients` has another size, or a
  /// component is not within +-1e30
  template <int N>
  static Lattice explicit_gradients(std::span<const std::array<float, std::size_t{N}>> gradients,
                                    const Integers<N>& extents);

  /// Your own value at every lattice point (such as a map from a file), for value noise in N
  /// dimensions only; everything else is as in explicit_gradients.
  template <int N>
  static Lattice explicit_values(std::span<const float> values, const Integers<N>& extents);

  /// Explicit gradients of length 1, each in a direction drawn from `random`: any generator of
  /// random bits, such as `std::mt19937`. The same generator draws the same lattice everywhere.
  ///
  ///     std::mt19937 random(42);
  ///     const auto lattice = perlane::Lattice::random_gradients<2>({16, 16}, random);
  ///
  /// \param extents  as in explicit_gradients
  template <int N, detail::RandomBits Random>
  static Lattice random_gradients(const Integers<N>& extents, Random& random) {
    return random_gradients_of<N>(extents, detail::Draw{word<Random>, &random});
  }

  /// Explicit values from 0 to 1, excluding 1, each drawn from `random`.
  template <int N, detail::RandomBits Random>
  static Lattice random_values(const Integers<N>& extents, Random& random) {
    return random_values_of<N>(extents, detail::Draw{word<Random>, &random});
  }

 private:
  friend struct detail::Access;

  static Lattice permutation_of(const std::vector<std::int64_t>& entries);
  static Lattice classic_of(const std::vector<std::int64_t>& entries);
  template <int N>
  static Lattice random_gradients_of(const Integers<N>& extents, const detail::Draw& draw);
  template <int N>
  static Lattice random_values_of(const Integers<N>& extents, const detail::Draw& draw);

  template <class Table>
  static std::vector<std::int64_t> copied(const Table& table) {
    std::vector<std::int64_t> entries;
    for (const auto entry : table) entries.push_back(static_cast<std::int64_t>(entry));
    return entries;
  }

  // Draws 32 random bits: the upper bits of numbers that have more, and several numbers joined
  // where they have fewer.
  template <class Random>
  static std::uint32_t word(void* generator) {
    Random& random = *static_cast<Random*>(generator);
    // In parentheses: <windows.h> has macros of these names.
    constexpr std::uint64_t most = std::uint64_t{(Random::max)()} - std::uint64_t{(Random::min)()};
    constexpr int bits = most == ~std::uint64_t{0} ? 64 : std::bit_width(most + 1) - 1;
    constexpr int extra = bits > 32 ? bits - 32 : 0;
    std::uint64_t result = 0;
    for (int have = 0; have < 32; have += bits) {
      std::uint64_t drawn;
      do drawn = std::uint64_t{random()} - std::uint64_t{(Random::min)()};
      while (bits < 64 && drawn >> bits % 64 != 0);  // beyond the last power of two
      result = bits > 32 ? drawn >> extra : result << bits % 64 | drawn;
    }
    return static_cast<std::uint32_t>(result);
  }

  std::shared_ptr<const graph::CustomLattice> custom_;
};

}  // namespace perlane
