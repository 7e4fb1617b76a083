// Gradient noise. K. Perlin, "Improving Noise", SIGGRAPH 2002.

#include "reference/cell.hpp"
#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

// The gradient that a hash chooses, by its uppermost bits. If the set is mirrored, the first bit is
// the sign along x; the next three choose the vector, and then come the other signs, the last axis
// first. So the bits that a component depends on lie side by side, or nearly so.
std::uint32_t choice(const model::GradientSet& set, int dimensions, std::uint32_t hash) noexcept {
  if (!set.mirrored) return (hash >> 8) * set.count >> 24;
  const std::uint32_t sign_of_x = hash >> 31;
  const std::uint32_t others = (hash & 0x7fffffff) >> (29 - dimensions);
  return others << 1 | sign_of_x;
}

float component(const model::PerlinNoise& noise, int dimensions, int axis,
                std::uint32_t word) noexcept {
  const model::GradientSet* set = noise.gradients[dimensions - 1];
  switch (noise.lattice.kind) {
    case model::LatticePoints::hashed:
      return set->component[axis][choice(*set, dimensions, word)];
    case model::LatticePoints::permutation:
    case model::LatticePoints::classic:
      return set->component[axis][word % set->count];
    case model::LatticePoints::array:
      break;
  }
  return noise.component[axis][word];
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
      cell.gradient[vertex][axis] = component(noise, point.dimensions, axis, drawn);
    }
  }
  return collapse(cell, noise.fade, noise.frequency, derivative);
}

}  // namespace perlane::reference
