#pragma once
// The rows of a render that are in memory at a time.

#include "cli/parse.hpp"

#include <cstdint>
#include <memory>

namespace perlane::cli {

struct Band {
  std::int64_t width;
  std::int64_t margin;  // samples around the image that the slopes of the preview need
  std::int64_t stride;  // from a row of values to the next
  std::int64_t rows;
  std::unique_ptr<float[]> values;  // the image part with its margins
  std::unique_ptr<std::uint16_t[]> codes;
  std::unique_ptr<std::uint8_t[]> colours;

  // Throws std::bad_alloc if there is no memory for it, nor for what libpng needs beside it.
  Band(Size size, bool with_preview);

  // Row `row` of the image part, from its first sample.
  const float* values_at(std::int64_t row) const noexcept { return values.get() + (row + margin) * stride + margin; }
  std::uint16_t* codes_at(std::int64_t row) const noexcept { return codes.get() + row * width; }
  std::uint8_t* colours_at(std::int64_t row) const noexcept { return colours.get() + 3 * row * width; }
};

}  // namespace perlane::cli
