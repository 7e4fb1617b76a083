#pragma once
// The lattice, one point at a time: where a coordinate lies, what stands at a lattice point.

#include "model/noises.hpp"
#include "model/tile.hpp"

#include <cstdint>
#include <span>

namespace perlane::reference {

// A coordinate within the lattice, along one axis.
struct Position {
  std::uint32_t cell[2];  // lattice coordinates on both sides
  float f;                // fraction within the cell, 0 to 1
};

// False beyond the coordinate limit.
bool locate(const model::Point& point, int axis, double frequency,
            const model::LatticePoints& lattice, Position& position) noexcept;

float fade(model::Fade, float f) noexcept;
float fade_slope(model::Fade, float f) noexcept;

// The word of a lattice point.
std::uint32_t word(const model::LatticePoints&, std::span<const std::uint32_t> cell) noexcept;
// A hash is best in its uppermost bits. What needs more than 8 of them takes a last round first.
std::uint32_t hash(const model::HashKey&, std::span<const std::uint32_t> cell) noexcept;
std::uint32_t last_round(std::uint32_t hash) noexcept;

// What a word of an exclusive lattice draws its value from: a number with a sign.
std::uint32_t exclusive_value(std::uint32_t word) noexcept;

// Which gradient of the set a word draws.
std::uint32_t gradient_of(const model::LatticePoints&, const model::GradientSet&, int dimensions,
                          std::uint32_t word) noexcept;

}  // namespace perlane::reference
