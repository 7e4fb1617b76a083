#include "cli/format.hpp"

#include "cli/png.hpp"

namespace perlane::cli {
namespace {

template <class Writer>
std::unique_ptr<ImageWriter> make(OutputFile& file, PixelFormat format, std::int64_t width,
                                  std::int64_t height) {
  return std::make_unique<Writer>(file, format, width, height);
}

constexpr Format format_list[] = {
    {".png", make<PngWriter>},
};

}  // namespace

std::span<const Format> formats() noexcept { return format_list; }

const Format& format_of(const std::filesystem::path& path) {
  const std::filesystem::path extension = path.extension();
  for (const Format& format : formats()) {
    if (extension == format.extension) return format;
  }
  return formats().front();
}

}  // namespace perlane::cli
