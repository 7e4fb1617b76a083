#include "cli/printable.hpp"

#include "engine/utf8.hpp"

#include <cstdio>
#include <iostream>

namespace perlane::cli {

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto [code, bytes] = engine::first_character(text);
    const bool is_control = (code < 0x20 && code != '\n') || (code >= 0x7f && code < 0xa0);
    if (bytes == 0) {
      engine::append_escaped(result, code);
    } else if (is_control) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", code & 0xffffu);
      result += escape;
    } else {
      result += text.substr(0, bytes);
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return result;
}

void tell(std::string_view message) {
  constexpr std::size_t longest_word = 500, longest = 4000;
  const std::string words = engine::with_abridged_words(message, longest_word);
  std::cerr << "perlane: " << printable(engine::abridged(words, longest)) << '\n';
}

}  // namespace perlane::cli
