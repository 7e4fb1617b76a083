// The noise of FastNoiseLite: parameters, checks, and fractals. J. Peck, "FastNoise Lite", 2020.

#include <perlane/arithmetic.hpp>
#include <perlane/noise.hpp>
#include <perlane/published.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/properties.hpp"
#include "graph/noise/fastnoise_lite_noises.hpp"
#include "graph/fractal/fractal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using NoiseType = FastNoiseLite::NoiseType;
using FractalType = FastNoiseLite::FractalType;

// ---- fractals ---------------------------------------------------------------

// The field that a fractal adds for an octave, and the factor of the octaves after it: 1 - weight *
// (weakens - factor * field).
struct Layer {
  Field added;
  Field field;
  float weakens, factor;
};

// 0 where n is an even number, 1 where it is an odd one, straight between; n is 0 to `most`. The
// line is folded in half until no more than one zigzag is left.
Field zigzag(Field n, float most) {
  float half = 1;
  while (2 * half < most) half *= 2;
  for (; half > 1; half /= 2) n = half - abs(n - half);
  return 1.0f - abs(n - 1.0f);
}

Layer layer_of(FractalType type, const Field& n, float ping_pong_strength) {
  switch (type) {
    case FractalType::none:
    case FractalType::fbm:
      break;
    case FractalType::ridged: {
      const Field magnitude = abs(n);
      return {1.0f - magnitude * 2.0f, magnitude, 0, -1};
    }
    case FractalType::ping_pong: {
      const Field folded = zigzag((n + 1.0f) * ping_pong_strength, 2 * ping_pong_strength);
      return {folded * 2.0f - 1.0f, folded, 1, 1};
    }
  }
  return {n, n, 0.5f, 0.5f};
}

// The largest magnitude of its values, in any number of dimensions.
double largest_of(const Field& field) {
  double largest = 0;
  graph::for_each_dimension(graph::node_of(field).dimensions(), [&](int dimensions, std::size_t) {
    largest = std::max(largest,
                       graph::largest(graph::outwards(graph::node_of(field).bounds(dimensions))));
  });
  return largest;
}

// Octaves that are weaker where those before them are low.
Field weighted_sum(const std::vector<Layer>& layers, float amplitude, float gain, float weight) {
  Field sum = layers[0].added * amplitude;
  Field strength = constant(amplitude);
  double most = amplitude, total = most * largest_of(layers[0].added);
  for (std::size_t k = 1; k < layers.size(); ++k) {
    const Layer& before = layers[k - 1];
    const float factor = weight * before.factor * gain;
    const float rest = (1.0f - weight * before.weakens) * gain;
    most *= largest_of(before.field) * std::abs(double{factor}) + std::abs(double{rest});
    total += most * largest_of(layers[k].added);
    constexpr double limit = std::numeric_limits<float>::max() * (1 - 1e-5);
    if (!(std::abs(factor) <= limit && most <= limit && total <= limit)) {
      throw_invalid("FastNoiseLite::weighted_strength is ", weight, "; over ", layers.size(),
                    " octaves the values would be beyond a float, use one nearer to 0");
    }
    strength = strength * (before.field * factor + rest);
    sum = sum + layers[k].added * strength;
  }
  return sum;
}

Field sum(const FastNoiseLite& parameters, const std::vector<Field>& noises) {
  const auto gain = static_cast<float>(parameters.gain);
  const auto weight = static_cast<float>(parameters.weighted_strength);
  const auto strength = static_cast<float>(parameters.ping_pong_strength);
  float total = 1, power = 1;
  for (std::size_t k = 1; k < noises.size(); ++k) {
    power *= std::abs(gain);
    total += power;
  }
  if (!std::isfinite(total)) {
    throw_invalid("FastNoiseLite::gain is ", parameters.gain, "; its powers overflow over ",
                  parameters.octaves, " octaves, use a smaller one");
  }
  std::vector<float> amplitude{1 / total};
  for (std::size_t k = 1; k < noises.size(); ++k) amplitude.push_back(amplitude.back() * gain);

  const FractalType type = parameters.fractal_type;
  const bool is_ping_pong = type == FractalType::ping_pong;
  if (weight == 0 && !is_ping_pong) {
    const auto shape = type == FractalType::ridged ? model::Shape::ridged : model::Shape::plain;
    return graph::sum_of_octaves(shape, noises, std::move(amplitude));
  }
  std::vector<Layer> layers;
  for (const Field& n : noises) layers.push_back(layer_of(type, n, strength));
  if (weight != 0) return weighted_sum(layers, amplitude[0], gain, weight);
  std::vector<Field> added;
  for (const Layer& layer : layers) added.push_back(layer.added);
  return graph::sum_of_octaves(model::Shape::plain, added, std::move(amplitude));
}

}  // namespace

Field fastnoise_lite(const FastNoiseLite& parameters) {
  return graph::call("fastnoise_lite", {}, parameters, [&] {
    const int octaves = parameters.fractal_type == FractalType::none ? 1 : parameters.octaves;
    const auto lacunarity = static_cast<double>(static_cast<float>(parameters.lacunarity));
    auto frequency = static_cast<double>(static_cast<float>(parameters.frequency));
    auto seed = static_cast<std::uint32_t>(parameters.seed);
    std::vector<Field> noises;
    for (int k = 0; k < octaves; ++k, ++seed, frequency *= lacunarity) {
      if (!std::isfinite(frequency) || frequency == 0) {
        throw_invalid("FastNoiseLite::lacunarity is ", parameters.lacunarity, "; over ", octaves,
                      " octaves the frequency leaves the range of binary64; use one nearer to 1");
      }
      noises.push_back(graph::fastnoise_lite_noise(parameters.noise_type, seed, frequency));
    }
    return parameters.fractal_type == FractalType::none ? noises[0] : sum(parameters, noises);
  });
}

}  // namespace perlane
