#pragma once

#include "model/sink.hpp"

#include <cstdint>

namespace perlane::reference {

// Makes codes of values: 0 of `low`, and `largest` of `high`. Both are finite.
model::Coding coding(float low, float high, std::uint32_t largest) noexcept;

// The code of a value: the nearest whole number, ties to even; `largest` above the range, 0 below
// it, and for NaN. As `n` and `low` are what they are, only the difference, `scale` and the product
// are rounded, by 2^-24 each: a code is never farther than 1/2 + 2^-6 from where the value lies.
std::uint32_t code(float n, const model::Coding& coding) noexcept;

}  // namespace perlane::reference
