#pragma once

#include "cli/samples/blocks.hpp"
#include "cli/input/recipe.hpp"
#include "cli/samples/samples.hpp"

#include <cstdint>

namespace perlane::cli::samples {

// The bytes that a render with so many blocks in memory takes. Some formats encode whole rows, so
// that the memory they take grows with the length of rows.
std::int64_t memory_of(const input::Recipe& recipe, const Blocks& blocks, Samples::Need need,
                       std::int64_t number);

// Throws std::runtime_error if a render takes more than there is.
void check_memory(const input::Recipe& recipe, const Blocks& blocks, Samples::Need need,
                  std::int64_t number);

}  // namespace perlane::cli::samples
