#pragma once
// A cell of the lattice: what stands at its vertices becomes the noise within. The axes are removed
// one at a time: x first, then w, z, and y last.

#include "reference/lattice.hpp"

namespace perlane::reference {

// Bit a of a vertex says on which side of axis a it lies.
struct Cell {
  int dimensions;
  Position position[4];
  bool has_gradients;  // a vertex has a gradient and no k, or only a k
  float gradient[16][4];  // [vertex][axis]
  float k[16];  // [vertex]
};

// False beyond the coordinate limit.
template <class Noise>
bool locate(const Noise& noise, const model::Point& point, Cell& cell) noexcept {
  cell.dimensions = point.dimensions;
  for (int axis = 0; axis < point.dimensions; ++axis) {
    if (!locate(point, axis, noise.frequency, noise.lattice, cell.position[axis])) return false;
  }
  return true;
}

// The word of a vertex.
std::uint32_t word(const model::LatticePoints&, const Cell&, unsigned vertex) noexcept;

// The noise; derivatives by axis, per unit of coordinate, unless null.
float collapse(Cell&, model::Fade, double frequency, float* derivative) noexcept;

// What is beyond the coordinate limit.
float not_a_number(int dimensions, float* derivative) noexcept;

}  // namespace perlane::reference
