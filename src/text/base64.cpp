#include "text/base64.hpp"

namespace perlane::text {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t begin = 0; begin < bytes.size(); begin += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - begin);
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 3; ++i) word = word << 8 | (i < count ? bytes[begin + i] : 0u);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= count ? digits[word >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return {};
  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t begin = 0; begin < text.size(); begin += 4) {
    std::string_view group = text.substr(begin, 4);
    if (begin + 4 == text.size()) {
      if (group[3] == '=') group.remove_suffix(1);
      if (group.back() == '=' && group.size() == 3) group.remove_suffix(1);
    }
    std::uint32_t word = 0;
    for (const char digit : group) {
      const std::size_t value = digits.find(digit);
      if (value == digits.npos) return {};
      word = word << 6 | static_cast<std::uint32_t>(value);
    }
    word <<= 6 * (4 - group.size());
    for (std::size_t i = 0; i < 3; ++i) {
      const auto byte = static_cast<std::uint8_t>(word >> (16 - 8 * i));
      if (i + 1 < group.size()) {
        bytes.push_back(byte);
      } else if (byte != 0) {
        return {};  // bits that stand for nothing, so that no two texts are the same bytes
      }
    }
  }
  return bytes;
}

}  // namespace perlane::text
