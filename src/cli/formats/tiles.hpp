#pragma once
// Square tiles, in which TIFF has the samples of a picture.

#include "cli/formats/format.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace perlane::cli::formats {

// The tiles of a rectangle, in the order of reading.
struct Tiles {
  std::int64_t side;
  std::int64_t width;
  std::int64_t height;

  std::int64_t columns() const noexcept { return (width + side - 1) / side; }
  std::int64_t number() const noexcept { return columns() * ((height + side - 1) / side); }
  // The part of a tile that is within the rectangle, without samples.
  Block operator[](std::int64_t tile) const noexcept {
    const std::int64_t x = tile % columns() * side, y = tile / columns() * side;
    return {x, y, std::min(side, width - x), std::min(side, height - y), nullptr, 0};
  }
};

// Copies a tile out of a block. Samples outside are 0.
template <class Byte>
void cut(const Block& block, const Block& tile, std::int64_t side, std::int64_t sample_bytes,
         std::vector<Byte>& to) {
  const std::int64_t stride = side * sample_bytes;
  to.assign(static_cast<std::size_t>(side * stride), Byte{});
  for (std::int64_t y = 0; y < tile.height; ++y) {
    std::memcpy(to.data() + y * stride, block.row(tile.y + y) + tile.x * sample_bytes,
                static_cast<std::size_t>(tile.width * sample_bytes));
  }
}

}  // namespace perlane::cli::formats
