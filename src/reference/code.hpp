#pragma once

#include "model/sink.hpp"

#include <cstdint>

namespace perlane::reference {

// Returns the coding that maps `low` to 0 and `high` to `largest`. Both are finite.
model::Coding coding(float low, float high, std::uint32_t largest) noexcept;

// The code of a value: the nearest whole number, ties to even; `largest` above the range, 0 below
// it, and for NaN. `n` and `low` are exact; only the difference, `scale` and the product are
// rounded, by 2^-24 each: a code is never farther than 1/2 + 2^-6 from the exact position of the
// value.
std::uint32_t code(float n, const model::Coding& coding) noexcept;

}  // namespace perlane::reference
