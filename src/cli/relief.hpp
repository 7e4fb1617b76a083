#pragma once
// Shaded relief: hypsometric tints over a hill shade, for a look at a heightmap. Sea level is 0.

#include <perlane/field.hpp>

#include <cstdint>

namespace perlane::cli {

// Uses + - * / and sqrt alone, so a pixel has the same bits everywhere, and it depends on nothing
// but the samples next to it, so pieces of a map match.
class Relief {
 public:
  // Tints and slopes are chosen for maps of these octaves of a noise with this range, by formula
  // and not by their samples, which are not all known when the first row is coloured.
  Relief(Range noise, double cells_per_sample, const Fractal& octaves);

  // Colours one row of `width` samples, the first of them at `here`. The samples around the row are
  // read too: the rows above and below lie `stride` samples away.
  void colour(const float* here, std::int64_t stride, std::int64_t width,
              std::uint8_t* rgb) const noexcept;

 private:
  float elevation_;  // elevation on the scale of the tints per unit of value
  float slope_;  // slope of the shaded surface per unit of value and two samples
};

}  // namespace perlane::cli
