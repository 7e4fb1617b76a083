#pragma once
// Messages: errors with a formatted text, and untrusted text escaped for the terminal.

#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perlane::cli::output {

// The text with its control characters as \u001b, and with bytes that are not valid UTF-8 as \xff,
// for a terminal would obey them. Line feeds stay.
std::string printable(std::string_view text);

// The path between single quotes, as messages have it.
std::string quoted(const std::filesystem::path& path);

// Prints "perlane: " and the message on standard error. It shortens long words, such as an option
// of a megabyte, and long messages to their beginning and their end.
void print_message(std::string_view message);

// Throws std::invalid_argument: the caller can mend the command line.
template <class... Parts>
[[noreturn]] void throw_invalid(fmt::format_string<Parts...> format, Parts&&... parts) {
  throw std::invalid_argument(fmt::format(format, std::forward<Parts>(parts)...));
}

// Throws std::runtime_error: something went wrong.
template <class... Parts>
[[noreturn]] void throw_failure(fmt::format_string<Parts...> format, Parts&&... parts) {
  throw std::runtime_error(fmt::format(format, std::forward<Parts>(parts)...));
}

// Throws std::system_error, with the text of an error number after the message.
[[noreturn]] void throw_errno(const std::string& message, int error = errno);

// "png, tif, exr", or with another separator. `name` makes an element a string.
template <class List, class Name = std::identity>
std::string listed(List&& list, const Name& name = {}, std::string_view separator = ", ") {
  std::string text;
  for (const auto& element : list)
    (text += text.empty() ? "" : separator) += std::invoke(name, element);
  return text;
}

// The text with one string in place of every other one.
std::string replaced(std::string text, std::string_view what, std::string_view by);

// "png, tif or exr"
std::string either(const std::vector<std::string_view>& words);

}  // namespace perlane::cli::output
