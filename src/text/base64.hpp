#pragma once
// Arrays as base64 (RFC 4648) of their numbers, least significant byte first.

#include "base/little_endian.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::text {

std::string to_base64(std::span<const std::uint8_t> bytes);

// Nothing if it is not base64, with padding and nothing besides.
std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text);

template <class Number>
using Bits = std::conditional_t<sizeof(Number) == 2, std::uint16_t, std::uint32_t>;

template <class Number>
void append_bytes(std::vector<std::uint8_t>& bytes, Number number) {
  const auto bits = std::bit_cast<Bits<Number>>(number);
  base::append_little_endian(bytes, bits, sizeof bits);
}

// `bytes` hold whole numbers.
template <class Number>
std::vector<Number> numbers_of(std::span<const std::uint8_t> bytes) {
  std::vector<Number> numbers;
  numbers.reserve(bytes.size() / sizeof(Number));
  for (std::size_t begin = 0; begin < bytes.size(); begin += sizeof(Number)) {
    std::uint32_t bits = 0;
    for (std::size_t i = sizeof(Number); i-- > 0;) bits = bits << 8 | bytes[begin + i];
    numbers.push_back(std::bit_cast<Number>(static_cast<Bits<Number>>(bits)));
  }
  return numbers;
}

}  // namespace perlane::text
