// Fractional Brownian motion: B. Mandelbrot and J. Van Ness, 1968; as a sum of noise octaves: F. K.
// Musgrave, in "Texturing and Modeling: A Procedural Approach", 1994. Ridges and billows of |n|: K.
// Perlin's turbulence, "An Image Synthesizer", SIGGRAPH 1985.

#include "reference/fractal.hpp"

#include <cmath>

namespace perlane::reference {
float shape(model::Shape shape, float n) noexcept {
  switch (shape) {
    case model::Shape::plain:
      break;
    case model::Shape::ridged:
      return 1.0f - 2.0f * std::abs(n);
    case model::Shape::billow:
      return 2.0f * std::abs(n) - 1.0f;
  }
  return n;
}

float shape_slope(model::Shape shape, float n) noexcept {
  switch (shape) {
    case model::Shape::plain:
      break;
    case model::Shape::ridged:
      return n < 0.0f ? 2.0f : -2.0f;
    case model::Shape::billow:
      return n < 0.0f ? -2.0f : 2.0f;
  }
  return 1.0f;
}

float accumulate(model::Accumulation accumulation, float sum, float n, float amplitude) noexcept {
  switch (accumulation) {
    case model::Accumulation::none:
      break;
    case model::Accumulation::scale:
      return n * amplitude;
    case model::Accumulation::add:
      return sum + n * amplitude;
  }
  return n;
}

}  // namespace perlane::reference
