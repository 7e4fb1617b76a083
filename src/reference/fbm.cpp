// Fractional Brownian motion: B. Mandelbrot and J. Van Ness, 1968; as a sum of noise octaves: F. K. Musgrave, in "Texturing and
// Modeling: A Procedural Approach", 1994.

#include "reference/fbm.hpp"

#include "engine/strict.hpp"

namespace perlane::reference {

float fbm(std::span<const float> value, std::span<const float> amplitude) noexcept {
  float sum = value[0] * amplitude[0];
  for (std::size_t octave = 1; octave < value.size(); ++octave) sum = sum + value[octave] * amplitude[octave];
  return sum;
}

}  // namespace perlane::reference
