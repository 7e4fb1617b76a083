#pragma once
// Affine maps of coordinates, and the bounds of several within each other.

#include "graph/properties.hpp"

#include <array>
#include <cstddef>

namespace perlane::graph {

// Row a makes coordinate a of those of all axes, and of 1.
using Matrix = std::array<std::array<double, 5>, 4>;

// No vector becomes longer than this times its length.
double largest_stretch(const Matrix& matrix, std::size_t axes) noexcept;

// No coordinate becomes larger than this times the largest one.
double largest_row(const Matrix& matrix) noexcept;

// Maps directly within each other. Together they may do less than each of them does at worst: a
// hundred rotations are one.
struct AffineChain {
  Matrix product{};  // without the distances
  // The most by which any map, or any partial product, makes vectors longer.
  double stretch = 1;
  double maps = 0;
  // These two belong to the field that the chain maps.
  double frequency = 0;
  std::array<double, 4> derivative_scale{};

  // The chain without maps, of a field with these properties.
  static AffineChain of(const Properties& field) noexcept;

  // The chain with one more map, which is applied to coordinates first.
  AffineChain then(const Matrix& matrix) const noexcept;

  // The most that coordinates are multiplied by, with the rounding of all maps.
  double largest_factor() const noexcept;
};

}  // namespace perlane::graph
