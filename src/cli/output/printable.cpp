#include "cli/output/printable.hpp"

#include "base/utf8.hpp"

#include <iostream>

namespace perlane::cli::output {

std::string printable(std::string_view text) {
  return base::printable(text, base::LineFeeds::kept);
}

std::string quoted(const std::filesystem::path& path) {
  std::string text = "'";
  return text.append(path.string()).append("'");
}

void print_message(std::string_view message) {
  constexpr std::size_t longest_word = 500, longest = 4000;
  const std::string words = base::with_abridged_words(message, longest_word);
  std::cerr << "perlane: " << printable(base::abridged(words, longest)) << '\n';
}

}  // namespace perlane::cli::output
