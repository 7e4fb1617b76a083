// Value noise: a lattice of random values, interpolated. D. Ebert et al., "Texturing and Modeling:
// A Procedural Approach", 1994, chapter 2.

#include "reference/cell.hpp"
#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

std::uint32_t value_number(const model::LatticePoints& lattice, std::uint32_t word) noexcept {
  switch (lattice.kind) {
    case model::LatticePoints::hashed:
      return last_round(word);
    case model::LatticePoints::exclusive:
      return exclusive_value(word);
    default:
      return word;
  }
}

}  // namespace

template <>
float evaluate(const model::ValueNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  Cell cell;
  if (!locate(noise, point, cell)) return not_a_number(point.dimensions, derivative);
  cell.has_gradients = false;
  for (unsigned vertex = 0; vertex < 1u << point.dimensions; ++vertex) {
    const std::uint32_t drawn = word(noise.lattice, cell, vertex);
    if (noise.lattice.kind == model::LatticePoints::array) {
      cell.k[vertex] = noise.value[drawn] * noise.amplitude;
    } else {
      const std::uint32_t number = value_number(noise.lattice, drawn);
      const auto level = static_cast<std::int32_t>((number << noise.shift) + noise.least);
      cell.k[vertex] = static_cast<float>(level) * noise.scale;
    }
  }
  return collapse(cell, noise.fade, noise.frequency, derivative);
}

}  // namespace perlane::reference
