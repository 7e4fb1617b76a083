#pragma once
// Limits of the size of a text and of the field in it, for writing and for reading.

#include "graph/lowering.hpp"

#include <cstddef>

namespace perlane::text {

inline constexpr int version = 1;
inline constexpr std::size_t most_bytes = std::size_t{1} << 28;
// The depth of fields within fields. The limit of writing is far below that of reading.
inline constexpr int deepest_written = 8;
inline constexpr int deepest_read = 32;
inline constexpr int deepest_json = 100;

// Throws std::invalid_argument if a field takes too many steps to evaluate, in the most dimensions
// that it has. Few nodes are enough for that, for each may be evaluated at many places.
inline void check_steps(const graph::Node& root) {
  graph::check_steps(root, root.dimensions().most, false);
}

}  // namespace perlane::text
