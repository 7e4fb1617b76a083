// Gradient noise. K. Perlin, "Improving Noise", SIGGRAPH 2002.

#include "reference/cell.hpp"
#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

// The gradients that words choose.
template <int N>
struct Gradients {
  Corner<N> operator()(unsigned vertex) const noexcept {
    Corner<N> result;
    for (int axis = 0; axis < N; ++axis)
      result.gradient[axis] = component[axis][choice[vertex]] * amplitude;
    return result;
  }

  std::uint32_t choice[1 << N];
  const float* component[N];  // by choice
  float amplitude;
};

// The uppermost bits of a hash are the number of a vector.
template <int N>
struct MirroredGradients {
  Corner<N> operator()(unsigned vertex) const noexcept {
    const float* const gradient = vector[drawn[vertex] >> (29 - N)];
    Corner<N> result;
    for (int axis = 0; axis < N; ++axis) result.gradient[axis] = gradient[axis] * amplitude;
    return result;
  }

  const std::uint32_t (&drawn)[1 << N];
  const float (*vector)[4];
  float amplitude;
};

template <int N>
Gradients<N> gradients(const model::PerlinNoise& noise,
                       const std::uint32_t (&drawn)[1 << N]) noexcept {
  Gradients<N> result;
  result.amplitude = noise.amplitude;
  const bool is_array = noise.lattice.kind == model::LatticePoints::array;
  const model::GradientSet* const set = noise.gradients[N - 1];
  for (int axis = 0; axis < N; ++axis)
    result.component[axis] = is_array ? noise.component[axis] : set->component[axis];
  for (unsigned vertex = 0; vertex < 1u << N; ++vertex) {
    result.choice[vertex] =
        is_array ? drawn[vertex] : gradient_of(noise.lattice, *set, N, drawn[vertex]);
  }
  return result;
}

template <int N>
float gradient_noise(const model::PerlinNoise& noise, const model::Point& point,
                     float* derivative) noexcept {
  Position position[N];
  if (!locate(noise, point, position)) return not_a_number(N, derivative);
  std::uint32_t drawn[1 << N];
  draw(noise, position, drawn);
  const auto collapsed = [&](const auto& at) {
    return collapse<true>(position, noise.fade, noise.frequency, at, derivative);
  };
  const model::GradientSet* const set = noise.gradients[N - 1];
  if (noise.lattice.kind == model::LatticePoints::hashed && set->mirrored)
    return collapsed(MirroredGradients<N>{drawn, set->vector, noise.amplitude});
  return collapsed(gradients<N>(noise, drawn));
}

}  // namespace

template <>
float evaluate(const model::PerlinNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  static constexpr decltype(&gradient_noise<1>) of[] = {gradient_noise<1>, gradient_noise<2>,
                                                        gradient_noise<3>, gradient_noise<4>};
  return of[point.dimensions - 1](noise, point, derivative);
}

}  // namespace perlane::reference
