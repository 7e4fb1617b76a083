// Erosion without simulation, after the description by R. Skovbo Johansen, "Fast and Gorgeous
// Erosion Filter", 2026: octaves of gullies that run down the slope; each octave turns the slope
// that the next ones run down. The shape of the waves and of their masks is our own.

#include "reference/erosion.hpp"

#include "reference/lattice.hpp"

#include <cmath>
#include <limits>
#include <span>

namespace perlane::reference {
namespace {

struct Wave {
  float cosine, sine;
};

// The wave after a number of turns.
Wave wave(float turns) noexcept {
  const float r = turns - std::floor(turns + 0.5f);
  const float q = r * r;
  float cosine = model::cosine_of_turn[0];
  for (int i = 1; i < 5; ++i) cosine = cosine * q + model::cosine_of_turn[i];
  float sine = model::sine_of_turn[0];
  for (int i = 1; i < 4; ++i) sine = sine * q + model::sine_of_turn[i];
  return {cosine, sine * (r * (0.25f - q))};
}

// The waves of the points around a place, blended; `across` is a wave's turns per cell, by axis.
Wave gullies(const model::LatticePoints& lattice, const Located (&at)[2],
             const float (&across)[2]) noexcept {
  float cosine = 0, sine = 0, weights = 0;
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      const std::uint32_t cell[2] = {at[0].cell[0] + static_cast<std::uint32_t>(i),
                                     at[1].cell[0] + static_cast<std::uint32_t>(j)};
      const std::uint32_t drawn = last_round(hash(lattice, std::span(cell)));
      const auto place = [](int offset, std::uint32_t number) {
        return static_cast<float>(number) * model::erosion_jitter +
               (static_cast<float>(offset) + model::erosion_middle);
      };
      const float dx = at[0].f - place(i, drawn >> 22);
      const float dy = at[1].f - place(j, drawn >> 12 & 1023);
      const float turn = static_cast<float>(drawn & 4095) * model::erosion_turn;
      const float left = (model::erosion_support_squared - dx * dx) - dy * dy;
      const float inside = left < 0.0f ? 0.0f : left;
      const float square = inside * inside;
      const float weight = square * square;
      const Wave own = wave((dx * across[0] + dy * across[1]) + turn);
      cosine = cosine + own.cosine * weight;
      sine = sine + own.sine * weight;
      weights = weights + weight;
    }
  }
  const float length = std::sqrt(cosine * cosine + sine * sine);
  const float least = weights * model::erosion_agreement;
  const float inverse = 1.0f / (length < least ? least : length);
  return {cosine * inverse, sine * inverse};
}

float length_of(float x, float y) noexcept { return std::sqrt(x * x + y * y); }

}  // namespace

float erode(const model::Erosion& erosion, const model::Point& point, float height,
            const float* slope) noexcept {
  float x = slope[0], y = slope[1];
  const float steepness = length_of(x, y) * erosion.steepness;
  float sum = 0;
  // The height of the wider gullies, and the weight of the next ones: crests and beds stay as they
  // are, and branches begin between them.
  float before = 0, mask = 1;
  for (int k = 0; k < erosion.octaves; ++k) {
    const model::Erosion::Octave& octave = erosion.octave[k];
    Located at[2];
    for (int axis = 0; axis < 2; ++axis) {
      if (!locate(point, axis, octave.frequency, octave.lattice, at[axis]))
        return std::numeric_limits<float>::quiet_NaN();
    }
    const float length = length_of(x, y);
    const float inverse = length > model::erosion_level ? model::erosion_waves / length : 0.0f;
    const auto [cosine, sine] = gullies(octave.lattice, at, {-y * inverse, x * inverse});
    before = before + mask * (cosine - before);
    sum = sum + before * octave.amplitude;

    const float steep = sine * model::erosion_sharpness;
    const float side = steep < -1.0f ? -1.0f : 1.0f < steep ? 1.0f : steep;
    const float turned = side * model::erosion_side;
    const float turned_x = x + turned * y;
    y = y - turned * x;
    x = turned_x;

    const float beside = std::abs(sine) * model::erosion_onset;
    const float complement = 1.0f - (1.0f < beside ? 1.0f : beside);
    mask = mask * (1.0f - complement * complement);
  }
  const float eroded = height + steepness / (steepness + 1.0f) * sum;
  // Slopes are negated and waves added above, so the sign of a NaN is the compiler's.
  return std::isnan(eroded) ? std::numeric_limits<float>::quiet_NaN() : eroded;
}

}  // namespace perlane::reference
