#include "cli/formats/format.hpp"

#include <array>

namespace perlane::cli {
namespace {

constexpr std::array<std::string_view, 5> element_names{"uint8", "uint16", "float16", "float32",
                                                        "rgb8"};

// Copies, because a list of references could not be walked as a span of formats.
std::span<const Format> list() {
  static const std::array all{
      png_format,
#ifdef PERLANE_WITH_TIFF
      tiff_format,
#endif
#ifdef PERLANE_WITH_EXR
      exr_format,
#endif
      r16_format,  r32_format, raw_format, npy_format, pfm_format,
#ifdef PERLANE_WITH_ZARR
      zarr_format,
#endif
  };
  return all;
}

}  // namespace

std::string_view name_of(Element element) noexcept {
  return element_names[static_cast<std::size_t>(element)];
}

std::optional<Element> element_of(std::string_view name) noexcept {
  for (std::size_t number = 0; number < element_names.size(); ++number) {
    if (element_names[number] == name) return static_cast<Element>(number);
  }
  return std::nullopt;
}

std::span<const Format> formats() noexcept { return list(); }

const Format* format_of(std::string_view extension) noexcept {
  for (const Format& format : formats()) {
    if (format.extension == extension) return &format;
  }
  return nullptr;
}

std::string extensions(bool only_streams) {
  std::string names;
  for (const Format& format : formats()) {
    if (only_streams && !format.streams) continue;
    names += (names.empty() ? "" : ", ") + std::string(format.extension);
  }
  return names;
}

}  // namespace perlane::cli
