// The noise of FastNoiseLite: parameters, checks, and the nodes. J. Peck, "FastNoise Lite", 2020.

#include <perlane/fastnoise_lite.hpp>

#include <perlane/operators.hpp>

#include "engine/environment.hpp"
#include "field/fractal.hpp"
#include "field/source.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using engine::refuse;
using model::GradientSet;
using NoiseType = FastNoiseLite::NoiseType;
using FractalType = FastNoiseLite::FractalType;

// ---- gradients --------------------------------------------------------------

// The cosines of 7.5, 22.5, 37.5, 52.5, 67.5 and 82.5 degrees.
constexpr float cosine[6] = {0.99144486137381f,  0.923879532511287f, 0.793353340291235f,
                             0.608761429008721f, 0.38268343236509f,  0.130526192220052f};

// The cosine of 7.5 degrees and `steps` of 15.
float cosine_of(int steps) {
  const int within = ((steps % 24) + 24) % 24;
  const int quarter = within / 6, rest = within % 6;
  const float magnitude = quarter % 2 == 0 ? cosine[rest] : cosine[5 - rest];
  return quarter == 1 || quarter == 2 ? -magnitude : magnitude;
}

// 24 directions, from 82.5 degrees on clockwise, five times over; and then eight that are 45
// degrees apart.
void set_directions(GradientSet& set, float scale) {
  set.count = 128;
  for (int i = 0; i < 128; ++i) {
    const int steps = i < 120 ? 5 - i : 4 - 3 * (i - 120);
    set.component[0][i] = cosine_of(steps) * scale;
    set.component[1][i] = cosine_of(steps - 6) * scale;
  }
}

// The edges of the cube in Perlin's order, five times over, and four of them again.
void set_edges(GradientSet& set, float scale) {
  constexpr int again[4] = {8, 1, 9, 3};
  set.count = 64;
  for (int i = 0; i < 64; ++i) {
    const int edge = i < 60 ? i % 12 : again[i - 60];
    const int zero = edge / 4, first = zero == 0 ? 1 : 0, second = zero == 2 ? 1 : 2;
    set.component[zero][i] = 0;
    set.component[first][i] = (edge & 1) != 0 ? -scale : scale;
    set.component[second][i] = (edge & 2) != 0 ? -scale : scale;
  }
}

// By dimensions - 2.
using Sets = std::unique_ptr<const GradientSet[]>;
Sets make_sets(const float (&scale)[2]) {
  auto sets = std::make_unique<GradientSet[]>(2);
  set_directions(sets[0], scale[0]);
  set_edges(sets[1], scale[1]);
  return sets;
}

template <class Noise>
void set_gradients(const Sets& sets, Noise& noise) {
  for (int i = 0; i < 2; ++i) noise.gradients[i + 1] = &sets[static_cast<std::size_t>(i)];
}

// ---- noises -----------------------------------------------------------------

// The largest values, by dimensions - 2, without what evaluation in binary32 adds at most:
// `rounding`. tests/fastnoise_lite_test.cpp proves them.
using Largest = std::array<double, 2>;
constexpr double rounding = 4e-6;

// The factors are those of FastNoiseLite.
Largest set_up(NoiseType, model::PerlinNoise& noise) {
  static const Sets& sets =
      *new Sets(make_sets({1.4247691104677813f, 0.964921414852142333984375f}));  // never deleted
  noise.fade = model::Fade::quintic;
  set_gradients(sets, noise);
  return {1.00000003, 0.999999986};
}

Largest set_up(NoiseType, model::ValueNoise& noise) {
  noise.fade = model::Fade::cubic;
  noise.shift = 9;
  noise.levels = 1 << 23;
  noise.scale = 0x1p-23f;
  return {1, 1};
}

// The weights of the four values along an axis add up to 3/2 at most, without their signs: half-way
// they are -1/8, 5/8, 5/8 and -1/8.
Largest set_up(NoiseType, model::CubicNoise& noise) {
  noise.scale[1] = static_cast<float>(0x1p-31 / 2.25);
  noise.scale[2] = static_cast<float>(0x1p-31 / 3.375);
  return {1, 1};
}

Largest set_up(NoiseType type, model::OpenSimplexNoise& noise) {
  static const Sets& nearest =
      *new Sets(make_sets({99.83685446303647f, 32.69428253173828125f}));  // never deleted
  static const Sets& smooth =
      *new Sets(make_sets({18.24196194486065f, 9.046026385208288f}));  // likewise
  noise.is_smooth = type == NoiseType::open_simplex2s;
  set_gradients(noise.is_smooth ? smooth : nearest, noise);
  return noise.is_smooth ? Largest{1.000000248, 0.999999983} : Largest{0.999999993, 1.000000178};
}

template <class Noise>
class FastNoiseLiteNode final : public field::NoiseNode<Noise> {
 public:
  FastNoiseLiteNode(NoiseType type, std::uint32_t seed, double frequency,
                    const field::Shift& shift = {})
      : type_(type), seed_(seed) {
    Noise& noise = this->noise_;
    noise.frequency = frequency;
    noise.lattice.kind = model::LatticePoints::exclusive;
    noise.lattice.key.axis[0] = seed;
    std::ranges::copy(shift, noise.lattice.shift);
    const Largest largest = set_up(type, noise);
    this->set_bounds(field::Dimensions{2, 3}, [&](int dimensions) {
      const double bound = largest[static_cast<std::size_t>(dimensions - 2)] + rounding;
      return field::Bounds{-bound, bound};
    });
  }

  void sign(field::Signature& to) const override {
    to.add("fastnoise_lite");
    to.add(type_);
    to.add(seed_);
    to.add(this->noise_.frequency);
    to.add(std::to_array(this->noise_.lattice.shift));
  }

  field::NodePointer as_octave(const field::Octave& octave,
                               std::vector<field::NodePointer>) const override {
    const std::uint64_t seed = field::octave_seed(seed_, octave.index);
    return std::make_shared<const FastNoiseLiteNode>(
        type_, static_cast<std::uint32_t>(seed), this->noise_.frequency * octave.factor,
        field::octave_shift(this->noise_.lattice.shift, seed, octave));
  }

 private:
  NoiseType type_;
  std::uint32_t seed_;
};

template <class Noise>
Field make(NoiseType type, std::uint32_t seed, double frequency) {
  return Field(std::make_shared<const FastNoiseLiteNode<Noise>>(type, seed, frequency));
}

Field make_noise(NoiseType type, std::uint32_t seed, double frequency) {
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

// ---- fractals ---------------------------------------------------------------

// What a fractal adds of an octave; and what the octaves after it are multiplied by, 1 - weight *
// (weakens - slope * field).
struct Layer {
  Field added;
  Field field;
  float weakens, slope;
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

// Octaves that are weaker where those before them are low.
Field weighted_sum(const std::vector<Layer>& layers, float amplitude, float gain, float weight) {
  Field sum = layers[0].added * amplitude;
  Field strength = constant(amplitude);
  for (std::size_t k = 1; k < layers.size(); ++k) {
    const Layer& before = layers[k - 1];
    strength = strength * (before.field * (weight * before.slope * gain) +
                           (1.0f - weight * before.weakens) * gain);
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
    refuse("FastNoiseLite::gain is ", parameters.gain, "; its powers overflow over ",
           parameters.octaves, " octaves, use a smaller one");
  }
  std::vector<float> amplitude{1 / total};
  for (std::size_t k = 1; k < noises.size(); ++k) amplitude.push_back(amplitude.back() * gain);

  const FractalType type = parameters.fractal_type;
  const bool is_ping_pong = type == FractalType::ping_pong;
  if (weight == 0 && !is_ping_pong) {
    const auto shape = type == FractalType::ridged ? model::Shape::ridged : model::Shape::plain;
    return field::sum_of_octaves(shape, noises, std::move(amplitude));
  }
  std::vector<Layer> layers;
  for (const Field& n : noises) layers.push_back(layer_of(type, n, strength));
  if (weight != 0) return weighted_sum(layers, amplitude[0], gain, weight);
  std::vector<Field> added;
  for (const Layer& layer : layers) added.push_back(layer.added);
  return field::sum_of_octaves(model::Shape::plain, added, std::move(amplitude));
}

// ---- checks -----------------------------------------------------------------

// Conversions of what is beyond binary32 are undefined.
bool is_float(double value) { return std::abs(value) <= double{std::numeric_limits<float>::max()}; }

void validate_positive(const char* name, double value) {
  if (is_float(value) && static_cast<float>(value) > 0) return;
  refuse("FastNoiseLite::", name, " is ", value, "; use a finite number above 0, in binary32");
}

void validate(const FastNoiseLite& parameters) {
  if (parameters.noise_type < NoiseType::open_simplex2 ||
      parameters.noise_type > NoiseType::value) {
    refuse("FastNoiseLite::noise_type is ", static_cast<int>(parameters.noise_type),
           "; use NoiseType::open_simplex2, open_simplex2s, perlin, value_cubic or value (its "
           "cellular noise draws from a table of random vectors, which perlane does not have)");
  }
  if (parameters.fractal_type < FractalType::none ||
      parameters.fractal_type > FractalType::ping_pong) {
    refuse("FastNoiseLite::fractal_type is ", static_cast<int>(parameters.fractal_type),
           "; use FractalType::none, fbm, ridged or ping_pong (its domain warps draw from a table "
           "of random vectors, which perlane does not have)");
  }
  validate_positive("frequency", parameters.frequency);
  if (parameters.octaves < 1 || parameters.octaves > Fractal::octave_limit) {
    refuse("FastNoiseLite::octaves is ", parameters.octaves, "; use 1 to ", Fractal::octave_limit);
  }
  validate_positive("lacunarity", parameters.lacunarity);
  for (const auto& [name, value] : {std::pair{"gain", parameters.gain},
                                    std::pair{"weighted_strength", parameters.weighted_strength}}) {
    if (!is_float(value)) refuse("FastNoiseLite::", name, " is ", value, "; use a finite number");
  }
  if (!(parameters.ping_pong_strength >= 0 && parameters.ping_pong_strength <= 65536)) {
    refuse("FastNoiseLite::ping_pong_strength is ", parameters.ping_pong_strength,
           "; use 0 to 65536");
  }
}

}  // namespace

Field fastnoise_lite(const FastNoiseLite& parameters) {
  const engine::FloatEnvironment environment;
  validate(parameters);
  const int octaves = parameters.fractal_type == FractalType::none ? 1 : parameters.octaves;
  const auto lacunarity = static_cast<double>(static_cast<float>(parameters.lacunarity));
  auto frequency = static_cast<double>(static_cast<float>(parameters.frequency));
  auto seed = static_cast<std::uint32_t>(parameters.seed);
  std::vector<Field> noises;
  for (int k = 0; k < octaves; ++k, ++seed, frequency *= lacunarity) {
    if (!std::isfinite(frequency) || frequency == 0) {
      refuse("FastNoiseLite::lacunarity is ", parameters.lacunarity, "; over ", octaves,
             " octaves the frequency leaves the range of binary64, use one nearer to 1");
    }
    noises.push_back(make_noise(parameters.noise_type, seed, frequency));
  }
  if (parameters.fractal_type == FractalType::none) return noises[0];
  return sum(parameters, noises);
}

}  // namespace perlane
