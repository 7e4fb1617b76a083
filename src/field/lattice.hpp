#pragma once
// What seeds become: hash keys, permutation tables, seeds of octaves.

#include "field/noises.hpp"

#include <memory>
#include <vector>

namespace perlane::field {

// The seed of octave `index` > 0 of a source.
std::uint64_t octave_seed(std::uint64_t seed, std::uint64_t index) noexcept;

HashKey hash_key(std::uint64_t seed) noexcept;

// A permutation of 0 .. size - 1, shuffled by the seed.
std::shared_ptr<const std::vector<std::uint32_t>> shuffled_table(std::uint64_t seed, int size);

// K. Perlin, "Improving Noise", 2002.
std::shared_ptr<const std::vector<std::uint32_t>> perlin2002_table();

}  // namespace perlane::field
