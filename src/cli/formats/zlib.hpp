#pragma once
// Compresses by zlib: with Huffman codes and runs of bytes, for what filters leave of noise has no
// matches, and looking for them takes several times as long and makes it larger.

#include <cstdint>
#include <span>
#include <vector>

namespace perlane::cli::formats {

using Bytes = std::vector<std::uint8_t>;

// A zlib stream, with its header and its checksum (RFC 1950).
Bytes compress(std::span<const std::uint8_t> input);

// Blocks of DEFLATE (RFC 1951) that end at the border of a byte, none of which is the last of a
// stream, so that what pieces of an input become can be joined.
Bytes compress_piece(std::span<const std::uint8_t> input);

// The bytes before and after joined pieces; the Adler-32 of their inputs follows.
inline constexpr std::uint8_t stream_header[] = {0x78, 0x01};
inline constexpr std::uint8_t last_block[] = {0x03, 0x00};

}  // namespace perlane::cli::formats
