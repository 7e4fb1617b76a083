// Gradient noise. K. Perlin, "Improving Noise", SIGGRAPH 2002.

#include "reference/perlin.hpp"

#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

template <int N>
float gradient_noise(const model::PerlinNoise& noise, const model::Point& point,
                     float* derivative) noexcept {
  Located located[N];
  if (!locate(noise, point, located)) return not_a_number(N, derivative);
  return with_vertices(noise, located, [&](const auto& at) {
    return collapse<true>(located, noise.fade, noise.frequency, at, derivative);
  });
}

}  // namespace

float evaluate(const model::PerlinNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  static constexpr decltype(&gradient_noise<1>) functions[] = {
      gradient_noise<1>, gradient_noise<2>, gradient_noise<3>, gradient_noise<4>};
  return functions[point.dimensions - 1](noise, point, derivative);
}

}  // namespace perlane::reference
