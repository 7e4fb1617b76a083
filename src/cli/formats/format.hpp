#pragma once
// The formats of files. Each is written block by block, so that no file needs to fit in memory.

#include "cli/output/output_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::cli::formats {

// The type of a sample in a file. The writer gets those of float16 as floats.
enum class Element { uint8, uint16, float16, float32, rgb8 };

std::string_view name_of(Element element) noexcept;
std::optional<Element> element_of(std::string_view name) noexcept;
constexpr bool is_code(Element element) noexcept { return element <= Element::uint16; }
// The bytes of a sample in memory.
constexpr int bytes_of(Element element) noexcept {
  constexpr int bytes[] = {1, 2, 4, 4, 3};
  return bytes[static_cast<int>(element)];
}

enum class Compression { deflate, zstd };
inline constexpr std::string_view compression_names[] = {"deflate", "zstd"};

// The largest width and height of an image, which PNG sets.
inline constexpr std::int64_t size_limit = 0x7fffffff;

inline constexpr int newest_zarr = 3;

struct Size {
  std::int64_t width;
  std::int64_t height;
  std::int64_t depth = 0;  // of a volume; 0 for a map, which has two dimensions

  bool is_volume() const noexcept { return depth != 0; }
  std::int64_t slices() const noexcept { return std::max(depth, std::int64_t{1}); }
  std::int64_t samples() const noexcept { return width * height * slices(); }
  // Returns true if every extent is within the limit, and the samples can be counted.
  bool is_possible() const noexcept {
    const auto fits = [](std::int64_t extent) { return extent >= 1 && extent <= size_limit; };
    return fits(width) && fits(height) && (depth == 0 || fits(depth)) &&
           width * height <= std::numeric_limits<std::int64_t>::max() / slices();
  }
};

// The place of samples on a map. They are points, in columns from west to east, and in rows from
// north to south.
struct MapPlace {
  std::array<double, 2> origin{};  // of sample 0,0: east and north
  std::array<double, 2> pixel_size{1, 1};  // the distance between samples
  int epsg = 0;  // the code of the coordinate reference system; 0 if none was given

  friend bool operator==(const MapPlace&, const MapPlace&) = default;
};

// The sizes by which Zarr cuts an array into files, the shards, and these into chunks, which are
// compressed one by one. Both are as large along every axis.
struct Sharding {
  std::int64_t chunk;
  std::int64_t shard;
};
inline constexpr std::int64_t chunk_of_maps = 512, chunk_of_volumes = 64;
inline constexpr std::int64_t shard_of_maps = 8192, shard_of_volumes = 512;

// The numbers of the axes that a map or a volume has.
template <class Number>
std::vector<Number> axes_of(const Size& size, const std::array<Number, 3>& numbers) {
  return {numbers.begin(), numbers.end() - (size.is_volume() ? 0 : 1)};
}
inline std::vector<std::int64_t> list_of(const Size& size) {
  return axes_of(size, std::array{size.width, size.height, size.depth});
}

// "640 x 480"
std::string text_of(const Size& size);

// Neither is larger than the array needs. `shard` is a number of whole chunks, or less than one.
Sharding sharding_of(const Size& array, std::int64_t shard);

struct Picture {
  std::int64_t width;
  std::int64_t height;
  Element element;
  std::string recipe;  // JSON that says how to make the file again; none if it is empty
  Compression compression = Compression::deflate;  // of TIFF
  int zarr = newest_zarr;  // the version of the format
  std::optional<MapPlace> map = std::nullopt;  // of TIFF, of the first sample
  double least = 0;  // the value of code 0
  double per_code = 0;  // from a code to the next; 0 if there are none
  std::int64_t depth = 0;  // as in Size
  std::optional<Sharding> sharding = std::nullopt;  // of Zarr; if not given, by the size

  Size size() const noexcept { return {width, height, depth}; }
};

// Returns true for the codes that the EPSG registry may have, and for those that it has of
// geographic systems, in degrees; others are of projected ones.
bool is_epsg(std::int64_t code) noexcept;
bool is_geographic(int epsg) noexcept;

// A rectangle or a box of samples, in the byte order of this machine.
struct Block {
  std::int64_t x;
  std::int64_t y;
  std::int64_t width;
  std::int64_t height;
  const std::byte* samples;
  std::int64_t stride;  // bytes from a row to the next, also to the first of the next slice
  std::int64_t z = 0;
  std::int64_t depth = 1;

  std::int64_t rows() const noexcept { return height * depth; }
  const std::byte* row(std::int64_t number) const noexcept { return samples + number * stride; }
};

class Writer {
 public:
  Writer(const output::OutputFile& file, const Picture& picture)
      : path_(file.path()), samples_(picture.size().samples()) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  virtual ~Writer() = default;

  // Writes a block of a whole number of granules, less what lies outside the picture. Blocks come
  // in the order of reading. Throws std::bad_alloc, or a std::runtime_error with path and reason;
  // so do `finish` and Format::make.
  virtual void write(const Block& block) = 0;

  // Returns true if blocks may come in any order, and from several threads at a time.
  virtual bool takes_any_order() const { return false; }

  // Must be called once, after the last block. Throws std::runtime_error if samples are missing.
  void finish();

 protected:
  // Counts samples that are in the file, or in what goes to the file. Any thread may.
  void count(std::int64_t samples) noexcept {
    written_.fetch_add(samples, std::memory_order_relaxed);
  }

  // Writes what comes after the samples.
  virtual void end() = 0;

 private:
  std::filesystem::path path_;
  std::int64_t samples_;
  std::atomic<std::int64_t> written_ = 0;
};

using Visit = std::function<void(const Block&)>;

struct Format {
  std::string_view extension;
  std::string_view description;
  std::span<const Element> elements;  // the first is the default; rgb8 is only for previews
  output::OutputFile::Kind kind;
  bool streams;  // it can be written to a pipe
  bool carries_recipe;  // else the recipe is a file of its own
  // The rectangle or box of samples that is encoded by itself; its height is a power of two.
  Size (*granularity)(const Picture& picture);
  std::unique_ptr<Writer> (*make)(output::OutputFile& file, const Picture& picture);
  // The recipe in a file of this format; none if the file is of another format.
  std::optional<std::string> (*recipe)(const std::filesystem::path& path);
  // Decodes the file of a picture, as its writer writes it, and visits its samples in the order in
  // which a writer takes blocks. Holds few of them at a time. Throws std::runtime_error if the file
  // is another one.
  void (*read)(const std::filesystem::path& path, const Picture& picture, const Visit& visit);
  // The bytes of a file, where it carries no recipe.
  std::uint64_t (*bytes)(const Picture& picture) = nullptr;
  // The format of a tile of an export, where it is another one.
  const Format* of_tiles = nullptr;
  // The text of the file that describes an array whose tiles are in files of their own.
  std::string (*description_of)(const Picture& picture) = nullptr;
  bool holds_volumes = false;
  std::int64_t most_extent = size_limit;  // of samples along an axis

  bool takes(const Size& size) const noexcept {
    return std::max({size.width, size.height, size.depth}) <= most_extent;
  }
  bool has(Element element) const noexcept {
    return std::ranges::find(elements, element) != elements.end();
  }
};

std::span<const Format> all() noexcept;

// Null if there is none of that extension (".png"), in small or capital letters.
const Format* format_of(std::string_view extension);

// The extensions of the formats that this build was made without, and whether one is of those.
std::span<const std::string_view> left_out() noexcept;
bool is_left_out(std::string_view extension);

// ".png, .tif", of those that can be written to a pipe or of all.
std::string extensions(bool only_streams = false);

// The most bytes of the text of a field, and more for the recipe around it.
inline constexpr std::size_t most_of_recipe = (std::size_t{1} << 28) + 4096;

// Throws std::invalid_argument: "'map.png' " and the problem.
[[noreturn]] void reject_recipe(const std::filesystem::path& path, const std::string& problem);

// Throw std::runtime_error: "cannot read 'map.png': " and the problem.
[[noreturn]] void cannot_read(const std::filesystem::path& path, const std::string& problem);
[[noreturn]] void cannot_write(const std::filesystem::path& path, const std::string& problem);

extern const Format png_format;
extern const Format r16_format, r32_format, raw_format, npy_format, pfm_format;
extern const Format zarr_format;
extern const Format tiff_format;
extern const Format exr_format;

}  // namespace perlane::cli::formats
