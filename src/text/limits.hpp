#pragma once
// How large a text may be, and the field in it. Both are refused beyond, written or read.

#include "graph/node.hpp"

#include <cstddef>

namespace perlane::text {

inline constexpr int version = 1;
inline constexpr std::size_t most_characters = std::size_t{1} << 28;
// Fields within fields. What is written stays far below what is read.
inline constexpr int deepest_written = 8;
inline constexpr int deepest_read = 32;
inline constexpr int deepest_json = 100;

// Throws std::invalid_argument if a field takes too many steps to evaluate, in the most dimensions
// that it has. Few nodes are enough for that, for each may be evaluated at many places.
void check_steps(const graph::Node& root);

}  // namespace perlane::text
