// Gradient noise. K. Perlin, "Improving Noise", SIGGRAPH 2002.

#include "reference/cell.hpp"
#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

float component(const model::PerlinNoise& noise, int dimensions, int axis,
                std::uint32_t word) noexcept {
  if (noise.lattice.kind == model::LatticePoints::array) return noise.component[axis][word];
  const model::GradientSet& set = *noise.gradients[dimensions - 1];
  return set.component[axis][gradient_of(noise.lattice, set, dimensions, word)];
}

}  // namespace

template <>
float evaluate(const model::PerlinNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  Cell cell;
  if (!locate(noise, point, cell)) return not_a_number(point.dimensions, derivative);
  cell.has_gradients = true;
  for (unsigned vertex = 0; vertex < 1u << point.dimensions; ++vertex) {
    const std::uint32_t drawn = word(noise.lattice, cell, vertex);
    for (int axis = 0; axis < point.dimensions; ++axis) {
      cell.gradient[vertex][axis] =
          component(noise, point.dimensions, axis, drawn) * noise.amplitude;
    }
  }
  return collapse(cell, noise.fade, noise.frequency, derivative);
}

}  // namespace perlane::reference
