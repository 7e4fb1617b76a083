#include "cli/formats/zlib.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <zlib.h>

namespace perlane::cli::formats {
namespace {

// zlib is given pieces, since its window is slow to slide. A piece with Huffman codes is one block
// of the most bytes that zlib codes together.
constexpr std::size_t piece_of_codes = (1 << 15) - 2;
constexpr std::size_t piece_of_runs = 1 << 20;

// Returns true if an eighth of the input, or more, is in runs.
bool has_runs(std::span<const std::uint8_t> input) {
  std::size_t words = 0;
  for (std::size_t at = 0; at + 8 <= input.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, input.data() + at, sizeof word);
    words += word == std::rotl(word, 8) ? 1 : 0;
  }
  return words > 0 && words * 64 >= input.size();
}

}  // namespace

void append_blocks(std::span<const std::uint8_t> input, Bytes& to) {
  constexpr int level = 1, memory_level = 9, no_header = -MAX_WBITS;
  const bool is_runs = has_runs(input);
  const std::size_t piece = std::min(is_runs ? piece_of_runs : piece_of_codes, input.size());
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, no_header, memory_level,
                   is_runs ? Z_RLE : Z_HUFFMAN_ONLY) != Z_OK)
    throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ended_at_return(&stream, deflateEnd);
  constexpr std::size_t empty_block = 16;  // which the flush adds
  const std::size_t bound = deflateBound(&stream, static_cast<uLong>(piece)) + empty_block;
  const auto room = std::make_unique_for_overwrite<std::uint8_t[]>(bound);
  to.reserve(to.size() + input.size());
  for (; !input.empty(); input = input.subspan(std::min(piece, input.size()))) {
    deflateReset(&stream);
    stream.next_in = const_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(std::min(piece, input.size()));
    stream.next_out = room.get();
    stream.avail_out = static_cast<uInt>(bound);
    ::deflate(&stream, Z_SYNC_FLUSH);
    to.insert(to.end(), room.get(), room.get() + stream.total_out);
  }
}

void append_number(std::uint32_t number, Bytes& to) {
  for (int shift = 24; shift >= 0; shift -= 8)
    to.push_back(static_cast<std::uint8_t>(number >> shift));
}

Bytes compress(std::span<const std::uint8_t> input) {
  Bytes stream(std::begin(stream_header), std::end(stream_header));
  append_blocks(input, stream);
  stream.insert(stream.end(), std::begin(last_block), std::end(last_block));
  append_number(static_cast<std::uint32_t>(adler32_z(1, input.data(), input.size())), stream);
  return stream;
}

}  // namespace perlane::cli::formats
