// TIFF 6.0 and BigTIFF by libtiff, in tiles. The tiles are made on all cores: libtiff, which codes
// one at a time, gets them ready. Predictors: TIFF 6.0, section 14, and Adobe's Technical Note 3.

#include "cli/formats/format.hpp"
#include "cli/formats/map_tags.hpp"
#include "cli/formats/tiles.hpp"
#include "cli/formats/zlib.hpp"
#include "engine/parallel.hpp"

#include <bit>
#include <fstream>
#include <tiffio.h>
#include <zstd.h>

namespace perlane::cli::formats {
namespace {

constexpr std::int64_t side = 256;
constexpr char software[] = "perlane";
// The most that classic TIFF can hold, less room for tables.
constexpr std::int64_t classic_bytes = (std::int64_t{1} << 32) - (std::int64_t{1} << 26);
constexpr int zstd_level = 3;

// libtiff's view of our file.
struct Stream {
  output::OutputFile* file;
  std::uint64_t position = 0;
  int error = 0;
};

tmsize_t read_stream(thandle_t handle, void* data, tmsize_t size) {
  auto& stream = *static_cast<Stream*>(handle);
  if (stream.file->read_at(stream.position, data, static_cast<std::size_t>(size)) != 0) return -1;
  stream.position += static_cast<std::uint64_t>(size);
  return size;
}

tmsize_t write_stream(thandle_t handle, void* data, tmsize_t size) {
  auto& stream = *static_cast<Stream*>(handle);
  const int error = stream.file->write_at(stream.position, data, static_cast<std::size_t>(size));
  if (error != 0) {
    stream.error = error;
    return -1;
  }
  stream.position += static_cast<std::uint64_t>(size);
  return size;
}

toff_t seek_stream(thandle_t handle, toff_t offset, int whence) {
  auto& stream = *static_cast<Stream*>(handle);
  stream.position = whence == SEEK_CUR   ? stream.position + offset
                    : whence == SEEK_END ? stream.file->size() + offset
                                         : offset;
  return stream.position;
}

int close_stream(thandle_t) { return 0; }
toff_t size_of_stream(thandle_t handle) { return static_cast<Stream*>(handle)->file->size(); }

template <class Code>
void difference(std::uint8_t* row) {
  Code codes[side];
  std::memcpy(codes, row, sizeof codes);
  for (std::size_t i = side - 1; i > 0; --i) codes[i] = static_cast<Code>(codes[i] - codes[i - 1]);
  if constexpr (sizeof(Code) == 2 && std::endian::native == std::endian::big) {
    for (Code& code : codes) code = static_cast<Code>(code << 8 | code >> 8);
  }
  std::memcpy(row, codes, sizeof codes);
}

// All highest bytes of the row, then all that come after them, and so on; and then differences.
void difference_floats(std::uint8_t* row) {
  std::uint32_t words[side];
  std::memcpy(words, row, sizeof words);
  for (std::size_t plane = 0; plane < 4; ++plane) {
    for (std::size_t i = 0; i < side; ++i)
      row[plane * side + i] = static_cast<std::uint8_t>(words[i] >> (24 - 8 * plane));
  }
  for (std::size_t i = 4 * side - 1; i > 0; --i)
    row[i] = static_cast<std::uint8_t>(row[i] - row[i - 1]);
}

Bytes compress_zstd(std::span<const std::uint8_t> tile) {
  Bytes made(ZSTD_compressBound(tile.size()));
  const std::size_t size =
      ZSTD_compress(made.data(), made.size(), tile.data(), tile.size(), zstd_level);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  made.resize(size);
  return made;
}

constexpr std::uint32_t tag_pixel_scale = 33550, tag_tie_point = 33922, tag_geo_keys = 34735,
                        tag_gdal = 42112;

template <class Number>
std::vector<Number> numbers_at(TIFF* tiff, std::uint32_t tag) {
  std::uint16_t count = 0;
  const Number* numbers = nullptr;
  if (TIFFGetField(tiff, tag, &count, &numbers) == 0) return {};
  return {numbers, numbers + count};
}

MapTags map_tags_in(TIFF* tiff) {
  const char* values = nullptr;
  if (TIFFGetField(tiff, tag_gdal, &values) == 0) values = "";
  return {values, numbers_at<double>(tiff, tag_pixel_scale),
          numbers_at<double>(tiff, tag_tie_point), numbers_at<std::uint16_t>(tiff, tag_geo_keys)};
}

// Tags that libtiff does not know, or not yet. It calls this for every file.
void add_tags(TIFF* tiff) {
  static char name[] = "";
  constexpr unsigned short custom = FIELD_CUSTOM;
  const TIFFFieldInfo tags[] = {{tag_pixel_scale, -1, -1, TIFF_DOUBLE, custom, 1, 1, name},
                                {tag_tie_point, -1, -1, TIFF_DOUBLE, custom, 1, 1, name},
                                {tag_geo_keys, -1, -1, TIFF_SHORT, custom, 1, 1, name},
                                {tag_gdal, -1, -1, TIFF_ASCII, custom, 1, 0, name}};
  TIFFMergeFieldInfo(tiff, tags, std::size(tags));
}

// libtiff prints nothing: our own messages say more.
void prepare() {
  TIFFSetErrorHandler(nullptr);
  TIFFSetWarningHandler(nullptr);
  TIFFSetTagExtender(add_tags);
}

std::unique_ptr<TIFF, decltype(&TIFFClose)> opened(const std::filesystem::path& path) {
  prepare();
  return {TIFFOpen(path.c_str(), "r"), TIFFClose};
}

class TiffWriter final : public Writer {
 public:
  TiffWriter(output::OutputFile& file, const Picture& picture)
      : Writer(file, picture), picture_(picture), stream_{&file} {
    prepare();
    const std::int64_t tiles = Tiles{side, picture.width, picture.height}.number();
    const std::int64_t bytes = tiles * (side * side * bytes_of(picture.element) + 64) +
                               static_cast<std::int64_t>(picture.recipe.size());
    tiff_ = TIFFClientOpen(file.path().c_str(), bytes > classic_bytes ? "w8l" : "wl", &stream_,
                           read_stream, write_stream, seek_stream, close_stream, size_of_stream,
                           nullptr, nullptr);
    if (tiff_ == nullptr) fail();
    const bool is_float = picture.element == Element::float32;
    set(TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(picture.width));
    set(TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(picture.height));
    set(TIFFTAG_BITSPERSAMPLE, 8 * bytes_of(picture.element));
    set(TIFFTAG_SAMPLESPERPIXEL, 1);
    set(TIFFTAG_SAMPLEFORMAT, is_float ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    set(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    set(TIFFTAG_TILEWIDTH, static_cast<std::uint32_t>(side));
    set(TIFFTAG_TILELENGTH, static_cast<std::uint32_t>(side));
    const bool is_zstd = picture.compression == Compression::zstd;
    set(TIFFTAG_COMPRESSION, is_zstd ? COMPRESSION_ZSTD : COMPRESSION_ADOBE_DEFLATE);
    set(TIFFTAG_PREDICTOR, is_float ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
    set_map(map_tags_of(picture));
    if (!picture.recipe.empty()) {
      set(TIFFTAG_SOFTWARE, software);
      set(TIFFTAG_IMAGEDESCRIPTION, picture.recipe.c_str());
    }
  }

  ~TiffWriter() override {
    if (tiff_ != nullptr) TIFFClose(tiff_);
  }

  void write(const Block& block) override {
    const Tiles tiles{side, block.width, block.height};
    std::vector<Bytes> made(static_cast<std::size_t>(tiles.number()));
    engine::parallel_for(tiles.number(), [&](std::int64_t begin, std::int64_t end) {
      Bytes tile;
      for (std::int64_t number = begin; number < end; ++number) {
        const Block place = tiles[number];
        cut(block, place, side, bytes_of(picture_.element), tile);
        predict(tile, place.height);
        Bytes& to = made[static_cast<std::size_t>(number)];
        to = picture_.compression == Compression::zstd ? compress_zstd(tile) : compress(tile);
        to.shrink_to_fit();  // many of them are held at a time
      }
    });
    for (std::int64_t number = 0; number < tiles.number(); ++number) {
      Bytes tile = std::move(made[static_cast<std::size_t>(number)]);
      const Block place = tiles[number];
      const std::uint32_t of_picture =
          TIFFComputeTile(tiff_, static_cast<std::uint32_t>(block.x + place.x),
                          static_cast<std::uint32_t>(block.y + place.y), 0, 0);
      if (TIFFWriteRawTile(tiff_, of_picture, tile.data(), static_cast<tmsize_t>(tile.size())) < 0)
        fail();
      count(tile.empty() ? 0 : place.width * place.height);
    }
  }

  void end() override {
    if (TIFFWriteDirectory(tiff_) == 0 || TIFFFlush(tiff_) == 0 || stream_.error != 0) fail();
  }

 private:
  template <class... Values>
  void set(std::uint32_t tag, Values... values) {
    if (TIFFSetField(tiff_, tag, values...) == 0) fail();
  }

  void set_map(const MapTags& tags) {
    const auto set_all = [&](std::uint32_t tag, const auto& numbers) {
      if (!numbers.empty()) set(tag, static_cast<int>(numbers.size()), numbers.data());
    };
    if (!tags.values.empty()) set(tag_gdal, tags.values.c_str());
    set_all(tag_pixel_scale, tags.scale);
    set_all(tag_tie_point, tags.tie);
    set_all(tag_geo_keys, tags.keys);
  }

  [[noreturn]] void fail() const {
    if (stream_.error != 0) stream_.file->fail(stream_.error);
    cannot_write(stream_.file->path(), "libtiff rejects it");
  }

  // Leaves differences in the first rows of a tile.
  void predict(Bytes& tile, std::int64_t rows) const {
    for (std::int64_t y = 0; y < rows; ++y) {
      (picture_.element == Element::uint8 ? difference<std::uint8_t>
       : picture_.element == Element::uint16
           ? difference<std::uint16_t>
           : difference_floats)(tile.data() + y * side * bytes_of(picture_.element));
    }
  }

  Picture picture_;
  Stream stream_;
  TIFF* tiff_ = nullptr;
};

Size granularity(const Picture&) { return {side, side}; }

std::unique_ptr<Writer> make(output::OutputFile& file, const Picture& picture) {
  return std::make_unique<TiffWriter>(file, picture);
}

std::optional<std::string> recipe_in(const std::filesystem::path& path) {
  char magic[4] = {};
  std::ifstream(path, std::ios::binary).read(magic, 4);
  constexpr std::string_view starts[] = {{"II*\0", 4}, {"MM\0*", 4}, {"II+\0", 4}, {"MM\0+", 4}};
  if (std::ranges::find(starts, std::string_view(magic, 4)) == std::end(starts)) return {};
  const auto tiff = opened(path);
  if (!tiff) reject_recipe(path, "is damaged");
  const char* program = nullptr;
  const char* recipe = nullptr;
  if (TIFFGetField(tiff.get(), TIFFTAG_SOFTWARE, &program) == 0 ||
      std::string_view(program) != software ||
      TIFFGetField(tiff.get(), TIFFTAG_IMAGEDESCRIPTION, &recipe) == 0)
    reject_recipe(path, "has no recipe of perlane's");
  return recipe;
}

void read(const std::filesystem::path& path, const Picture& picture, const Visit& visit) {
  const auto tiff = opened(path);
  std::uint32_t width = 0, height = 0;
  std::uint16_t bits = 0, kind = 0, photometric = 0;
  const int bytes = bytes_of(picture.element);
  const auto size = static_cast<std::size_t>(side * side * bytes);
  if (!tiff || TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width) == 0 ||
      TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height) == 0 ||
      TIFFGetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, &bits) == 0 ||
      TIFFGetField(tiff.get(), TIFFTAG_SAMPLEFORMAT, &kind) == 0 ||
      TIFFGetField(tiff.get(), TIFFTAG_PHOTOMETRIC, &photometric) == 0 ||
      photometric != PHOTOMETRIC_MINISBLACK || map_tags_in(tiff.get()) != map_tags_of(picture) ||
      width != picture.width || height != picture.height || bits != 8 * bytes ||
      (kind == SAMPLEFORMAT_IEEEFP) != (picture.element == Element::float32) ||
      TIFFIsTiled(tiff.get()) == 0 || TIFFTileSize(tiff.get()) != static_cast<tmsize_t>(size))
    cannot_read(path, "it is another picture");
  std::vector<std::byte> tile(size);
  const Tiles tiles{side, picture.width, picture.height};
  for (std::int64_t number = 0; number < tiles.number(); ++number) {
    Block block = tiles[number];
    if (TIFFReadEncodedTile(tiff.get(), static_cast<std::uint32_t>(number), tile.data(),
                            static_cast<tmsize_t>(size)) != static_cast<tmsize_t>(size))
      cannot_read(path, "it is damaged");
    block.samples = tile.data();
    block.stride = side * bytes;
    visit(block);
  }
}

constexpr Element elements[] = {Element::uint16, Element::uint8, Element::float32};

}  // namespace

const Format tiff_format{".tif",      "TIFF in tiles, or BigTIFF where it may be above 4 GiB",
                         elements,    output::OutputFile::Kind::file,
                         false,       true,
                         granularity, make,
                         recipe_in,   read};

}  // namespace perlane::cli::formats
