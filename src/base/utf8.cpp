#include "base/utf8.hpp"

#include <algorithm>

namespace perlane::base {
namespace {

// True for all bytes of a character but the first.
bool continues(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

void append_escaped(std::string& text, std::string_view prefix, std::uint32_t code, int digits) {
  text += prefix;
  while (--digits >= 0) text += "0123456789abcdef"[code >> (4 * digits) & 15];
}

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

std::string printable(std::string_view text, LineFeeds line_feeds) {
  std::string result;
  while (!text.empty()) {
    const auto [code, bytes] = first_character(text);
    const bool is_kept = code == '\n' && line_feeds == LineFeeds::kept;
    const bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    if (bytes == 0) {
      append_escaped(result, "\\x", code, 2);
    } else if (is_control && !is_kept) {
      append_escaped(result, "\\u", code, 4);
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

}  // namespace perlane::base
