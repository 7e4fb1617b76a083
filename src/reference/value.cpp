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

float value(const model::ValueNoise& noise, std::uint32_t word) noexcept {
  if (noise.lattice.kind == model::LatticePoints::array) return noise.value[word] * noise.amplitude;
  const std::uint32_t number = value_number(noise.lattice, word);
  return static_cast<float>(static_cast<std::int32_t>((number << noise.shift) + noise.least)) *
         noise.scale;
}

template <int N>
float value_noise(const model::ValueNoise& noise, const model::Point& point,
                  float* derivative) noexcept {
  Position position[N];
  if (!locate(noise, point, position)) return not_a_number(N, derivative);
  std::uint32_t drawn[1 << N];
  draw(noise, position, drawn);
  const auto at = [&](unsigned vertex) { return Corner<N>{value(noise, drawn[vertex]), {}}; };
  return collapse<false>(position, noise.fade, noise.frequency, at, derivative);
}

}  // namespace

template <>
float evaluate(const model::ValueNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  static constexpr decltype(&value_noise<1>) of[] = {value_noise<1>, value_noise<2>, value_noise<3>,
                                                     value_noise<4>};
  return of[point.dimensions - 1](noise, point, derivative);
}

}  // namespace perlane::reference
