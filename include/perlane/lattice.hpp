#pragma once
/// \file
/// What stands at the integer points of the lattice, and how a value fades from one point to the next.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace perlane {

namespace field {
struct GivenGradients;
struct GivenLattice;
}  // namespace field

/// The ease curve between two lattice points.
enum class Fade : std::uint8_t {
  quintic,  ///< 6f^5 - 15f^4 + 10f^3 (Perlin 2002): first and second derivative vanish at the lattice
  cubic,    ///< 3f^2 - 2f^3 (Perlin 1985): the first derivative vanishes at the lattice
  linear,   ///< f: continuous, with creases along the cell borders
};

/// The set of vectors that gradient noise draws from.
class Gradients {
 public:
  /// The automatic set.
  Gradients() noexcept = default;

  /// 16, 32, 64 or 128 vectors of one length (in 1D: slopes), spread evenly over all directions, so that no direction is preferred. With
  /// the quintic fade the noise's largest value is 1.
  static Gradients automatic() noexcept { return {}; }

  /// From the centre of a cube to the middles of its 12 edges (Perlin 2002), in 4D the 32 edges of the hypercube, in 2D the 4 of
  /// the square, in 1D both directions. Scaled so that with the quintic fade the noise's largest value is 1.
  static Gradients edges();

  /// Along the axes, both ways: 2, 4, 6 or 8 vectors, scaled likewise.
  static Gradients axes();

  /// From the centre of a cube to its corners: 2, 4, 8 or 16 vectors, scaled likewise.
  static Gradients diagonals();

  /// Your own, taken as they are, for noise in N dimensions only. A vector that occurs twice is drawn twice as often.
  /// \param vectors  1 to 256 of them, finite
  /// \throws std::invalid_argument  another number of vectors, or a component that is not finite
  template <int N>
  static Gradients vectors(std::span<const std::array<float, std::size_t{N}>> vectors);

  /// For perlane itself: null is the automatic set.
  explicit Gradients(std::shared_ptr<const field::GivenGradients> given) noexcept : given_(std::move(given)) {}
  const std::shared_ptr<const field::GivenGradients>& given() const noexcept { return given_; }

 private:
  std::shared_ptr<const field::GivenGradients> given_;
};

/// How the lattice points draw their gradients or values.
class Lattice {
 public:
  /// A hashed lattice.
  Lattice() noexcept = default;

  /// Every lattice point is hashed with a 64-bit seed. Repeats after 2^32 cells along each axis.
  static Lattice hashed() noexcept { return {}; }

  /// A shuffled table of `size` entries, looked up once per axis, as in Perlin's own code. The seed decides the
  /// shuffle. Repeats after `size` cells along each axis.
  /// \param size  a power of two, 2 to 65536
  /// \throws std::invalid_argument  any other size
  static Lattice permutation(int size = 256);

  /// Your own table, looked up once per axis: p[p[p[x] + y] + z], everything modulo its size; the last entry modulo the number of
  /// gradients chooses the gradient. Seed 0 takes the table as it is; another seed enters it at another place.
  /// \param table  a permutation of 0 .. size - 1, the size a power of two from 2 to 65536
  /// \throws std::invalid_argument  another size, an entry out of range, or one that occurs twice
  template <std::ranges::input_range Table>
    requires std::integral<std::ranges::range_value_t<Table>>
  static Lattice permutation(const Table& table) {
    std::vector<std::int64_t> entries;
    for (const auto entry : table) entries.push_back(static_cast<std::int64_t>(entry));
    return from_table(entries);
  }

  /// Your own gradient at every lattice point (art-directed noise), for gradient noise in N dimensions only. Repeats after
  /// `extents` cells. Seed 0 has the first gradient at lattice point 0; another seed moves them all.
  /// \param gradients  x fastest: that of lattice point (x, y, z, w) is element x + extents[0] * (y + extents[1] * (z + extents[2] * w))
  /// \param extents    lattice points per axis, each at least 1, fewer than 2^31 in all
  /// \throws std::invalid_argument  an extent is out of range, `gradients` has another size, or a component is not finite
  template <int N>
  static Lattice explicit_gradients(std::span<const std::array<float, std::size_t{N}>> gradients,
                                    const std::array<std::int64_t, std::size_t{N}>& extents);

  /// Your own value at every lattice point (a map read from elsewhere), for value noise in N dimensions only; otherwise like
  /// explicit_gradients.
  template <int N>
  static Lattice explicit_values(std::span<const float> values, const std::array<std::int64_t, std::size_t{N}>& extents);

  /// For perlane itself: null is a hashed lattice.
  explicit Lattice(std::shared_ptr<const field::GivenLattice> given) noexcept : given_(std::move(given)) {}
  const std::shared_ptr<const field::GivenLattice>& given() const noexcept { return given_; }

 private:
  static Lattice from_table(const std::vector<std::int64_t>& entries);

  std::shared_ptr<const field::GivenLattice> given_;
};

}  // namespace perlane
