// Reads PNG as its writer writes it: one band after another.

#include "cli/formats/png.hpp"

#include "cli/formats/deflate.hpp"
#include "cli/formats/recipes.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <libdeflate.h>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace perlane::cli::formats::png {
namespace {

// Undoes `filter`.
template <int step>
void unfilter(const std::uint8_t* from, const std::uint8_t* above, std::size_t bytes,
              std::uint8_t* row) {
  for (std::size_t i = 0; i < step; ++i) row[i] = static_cast<std::uint8_t>(from[i] + above[i]);
  for (std::size_t i = step; i < bytes; ++i) {
    const int a = row[i - step], b = above[i], c = above[i - step];
    const int to_a = b > c ? b - c : c - b, to_b = a > c ? a - c : c - a;
    const int sum = a + b - 2 * c, to_c = sum > 0 ? sum : -sum;
    const int other = to_b <= to_c ? b : c;
    const bool is_a = (to_a <= to_b) & (to_a <= to_c);
    row[i] = static_cast<std::uint8_t>(from[i] + (is_a ? a : other));
  }
}

class Reader {
 public:
  Reader(const std::filesystem::path& path, const Picture& picture)
      : path_(path),
        picture_(picture),
        bytes_(static_cast<std::size_t>(row_bytes(picture))),
        file_(path, std::ios::binary),
        inflater_(libdeflate_alloc_decompressor(), libdeflate_free_decompressor) {
    if (!inflater_) throw std::bad_alloc();
  }

  void run(const Visit& visit) {
    std::vector<std::uint8_t> head(sizeof signature);
    read(head.data(), head.size());
    if (!std::equal(head.begin(), head.end(), signature) || next_chunk() != "IHDR" ||
        data_.size() != 13 || four(data_.data()) != picture_.width ||
        four(data_.data() + 4) != picture_.height)
      fail("it is another picture");
    std::string type;
    do type = next_chunk();
    while (type == "iTXt");
    const std::int64_t rows = band_of(picture_).height;
    std::vector<std::uint8_t> above(bytes_), samples(bytes_ * static_cast<std::size_t>(rows));
    for (std::int64_t y = 0; y < picture_.height; y += rows) {
      const std::int64_t number = std::min(rows, picture_.height - y);
      if (type != "IDAT") fail("a row is missing");
      decode(number, y == 0, above, samples);
      visit({0, y, picture_.width, number, native(samples), row_bytes(picture_)});
      type = next_chunk();
    }
    std::vector<std::uint8_t> tail(std::begin(last_block), std::end(last_block));
    put_four(tail, sum_);
    if (type != "IDAT" || data_ != tail || next_chunk() != "IEND" || !data_.empty() ||
        file_.peek() != std::ifstream::traits_type::eof())
      fail("its end is not right");
  }

 private:
  [[noreturn]] void fail(const char* problem) const { cannot_read(path_, problem); }

  void read(std::uint8_t* to, std::size_t size) {
    if (!file_.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(size)))
      fail("it is cut off");
  }

  // Reads a chunk, and returns its type.
  std::string next_chunk() {
    std::uint8_t head[8], sum[4];
    read(head, sizeof head);
    const std::uint32_t size = four(head);
    if (size > std::filesystem::file_size(path_)) fail("it is cut off");
    data_.resize(size);
    read(data_.data(), size);
    read(sum, sizeof sum);
    if (libdeflate_crc32(libdeflate_crc32(0, head + 4, 4), data_.data(), size) != four(sum))
      fail("it is damaged");
    return {head + 4, head + 8};
  }

  // The rows of a band, of which data_ is the first chunk. `above` becomes the last of them.
  void decode(std::int64_t rows, bool is_first, std::vector<std::uint8_t>& above,
              std::vector<std::uint8_t>& samples) {
    std::vector<std::uint8_t> stream;
    while (data_.size() == longest_chunk) {
      stream.insert(stream.end(), data_.begin(), data_.end());
      if (next_chunk() != "IDAT") fail("a row is missing");
    }
    stream.insert(stream.end(), data_.begin(), data_.end());
    stream.insert(stream.end(), std::begin(last_block), std::end(last_block));
    std::size_t start = 0;
    if (is_first) {
      start = sizeof zlib_header;
      if (stream.size() < start || !std::equal(zlib_header, zlib_header + start, stream.begin()))
        fail("it is damaged");
    }
    const std::size_t line = bytes_ + 1;
    filtered_.resize(line * static_cast<std::size_t>(rows));
    if (libdeflate_deflate_decompress(inflater_.get(), stream.data() + start, stream.size() - start,
                                      filtered_.data(), filtered_.size(),
                                      nullptr) != LIBDEFLATE_SUCCESS)
      fail("it is damaged");
    sum_ = libdeflate_adler32(sum_, filtered_.data(), filtered_.size());
    const std::uint8_t* before = above.data();
    std::uint8_t* to = samples.data();
    for (const std::uint8_t* from = filtered_.data(); rows > 0; --rows, from += line) {
      if (*from != paeth) fail("it has another filter");
      (picture_.element == Element::uint8 ? unfilter<1> : unfilter<2>)(from + 1, before, bytes_,
                                                                       to);
      before = to;
      to += bytes_;
    }
    above.assign(before, before + bytes_);
  }

  const std::byte* native(std::vector<std::uint8_t>& samples) const {
    if (picture_.element == Element::uint16 && std::endian::native == std::endian::little) {
      for (std::size_t i = 0; i + 1 < samples.size(); i += 2) std::swap(samples[i], samples[i + 1]);
    }
    return reinterpret_cast<const std::byte*>(samples.data());
  }

  const std::filesystem::path& path_;
  const Picture& picture_;
  std::size_t bytes_;  // of a row, without its filter
  std::ifstream file_;
  std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> inflater_;
  std::vector<std::uint8_t> data_;  // of the chunk that was read last
  std::vector<std::uint8_t> filtered_;
  std::uint32_t sum_ = 1;
};

}  // namespace

void read(const std::filesystem::path& path, const Picture& picture, const Visit& visit) {
  Reader(path, picture).run(visit);
}

}  // namespace perlane::cli::formats::png
