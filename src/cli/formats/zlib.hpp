#pragma once
// Compresses by zlib: with Huffman codes alone, or with runs of bytes where there are many.
// Filtered noise has no other matches, and looking for them takes several times as long and makes
// the result larger.

#include <cstdint>
#include <span>
#include <vector>

namespace perlane::cli::formats {

using Bytes = std::vector<std::uint8_t>;

// A zlib stream, with its header and its checksum (RFC 1950).
Bytes compress(std::span<const std::uint8_t> input);

// Appends blocks of DEFLATE (RFC 1951) that end at the border of a byte, none of which is the last
// of a stream, so that the blocks of several inputs can be joined.
void append_blocks(std::span<const std::uint8_t> input, Bytes& to);

// The bytes before and after joined blocks; the Adler-32 of their inputs follows.
inline constexpr std::uint8_t stream_header[] = {0x78, 0x01};
inline constexpr std::uint8_t last_block[] = {0x03, 0x00};

// Appends a number of 32 bits, the highest byte first.
void append_number(std::uint32_t number, Bytes& to);

}  // namespace perlane::cli::formats
