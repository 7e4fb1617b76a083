// Fractional Brownian motion: B. Mandelbrot and J. Van Ness, 1968; as a sum of noise octaves, and
// multifractals: F. K. Musgrave, in "Texturing and Modeling: A Procedural Approach", 1994, as
// Blender states them (noise.cc). Ridges and billows of |n|: K. Perlin's turbulence, "An Image
// Synthesizer", SIGGRAPH 1985. Weighted strength and ping-pong: J. Peck, FastNoiseLite, 2020.

#include "reference/fractal.hpp"

#include <cmath>

namespace perlane::reference {
namespace {

using model::Join;
using model::OctaveRule;
using model::Shape;

float signal_in_weight(const OctaveRule& rule, float s) noexcept {
  if (!rule.is_clamped) return s;
  return s < -1.0f ? -1.0f : s > 1.0f ? 1.0f : s;
}
float derivative_in_weight(const OctaveRule& rule, float s, float ds) noexcept {
  return rule.is_clamped && std::abs(s) > 1.0f ? 0.0f : ds;
}

// (offset - |s|)^2, the square of the distance to a crest.
float crest(const OctaveRule& rule, float s) noexcept {
  const float t = rule.offset - std::abs(s);
  return t * t;
}
float crest_derivative(const OctaveRule& rule, float s, float ds) noexcept {
  const float t = rule.offset - std::abs(s);
  return (s < 0.0f ? 2.0f : -2.0f) * t * ds;
}

// The signal is never below 0.
float ridge_weight(const OctaveRule& rule, float signal) noexcept {
  const float w = signal * rule.feedback;
  return w < 1.0f ? w : 1.0f;
}
float ridge_weight_derivative(const OctaveRule& rule, float signal, float d_signal) noexcept {
  return signal * rule.feedback < 1.0f ? d_signal * rule.feedback : 0.0f;
}

}  // namespace

float hybrid_weight(float w) noexcept {
  if (!(w > model::least_weight)) return 0.0f;
  return w < 1.0f ? w : 1.0f;
}

float accumulate(model::Accumulation accumulation, float sum, float n, float amplitude) noexcept {
  switch (accumulation) {
    case model::Accumulation::none:
      break;
    case model::Accumulation::scale:
      return n * amplitude;
    case model::Accumulation::add:
      return sum + n * amplitude;
  }
  return n;
}

float shape(const OctaveRule& rule, float n) noexcept {
  switch (rule.shape) {
    case Shape::plain:
      break;
    case Shape::ridged:
      return 1.0f - 2.0f * std::abs(n);
    case Shape::billow:
      return 2.0f * std::abs(n) - 1.0f;
    case Shape::ping_pong: {
      const float turns = (n + 1.0f) * rule.half_strength;
      return 1.0f - 4.0f * std::abs((turns - std::floor(turns)) - 0.5f);
    }
  }
  return n;
}

float shape_derivative(const OctaveRule& rule, float n) noexcept {
  switch (rule.shape) {
    case Shape::plain:
      break;
    case Shape::ridged:
      return n < 0.0f ? 2.0f : -2.0f;
    case Shape::billow:
      return n < 0.0f ? -2.0f : 2.0f;
    case Shape::ping_pong: {
      const float turns = (n + 1.0f) * rule.half_strength, derivative = 4.0f * rule.half_strength;
      return turns - std::floor(turns) < 0.5f ? derivative : -derivative;
    }
  }
  return 1.0f;
}

Joined begin(const OctaveRule& rule, float n, float a) noexcept {
  const float s = shape(rule, n);
  switch (rule.join) {
    case Join::sum:
      break;
    case Join::weighted:
      return {s * a, rule.weight_base + rule.weight_slope * signal_in_weight(rule, s)};
    case Join::multifractal:
      return {s * a + rule.offset, 0};
    case Join::hetero:
      return {s + rule.offset, 0};
    case Join::hybrid: {
      const float t = (s + rule.offset) * a;
      return {t, t * rule.feedback};
    }
    case Join::ridges: {
      const float signal = crest(rule, s);
      return {signal * a, ridge_weight(rule, signal)};
    }
  }
  return {s * a, 0};
}

Joined join(const OctaveRule& rule, const Joined& before, float n, float a) noexcept {
  const auto [v, w] = before;
  const float s = shape(rule, n);
  switch (rule.join) {
    case Join::sum:
      break;
    case Join::weighted:
      return {v + s * w * a,
              w * (rule.weight_base + rule.weight_slope * signal_in_weight(rule, s))};
    case Join::multifractal:
      return {v * (s * a + rule.offset), 0};
    case Join::hetero:
      return {v + (s + rule.offset) * a * v, 0};
    case Join::hybrid: {
      const float t = hybrid_weight(w) * ((s + rule.offset) * a);
      return {v + t, t * rule.feedback};
    }
    case Join::ridges: {
      const float signal = crest(rule, s) * w;
      return {v + signal * a, ridge_weight(rule, signal)};
    }
  }
  return {v + s * a, 0};
}

Joined begin_derivative(const OctaveRule& rule, float n, float a, float dn) noexcept {
  const float s = shape(rule, n);
  const float ds = rule.shape == Shape::plain ? dn : shape_derivative(rule, n) * dn;
  switch (rule.join) {
    case Join::sum:
    case Join::multifractal:
      break;
    case Join::weighted:
      return {ds * a, rule.weight_slope * derivative_in_weight(rule, s, ds)};
    case Join::hetero:
      return {ds, 0};
    case Join::hybrid:
      return {ds * a, ds * a * rule.feedback};
    case Join::ridges: {
      const float d_signal = crest_derivative(rule, s, ds);
      return {d_signal * a, ridge_weight_derivative(rule, crest(rule, s), d_signal)};
    }
  }
  return {ds * a, 0};
}

Joined join_derivative(const OctaveRule& rule, const Joined& before, float n, float a,
                       const Joined& d_before, float dn) noexcept {
  const auto [v, w] = before;
  const auto [dv, dw] = d_before;
  const float s = shape(rule, n);
  const float ds = rule.shape == Shape::plain ? dn : shape_derivative(rule, n) * dn;
  switch (rule.join) {
    case Join::sum:
      break;
    case Join::weighted: {
      const float factor = rule.weight_base + rule.weight_slope * signal_in_weight(rule, s);
      const float d_factor = rule.weight_slope * derivative_in_weight(rule, s, ds);
      return {dv + (ds * w + s * dw) * a, dw * factor + w * d_factor};
    }
    case Join::multifractal:
      return {dv * (s * a + rule.offset) + v * (ds * a), 0};
    case Join::hetero:
      return {dv + ((s + rule.offset) * a * dv + ds * a * v), 0};
    case Join::hybrid: {
      const float d_weight = w > model::least_weight && w < 1.0f ? dw : 0.0f;
      const float dt = hybrid_weight(w) * (ds * a) + d_weight * ((s + rule.offset) * a);
      return {dv + dt, dt * rule.feedback};
    }
    case Join::ridges: {
      const float signal = crest(rule, s) * w;
      const float d_signal = crest_derivative(rule, s, ds) * w + crest(rule, s) * dw;
      return {dv + d_signal * a, ridge_weight_derivative(rule, signal, d_signal)};
    }
  }
  return {dv + ds * a, 0};
}

}  // namespace perlane::reference
