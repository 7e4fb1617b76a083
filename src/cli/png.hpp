#pragma once
// Writes PNG images.

#include "cli/format.hpp"

struct png_struct_def;
struct png_info_def;

namespace perlane::cli {

class PngWriter final : public ImageWriter {
 public:
  PngWriter(OutputFile& file, PixelFormat format, std::int64_t width, std::int64_t height);
  ~PngWriter() override;

  void write_row(const void* row) override;
  void finish() override;

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
