#pragma once
// Tables that lattice points are looked up in. K. Perlin, "An Image Synthesizer", SIGGRAPH 1985.

#include "model/noises.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace perlane::graph {

// Numbers 0 .. size - 1, for look-ups.
class Table {
 public:
  // Coordinates will be below the period, or below the length if that is more; this does not
  // matter if the length is a power of two.
  explicit Table(const std::vector<std::uint32_t>& entries, std::uint32_t period = 0);

  std::span<const std::uint32_t> entries() const noexcept { return {repeated_.data(), length_}; }

  // Sets the members that look-ups of this kind read.
  void describe(model::LatticePoints::Kind kind, model::LatticePoints& points) const noexcept;

 private:
  struct alignas(64) Bytes {
    std::array<std::uint8_t, 256> value{};
  };

  std::size_t length_;
  std::vector<std::uint32_t> repeated_;
  std::vector<std::uint32_t> remainders_;  // see LatticePoints
  Bytes bytes_;
};

// True if coordinates modulo 2^32 give the same entries as coordinates modulo the length, that is,
// if the length is a power of two.
bool wraps_by_itself(std::size_t length) noexcept;

// True if a table of `length` entries can have the period. A table whose length is not a power of
// two is repeated up to its longest period, so a period that is not a multiple of the length has a
// limit.
bool fits_table(std::int64_t period, std::size_t length) noexcept;
inline constexpr std::int64_t longest_odd_period = 65536;

// A permutation shuffled by the seed.
std::shared_ptr<const Table> shuffled_table(std::uint64_t seed, int size);

// K. Perlin, "Improving Noise", 2002.
std::shared_ptr<const Table> perlin2002_table();

}  // namespace perlane::graph
