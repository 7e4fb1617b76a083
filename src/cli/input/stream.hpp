#pragma once
// Texts of fields and recipes, from streams.

#include <istream>
#include <string>
#include <string_view>

namespace perlane::cli::input {

// All that is left of a stream; of the manifest of an export its recipe alone, since it may tell of
// millions of tiles. Throws std::runtime_error with its name if it cannot be read, and
// std::invalid_argument if it is longer than texts may be: what has no end is not waited for.
// `start` has been read already.
std::string all_of(std::istream& stream, const std::string& name, std::string start = {});

// What a stream begins with, and whether that can be JSON, which has no control characters;
// pictures and samples do.
std::string start_of(std::istream& stream, const std::string& name);
bool is_text(std::string_view start);

// The text that a stream gives, or the recipe in the file that it is. Pictures go by way of a file,
// for their readers look here and there.
std::string of_stream(std::istream& stream, const std::string& name);
std::string of_standard_input();

}  // namespace perlane::cli::input
