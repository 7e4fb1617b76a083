#pragma once
// The formats of images. Each is written row by row.

#include "cli/output_file.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace perlane::cli {

enum class PixelFormat { grey8, grey16, rgb8 };

// The largest width and height of an image, which PNG sets.
inline constexpr std::int64_t size_limit = 0x7fffffff;

class ImageWriter {
 public:
  ImageWriter() = default;
  ImageWriter(const ImageWriter&) = delete;
  ImageWriter& operator=(const ImageWriter&) = delete;
  virtual ~ImageWriter() = default;

  // Writes one row: of std::uint8_t, of std::uint16_t in the byte order of this machine, or of 3 x
  // std::uint8_t. Throws std::bad_alloc, or a std::runtime_error with path and reason; so do
  // `finish` and Format::make.
  virtual void write_row(const void* row) = 0;

  // Must be called once, after the last row.
  virtual void finish() = 0;
};

struct Format {
  std::string_view extension;  // of its files
  std::unique_ptr<ImageWriter> (*make)(OutputFile& file, PixelFormat format, std::int64_t width,
                                       std::int64_t height);
};

std::span<const Format> formats() noexcept;

// The format whose extension the path has, or the first if there is none.
const Format& format_of(const std::filesystem::path& path);

}  // namespace perlane::cli
