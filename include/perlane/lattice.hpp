#pragma once
/// \file
/// What stands at the integer points of the lattice, and how a value fades from one point to the next.

#include <cstdint>

namespace perlane {

/// The ease curve between two lattice points.
enum class Fade : std::uint8_t {
  quintic,  ///< 6f^5 - 15f^4 + 10f^3 (Perlin 2002): first and second derivative vanish at the lattice
  cubic,    ///< 3f^2 - 2f^3 (Perlin 1985): the first derivative vanishes at the lattice
  linear,   ///< f: continuous, with creases along the cell borders
};

/// How the lattice points draw their gradients.
class Lattice {
 public:
  /// A hashed lattice.
  constexpr Lattice() noexcept = default;

  /// Every lattice point is hashed with a 64-bit seed. Repeats after 2^32 cells along each axis.
  static constexpr Lattice hashed() noexcept { return {}; }

  /// A shuffled table of `size` entries, looked up once per axis, as in Perlin's own code. The seed decides the
  /// shuffle. Repeats after `size` cells along each axis.
  /// \param size  a power of two, 2 to 65536
  /// \throws std::invalid_argument  any other size
  static Lattice permutation(int size = 256);

  /// Entries of the permutation table; 0 for a hashed lattice.
  constexpr int table_size() const noexcept { return table_size_; }

 private:
  int table_size_ = 0;
};

}  // namespace perlane
