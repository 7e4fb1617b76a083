#pragma once
// How a picture is cut into what is in memory at a time.

#include "cli/formats/format.hpp"
#include "cli/samples/samples.hpp"

#include <cstdint>
#include <functional>

namespace perlane::cli::samples {

// Blocks of a whole number of granules, and of whole rows unless these are too long.
class Blocks {
 public:
  Blocks(formats::Size size, formats::Size granularity);

  std::int64_t width() const noexcept { return width_; }
  std::int64_t height() const noexcept { return height_; }
  std::int64_t number() const noexcept {
    return ((size_.width + width_ - 1) / width_) * ((size_.height + height_ - 1) / height_);
  }

  // In the order of reading.
  void each(const std::function<void(const Area&)>& visit) const;

 private:
  formats::Size size_;
  std::int64_t width_;
  std::int64_t height_;
};

}  // namespace perlane::cli::samples
