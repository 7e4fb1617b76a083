#include "cli/formats/format.hpp"

#include "cli/formats/recipes.hpp"
#include "cli/output/printable.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>

namespace perlane::cli::formats {
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

// Capitals do not matter, and TIFF has two names.
std::string canonical(std::string_view extension) {
  std::string name = text::lowered(extension);
  return name == ".tiff" ? ".tif" : name;
}

}  // namespace

void Writer::finish() {
  const std::int64_t written = written_;
  if (written != samples_) {
    throw std::runtime_error("cannot write " + output::quoted(path_) + ": " +
                             std::to_string(written) + " of its " + std::to_string(samples_) +
                             " samples were written");
  }
  end();
}

void reject_recipe(const std::filesystem::path& path, const std::string& problem) {
  throw std::invalid_argument(output::quoted(path) + " " + problem +
                              "; use a file that perlane has rendered, or a field as JSON");
}

void cannot_read(const std::filesystem::path& path, const std::string& problem) {
  throw std::runtime_error("cannot read " + output::quoted(path) + ": " + problem);
}

std::string_view name_of(Element element) noexcept {
  return element_names[static_cast<std::size_t>(element)];
}

std::optional<Element> element_of(std::string_view name) noexcept {
  for (std::size_t number = 0; number < element_names.size(); ++number) {
    if (element_names[number] == name) return static_cast<Element>(number);
  }
  return std::nullopt;
}

std::span<const Format> all() noexcept { return list(); }

const Format* format_of(std::string_view extension) {
  const std::string name = canonical(extension);
  const auto found = std::ranges::find(all(), name, &Format::extension);
  return found == all().end() ? nullptr : &*found;
}

bool is_left_out(std::string_view extension) {
  return std::ranges::find(left_out(), canonical(extension)) != left_out().end();
}

std::span<const std::string_view> left_out() noexcept {
  static constexpr std::string_view all[] = {
#ifndef PERLANE_WITH_TIFF
      ".tif",
#endif
#ifndef PERLANE_WITH_EXR
      ".exr",
#endif
#ifndef PERLANE_WITH_ZARR
      ".zarr",
#endif
      ""};
  return std::span(all).first(std::size(all) - 1);
}

std::string extensions(bool only_streams) {
  std::string names;
  for (const Format& format : all()) {
    if (only_streams && !format.streams) continue;
    names += (names.empty() ? "" : ", ") + std::string(format.extension);
  }
  return names;
}

}  // namespace perlane::cli::formats
