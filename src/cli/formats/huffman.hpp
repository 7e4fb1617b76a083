#pragma once
// Huffman codes as DEFLATE has them. RFC 1951, section 3.2.2.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace perlane::cli::formats {

struct Code {
  std::uint16_t bits;  // the first that is written is the lowest
  std::uint16_t length;
};

// The lengths of Huffman codes, of which none is above `most`. Those of equal codes come from the
// numbers of codes of every length, so that ties do not depend on the sort.
template <std::size_t size>
void lengths_of(const std::array<std::uint32_t, size>& counts, int most,
                std::array<Code, size>& codes) {
  std::array<std::uint16_t, size> symbols;
  std::size_t used = 0;
  for (std::size_t symbol = 0; symbol < size; ++symbol) {
    codes[symbol] = {};
    if (counts[symbol] != 0) symbols[used++] = static_cast<std::uint16_t>(symbol);
  }
  if (used == 0) return;
  std::sort(symbols.begin(), symbols.begin() + used, [&](std::uint16_t a, std::uint16_t b) {
    return counts[a] != counts[b] ? counts[a] < counts[b] : a < b;
  });
  // Leaves and joined nodes both come in the order of their weights (J. van Leeuwen, 1976).
  std::array<std::uint32_t, 2 * size> weight;
  std::array<std::uint16_t, 2 * size> parent;
  for (std::size_t leaf = 0; leaf < used; ++leaf) weight[leaf] = counts[symbols[leaf]];
  std::size_t leaf = 0, joined = used, end = used;
  const auto lightest = [&] {
    return joined == end || (leaf < used && weight[leaf] <= weight[joined]) ? leaf++ : joined++;
  };
  while (used - leaf + (end - joined) > 1) {
    const std::size_t a = lightest(), b = lightest();
    weight[end] = weight[a] + weight[b];
    parent[a] = parent[b] = static_cast<std::uint16_t>(end++);
  }
  std::array<std::uint8_t, 2 * size> depth{};
  std::array<int, 16> number{};
  for (std::size_t node = end - 1; node-- > 0;) {
    depth[node] = static_cast<std::uint8_t>(depth[parent[node]] + 1);
    if (node < used) ++number[static_cast<std::size_t>(std::min<int>(depth[node], most))];
  }
  if (used == 1) number[1] = 1;
  // Codes that were cut off take more room than there is, so others become longer.
  std::uint32_t room = 0;
  for (int length = 1; length <= most; ++length)
    room += static_cast<std::uint32_t>(number[static_cast<std::size_t>(length)]) << (most - length);
  for (; room > (1u << most); --room) {
    --number[static_cast<std::size_t>(most)];
    int length = most - 1;
    while (number[static_cast<std::size_t>(length)] == 0) --length;
    --number[static_cast<std::size_t>(length)];
    number[static_cast<std::size_t>(length) + 1] += 2;
  }
  std::size_t next = used;
  for (std::size_t length = 1; length <= static_cast<std::size_t>(most); ++length) {
    for (int i = 0; i < number[length]; ++i)
      codes[symbols[--next]].length = static_cast<std::uint16_t>(length);
  }
}

// The codes, by their lengths.
template <std::size_t size>
void number_codes(std::array<Code, size>& codes) {
  std::array<std::uint32_t, 16> number{}, next{};
  for (const Code& code : codes) ++number[code.length];
  number[0] = 0;
  for (std::size_t length = 1; length < next.size(); ++length)
    next[length] = (next[length - 1] + number[length - 1]) << 1;
  for (Code& code : codes) {
    if (code.length == 0) continue;
    std::uint32_t bits = next[code.length]++, reversed = 0;
    for (int bit = 0; bit < code.length; ++bit, bits >>= 1) reversed = reversed << 1 | (bits & 1);
    code.bits = static_cast<std::uint16_t>(reversed);
  }
}

}  // namespace perlane::cli::formats
