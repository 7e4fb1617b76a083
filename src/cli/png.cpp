// PNG by libpng. It reports errors by longjmp, which must not skip a
// destructor. So every call to it sits in a lambda without objects, errors
// jump only as far as `reaches_end`, and exceptions are thrown outside of it.

#include "cli/png.hpp"

#include <bit>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <new>
#include <png.h>
#include <stdexcept>
#include <zlib.h>

namespace perlane::cli {
namespace {

// In noise, each row resembles the row above it, so this filter fits. What it leaves, higher levels
// of compression shrink by a few percent in twice the time.
constexpr int filter = PNG_FILTER_UP;
constexpr int compression_level = Z_BEST_SPEED;
constexpr std::size_t chunk_bytes = 1 << 17;

template <class Calls>
bool reaches_end(png_structp png, const Calls& calls) noexcept {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  calls();
  return true;
}

}  // namespace

struct PngWriter::Callbacks {
  static void write(png_structp png, png_bytep data, png_size_t size) {
    auto* failure = static_cast<Failure*>(png_get_io_ptr(png));
    failure->error = failure->file->write(data, size);
    if (failure->error != 0) png_error(png, "write error");
  }

  static void flush(png_structp) {}

  static void error(png_structp png, png_const_charp message) {
    auto* failure = static_cast<Failure*>(png_get_error_ptr(png));
    std::snprintf(failure->message, sizeof failure->message, "%s", message);
    png_longjmp(png, 1);
  }

  static void warn(png_structp, png_const_charp) {}
};

template <class Calls>
void PngWriter::guard(const Calls& calls) {
  if (reaches_end(png_, calls)) return;
  if (failure_.error != 0) failure_.file->fail(failure_.error);
  if (std::strcmp(failure_.message, "Out of memory") == 0) throw std::bad_alloc();
  throw std::runtime_error("cannot write '" + failure_.file->path().string() +
                           "': libpng: " + failure_.message);
}

PngWriter::PngWriter(OutputFile& file, PixelFormat format, std::int64_t width, std::int64_t height)
    : failure_{&file, 0, {}},
      png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, &failure_, Callbacks::error,
                                   Callbacks::warn)) {
  if (png_ != nullptr) info_ = png_create_info_struct(png_);
  try {
    if (info_ == nullptr) throw std::bad_alloc();
    guard([&] {
      png_set_write_fn(png_, &failure_, Callbacks::write, Callbacks::flush);
      png_set_user_limits(png_, size_limit, size_limit);
      const bool is_wide = format == PixelFormat::grey16;
      png_set_IHDR(png_, info_, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height),
                   is_wide ? 16 : 8,
                   format == PixelFormat::rgb8 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY,
                   PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
      png_set_filter(png_, PNG_FILTER_TYPE_BASE, filter);
      png_set_compression_level(png_, compression_level);
      png_set_compression_strategy(png_, Z_DEFAULT_STRATEGY);
      png_set_compression_buffer_size(png_, chunk_bytes);
      png_write_info(png_, info_);
      if (is_wide && std::endian::native == std::endian::little) png_set_swap(png_);
    });
  } catch (...) {
    png_destroy_write_struct(&png_, &info_);
    throw;
  }
}

PngWriter::~PngWriter() { png_destroy_write_struct(&png_, &info_); }

void PngWriter::write_row(const void* row) {
  guard([&] { png_write_row(png_, static_cast<png_const_bytep>(row)); });
}

void PngWriter::finish() {
  guard([&] { png_write_end(png_, nullptr); });
}

}  // namespace perlane::cli
