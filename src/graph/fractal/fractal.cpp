// Fractals: the node with its proven bounds, and sums of octaves.

#include "graph/fractal/fractal.hpp"

#include <perlane/fractal.hpp>

#include "base/error.hpp"
#include "graph/bounds/joined_bounds.hpp"
#include "graph/call.hpp"
#include "graph/fractal/faded.hpp"
#include "graph/lowering.hpp"
#include "graph/octaves.hpp"
#include "graph/properties.hpp"
#include "reference/fractal.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::NodePointer;
using model::Join;
using model::OctaveRule;

// Returns true if a shape may make values beyond -1 and 1 of an octave.
bool is_beyond_one(const OctaveRule& rule, const graph::Node& octave) {
  bool is_beyond = false;
  graph::for_each_dimension(octave.dimensions(), [&](int dimensions, std::size_t) {
    const Range n = graph::outwards(octave.bounds(dimensions));
    const Range s = graph::shaped(rule, n);
    is_beyond = is_beyond || s.min < -1 || s.max > 1;
  });
  return is_beyond;
}

bool are_beyond_one(const OctaveRule& rule, std::span<const NodePointer> octaves) {
  return std::ranges::any_of(
      octaves, [&](const NodePointer& octave) { return is_beyond_one(rule, *octave); });
}

// Its parts are the octaves; the first is the source that the factory was given.
class FractalNode final : public graph::Node {
 public:
  FractalNode(const OctaveRule& rule, std::vector<NodePointer> octaves,
              std::vector<float> amplitude)
      : Node(std::move(octaves)), rule_(rule), amplitude_(std::move(amplitude)) {
    rule_.is_plain_turn = rule_.half_strength == 1 && !are_beyond_one({}, parts());
    rule_.is_clamped = rule_.join == Join::weighted && are_beyond_one(rule_, parts());
    set_properties(find_properties());
  }

  void append_signature(graph::Signature& to) const override {
    to.add("fractal", rule_.shape, rule_.join, rule_.half_strength, rule_.weight_base,
           rule_.weight_slope, rule_.offset, rule_.feedback, rule_.is_clamped, amplitude_);
  }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    const auto next = static_cast<std::size_t>(frame.phase);
    if (next > 0) {
      if (!is_sum()) {
        join(lowering, frame, next - 1);
      } else if (is_in_sum(next - 1)) {
        frame.value = lowering.fold(part(next - 1), frame.positions, fold(next - 1), frame.value);
      }
    }
    if (next == parts().size()) return true;
    if (!is_sum() || is_in_sum(next)) lowering.need(part(next), frame.positions);
    return false;
  }

  NodePointer as_octave(const graph::Octave&, std::vector<NodePointer> octaves) const override {
    return std::make_shared<const FractalNode>(rule_, std::move(octaves), amplitude_);
  }

 private:
  // A sum is that of its first octave, and of those that have not faded to 0.
  bool is_in_sum(std::size_t k) const noexcept {
    return k == 0 || !graph::has_faded_to_zero(part(k));
  }

  bool is_sum() const noexcept {
    return rule_.shape == model::Shape::plain && rule_.join == Join::sum;
  }

  model::Fold fold(std::size_t k) const noexcept {
    return {k == 0 ? model::Accumulation::scale : model::Accumulation::add, amplitude_[k], nullptr};
  }

  // Keeps the value of an octave until there are enough of them, or no more.
  void join(graph::Lowering& lowering, graph::Frame& frame, std::size_t k) const {
    const std::size_t at = k % model::octaves_at_once, count = at + 1;
    const bool is_last = k + 1 == parts().size();
    frame.parts[at] = lowering.value(part(k), frame.positions);
    if (count < model::octaves_at_once && !is_last) return;
    model::Octaves octaves{&rule_, static_cast<int>(count), {}};
    std::copy_n(amplitude_.begin() + static_cast<std::ptrdiff_t>(k - at), count, octaves.amplitude);
    graph::Value& weight = frame.parts[model::octaves_at_once];
    const auto joined = lowering.join(octaves, std::span(frame.parts).first(count),
                                      {frame.value, weight}, has_weight(rule_.join) && !is_last);
    frame.value = joined.value;
    weight = joined.weight;
  }

  graph::Properties find_properties() const {
    graph::Properties properties = graph::merged_properties(parts());
    properties.buffers = part(0).properties().buffers;
    const int held =
        is_sum() ? 1 : std::min(static_cast<int>(parts().size()) - 1, model::octaves_at_once + 1);
    for (const NodePointer& octave : parts().subspan(1))
      properties.buffers = std::max(properties.buffers, octave->properties().buffers + held);
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      graph::JoinedBounds joined(rule_);
      for (std::size_t k = 0; k < parts().size(); ++k) {
        const auto& [along, length] = part(k).derivative_bounds(dimensions);
        joined.add(
            graph::outwards(part(k).bounds(dimensions)),
            {along[0], along[1], along[2], along[3], length, part(k).derivative_scale(dimensions)},
            amplitude_[k]);
      }
      properties.bounds[i] = joined.bounds();
      properties.derivative_scale[i] = joined.steepest();
      properties.derivative_bounds[i] = graph::each_derivative_bound(
          dimensions, [&](auto component) { return component(joined.derivative_bounds()); });
    });
    return properties;
  }

  OctaveRule rule_;
  std::vector<float> amplitude_;
};

// Octaves of plain sums that are gradient or value noise draw with their amplitudes, and are only
// added.
void draw_with_amplitudes(std::vector<NodePointer>& octaves, std::vector<float>& amplitude) {
  for (std::size_t k = 0; k < octaves.size(); ++k) {
    if (amplitude[k] == 1) continue;
    const NodePointer drawn = graph::with_amplitude(octaves[k], amplitude[k]);
    if (drawn == nullptr) continue;
    octaves[k] = drawn;
    amplitude[k] = 1;
  }
}

Field sum(const char* name, OctaveRule rule, const Field& source, const Fractal& parameters) {
  auto [octaves, amplitude] = graph::octaves_of_sum(name, "Fractal", source, parameters);
  octaves = graph::faded_octaves(std::move(octaves), parameters.footprint, rule);
  if (rule.shape == model::Shape::plain && parameters.weight == 0)
    draw_with_amplitudes(octaves, amplitude);
  if (parameters.weight != 0) {
    rule.join = Join::weighted;
    rule.weight_slope = static_cast<float>(parameters.weight / 2);
    rule.weight_base = static_cast<float>(1 - parameters.weight / 2);
  }
  return graph::made_of(source,
                        graph::joined_octaves(rule, std::move(octaves), std::move(amplitude)));
}

Field call_sum(const char* name, const OctaveRule& rule, const Field& source,
               const Fractal& parameters) {
  return graph::call(name, source, parameters, [&] { return sum(name, rule, source, parameters); });
}

}  // namespace

NodePointer graph::joined_octaves(const OctaveRule& rule, std::vector<NodePointer> octaves,
                                  std::vector<float> amplitude) {
  return std::make_shared<const FractalNode>(rule, std::move(octaves), std::move(amplitude));
}

Field graph::made_of(const Field& source, NodePointer node) {
  for_each_dimension(node->dimensions(), [&](int dimensions, std::size_t) {
    const auto [low, high] = graph::node_of(source).bounds(dimensions);
    if (are_floats(node->bounds(dimensions))) return;
    throw_invalid(
        "source: its values are from ", low, " to ", high,
        ", and those of the fractal would be beyond a float; use a source with smaller ones");
  });
  return graph::field_of(std::move(node));
}

Field graph::sum_of_octaves(model::Shape shape, const std::vector<Field>& octaves,
                            std::vector<float> amplitude) {
  std::vector<NodePointer> nodes;
  for (const Field& octave : octaves) nodes.push_back(graph::pointer_of(octave));
  if (shape == model::Shape::plain) draw_with_amplitudes(nodes, amplitude);
  return graph::field_of(std::make_shared<const FractalNode>(
      OctaveRule{.shape = shape}, std::move(nodes), std::move(amplitude)));
}

Field fbm(Field source, const Fractal& parameters) {
  return call_sum("fbm", {}, source, parameters);
}
Field ridged(Field source, const Fractal& parameters) {
  return call_sum("ridged", {.shape = model::Shape::ridged}, source, parameters);
}
Field billow(Field source, const Fractal& parameters) {
  return call_sum("billow", {.shape = model::Shape::billow}, source, parameters);
}
Field ping_pong(Field source, const Fractal& parameters, double strength) {
  return graph::call("ping_pong", source, graph::PingPong{parameters, strength}, [&] {
    const auto half = static_cast<float>(strength / 2);
    if (!(half > 0)) {
      throw_invalid("ping_pong: strength is ", strength,
                    "; use a number above 0 that is finite as a float");
    }
    return sum("ping_pong", {.shape = model::Shape::ping_pong, .half_strength = half}, source,
               parameters);
  });
}

}  // namespace perlane
