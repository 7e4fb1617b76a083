#pragma once
// The rows of a render that are in memory at a time.

#include "cli/parse.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace perlane::cli {

struct Band {
  std::int64_t width;
  std::int64_t margin;  // samples around the image that the slopes of the preview need
  std::int64_t stride;  // from a row of values to the next
  std::int64_t rows;
  int code_bytes;
  std::unique_ptr<std::byte[]> codes;
  // These two are for the preview:
  std::unique_ptr<float[]> values;  // the image part with its margins
  std::unique_ptr<std::uint8_t[]> colours;

  // `depth` is the bits of a code. Throws std::bad_alloc if there is no memory for the band, or for
  // what libpng needs beside it.
  Band(Size size, int depth, bool with_preview);

  // These point to row `row` of the image part, at its first sample.
  const float* values_at(std::int64_t row) const noexcept {
    return values.get() + (row + margin) * stride + margin;
  }
  const std::byte* codes_at(std::int64_t row) const noexcept {
    return codes.get() + row * width * code_bytes;
  }
  std::uint8_t* colours_at(std::int64_t row) const noexcept {
    return colours.get() + 3 * row * width;
  }
};

}  // namespace perlane::cli
