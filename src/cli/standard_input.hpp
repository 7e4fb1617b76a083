#pragma once
// Texts of fields and recipes, from streams.

#include <istream>
#include <string>

namespace perlane::cli {

// All that is left of a stream. Throws std::runtime_error with its name if it cannot be read.
std::string all_of(std::istream& stream, const std::string& name);

// The text on standard input, or the recipe in the file that is there. Pictures go by way of a
// file, for their readers look here and there.
std::string of_standard_input();

}  // namespace perlane::cli
