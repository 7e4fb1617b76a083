#include "cli/formats/zlib.hpp"

#include <new>
#include <zlib.h>

namespace perlane::cli::formats {
namespace {

Bytes compress(std::span<const std::uint8_t> input, int window_bits, int flush) {
  constexpr int level = 1, memory_level = 9;
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, window_bits, memory_level, Z_RLE) != Z_OK)
    throw std::bad_alloc();
  constexpr std::size_t empty_block = 16;  // which the flush adds
  Bytes output(deflateBound(&stream, static_cast<uLong>(input.size())) + empty_block);
  stream.next_in = const_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = output.data();
  stream.avail_out = static_cast<uInt>(output.size());
  ::deflate(&stream, flush);
  output.resize(stream.total_out);
  deflateEnd(&stream);
  return output;
}

}  // namespace

Bytes compress(std::span<const std::uint8_t> input) { return compress(input, MAX_WBITS, Z_FINISH); }

// Negative bits ask zlib for neither a header nor a checksum.
Bytes compress_piece(std::span<const std::uint8_t> input) {
  return compress(input, -MAX_WBITS, Z_SYNC_FLUSH);
}

}  // namespace perlane::cli::formats
