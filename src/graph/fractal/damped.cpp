// Octaves that fade where it is steep. I. Quilez, "More noise", 2008 (derivatives of value noise):
// a sum of n / (1 + |d|^2), where d is the sum of the gradients of the octaves so far.

#include <perlane/fractal.hpp>

#include "base/error.hpp"
#include "graph/bounds/joined_bounds.hpp"
#include "graph/call.hpp"
#include "graph/fractal/faded.hpp"
#include "graph/lowering.hpp"
#include "graph/octaves.hpp"
#include "graph/properties.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::NodePointer;
using model::Operation;

// Its parts are the octaves.
class DampedNode final : public graph::Node {
 public:
  DampedNode(double damping, std::vector<NodePointer> octaves, std::vector<float> amplitude)
      : Node(std::move(octaves)), damping_(damping), amplitude_(std::move(amplitude)) {
    one_.fill(1);
    set_properties(find_properties());
  }

  // Octaves that are equal may have other frequencies: maps of more axes than a field has.
  void append_signature(graph::Signature& to) const override {
    to.add("damped", damping_, amplitude_);
    for (std::size_t k = 0; k < parts().size(); ++k) to.add(scale(k));
  }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    const auto next = static_cast<std::size_t>(frame.phase);
    if (next > 0 && is_in_sum(next - 1)) add(lowering, frame, next - 1);
    if (next == parts().size()) return true;
    if (is_in_sum(next)) lowering.need_derivatives(part(next), frame.positions);
    return false;
  }

  NodePointer as_octave(const graph::Octave&, std::vector<NodePointer> octaves) const override {
    auto node = std::make_shared<const DampedNode>(damping_, std::move(octaves), amplitude_);
    node->reject_steep();
    return node;
  }

  // Throws if the square of a derivative may be beyond a float.
  void reject_steep() const {
    graph::for_each_dimension(dimensions(), [&](int dimensions, std::size_t) {
      double steepest = 0;
      for (std::size_t k = 0; k < parts().size(); ++k) {
        const double bound = part(k).derivative_scale(dimensions);
        if (!(bound <= 1e36)) {
          throw_invalid(
              "damped: the source has values that times the frequency of an octave may be ", bound,
              "; keep that to 1e36, for derivatives are floats");
        }
        steepest += graph::steepest(part(k), dimensions) * scale(k);
        if (!(scale(k) <= std::numeric_limits<float>::max())) {
          throw_invalid("damped: damping is ", damping_,
                        ", and its root over an octave's frequency is ", scale(k),
                        ", beyond a float; use a smaller damping");
        }
      }
      if (steepest <= 1e18 && graph::are_floats(bounds(dimensions))) return;
      throw_invalid("damped: slopes per cell, times the root of the damping, may be ", steepest,
                    "; keep that to 1e18, by a source with smaller values or a smaller damping");
    });
  }

  // The factor of the derivative of an octave that makes its square the one per cell, times the
  // damping. Octaves of lower frequency than this have derivative 0; the limit keeps the factor a
  // float.
  double scale(std::size_t k) const noexcept {
    constexpr double slowest = 1e-30;
    const double frequency = part(k).unfaded_frequency();
    return std::sqrt(damping_) / (frequency == 0 ? 1 : std::max(frequency, slowest));
  }

 private:
  // Octaves that have faded to 0 add nothing, and have no derivative.
  bool is_in_sum(std::size_t k) const noexcept {
    return k == 0 || !graph::has_faded_to_zero(part(k));
  }

  void add(graph::Lowering& lowering, graph::Frame& frame, std::size_t k) const {
    const auto operate = [&](Operation operation, graph::Term a, graph::Term b) {
      return lowering.operate(operation, {a, b});
    };
    const auto factor = static_cast<float>(scale(k));
    graph::Value steepness{};
    for (int axis = 0; axis < lowering.dimensions(); ++axis) {
      graph::Value& sum = frame.parts[static_cast<std::size_t>(axis)];
      const graph::Value own = lowering.derivative(part(k), frame.positions, axis, factor);
      sum = k == 0 ? own : operate(Operation::add, {sum}, {own});
      const graph::Value square = operate(Operation::multiply, {sum}, {sum});
      steepness = axis == 0 ? square : operate(Operation::add, {steepness}, {square});
    }
    const graph::Value divisor = operate(Operation::add, {steepness}, {{}, one_.data()});
    const graph::Value n = lowering.value_with_derivatives(part(k), frame.positions);
    frame.value = lowering.fold(operate(Operation::divide, {n}, {divisor}), fold(k), frame.value);
  }

  model::Fold fold(std::size_t k) const noexcept {
    return {k == 0 ? model::Accumulation::scale : model::Accumulation::add, amplitude_[k], nullptr};
  }

  graph::Properties find_properties() const {
    graph::Properties properties = graph::merged_properties(parts());
    properties.buffers = 1;  // octaves are evaluated one after another
    for (const NodePointer& octave : parts())
      properties.buffers = std::max(properties.buffers, octave->properties().buffers + 6);
    properties.has_derivatives = false;
    const model::OctaveRule sum;
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      graph::JoinedBounds joined(sum);
      for (std::size_t k = 0; k < parts().size(); ++k) {
        const Range n = graph::outwards(part(k).bounds(dimensions));
        joined.add({std::min(n.min, 0.0f), std::max(n.max, 0.0f)}, {}, amplitude_[k]);
      }
      properties.bounds[i] = joined.bounds();
    });
    return properties;
  }

  double damping_;
  std::vector<float> amplitude_;
  alignas(64) std::array<float, model::row_alignment> one_;
};

Field make(const Field& source, const Damped& parameters, double damping) {
  graph::require_derivatives("damped", source);
  auto [octaves, amplitude] = graph::octaves_of_sum("damped", "Damped", source,
                                                    {.octaves = parameters.octaves,
                                                     .lacunarity = parameters.lacunarity,
                                                     .gain = parameters.gain,
                                                     .aligned = parameters.aligned,
                                                     .fraction = parameters.fraction});
  octaves = graph::faded_octaves(std::move(octaves), parameters.footprint);
  auto node = std::make_shared<const DampedNode>(damping, std::move(octaves), std::move(amplitude));
  node->reject_steep();
  return graph::field_of(std::move(node));
}

}  // namespace

Fractal::operator Damped() const {
  if (weight != 0) {
    throw_invalid("damped: Fractal::weight is ", weight, "; use 0, for slopes weaken octaves");
  }
  return {octaves, lacunarity, gain, aligned, fraction, footprint};
}

Field damped(Field source, const Damped& parameters, double damping) {
  return graph::call("damped", source, graph::DampedBy{parameters, damping},
                     [&] { return make(source, parameters, damping); });
}

}  // namespace perlane
