#pragma once
// What people are shown of a text that may be a stranger's.

#include <string>
#include <string_view>

namespace perlane::cli::output {

// The text with its control characters as \u001b, and with the bytes that are no UTF-8 as \xff, for
// a terminal would obey them. Line feeds stay.
std::string printable(std::string_view text);

// Prints "perlane: " and this on standard error. Of what is longer than messages are, such as an
// option of a megabyte, it shows the beginning and the end.
void print_message(std::string_view message);

}  // namespace perlane::cli::output
