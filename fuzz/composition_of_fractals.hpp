#pragma once
// Fractals, worked out from their octaves, each of which is evaluated by itself.

#include "evaluated.hpp"

#include "graph/fractal/faded.hpp"
#include "graph/octaves.hpp"
#include "model/octaves.hpp"
#include "reference/fractal.hpp"

#include <any>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace perlane::fuzz {

struct OctavesOf {
  model::OctaveRule rule;
  std::vector<float> amplitude;
};

// A sum of octaves. Plain ones of gradient or value noise draw with their amplitudes.
inline OctavesOf octaves_of_sum(const graph::Call& call, std::span<const graph::NodePointer> parts,
                                const Fractal& parameters) {
  OctavesOf result;
  const std::string_view function = call.function;
  if (function == "ridged") result.rule.shape = model::Shape::ridged;
  if (function == "billow") result.rule.shape = model::Shape::billow;
  if (const auto* turns = std::any_cast<graph::PingPong>(&call.arguments)) {
    result.rule.shape = model::Shape::ping_pong;
    result.rule.half_strength = static_cast<float>(turns->strength / 2);
  }
  if (parameters.weight != 0) {
    result.rule.join = model::Join::weighted;
    result.rule.weight_slope = static_cast<float>(parameters.weight / 2);
    result.rule.weight_base = static_cast<float>(1 - parameters.weight / 2);
    result.rule.is_clamped = true;  // which changes nothing within -1 and 1
  }
  result.amplitude =
      graph::octaves_of_sum(function.data(), "Fractal", graph::field_of(call.fields[0]), parameters)
          .amplitude;
  if (function != "fbm" || parameters.weight != 0) return result;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (graph::with_amplitude(parts[k], result.amplitude[k]) != nullptr) result.amplitude[k] = 1;
  }
  return result;
}

template <class Parameters>
OctavesOf octaves_of_product(std::string_view function, const Parameters& parameters) {
  OctavesOf result;
  result.rule.join = function == "multifractal"          ? model::Join::multifractal
                     : function == "hetero_terrain"      ? model::Join::hetero
                     : function == "hybrid_multifractal" ? model::Join::hybrid
                                                         : model::Join::ridges;
  result.rule.offset = static_cast<float>(parameters.offset);
  if constexpr (requires { parameters.feedback; })
    result.rule.feedback = static_cast<float>(parameters.feedback);
  for (const double of_octave : graph::powers(parameters.gain, parameters.octaves))
    result.amplitude.push_back(static_cast<float>(of_octave));
  return result;
}

// Nothing if the call is no fractal that joins its octaves by their values.
inline std::optional<OctavesOf> octaves_of(const graph::Call& call,
                                           std::span<const graph::NodePointer> parts) {
  if (const auto* sum = std::any_cast<Fractal>(&call.arguments))
    return octaves_of_sum(call, parts, *sum);
  if (const auto* turns = std::any_cast<graph::PingPong>(&call.arguments))
    return octaves_of_sum(call, parts, *turns);
  if (const auto* product = std::any_cast<Multifractal>(&call.arguments))
    return octaves_of_product(call.function, *product);
  if (const auto* product = std::any_cast<Cascade>(&call.arguments))
    return octaves_of_product(call.function, *product);
  return std::nullopt;
}

template <class Real, int N>
void require_fractal(const Evaluated<Real, N>& at) {
  const std::span<const graph::NodePointer> parts = graph::node_of(at.field).parts();
  const std::optional<OctavesOf> octaves = octaves_of(*at.call, parts);
  if (!octaves) return;
  const model::OctaveRule& rule = octaves->rule;
  const std::vector<float>& amplitude = octaves->amplitude;
  const bool is_plain = rule.shape == model::Shape::plain && rule.join == model::Join::sum;
  require(parts.size() == amplitude.size(), "another number of octaves");
  std::vector<Samples<N>> of;
  for (const graph::NodePointer& part : parts)
    of.push_back(expected_at<Real, N>(at.points, graph::field_of(part)));
  for (std::size_t i = 0; i < at.points[0].size(); ++i) {
    reference::Joined sum = reference::begin(rule, of[0][0][i], amplitude[0]);
    std::array<reference::Joined, N> derivative{};
    for (std::size_t axis = 0; axis < N && at.has_derivatives(); ++axis) {
      derivative[axis] =
          reference::begin_derivative(rule, of[0][0][i], amplitude[0], of[0][axis + 1][i]);
    }
    for (std::size_t k = 1; k < parts.size(); ++k) {
      if (is_plain && graph::has_faded_to_zero(*parts[k])) continue;
      const float n = of[k][0][i];
      for (std::size_t axis = 0; axis < N && at.has_derivatives(); ++axis) {
        derivative[axis] = reference::join_derivative(rule, sum, n, amplitude[k], derivative[axis],
                                                      of[k][axis + 1][i]);
      }
      sum = reference::join(rule, sum, n, amplitude[k]);
    }
    at.require_value_within_limit(0, i, sum.value, "a fractal differs from that of its octaves");
    for (std::size_t axis = 0; axis < N && at.has_derivatives(); ++axis) {
      at.require_value_within_limit(axis + 1, i, derivative[axis].value,
                                    "the derivative of a fractal differs from that of its octaves");
    }
  }
}

}  // namespace perlane::fuzz
