// PNG, by ISO/IEC 15948:2003. Rows are filtered and compressed in bands, on all cores, and the
// bands are joined into one stream.

#include "cli/formats/png.hpp"
#include "cli/formats/zlib.hpp"
#include "engine/parallel.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <vector>
#include <zlib.h>

namespace perlane::cli::formats {
namespace {

constexpr std::uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::uint8_t paeth = 4;
constexpr std::size_t longest_piece = std::size_t{1}
                                      << 30;  // which a chunk can hold when compressed
constexpr std::int64_t band_bytes = 1 << 18;
constexpr std::int64_t most_rows = 256;
constexpr std::int64_t most_bands = 64;  // in memory at a time

// A band, which is compressed by itself, and is whole chunks.
Size band_of(const Picture& picture) {
  const auto rows = static_cast<std::uint64_t>(std::clamp<std::int64_t>(
      band_bytes / (picture.width * bytes_of(picture.element)), 1, most_rows));
  return {picture.width, static_cast<std::int64_t>(std::bit_floor(rows))};
}

// Appends a chunk, whose data put(to) appends.
template <class Put>
void append_chunk(Bytes& to, std::string_view type, const Put& put) {
  const std::size_t start = to.size() + 4;
  append_number(0, to);
  to.insert(to.end(), type.begin(), type.end());
  put(to);
  Bytes size;
  append_number(static_cast<std::uint32_t>(to.size() - start - type.size()), size);
  std::ranges::copy(size, to.data() + start - size.size());
  append_number(static_cast<std::uint32_t>(crc32_z(0, to.data() + start, to.size() - start)), to);
}

// Section 9.4. It leaves less of noise than the other filters, and never the most.
template <int step>
void filter(const std::uint8_t* row, const std::uint8_t* above, std::size_t bytes,
            std::uint8_t* to) {
  for (std::size_t i = 0; i < step; ++i) to[i] = static_cast<std::uint8_t>(row[i] - above[i]);
  for (std::size_t i = step; i < bytes; ++i) {
    const int a = row[i - step], b = above[i], c = above[i - step];
    const int to_a = b > c ? b - c : c - b, to_b = a > c ? a - c : c - a;
    const int sum = a + b - 2 * c, to_c = sum > 0 ? sum : -sum;
    const int other = to_b <= to_c ? b : c;
    const bool is_a = (to_a <= to_b) & (to_a <= to_c);
    const int nearest = is_a ? a : other;
    to[i] = static_cast<std::uint8_t>(row[i] - nearest);
  }
}

class PngWriter final : public Writer {
 public:
  PngWriter(output::OutputFile& file, const Picture& picture)
      : Writer(file, picture),
        file_(file),
        element_(picture.element),
        width_(picture.width),
        bytes_(static_cast<std::size_t>(picture.width * bytes_of(picture.element))),
        rows_(band_of(picture).height) {
    Bytes head(std::begin(signature), std::end(signature));
    append_chunk(head, "IHDR", [&](Bytes& to) {
      append_number(static_cast<std::uint32_t>(picture.width), to);
      append_number(static_cast<std::uint32_t>(picture.height), to);
      const std::uint8_t bits = element_ == Element::uint16 ? 16 : 8;
      const std::uint8_t colour = element_ == Element::rgb8 ? 2 : 0;
      to.insert(to.end(), {bits, colour, 0, 0, 0});
    });
    if (!picture.recipe.empty()) {
      append_chunk(head, "iTXt", [&](Bytes& to) {
        to.insert(to.end(), std::begin(png::keyword), std::end(png::keyword));
        to.insert(to.end(), {0, 0, 0, 0});  // not compressed, of no language
        to.insert(to.end(), picture.recipe.begin(), picture.recipe.end());
      });
    }
    file_.put(head.data(), head.size());
  }

  void write(const Block& block) override {
    const std::int64_t bands = (block.height + rows_ - 1) / rows_;
    for (std::int64_t first = 0; first < bands; first += most_bands) {
      const std::int64_t number = std::min(most_bands, bands - first);
      std::vector<Band> made(static_cast<std::size_t>(number));
      engine::parallel_for(number, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t band = begin; band < end; ++band)
          encode(block, first + band, made[static_cast<std::size_t>(band)]);
      });
      for (const Band& band : made) {
        file_.put(band.chunks.data(), band.chunks.size());
        sum_ = adler32_combine(sum_, band.sum, static_cast<z_off_t>(band.bytes));
        count(static_cast<std::int64_t>(band.bytes / (bytes_ + 1)) * width_);
      }
    }
    if (block.height % rows_ == 0) {  // another may follow, of which this is the row above
      const std::uint8_t* last = stored(block, block.height - 1, above_);
      if (last != above_.data()) above_.assign(last, last + bytes_);
    }
  }

  void end() override {
    Bytes end;
    append_chunk(end, "IDAT", [&](Bytes& to) {
      to.insert(to.end(), std::begin(last_block), std::end(last_block));
      append_number(static_cast<std::uint32_t>(sum_), to);
    });
    append_chunk(end, "IEND", [](Bytes&) {});
    file_.put(end.data(), end.size());
  }

 private:
  struct Band {
    Bytes chunks;
    uLong sum = 1;
    std::uint64_t bytes = 0;
  };

  // A row as PNG has it, in the block itself or in `room`.
  const std::uint8_t* stored(const Block& block, std::int64_t number, Bytes& room) const {
    const auto* row = reinterpret_cast<const std::uint8_t*>(block.row(number));
    if (element_ != Element::uint16 || std::endian::native == std::endian::big) return row;
    room.resize(bytes_);
    const auto* codes = reinterpret_cast<const std::uint16_t*>(row);
    auto* swapped = reinterpret_cast<std::uint16_t*>(room.data());
    for (std::size_t i = 0; i < bytes_ / 2; ++i)
      swapped[i] = static_cast<std::uint16_t>(codes[i] << 8 | codes[i] >> 8);
    return room.data();
  }

  void encode(const Block& block, std::int64_t number, Band& band) const {
    const std::int64_t first = number * rows_;
    const std::int64_t end = std::min(first + rows_, block.height);
    Bytes one, other;
    const std::uint8_t* above = above_.data();
    if (first > 0) {
      above = stored(block, first - 1, other);
    } else if (above_.empty()) {
      other.resize(bytes_);
      above = other.data();
    }
    const std::size_t line = bytes_ + 1;
    Bytes filtered(line * static_cast<std::size_t>(end - first));
    std::uint8_t* to = filtered.data();
    for (std::int64_t y = first; y < end; ++y, to += line) {
      const std::uint8_t* row = stored(block, y, one);
      *to = paeth;
      (element_ == Element::uint8    ? filter<1>
       : element_ == Element::uint16 ? filter<2>
                                     : filter<3>)(row, above, bytes_, to + 1);
      one.swap(other);
      above = row;
    }
    band.sum = adler32_z(1, filtered.data(), filtered.size());
    band.bytes = filtered.size();
    for (std::size_t at = 0; at < filtered.size(); at += longest_piece) {
      append_chunk(band.chunks, "IDAT", [&](Bytes& chunk) {
        if (block.y + first == 0 && at == 0)
          chunk.insert(chunk.end(), std::begin(stream_header), std::end(stream_header));
        const std::size_t size = std::min(longest_piece, filtered.size() - at);
        append_blocks(std::span(filtered).subspan(at, size), chunk);
      });
    }
  }

  output::OutputFile& file_;
  Element element_;
  std::int64_t width_;
  std::size_t bytes_;  // of a row, without its filter
  std::int64_t rows_;  // of a band
  Bytes above_;
  uLong sum_ = 1;
};

std::unique_ptr<Writer> make(output::OutputFile& file, const Picture& picture) {
  return std::make_unique<PngWriter>(file, picture);
}

constexpr Element elements[] = {Element::uint16, Element::uint8};

}  // namespace

const Format png_format{".png",      "PNG, a greyscale image",
                        elements,    output::OutputFile::Kind::file,
                        true,        true,
                        band_of,     make,
                        png::recipe, png::read};

}  // namespace perlane::cli::formats
