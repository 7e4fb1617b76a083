// DEFLATE: P. Deutsch, RFC 1951, 1996. Sections are those of the RFC.

#include "cli/formats/deflate.hpp"

#include "cli/formats/huffman.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace perlane::cli::formats {
namespace {

constexpr std::size_t block_bytes = 1 << 17;
constexpr int end_of_block = 256;
constexpr std::size_t least_run = 4;
constexpr std::size_t most_of_run = 258;

class BitWriter {
 public:
  explicit BitWriter(std::uint8_t* to) : to_(to) {}

  // At most 56 bits may be put between calls of `flush`.
  void put(std::uint64_t bits, int length) {
    held_ |= bits << number_;
    number_ += length;
  }
  void put(const Code& code) { put(code.bits, code.length); }
  void flush() {
    std::uint64_t little = held_;
    if constexpr (std::endian::native == std::endian::big) little = swapped(little);
    std::memcpy(to_, &little, sizeof little);
    to_ += number_ >> 3;
    held_ >>= number_ & ~7;
    number_ &= 7;
  }
  // The position after the last byte that was begun.
  std::uint8_t* end() {
    flush();
    return to_ + (number_ > 0);
  }

 private:
  static std::uint64_t swapped(std::uint64_t n) {
    std::uint64_t other = 0;
    for (int byte = 0; byte < 8; ++byte, n >>= 8) other = other << 8 | (n & 255);
    return other;
  }

  std::uint8_t* to_;
  std::uint64_t held_ = 0;
  int number_ = 0;
};

struct Run {
  std::uint32_t first;  // repeats the byte before it
  std::uint32_t length;
};

std::uint64_t eight(const std::uint8_t* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

void find_runs(std::span<const std::uint8_t> input, std::vector<Run>& runs) {
  runs.clear();
  const std::uint8_t* in = input.data();
  std::size_t i = 1;
  while (i + 8 <= input.size()) {
    const std::uint64_t change = eight(in + i) ^ eight(in + i - 1);
    constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    if (((change - ones) & ~change & tops) == 0) {  // each of the eight differs from the one before
      i += 8;
      continue;
    }
    std::size_t length = 0;
    while (i + length < input.size() && in[i + length] == in[i - 1]) ++length;
    if (length >= least_run)
      runs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(length)});
    i += length + 1;
  }
}

// Section 3.2.5: the symbol of a length of 3 to 258.
struct LengthSymbol {
  std::uint16_t symbol;
  std::uint8_t extra_bits;
  std::uint8_t extra;
};
LengthSymbol symbol_of(std::size_t length) {
  if (length == most_of_run) return {285, 0, 0};
  const auto above = static_cast<unsigned>(length - 3);
  if (above < 8) return {static_cast<std::uint16_t>(257 + above), 0, 0};
  const int bits = std::bit_width(above) - 3;
  return {static_cast<std::uint16_t>(257 + 4 * bits + static_cast<int>(above >> bits)),
          static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(above & ((1u << bits) - 1))};
}

// Calls literals(first, end) and match(length) for all of a block.
template <class Literals, class Match>
void walk(std::size_t size, const std::vector<Run>& runs, const Literals& literals,
          const Match& match) {
  std::size_t at = 0;
  for (const Run& run : runs) {
    literals(at, run.first);
    std::size_t rest = run.length;
    while (rest >= 3) {
      // What would be left must not be one or two bytes, which no match has.
      const std::size_t length = rest > most_of_run && rest < most_of_run + 3
                                     ? most_of_run - 3
                                     : std::min(rest, most_of_run);
      match(length);
      rest -= length;
    }
    at = run.first + run.length;
  }
  literals(at, size);
}

using Counts = std::array<std::uint32_t, 286>;

Counts count(std::span<const std::uint8_t> input, const std::vector<Run>& runs) {
  Counts counts{};
  // Equal bytes that follow each other would wait for each other's counts.
  std::array<std::array<std::uint32_t, 256>, 4> bytes{};
  walk(
      input.size(), runs,
      [&](std::size_t first, std::size_t end) {
        std::size_t i = first;
        for (; i + 4 <= end; i += 4) {
          for (std::size_t k = 0; k < 4; ++k) ++bytes[k][input[i + k]];
        }
        for (; i < end; ++i) ++bytes[0][input[i]];
      },
      [&](std::size_t length) { ++counts[symbol_of(length).symbol]; });
  for (const auto& part : bytes) {
    for (std::size_t byte = 0; byte < part.size(); ++byte) counts[byte] += part[byte];
  }
  counts[end_of_block] = 1;
  return counts;
}

// Section 3.2.7: the lengths of the codes, which have codes themselves. Zeros come in runs.
void put_lengths(BitWriter& out, const std::array<Code, 286>& codes) {
  std::array<std::uint8_t, 287> lengths;
  for (std::size_t symbol = 0; symbol < codes.size(); ++symbol)
    lengths[symbol] = static_cast<std::uint8_t>(codes[symbol].length);
  lengths.back() = 1;  // of the only distance, 1
  struct Word {
    std::uint8_t symbol, extra_bits, extra;
  };
  std::array<Word, 287> words;
  std::size_t number = 0;
  std::array<std::uint32_t, 19> counts{};
  for (std::size_t i = 0; i < lengths.size();) {
    std::size_t same = 1;
    while (i + same < lengths.size() && lengths[i + same] == lengths[i]) ++same;
    Word word{lengths[i], 0, 0};
    if (lengths[i] == 0 && same >= 11) {
      same = std::min<std::size_t>(same, 138);
      word = {18, 7, static_cast<std::uint8_t>(same - 11)};
    } else if (lengths[i] == 0 && same >= 3) {
      word = {17, 3, static_cast<std::uint8_t>(same - 3)};
    } else if (i > 0 && lengths[i] == lengths[i - 1] && same >= 3) {
      same = std::min<std::size_t>(same, 6);
      word = {16, 2, static_cast<std::uint8_t>(same - 3)};
    } else {
      same = 1;
    }
    ++counts[word.symbol];
    words[number++] = word;
    i += same;
  }
  std::array<Code, 19> of_lengths;
  lengths_of(counts, 7, of_lengths);
  number_codes(of_lengths);
  constexpr std::uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
  out.put(286 - 257, 5);
  out.put(1 - 1, 5);
  out.put(19 - 4, 4);
  for (const std::uint8_t symbol : order) {
    out.put(of_lengths[symbol].length, 3);
    out.flush();
  }
  for (std::size_t i = 0; i < number; ++i) {
    out.put(of_lengths[words[i].symbol]);
    out.put(words[i].extra, words[i].extra_bits);
    out.flush();
  }
}

void put_block(BitWriter& out, std::span<const std::uint8_t> input, const std::vector<Run>& runs) {
  std::array<Code, 286> codes;
  lengths_of(count(input, runs), 15, codes);
  number_codes(codes);
  out.put(0b100, 3);  // not the last block; codes of its own
  put_lengths(out, codes);
  walk(
      input.size(), runs,
      [&](std::size_t first, std::size_t end) {
        std::size_t i = first;
        for (; i + 3 <= end; i += 3) {
          for (std::size_t k = 0; k < 3; ++k) out.put(codes[input[i + k]]);
          out.flush();
        }
        for (; i < end; ++i) {
          out.put(codes[input[i]]);
          out.flush();
        }
      },
      [&](std::size_t length) {
        const LengthSymbol symbol = symbol_of(length);
        out.put(codes[symbol.symbol]);
        out.put(symbol.extra, symbol.extra_bits);
        out.put(0, 1);  // distance 1
        out.flush();
      });
  out.put(codes[end_of_block]);
  out.flush();
}

}  // namespace

void deflate(std::span<const std::uint8_t> input, std::vector<std::uint8_t>& output) {
  // 15 bits for each byte, the lengths of codes for each block, and what `flush` writes beyond.
  const std::size_t before = output.size();
  output.resize(before + 2 * input.size() + 512 * (input.size() / block_bytes + 1) + 64);
  BitWriter out(output.data() + before);
  std::vector<Run> runs;
  for (std::size_t at = 0; at < input.size(); at += block_bytes) {
    const auto block = input.subspan(at, std::min(block_bytes, input.size() - at));
    find_runs(block, runs);
    put_block(out, block, runs);
  }
  out.put(0b000, 3);  // a block that is stored, and has nothing: it ends at a byte
  std::uint8_t* end = out.end();
  constexpr std::uint8_t nothing[] = {0x00, 0x00, 0xff, 0xff};
  end = std::copy(std::begin(nothing), std::end(nothing), end);
  output.resize(static_cast<std::size_t>(end - output.data()));
}

std::uint32_t joined_adler32(std::uint32_t first, std::uint32_t second,
                             std::uint64_t bytes_of_second) noexcept {
  constexpr std::uint64_t prime = 65521;
  const std::uint64_t a1 = first & 0xffff, a2 = second & 0xffff;
  const std::uint64_t a = (a1 + a2 + prime - 1) % prime;
  // Each byte of the second piece adds a1 - 1 more to the sum of sums.
  const std::uint64_t b =
      (first >> 16) + (second >> 16) + (bytes_of_second % prime) * (a1 + prime - 1) % prime;
  return static_cast<std::uint32_t>(b % prime << 16 | a);
}

}  // namespace perlane::cli::formats
