#pragma once
// Validates UTF-8 from untrusted input (RFC 3629), and escapes it for messages.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace perlane::base {

// A character and how many bytes it takes; the first byte, and 0, if they are not valid UTF-8.
struct Character {
  std::uint32_t code;
  std::size_t bytes;
};

// The text is not empty.
Character first_character(std::string_view text) noexcept;

// The text with its control characters as \u001b, for a terminal would obey them, and with bytes
// that are not valid UTF-8 as \xff.
enum class LineFeeds { escaped, kept };
std::string printable(std::string_view text, LineFeeds = LineFeeds::escaped);

// The first so many bytes of a text, or a few less, so that no character is cut.
std::string_view first_characters(std::string_view text, std::size_t most) noexcept;

// Shortens a text for a message: where it has more bytes than so many, its beginning and its end
// are left, with "..." between them.
std::string abridged(std::string_view text, std::size_t most);
// Shortens every word of a text that is longer than so many bytes.
std::string with_abridged_words(std::string_view text, std::size_t most);

}  // namespace perlane::base
