// One point, without the generality of the reference: of noises in hashed lattices and sums of
// them, which is what nearly all programs are. It is compiled for the number of dimensions, and
// mirrors reference/lattice.cpp, reference/perlin.cpp, reference/value.cpp and reference/cell.cpp.

#include "engine/single_point.hpp"

#include "reference/fractal.hpp"
#include "reference/noise.hpp"
#include "reference/program.hpp"

#include <limits>

namespace perlane::engine {
namespace {

using model::LatticePoints;

// Whether a lattice is hashed, without period and with the quintic fade.
template <class Noise>
bool is_usual(const Noise& noise, int dimensions) noexcept {
  std::uint32_t periods = 0;
  for (int axis = 0; axis < dimensions; ++axis) periods |= noise.lattice.period[axis];
  return noise.lattice.kind == LatticePoints::hashed && noise.fade == model::Fade::quintic &&
         periods == 0;
}

// Where a point lies in the cell around it, and the words of the axes on both sides.
template <int N>
struct Place {
  float s[N], u[N], v[N];  // the weights, see reference/cell.cpp
  std::uint32_t word[N][2];
};

// False beyond the coordinate limit.
template <int N, class Noise>
bool locate(const Noise& noise, const double* coordinate, Place<N>& place) noexcept {
  for (int axis = 0; axis < N; ++axis) {
    const double s = coordinate[axis] * noise.frequency + noise.lattice.shift[axis];
    if (!(s < model::coordinate_limit && s > -model::coordinate_limit)) return false;
    // floor, which is no instruction everywhere
    auto cell = static_cast<std::int64_t>(s);
    cell -= static_cast<double>(cell) > s ? 1 : 0;
    const auto f = static_cast<float>(s - static_cast<double>(cell));
    const float t = f - 0.5f, q = t * t;
    const float fade = ((q * 6.0f - 5.0f) * q + 1.875f) * t + 0.5f;
    place.s[axis] = fade;
    place.u[axis] = f * (1.0f - fade);
    place.v[axis] = fade * (f - 1.0f);
    std::uint32_t a = static_cast<std::uint32_t>(cell) * model::hash_multiplier[axis] +
                      noise.lattice.key.axis[axis];
    for (int side = 0; side < 2; ++side, a += model::hash_multiplier[axis])
      place.word[axis][side] = (a ^ a >> model::hash_shift) | (axis == 0 ? 0 : 1);
  }
  return true;
}

std::uint32_t last_round(std::uint32_t v) noexcept {
  v ^= v >> 15;
  return v * model::last_round_multiplier;
}

template <int N>
std::uint32_t hash(const LatticePoints& lattice, const Place<N>& place, unsigned vertex) noexcept {
  std::uint32_t v = place.word[0][vertex & 1];
  if constexpr (N == 1) v = last_round(v * (lattice.key.line | 1));
  for (int axis = 1; axis < N; ++axis) v *= place.word[axis][vertex >> axis & 1];
  return v;
}

// A vertex from which x and the axes M and on are removed; the gradient begins with y.
template <int M>
struct Vertex {
  float gradient[M];
  float k;
};

float blend(float s, float low, float high) noexcept { return low + s * (high - low); }

template <int N, int M, unsigned number>
Vertex<M> gradient_vertex(const model::PerlinNoise& noise, const Place<N>& place) noexcept {
  Vertex<M> result;
  if constexpr (M == N) {
    const auto gradient = [&](unsigned vertex) {
      return noise.gradients[N - 1]->vector[hash<N>(noise.lattice, place, vertex) >> (29 - N)];
    };
    const float *low = gradient(number), *high = gradient(number | 1);
    const float a = noise.amplitude;
    result.k = (low[0] * a) * place.u[0] + (high[0] * a) * place.v[0];
    for (int axis = 1; axis < N; ++axis)
      result.gradient[axis] = blend(place.s[0], low[axis] * a, high[axis] * a);
  } else {
    const auto low = gradient_vertex<N, M + 1, number>(noise, place);
    const auto high = gradient_vertex<N, M + 1, (number | 1u << M)>(noise, place);
    result.k = blend(place.s[M], low.k, high.k) +
               (low.gradient[M] * place.u[M] + high.gradient[M] * place.v[M]);
    for (int axis = 1; axis < M; ++axis)
      result.gradient[axis] = blend(place.s[M], low.gradient[axis], high.gradient[axis]);
  }
  return result;
}

template <int N, int M, unsigned number>
float value_vertex(const model::ValueNoise& noise, const Place<N>& place) noexcept {
  if constexpr (M == N) {
    const auto value = [&](unsigned vertex) {
      const std::uint32_t word = last_round(hash<N>(noise.lattice, place, vertex));
      return static_cast<float>(static_cast<std::int32_t>(word)) * noise.scale;
    };
    return blend(place.s[0], value(number), value(number | 1));
  } else {
    return blend(place.s[M], value_vertex<N, M + 1, number>(noise, place),
                 value_vertex<N, M + 1, (number | 1u << M)>(noise, place));
  }
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

template <int N>
float usual(const model::PerlinNoise& noise, const double* coordinate) noexcept {
  Place<N> place;
  return locate(noise, coordinate, place) ? gradient_vertex<N, 1, 0>(noise, place).k : nan;
}
template <int N>
float usual(const model::ValueNoise& noise, const double* coordinate) noexcept {
  Place<N> place;
  return locate(noise, coordinate, place) ? value_vertex<N, 1, 0>(noise, place) : nan;
}

template <class Noise>
float usual_in(const Noise& noise, const model::Point& point) noexcept {
  switch (point.dimensions) {
    case 1:
      return usual<1>(noise, point.coordinate);
    case 2:
      return usual<2>(noise, point.coordinate);
    case 3:
      return usual<3>(noise, point.coordinate);
    default:
      return usual<4>(noise, point.coordinate);
  }
}

template <class Noise>
float evaluate(const Noise& noise, const model::Point& point) noexcept {
  return reference::evaluate(noise, point, nullptr);
}
float evaluate(const model::PerlinNoise& noise, const model::Point& point) noexcept {
  const bool is_mirrored = noise.lattice.kind == LatticePoints::hashed &&
                           noise.gradients[point.dimensions - 1]->mirrored;
  if (is_mirrored && is_usual(noise, point.dimensions)) return usual_in(noise, point);
  return reference::evaluate(noise, point, nullptr);
}
float evaluate(const model::ValueNoise& noise, const model::Point& point) noexcept {
  if (is_usual(noise, point.dimensions)) return usual_in(noise, point);
  return reference::evaluate(noise, point, nullptr);
}

}  // namespace

float sample(const model::Program& program, const model::Point& point) {
  constexpr int few = 8;
  float buffer[few] = {};
  if (program.buffers > few) return reference::run(program, point, nullptr);
  int last = 0;
  const auto fold = [&](const model::Fold& how, float n, int sum, int to) {
    const float before = sum == model::no_buffer ? 0.0f : buffer[sum];
    buffer[to] = reference::accumulate(how.accumulation, before, n, how.amplitude);
    last = to;
  };
  const auto join = [&](const model::OctaveStep& step) {
    const auto& [rule, count, amplitude] = step.octaves;
    const auto value_of = [&](int number) {
      return number == model::no_buffer ? 0.0f : buffer[number];
    };
    reference::Joined joined{value_of(step.value), value_of(step.weight)};
    for (int k = 0; k < count; ++k) {
      const float n = buffer[step.from[k]];
      joined = k == 0 && step.value == model::no_buffer
                   ? reference::begin(*rule, n, amplitude[k])
                   : reference::join(*rule, joined, n, amplitude[k]);
    }
    if (step.weight_to != model::no_buffer) buffer[step.weight_to] = joined.weight;
    buffer[step.to] = joined.value;
    last = step.to;
  };
  for (const model::Step& step : program.steps) {
    if (const auto* noise = std::get_if<model::NoiseStep>(&step)) {
      if (noise->positions != 0) return reference::run(program, point, nullptr);
      const float n =
          std::visit([&](const auto* of) { return evaluate(*of, point); }, noise->noise);
      fold(noise->fold, n, noise->sum, noise->to);
    } else if (const auto* folded = std::get_if<model::FoldStep>(&step)) {
      fold(folded->fold, buffer[folded->from], folded->sum, folded->to);
    } else if (const auto* joining = std::get_if<model::OctaveStep>(&step)) {
      join(*joining);
    } else {
      return reference::run(program, point, nullptr);
    }
  }
  return buffer[last];
}

}  // namespace perlane::engine
