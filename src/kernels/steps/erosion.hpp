#pragma once
// Gullies along the slope of a height: mirror of reference/erosion.cpp.

#include "model/erosion.hpp"
#include "kernels/steps/operations.hpp"
#include "kernels/shared/pointwise.hpp"
#include "kernels/shared/hashes.hpp"

namespace perlane::kernels::steps {

template <class Arch>
struct Wave {
  Floats<Arch> cosine, sine;
};

template <class Arch>
XSIMD_INLINE Wave<Arch> wave(Floats<Arch> turns) noexcept {
  using F = Floats<Arch>;
  const F r = turns - floor_of<Arch>(turns + F(0.5f));
  const F q = r * r;
  F cosine(model::cosine_of_turn[0]);
  for (int i = 1; i < 5; ++i) cosine = cosine * q + F(model::cosine_of_turn[i]);
  F sine(model::sine_of_turn[0]);
  for (int i = 1; i < 4; ++i) sine = sine * q + F(model::sine_of_turn[i]);
  return {cosine, sine * (r * (F(0.25f) - q))};
}

template <class Arch>
XSIMD_INLINE Wave<Arch> gullies(const LatticePoints& lattice, const Located<Arch> (&at)[2],
                                Floats<Arch> across_x, Floats<Arch> across_y) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  W column[3], row[3];
  for (std::uint32_t i = 0; i < 3; ++i) {
    column[i] = mixed<Arch>(spread_axis<Arch>(at[0].cell + W(i - 1), lattice, 0));
    row[i] = mixed_factor<Arch>(spread_axis<Arch>(at[1].cell + W(i - 1), lattice, 1));
  }
  F cosine(0.0f), sine(0.0f), weights(0.0f);
  const auto number = [](W bits) {
    return xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(bits));
  };
  const auto place = [&](int offset, W bits) {
    return number(bits) * F(model::erosion_jitter) +
           F(static_cast<float>(offset) + model::erosion_middle);
  };
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      const W drawn = last_round<Arch>(column[i + 1] * row[j + 1]);
      const F dx = at[0].f - place(i, drawn >> 22);
      const F dy = at[1].f - place(j, (drawn >> 12) & W(1023u));
      const F turn = number(drawn & W(4095u)) * F(model::erosion_turn);
      const F left = (F(model::erosion_support_squared) - dx * dx) - dy * dy;
      const F inside = xsimd::select(left < F(0.0f), F(0.0f), left);
      const F square = inside * inside;
      const F weight = square * square;
      const Wave<Arch> own = wave<Arch>((dx * across_x + dy * across_y) + turn);
      cosine = cosine + own.cosine * weight;
      sine = sine + own.sine * weight;
      weights = weights + weight;
    }
  }
  const F length = Backend<Arch>::root(cosine * cosine + sine * sine);
  const F least = weights * F(model::erosion_agreement);
  const F inverse = quotient<Arch>(F(1.0f), xsimd::select(length < least, least, length));
  return {cosine * inverse, sine * inverse};
}

// A vector of samples, located among the points of every octave.
template <class Arch>
struct ErosionPlaces {
  Located<Arch> octave[model::Erosion::most_octaves][2];
};

template <class Arch>
PERLANE_NOINLINE void erode_vector(const model::Erosion& erosion, const ErosionPlaces<Arch>& places,
                                   const float* height, const float* slope_x, const float* slope_y,
                                   float* to) noexcept {
  using F = Floats<Arch>;
  const auto length_of = [](F a, F b) { return Backend<Arch>::root(a * a + b * b); };
  F x = F::load_aligned(slope_x), y = F::load_aligned(slope_y);
  const F steepness = length_of(x, y) * F(erosion.steepness);
  F sum(0.0f), before(0.0f), mask(1.0f);
  for (int k = 0; k < erosion.octaves; ++k) {
    const model::Erosion::Octave& octave = erosion.octave[k];
    const F length = length_of(x, y);
    const F inverse = xsimd::select(length > F(model::erosion_level),
                                    quotient<Arch>(F(model::erosion_waves), length), F(0.0f));
    const auto [cosine, sine] =
        gullies<Arch>(octave.lattice, places.octave[k], negative<Arch>(y) * inverse, x * inverse);
    before = before + mask * (cosine - before);
    sum = sum + before * F(octave.amplitude);

    const F steep = sine * F(model::erosion_sharpness);
    const F side =
        xsimd::select(steep < F(-1.0f), F(-1.0f), xsimd::select(F(1.0f) < steep, F(1.0f), steep));
    const F turned = side * F(model::erosion_side);
    const F turned_x = x + turned * y;
    y = y - turned * x;
    x = turned_x;

    const F beside = xsimd::abs(sine) * F(model::erosion_onset);
    const F complement = F(1.0f) - xsimd::select(F(1.0f) < beside, F(1.0f), beside);
    mask = mask * (F(1.0f) - complement * complement);
  }
  const F part = quotient<Arch>(steepness, steepness + F(1.0f));
  const F eroded = F::load_aligned(height) + part * sum;
  xsimd::select(eroded != eroded, nan<Arch>(), eroded).store_aligned(to);
}

template <class Arch>
void erode(const model::Erosion& erosion, const model::Tile& tile, const float* const* height,
           float* to) noexcept {
  ErosionPlaces<Arch> places;
  for_each_position<Arch>(tile, [&](const auto& position, std::ptrdiff_t at) {
    for (int k = 0; k < erosion.octaves; ++k) {
      const model::Erosion::Octave& octave = erosion.octave[k];
      for (int axis = 0; axis < 2; ++axis) {
        places.octave[k][axis] =
            locate_cell<Arch>(position, axis, octave.frequency, octave.lattice.shift[axis]);
      }
    }
    erode_vector<Arch>(erosion, places, height[0] + at, height[1] + at, height[2] + at, to + at);
  });
}

}  // namespace perlane::kernels::steps
