// The noises of FastNoiseLite: the nodes. J. Peck, "FastNoise Lite", 2020.

#include "graph/noise/fastnoise_lite_noises.hpp"

#include "graph/noise/derivative_bounds.hpp"
#include "graph/noise/open_simplex_gradients.hpp"
#include "graph/noise/source.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace perlane {
namespace {

using NoiseType = FastNoiseLite::NoiseType;

// The largest values, by dimensions - 2, without what evaluation in binary32 adds at most:
// `rounding_of_lite`. tests/noise/fastnoise_lite_test.cpp proves them.
using Largest = std::array<double, 2>;
constexpr double rounding_of_lite = 4e-6;

// The factors are those of FastNoiseLite.
Largest set_up(NoiseType, model::PerlinNoise& noise) {
  static const graph::GradientSets<2>& sets =
      *new graph::GradientSets<2>(graph::fastnoise_lite_gradients(
          {1.4247691104677813f, 0.964921414852142333984375f}));  // never deleted
  noise.fade = model::Fade::quintic;
  graph::set_gradients(sets, noise);
  return {1.00000003, 0.999999986};
}

Largest set_up(NoiseType, model::ValueNoise& noise) {
  noise.fade = model::Fade::cubic;
  noise.scale = 0x1p-31f;
  return {1, 1};
}

// The weights of the four values along an axis add up to 3/2 at most, without their signs: halfway
// they are -1/8, 5/8, 5/8 and -1/8.
Largest set_up(NoiseType, model::CubicNoise& noise) {
  noise.scale[1] = static_cast<float>(0x1p-31 / 2.25);
  noise.scale[2] = static_cast<float>(0x1p-31 / 3.375);
  return {1, 1};
}

Largest set_up(NoiseType type, model::OpenSimplexNoise& noise) {
  static const graph::GradientSets<2>& nearest =
      *new graph::GradientSets<2>(graph::fastnoise_lite_gradients(
          {99.83685446303647f, 32.69428253173828125f}));  // never deleted
  static const graph::GradientSets<2>& smooth = *new graph::GradientSets<2>(
      graph::fastnoise_lite_gradients({18.24196194486065f, 9.046026385208288f}));  // likewise
  noise.is_smooth = type == NoiseType::open_simplex2s;
  noise.is_long = false;
  graph::set_gradients(noise.is_smooth ? smooth : nearest, noise);
  return noise.is_smooth ? Largest{1.000000248, 0.999999983} : Largest{0.999999993, 1.000000178};
}

graph::DerivativeBounds derivative_bounds_of(const model::PerlinNoise& noise, int dimensions) {
  return graph::derivative_bounds_of_gradients(noise.gradients[dimensions - 1]->longest, noise.fade,
                                               dimensions);
}
graph::DerivativeBounds derivative_bounds_of(const model::ValueNoise& noise, int dimensions) {
  return graph::derivative_bounds_of_values(1, noise.fade, dimensions);
}
// The weights of the four values have derivatives whose magnitudes add up to 3 halfway, and to
// less elsewhere: twice what the weights do.
graph::DerivativeBounds derivative_bounds_of(const model::CubicNoise&, int dimensions) {
  return {{2, 2, 2, 2}, 2 * std::sqrt(dimensions)};
}
graph::DerivativeBounds derivative_bounds_of(const model::OpenSimplexNoise& noise, int dimensions) {
  return graph::derivative_bounds_of_open_simplex(noise.gradients[dimensions - 1]->longest,
                                                  noise.is_smooth, dimensions);
}

template <class Noise>
class FastNoiseLiteNode final : public graph::NoiseNode<Noise> {
 public:
  FastNoiseLiteNode(NoiseType type, std::uint32_t seed, double frequency,
                    const graph::Shift& shift = {})
      : type_(type), seed_(seed) {
    Noise& noise = this->noise_;
    noise.frequency = frequency;
    noise.lattice.kind = model::LatticePoints::xor_hashed;
    noise.lattice.key.axis[0] = seed;
    std::ranges::copy(shift, noise.lattice.shift);
    const Largest largest = set_up(type, noise);
    if constexpr (std::is_same_v<Noise, model::OpenSimplexNoise>) {
      noise.seed[0] = seed;
      noise.seed[1] = noise.is_smooth ? seed + 1293373 : ~seed;
    }
    this->set_bounds(
        graph::Dimensions{2, 3},
        [&](int dimensions) {
          const double bound = largest[static_cast<std::size_t>(dimensions - 2)] + rounding_of_lite;
          return graph::Bounds{-bound, bound};
        },
        [&](int dimensions) { return derivative_bounds_of(noise, dimensions); });
  }

  void append_signature(graph::Signature& to) const override {
    to.add("fastnoise_lite", type_, seed_, this->noise_.frequency, this->noise_.lattice.shift);
  }

  graph::NodePointer as_octave(const graph::Octave& octave,
                               std::vector<graph::NodePointer>) const override {
    const std::uint64_t seed = graph::octave_seed(seed_, octave.index);
    return std::make_shared<const FastNoiseLiteNode>(
        type_, static_cast<std::uint32_t>(seed),
        graph::octave_frequency(this->noise_.frequency, octave),
        graph::octave_shift(this->noise_.lattice.shift, seed, octave));
  }

 private:
  NoiseType type_;
  std::uint32_t seed_;
};

template <class Noise>
Field make(NoiseType type, std::uint32_t seed, double frequency) {
  return graph::field_of(std::make_shared<const FastNoiseLiteNode<Noise>>(type, seed, frequency));
}

}  // namespace

Field graph::fastnoise_lite_noise(NoiseType type, std::uint32_t seed, double frequency) {
  switch (type) {
    case NoiseType::perlin:
      return make<model::PerlinNoise>(type, seed, frequency);
    case NoiseType::value:
      return make<model::ValueNoise>(type, seed, frequency);
    case NoiseType::value_cubic:
      return make<model::CubicNoise>(type, seed, frequency);
    case NoiseType::open_simplex2:
    case NoiseType::open_simplex2s:
      break;
  }
  return make<model::OpenSimplexNoise>(type, seed, frequency);
}

}  // namespace perlane
