#pragma once
// Golden hashes: of the bits that a field has on certain grids.

#include <perlane/field.hpp>
#include <perlane/self_test.hpp>

#include <span>
#include <string>
#include <string_view>

namespace perlane::text {

// The hash of the values of a field in 1 to 4 dimensions, a comma, and that of its derivatives,
// which is empty if it has none.
std::string golden_hashes_of(const Field& field, int dimensions);

// The lines of golden/fields.jsonl and golden/hashes.csv, without comments.
std::span<const std::string_view> golden_fields();
std::span<const std::string_view> golden_hashes();

// Compares the fields in lines like those of golden/fields.jsonl with the hashes in lines like
// those of golden/hashes.csv, where each has a line for each of its dimensions.
SelfTest self_test(std::span<const std::string_view> fields,
                   std::span<const std::string_view> hashes);

}  // namespace perlane::text
