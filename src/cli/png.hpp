#pragma once
// PNG images, written row by row.

#include "cli/output_file.hpp"

#include <cstdint>

struct png_struct_def;
struct png_info_def;

namespace perlane::cli {

enum class PixelFormat { grey8, grey16, rgb8 };

// Largest width and height of a PNG image.
inline constexpr std::int64_t png_limit = 0x7fffffff;

class PngWriter {
 public:
  // Throws std::bad_alloc, or a std::runtime_error with path and reason; so do the other functions.
  PngWriter(OutputFile& file, PixelFormat format, std::int64_t width, std::int64_t height);
  ~PngWriter();
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  // One row of std::uint8_t, of std::uint16_t in the byte order of this machine, or of 3 x std::uint8_t.
  void write_row(const void* row);

  // Once, after the last row.
  void finish();

 private:
  // What libpng's callbacks leave behind when they end a call.
  struct Failure {
    OutputFile* file;
    int error;
    char message[128];
  };
  struct Callbacks;

  template <class Calls>
  void guard(const Calls& calls);

  Failure failure_;
  png_struct_def* png_;
  png_info_def* info_ = nullptr;
};

}  // namespace perlane::cli
