#pragma once
// Compresses by RFC 1951 with Huffman codes and runs of bytes, without a search for matches: what
// filters leave of noise has none, and libraries that look for them are several times slower and
// make it larger. The output depends on nothing but the input: on no version, CPU or thread.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace perlane::cli::formats {

// Appends blocks that end at the border of a byte. None is the last one of a stream, so that what
// pieces of an input become can be joined.
void deflate(std::span<const std::uint8_t> input, std::vector<std::uint8_t>& output);

// The last block of a stream, which is empty.
inline constexpr std::uint8_t last_block[] = {0x03, 0x00};

// The Adler-32 of two pieces after each other, by those of the pieces. RFC 1950.
std::uint32_t joined_adler32(std::uint32_t first, std::uint32_t second,
                             std::uint64_t bytes_of_second) noexcept;

}  // namespace perlane::cli::formats
