#include "engine/utf8.hpp"

#include <algorithm>

namespace perlane::engine {
namespace {

// Of a character, all bytes but the first.
bool continues(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

}  // namespace

Character first_character(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {lead, 0};
  std::uint32_t code = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {lead, 0};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (code < least[bytes] || code > 0x10ffff || is_surrogate) return {lead, 0};
  return {code, bytes};
}

std::string as_utf8(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto [code, bytes] = first_character(text);
    if (bytes == 0) {
      append_escaped(result, code);
    } else {
      result += text.substr(0, bytes);
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return result;
}

std::string_view first_characters(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  while (most > 0 && continues(text[most])) --most;
  return text.substr(0, most);
}

std::string abridged(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = text.size() - most / 4;
  while (end < text.size() && continues(text[end])) ++end;
  std::string result(first_characters(text, most - most / 4));
  result += "...";
  return result += text.substr(end);
}

std::string with_abridged_words(std::string_view text, std::size_t most) {
  std::string result;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find_first_of(" \n"), text.size());
    result += abridged(text.substr(0, blank), most);
    result += text.substr(blank, 1);
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return result;
}

void append_escaped(std::string& text, std::uint32_t byte) {
  constexpr char digits[] = "0123456789abcdef";
  text += "\\x";
  text += digits[byte >> 4 & 15];
  text += digits[byte & 15];
}

}  // namespace perlane::engine
