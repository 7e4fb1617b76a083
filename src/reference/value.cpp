// Value noise: a lattice of random values, interpolated. D. Ebert et al., "Texturing and Modeling:
// A Procedural Approach", 1994, chapter 2.

#include "reference/value.hpp"

#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

template <int N>
float value_noise(const model::ValueNoise& noise, const model::Point& point,
                  float* derivative) noexcept {
  Located located[N];
  if (!locate(noise, point, located)) return not_a_number(N, derivative);
  return with_vertices(noise, located, [&](const auto& at) {
    return collapse<false>(located, noise.fade, noise.frequency, at, derivative);
  });
}

}  // namespace

float evaluate(const model::ValueNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  static constexpr decltype(&value_noise<1>) functions[] = {value_noise<1>, value_noise<2>,
                                                            value_noise<3>, value_noise<4>};
  return functions[point.dimensions - 1](noise, point, derivative);
}

}  // namespace perlane::reference
