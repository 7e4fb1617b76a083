#pragma once
// Messages, and untrusted text escaped for the terminal.

#include <filesystem>
#include <string>
#include <string_view>

namespace perlane::cli::output {

// The text with its control characters as \u001b, and with the bytes that are no UTF-8 as \xff, for
// a terminal would obey them. Line feeds stay.
std::string printable(std::string_view text);

// The path between single quotes, as messages have it.
std::string quoted(const std::filesystem::path& path);

// Prints "perlane: " and this on standard error. Of what is longer than messages are, such as an
// option of a megabyte, it shows the beginning and the end.
void print_message(std::string_view message);

}  // namespace perlane::cli::output
