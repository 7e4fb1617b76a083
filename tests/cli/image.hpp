#pragma once
// Reads PNG files for the tests, with pixels as they are stored.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace perlane::testing {

struct Picture {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 0;      // per channel
  int channels = 0;  // 1 is grey, 3 is RGB; 0 if the file is no PNG
  std::vector<std::uint16_t> samples;

  std::uint16_t at(std::int64_t x, std::int64_t y, int channel = 0) const {
    return samples[static_cast<std::size_t>((y * width + x) * channels + channel)];
  }
  // The rectangle of `width` x `height` pixels from (x, y).
  Picture cut(std::int64_t x, std::int64_t y, std::int64_t columns, std::int64_t rows) const;

  friend bool operator==(const Picture&, const Picture&) = default;
};

Picture read_png(const std::filesystem::path& path);

}  // namespace perlane::testing
