#include "cli/printable.hpp"

#include "engine/utf8.hpp"

#include <iostream>

namespace perlane::cli {

std::string printable(std::string_view text) {
  return engine::printable(text, engine::LineFeeds::kept);
}

void tell(std::string_view message) {
  constexpr std::size_t longest_word = 500, longest = 4000;
  const std::string words = engine::with_abridged_words(message, longest_word);
  std::cerr << "perlane: " << printable(engine::abridged(words, longest)) << '\n';
}

}  // namespace perlane::cli
