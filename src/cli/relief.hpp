#pragma once
// A shaded relief: hypsometric tints over a hill shade, for a look at a heightmap. Sea level is 0.

#include <perlane/field.hpp>

#include <cstdint>

namespace perlane::cli {

// It uses only + - * / and sqrt, so a pixel has the same bits everywhere. A pixel depends only on
// the samples next to it, so pieces of a map match.
class Relief {
 public:
  // Chooses tints and slopes for maps of these octaves of a noise with this range. It does so by
  // formula, because not all samples are known when the first row is coloured.
  Relief(Range noise, double cells_per_sample, const Fractal& octaves);

  // Colours one row of `width` samples, the first of them at `here`. It also reads the samples
  // around the row; the rows above and below lie `stride` samples away.
  void colour(const float* here, std::int64_t stride, std::int64_t width,
              std::uint8_t* rgb) const noexcept;

 private:
  float elevation_;  // elevation on the scale of the tints per unit of value
  float slope_;      // slope of the shaded surface per unit of value and two samples
};

}  // namespace perlane::cli
