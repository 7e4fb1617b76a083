#pragma once
// The lattice, one point at a time: where a coordinate lies, what stands at a lattice point.

#include "field/noises.hpp"

#include <cstdint>
#include <span>

namespace perlane::reference {

// A coordinate within the lattice, along one axis.
struct Position {
  std::uint32_t cell;  // modulo 2^32
  float f;             // fraction within the cell, 0 to 1
};

// |coordinate * frequency| must be below field::coordinate_limit.
Position locate(double coordinate, double frequency) noexcept;
bool is_within_limit(double coordinate, double frequency) noexcept;

float fade(Fade, float f) noexcept;

// The word of a lattice point: what chooses its gradient.
std::uint32_t hash(const field::HashKey&, std::span<const std::uint32_t> cell) noexcept;
std::uint32_t look_up(const field::PerlinNoise&, std::span<const std::uint32_t> cell) noexcept;

}  // namespace perlane::reference
