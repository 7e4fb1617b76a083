#pragma once
// How the digits of paths are made of bits.

#include <perlane/chunk.hpp>

#include <bit>

namespace perlane::field {

// Each position of a path halves a chunk so many times, along each axis.
inline constexpr int halvings = std::countr_zero(static_cast<unsigned>(Path::width));

}  // namespace perlane::field
