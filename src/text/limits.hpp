#pragma once
// How large a text may be, and the field in it. Both are refused beyond, written or read.

#include "field/node.hpp"

#include <cstddef>

namespace perlane::text {

inline constexpr int version = 1;
inline constexpr std::size_t most_characters = std::size_t{1} << 28;
inline constexpr std::size_t most_nodes = std::size_t{1} << 20;
// Fields within fields. What is written stays far below what is read.
inline constexpr int deepest_written = 8;
inline constexpr int deepest_read = 32;
inline constexpr int deepest_json = 100;

// The nodes that a node is evaluated from, and itself; `most` + 1 if there are more.
std::size_t count_nodes(const field::Node& root, std::size_t most);

// Throws std::invalid_argument if a field takes too many steps to evaluate, in the most dimensions
// that it has. Few nodes are enough for that, for each may be evaluated at many places.
void check_steps(const field::Node& root);

}  // namespace perlane::text
