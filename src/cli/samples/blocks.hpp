#pragma once
// Cuts a picture into the blocks that are in memory at a time.

#include "cli/formats/format.hpp"
#include "cli/samples/samples.hpp"

#include <cstdint>
#include <functional>

namespace perlane::cli::samples {

// Blocks of a whole number of granules, and of whole rows unless these are too long.
class Blocks {
 public:
  Blocks(formats::Size size, formats::Size granularity);

  // The largest block.
  const formats::Size& most() const noexcept { return most_; }
  std::int64_t number() const noexcept {
    const auto parts = [](std::int64_t whole, std::int64_t part) {
      return (whole + part - 1) / part;
    };
    return parts(size_.width, most_.width) * parts(size_.height, most_.height) *
           parts(size_.slices(), most_.slices());
  }

  // In the order of reading.
  void each(const std::function<void(const Area&)>& visit) const;

 private:
  formats::Size size_;
  formats::Size most_;
};

}  // namespace perlane::cli::samples
