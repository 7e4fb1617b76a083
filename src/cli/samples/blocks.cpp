#include "cli/samples/blocks.hpp"

#include <algorithm>

namespace perlane::cli::samples {
namespace {

// So many samples at a time, if granules are not larger: two threads evaluate them while those
// before are still in the cache.
constexpr std::int64_t block_samples = std::int64_t{1} << 19;

}  // namespace

Blocks::Blocks(formats::Size size, formats::Size granularity) : size_(size), most_(size) {
  most_.depth = std::min(size.depth, granularity.depth);
  const std::int64_t of_granule =
      std::min(granularity.height, size.height) * granularity.width * most_.slices();
  const std::int64_t columns = std::max(block_samples / of_granule, std::int64_t{1});
  if (granularity.width < size.width)
    most_.width = std::min(columns * granularity.width, size.width);
  const std::int64_t rows =
      std::max(block_samples / most_.slices() / most_.width / granularity.height, std::int64_t{1});
  most_.height = std::min((most_.width < size.width ? 1 : rows) * granularity.height, size.height);
}

void Blocks::each(const std::function<void(const Area&)>& visit) const {
  const auto [width, height, depth] = size_;
  for (std::int64_t z = 0; z < size_.slices(); z += most_.slices()) {
    const std::int64_t slices = std::min(most_.slices(), size_.slices() - z);
    for (std::int64_t y = 0; y < height; y += most_.height) {
      const std::int64_t rows = std::min(most_.height, height - y);
      for (std::int64_t x = 0; x < width; x += most_.width)
        visit({x, y, std::min(most_.width, width - x), rows, z, slices});
    }
  }
}

}  // namespace perlane::cli::samples
