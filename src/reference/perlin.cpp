// Gradient noise. K. Perlin, "Improving Noise", SIGGRAPH 2002; the axes are removed last axis first.

#include "reference/perlin.hpp"

#include "reference/lattice.hpp"

#include <limits>

namespace perlane::reference {

float evaluate(const field::PerlinNoise& noise, std::span<const double> point) noexcept {
  const int dimensions = static_cast<int>(point.size());
  Position position[4];
  for (int axis = 0; axis < dimensions; ++axis) {
    const double coordinate = point[static_cast<std::size_t>(axis)];
    if (!is_within_limit(coordinate, noise.frequency)) return std::numeric_limits<float>::quiet_NaN();
    position[axis] = locate(coordinate, noise.frequency);
  }

  // The gradients at the vertices of the cell; bit a of a vertex says on which side of axis a it lies.
  const field::GradientSet& gradients = *noise.gradients[dimensions - 1];
  float gradient[16][4];
  for (unsigned vertex = 0; vertex < 1u << dimensions; ++vertex) {
    std::uint32_t cell[4];
    for (int axis = 0; axis < dimensions; ++axis) cell[axis] = position[axis].cell + (vertex >> axis & 1);
    const std::span<const std::uint32_t> corner(cell, point.size());
    const std::uint32_t word = noise.table == nullptr ? hash(noise.key, corner) >> (32 - gradients.bits)
                                                      : look_up(noise, corner) & ((1u << gradients.bits) - 1);
    for (int axis = 0; axis < dimensions; ++axis) gradient[vertex][axis] = gradients.component[axis][word];
  }

  // Remove axis by axis: each pair of vertices along the axis becomes one, with the gradient of the axes that are
  // left and the noise k that the axes removed so far have made.
  float k[16];
  for (int axis = dimensions - 1; axis >= 0; --axis) {
    const float f = position[axis].f;
    const float s = fade(noise.fade, f);
    for (unsigned vertex = 0; vertex < 1u << axis; ++vertex) {
      const unsigned other = vertex | 1u << axis;
      float k0 = gradient[vertex][axis] * f;
      float k1 = gradient[other][axis] * (f - 1.0f);
      if (axis != dimensions - 1) {
        k0 = k[vertex] + k0;
        k1 = k[other] + k1;
      }
      k[vertex] = k0 + s * (k1 - k0);
      for (int left = 0; left < axis; ++left) {
        gradient[vertex][left] =
            gradient[vertex][left] + s * (gradient[other][left] - gradient[vertex][left]);
      }
    }
  }
  return k[0];
}

}  // namespace perlane::reference
