#pragma once
// Constants and helpers that the writer and the reader of PNG share.

#include "cli/formats/format.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace perlane::cli::formats::png {

inline constexpr std::uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint8_t zlib_header[] = {0x78, 0x01};
inline constexpr std::uint8_t paeth = 4;
inline constexpr std::size_t longest_chunk = std::size_t{1} << 30;
inline constexpr std::int64_t band_bytes = 1 << 18;
inline constexpr std::int64_t most_rows = 256;

inline std::uint32_t four(const std::uint8_t* from) noexcept {
  return std::uint32_t{from[0]} << 24 | std::uint32_t{from[1]} << 16 | std::uint32_t{from[2]} << 8 |
         from[3];
}

inline void put_four(std::vector<std::uint8_t>& to, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8)
    to.push_back(static_cast<std::uint8_t>(number >> shift));
}

inline std::int64_t row_bytes(const Picture& picture) noexcept {
  return picture.width * bytes_of(picture.element);
}

// A band, which is compressed by itself, and is whole chunks.
inline Size band_of(const Picture& picture) {
  const auto rows = static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(band_bytes / row_bytes(picture), 1, most_rows));
  return {picture.width, static_cast<std::int64_t>(std::bit_floor(rows))};
}

// As Format::read does.
void read(const std::filesystem::path& path, const Picture& picture, const Visit& visit);

}  // namespace perlane::cli::formats::png
