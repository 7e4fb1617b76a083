#include "cli/printable.hpp"

#include <cstdint>
#include <cstdio>
#include <iostream>

namespace perlane::cli {
namespace {

// A character and the bytes it takes, 0 if they are no UTF-8 (RFC 3629).
struct Character {
  std::uint32_t code;
  std::size_t bytes;
};

Character first_of(std::string_view text) {
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

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto [code, bytes] = first_of(text);
    const bool is_control = (code < 0x20 && code != '\n') || (code >= 0x7f && code < 0xa0);
    char escape[8];
    if (bytes == 0) {
      std::snprintf(escape, sizeof escape, "\\x%02x", code & 0xffu);
      result += escape;
    } else if (is_control) {
      std::snprintf(escape, sizeof escape, "\\u%04x", code & 0xffffu);
      result += escape;
    } else {
      result += text.substr(0, bytes);
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return result;
}

void tell(std::string_view message) { std::cerr << "perlane: " << printable(message) << '\n'; }

}  // namespace perlane::cli
