#pragma once
/// \file
/// The ease curves between lattice points.

#include <perlane/detail/cxx20.hpp>

#include <cstdint>

namespace perlane {

/// The ease curve between two lattice points.
enum class Fade : std::uint8_t {
  quintic,  ///< 6f^5 - 15f^4 + 10f^3 (Perlin 2002): first and second derivative vanish at the
            ///< lattice
  cubic,    ///< 3f^2 - 2f^3 (Perlin 1985): the first derivative vanishes at the lattice
  linear,   ///< f: continuous, with creases along the cell borders
};

}  // namespace perlane
