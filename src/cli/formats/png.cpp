// PNG, by ISO/IEC 15948:2003. Rows are filtered and compressed in bands, on all cores, and the
// bands are joined into one stream.

#include "cli/formats/deflate.hpp"
#include "cli/formats/format.hpp"
#include "cli/formats/png.hpp"
#include "cli/formats/recipes.hpp"
#include "engine/parallel.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <libdeflate.h>
#include <vector>

namespace perlane::cli::formats {
namespace {

using namespace png;

constexpr std::int64_t most_bands = 64;  // in memory at a time
constexpr std::string_view keyword = "perlane";

void put_chunk(std::vector<std::uint8_t>& to, std::string_view type,
               std::span<const std::uint8_t> data) {
  put_four(to, static_cast<std::uint32_t>(data.size()));
  const std::size_t start = to.size();
  to.insert(to.end(), type.begin(), type.end());
  to.insert(to.end(), data.begin(), data.end());
  put_four(to, libdeflate_crc32(0, to.data() + start, to.size() - start));
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
        bytes_(static_cast<std::size_t>(row_bytes(picture))),
        rows_(band_of(picture).height) {
    std::vector<std::uint8_t> head(std::begin(signature), std::end(signature));
    std::vector<std::uint8_t> header;
    put_four(header, static_cast<std::uint32_t>(picture.width));
    put_four(header, static_cast<std::uint32_t>(picture.height));
    const std::uint8_t bits = element_ == Element::uint16 ? 16 : 8;
    const std::uint8_t colour = element_ == Element::rgb8 ? 2 : 0;
    header.insert(header.end(), {bits, colour, 0, 0, 0});
    put_chunk(head, "IHDR", header);
    if (!picture.recipe.empty()) {
      std::vector<std::uint8_t> text(keyword.begin(), keyword.end());
      text.insert(text.end(), {0, 0, 0, 0, 0});  // not compressed, of no language
      text.insert(text.end(), picture.recipe.begin(), picture.recipe.end());
      put_chunk(head, "iTXt", text);
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
        sum_ = joined_adler32(sum_, band.sum, band.bytes);
        count(static_cast<std::int64_t>(band.bytes / (bytes_ + 1)) * width_);
      }
    }
    if (block.height % rows_ == 0) {  // another may follow, of which this is the row above
      const std::uint8_t* last = stored(block, block.height - 1, above_);
      above_.assign(last, last + bytes_);
    }
  }

  void end() override {
    std::vector<std::uint8_t> end, tail(std::begin(last_block), std::end(last_block));
    put_four(tail, sum_);
    put_chunk(end, "IDAT", tail);
    put_chunk(end, "IEND", {});
    file_.put(end.data(), end.size());
  }

 private:
  struct Band {
    std::vector<std::uint8_t> chunks;
    std::uint32_t sum = 1;
    std::uint64_t bytes = 0;
  };

  // A row as PNG has it, in the block itself or in `room`.
  const std::uint8_t* stored(const Block& block, std::int64_t number,
                             std::vector<std::uint8_t>& room) const {
    const auto* row = reinterpret_cast<const std::uint8_t*>(block.row(number));
    if (element_ != Element::uint16 || std::endian::native == std::endian::big) return row;
    room.resize(bytes_);
    for (std::size_t i = 0; i < bytes_; i += 2) {
      room[i] = row[i + 1];
      room[i + 1] = row[i];
    }
    return room.data();
  }

  void encode(const Block& block, std::int64_t number, Band& band) const {
    const std::int64_t first = number * rows_;
    const std::int64_t end = std::min(first + rows_, block.height);
    std::vector<std::uint8_t> one, other;
    const std::uint8_t* above = above_.data();
    if (first > 0) {
      above = stored(block, first - 1, other);
    } else if (above_.empty()) {
      other.resize(bytes_);
      above = other.data();
    }
    const std::size_t line = bytes_ + 1;
    std::vector<std::uint8_t> filtered(line * static_cast<std::size_t>(end - first));
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
    band.sum = libdeflate_adler32(1, filtered.data(), filtered.size());
    band.bytes = filtered.size();
    std::vector<std::uint8_t> stream;
    if (block.y + first == 0) stream.assign(std::begin(zlib_header), std::end(zlib_header));
    deflate(filtered, stream);
    band.chunks.reserve(stream.size() + 12 * (stream.size() / longest_chunk + 1));
    for (std::size_t at = 0; at < stream.size(); at += longest_chunk) {
      const std::size_t size = std::min(longest_chunk, stream.size() - at);
      put_chunk(band.chunks, "IDAT", std::span(stream).subspan(at, size));
    }
  }

  output::OutputFile& file_;
  Element element_;
  std::int64_t width_;
  std::size_t bytes_;  // of a row, without its filter
  std::int64_t rows_;  // of a band
  std::vector<std::uint8_t> above_;
  std::uint32_t sum_ = 1;
};

std::unique_ptr<Writer> make(output::OutputFile& file, const Picture& picture) {
  return std::make_unique<PngWriter>(file, picture);
}

std::optional<std::string> recipe_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::uint8_t head[8];
  const auto read = [&](std::uint8_t* to, std::size_t size) {
    return !!file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(size));
  };
  if (!read(head, 8) || !std::equal(std::begin(signature), std::end(signature), head)) return {};
  while (read(head, 8)) {
    const std::uint32_t size = four(head);
    const std::string_view type(reinterpret_cast<const char*>(head) + 4, 4);
    if (type == "IDAT") break;  // the recipe comes before what it is of
    if (type != "iTXt" || size > most_of_recipe) {
      file.ignore(static_cast<std::streamsize>(size) + 4);
      continue;
    }
    std::vector<std::uint8_t> data(4 + size + 4);
    std::copy_n(head + 4, 4, data.begin());
    if (!read(data.data() + 4, size + 4u)) break;
    if (libdeflate_crc32(0, data.data(), size + 4) != four(data.data() + size + 4))
      refuse_recipe(path, "is damaged");
    const std::string text(data.begin() + 4, data.end() - 4);
    const std::string start = std::string(keyword) + std::string(5, '\0');
    if (!text.starts_with(start)) continue;
    // What ends every PNG: a chunk without data.
    constexpr std::uint8_t end[12] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
    std::uint8_t tail[12];
    file.seekg(-12, std::ios::end);
    if (!file.read(reinterpret_cast<char*>(tail), 12) ||
        !std::equal(std::begin(end), std::end(end), tail))
      refuse_recipe(path, "is cut off");
    return text.substr(start.size());
  }
  refuse_recipe(path, "has no recipe of perlane's");
}

constexpr Element elements[] = {Element::uint16, Element::uint8};

}  // namespace

const Format png_format{".png",    "PNG, a greyscale image",
                        elements,  output::OutputFile::Kind::file,
                        true,      true,
                        band_of,   make,
                        recipe_in, png::read};

}  // namespace perlane::cli::formats
