#pragma once
// How a picture is cut into what is in memory at a time.

#include "cli/formats/format.hpp"
#include "cli/parse.hpp"
#include "cli/samples.hpp"

#include <cstdint>
#include <functional>

namespace perlane::cli {

// Blocks of whole tiles, and of whole rows unless these are too long.
class Blocks {
 public:
  Blocks(Size size, Tile tile);

  std::int64_t width() const noexcept { return width_; }
  std::int64_t height() const noexcept { return height_; }
  std::int64_t number() const noexcept {
    return ((size_.width + width_ - 1) / width_) * ((size_.height + height_ - 1) / height_);
  }

  // In the order of reading.
  void each(const std::function<void(const Area&)>& visit) const;

 private:
  Size size_;
  std::int64_t width_;
  std::int64_t height_;
};

}  // namespace perlane::cli
