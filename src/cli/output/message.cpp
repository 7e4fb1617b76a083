#include "cli/output/message.hpp"

#include "base/utf8.hpp"

#include <iostream>
#include <span>
#include <system_error>

namespace perlane::cli::output {

std::string printable(std::string_view text) {
  return base::printable(text, base::LineFeeds::kept);
}

std::string quoted(const std::filesystem::path& path) { return "'" + path.string() + "'"; }

void print_message(std::string_view message) {
  constexpr std::size_t longest_word = 500, longest = 4000;
  const std::string words = base::with_abridged_words(message, longest_word);
  std::cerr << "perlane: " << printable(base::abridged(words, longest)) << '\n';
}

void throw_errno(const std::string& message, int error) {
  throw std::system_error(error, std::generic_category(), message);
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

std::string either(const std::vector<std::string_view>& words) {
  const std::string first = listed(std::span(words).first(words.size() - 1));
  return (first.empty() ? "" : first + " or ").append(words.back());
}

}  // namespace perlane::cli::output
