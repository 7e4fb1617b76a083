#include "cli/formats/format.hpp"

#include "cli/output/message.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>

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

std::string text_of(const Size& size) {
  const std::string map = fmt::format("{} x {}", size.width, size.height);
  return size.is_volume() ? fmt::format("{} x {}", map, size.depth) : map;
}

Sharding sharding_of(const Size& array, std::int64_t shard) {
  const std::int64_t extent = std::max({array.width, array.height, array.depth});
  const std::int64_t most = array.is_volume() ? chunk_of_volumes : chunk_of_maps;
  const std::int64_t chunk = std::min({most, shard, extent});
  return {chunk, (std::min(shard, extent) + chunk - 1) / chunk * chunk};
}

void Writer::finish() {
  const std::int64_t written = written_;
  if (written != samples_) {
    cannot_write(path_, fmt::format("{} of its {} samples were written", written, samples_));
  }
  end();
}

void reject_recipe(const std::filesystem::path& path, const std::string& problem) {
  output::throw_invalid("{} {}; use a file that perlane has rendered, or a field as JSON",
                        output::quoted(path), problem);
}

void cannot_read(const std::filesystem::path& path, const std::string& problem) {
  output::throw_failure("cannot read {}: {}", output::quoted(path), problem);
}

void cannot_write(const std::filesystem::path& path, const std::string& problem) {
  output::throw_failure("cannot write {}: {}", output::quoted(path), problem);
}

std::string_view name_of(Element element) noexcept {
  return element_names[static_cast<std::size_t>(element)];
}

std::optional<Element> element_of(std::string_view name) noexcept {
  const auto found = std::ranges::find(element_names, name);
  if (found == element_names.end()) return std::nullopt;
  return static_cast<Element>(found - element_names.begin());
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
  const auto is_listed = [=](const Format& format) { return format.streams || !only_streams; };
  return output::listed(all() | std::views::filter(is_listed), &Format::extension);
}

}  // namespace perlane::cli::formats
