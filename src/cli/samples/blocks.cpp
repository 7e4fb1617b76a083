#include "cli/samples/blocks.hpp"

#include <algorithm>

namespace perlane::cli::samples {
namespace {

// So many samples at a time, if granules are not larger: what two threads evaluate while what was
// evaluated before is still in the cache.
constexpr std::int64_t block_samples = std::int64_t{1} << 19;

}  // namespace

Blocks::Blocks(formats::Size size, formats::Size granularity) : size_(size), width_(size.width) {
  const std::int64_t of_granule = std::min(granularity.height, size.height) * granularity.width;
  const std::int64_t columns = std::max(block_samples / of_granule, std::int64_t{1});
  if (granularity.width < size.width) width_ = std::min(columns * granularity.width, size.width);
  const std::int64_t rows = std::max(block_samples / width_ / granularity.height, std::int64_t{1});
  height_ = std::min((width_ < size.width ? 1 : rows) * granularity.height, size.height);
}

void Blocks::each(const std::function<void(const Area&)>& visit) const {
  for (std::int64_t y = 0; y < size_.height; y += height_) {
    for (std::int64_t x = 0; x < size_.width; x += width_)
      visit({x, y, std::min(width_, size_.width - x), std::min(height_, size_.height - y)});
  }
}

}  // namespace perlane::cli::samples
