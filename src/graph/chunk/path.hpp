#pragma once
// The bits of the digits of paths.

#include <perlane/chunk.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace perlane::graph {

// Each position of a path halves a chunk so many times, along each axis.
inline constexpr int halvings = std::countr_zero(static_cast<unsigned>(Path::width));

// The most that can be chopped of a path.
inline int most_chop(const Path& path) noexcept {
  constexpr std::size_t most_positions = Chunk::chop_limit / halvings;
  return halvings * static_cast<int>(std::min(path.depth(), most_positions));
}

// Returns `chop`. Throws std::invalid_argument unless it is 0 to most_chop(path); `name` is for the
// message.
int validated_chop(const char* name, const Path& path, int chop);

}  // namespace perlane::graph
