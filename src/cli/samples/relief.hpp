#pragma once
// A shaded relief: hypsometric tints over a hill shade, for a look at a heightmap.

#include <perlane/field.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace perlane::cli::samples {

// Tints by elevation, which is 0 at the sea and 1 at the tops.
struct Palette {
  std::string_view name;
  std::string_view description;
};

std::span<const Palette> palettes() noexcept;

// It uses only + - * / and sqrt, so a pixel has the same bits everywhere. A pixel depends only on
// the samples next to it, so pieces of a map match.
class Relief {
 public:
  // Chooses tints and slopes by samples of the field at places that are always the same: not all
  // samples of a map are known when the first row is coloured, and pieces of a map are to match.
  // `palette` is the name of one of `palettes`.
  Relief(const Field& field, float sea_level, std::string_view palette);

  // Colours one row of `width` samples, the first of them at `here`. It also reads the samples
  // around the row; the rows above and below lie `stride` samples away.
  void colour(const float* here, std::int64_t stride, std::int64_t width,
              std::uint8_t* rgb) const noexcept;

 private:
  std::size_t palette_;
  float sea_level_;
  float elevation_;  // elevation on the scale of the tints per unit of value above the sea
  float depth_;      // the same below it
  float slope_;      // slope of the shaded surface per unit of value and two samples
};

}  // namespace perlane::cli::samples
