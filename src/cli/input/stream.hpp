#pragma once
// Texts of fields and recipes, from streams.

#include <istream>
#include <string>
#include <string_view>

namespace perlane::cli::input {

// Reads the rest of a stream; of the manifest of an export only its recipe, since it may list
// millions of tiles. Throws std::runtime_error with its name if it cannot be read, and
// std::invalid_argument if it is longer than texts may be, so that endless input is rejected.
// `start` has been read already.
std::string all_of(std::istream& stream, const std::string& name, std::string start = {});

// Reads the beginning of a stream, and decides if it can be JSON, which has no control characters;
// pictures and samples have some.
std::string start_of(std::istream& stream, const std::string& name);
bool is_text(std::string_view start);

// Reads a text from a stream, or the recipe in the file that it is. Pictures are copied to a file,
// since their readers seek.
std::string of_stream(std::istream& stream, const std::string& name);
std::string of_standard_input();

}  // namespace perlane::cli::input
