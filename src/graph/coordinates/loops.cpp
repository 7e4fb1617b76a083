// Loops and tiles: checks, and the node. M. Zucker, "The Perlin noise math FAQ", 2001.

#include <perlane/coordinates.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/lowering.hpp"
#include "graph/coordinates/maps.hpp"
#include "graph/arithmetic/operations.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using model::AxisMap;

// One axis of a loop. It maps positions to the field as it is (`near`) and as it was a length
// before (`before`); `phase` says how far a position is from the one to the other.
struct Turn {
  graph::Maps near;
  graph::Maps before;
  model::Ramp phase;
};

// A field that is looped along one axis after another.
class LoopNode final : public graph::Node {
 public:
  using Lengths = std::array<double, 4>;

  // `length` is by axis; an axis with 0 is not looped. If every axis is, those are that there are.
  LoopNode(const char* name, graph::NodePointer source, const Lengths& length, bool is_every)
      : Node({std::move(source)}), name_(name), length_(length), is_every_(is_every) {
    graph::Properties properties = part(0).properties();
    for (int axis = 0; axis < 4; ++axis) {
      if (length[static_cast<std::size_t>(axis)] != 0) add_turn(axis, properties);
    }
    set_properties(properties);
  }

  void append_signature(graph::Signature& to) const override { to.add("loop", length_, is_every_); }

  // The values of the field that are blended are numbered: bit i says whether turn i takes the one
  // before. They are asked for one by one, and blended as soon as both of a pair are there.
  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    const unsigned count = 1u << turns(lowering).size();
    const auto next = static_cast<unsigned>(frame.phase);
    if (next > 0) blend(lowering, frame, next - 1);
    if (next == count) return true;
    lowering.need(part(0), positions(lowering, frame, next, 0));
    return false;
  }

  graph::NodePointer as_octave(const graph::Octave&,
                               std::vector<graph::NodePointer> parts) const override {
    return std::make_shared<const LoopNode>(name_, std::move(parts.front()), length_, is_every_);
  }

 private:
  // Those along axes that there are.
  std::span<const Turn> turns(const graph::Lowering& lowering) const noexcept {
    const auto axes = static_cast<std::size_t>(lowering.dimensions());
    return std::span(turns_).first(is_every_ ? std::min(axes, turns_.size()) : turns_.size());
  }

  // Adds the turn along an axis, and makes `properties` of the field those of the field that is
  // turned.
  void add_turn(int axis, graph::Properties& properties) {
    const auto at = static_cast<std::size_t>(axis);
    const double length = length_[at];
    graph::Maps near{}, before{};
    near[at] = {AxisMap::wrap, length};
    before[at] = {AxisMap::wrap, length, -length};
    near = graph::limited(name_, near, properties);
    before = graph::limited(name_, before, properties);
    const AxisMap wrap{AxisMap::wrap, length, 0, 1 / length};
    turns_.push_back({near, before, {model::Ramp::phase, axis, 0, wrap.frequency, wrap}});

    if (!is_every_) properties.dimensions.least = std::max(properties.dimensions.least, axis + 1);
    properties = graph::mapped(properties, near);
    properties.highest_frequency = std::max(properties.highest_frequency, wrap.frequency);
    properties.buffers = std::max(properties.buffers + 1, 3);
    const graph::OperationKind& mix = graph::kind_of(model::Operation::mix);
    graph::DerivativeBounds of_phase{{}, wrap.frequency};
    of_phase.along[at] = wrap.frequency;
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      if (axis >= dimensions) return;
      const Range values = graph::outwards(properties.bounds[i]);
      const auto derivative_bound = [&](double of_side, double of_turn, double least) {
        const graph::OperandProperties side{values, of_side}, phase{{0, 1}, of_turn};
        return mix.derivative_bound(side, side, phase, least);
      };
      properties.bounds[i] = mix.bounds(values, values, {0, 1});
      properties.derivative_scale[i] =
          derivative_bound(properties.derivative_scale[i], wrap.frequency, 1);
      properties.derivative_bounds[i] = graph::each_derivative_bound(
          dimensions, [&, of_field = properties.derivative_bounds[i]](auto component) {
            return derivative_bound(component(of_field), component(of_phase), 0);
          });
    });
  }

  // Returns the positions of value `number` before turn `inner` and the turns within it are taken.
  // The last turn is the outermost.
  int positions(graph::Lowering& lowering, const graph::Frame& frame, unsigned number,
                std::size_t inner) const {
    int result = frame.positions;
    const std::span<const Turn> all = turns(lowering);
    for (std::size_t i = all.size(); i-- > inner;) {
      result = lowering.map(result, (number >> i & 1) != 0 ? all[i].before : all[i].near);
    }
    return result;
  }

  void blend(graph::Lowering& lowering, graph::Frame& frame, unsigned number) const {
    graph::Value value = lowering.value(part(0), positions(lowering, frame, number, 0));
    for (std::size_t i = 0; i < turns(lowering).size(); ++i) {
      if ((number >> i & 1) == 0) {
        frame.parts[i] = value;
        return;
      }
      const graph::Value phase =
          lowering.noise(&turns_[i].phase, positions(lowering, frame, number, i + 1));
      value = lowering.operate(model::Operation::mix, {{frame.parts[i]}, {value}, {phase}});
    }
    frame.value = value;
  }

  const char* name_;
  Lengths length_;
  std::vector<Turn> turns_;
  bool is_every_;
};

Field looped(const char* name, const Field& field, const LoopNode::Lengths& length, bool is_every) {
  graph::reject_chunks(name, field, "use perlin or value, which repeat by their period");
  auto node = std::make_shared<const LoopNode>(name, graph::pointer_of(field), length, is_every);
  const auto [least, most] = node->dimensions();
  if (least > most) {
    throw_invalid(name, ": the field is made for ", most, " dimensions; use one of its axes");
  }
  graph::for_each_dimension(node->dimensions(), [&](int dimensions, std::size_t) {
    if (graph::are_floats(node->bounds(dimensions))) return;
    const Range values = graph::outwards(graph::node_of(field).bounds(dimensions));
    throw_invalid(name, ": values are from ", values.min, " to ", values.max,
                  ", and blends of them might be beyond a float; keep them within 1e38");
  });
  return graph::field_of(std::move(node));
}

}  // namespace

Field loop(const Field& field, int axis, double length) {
  return graph::call("loop", field, graph::Loop{axis, length}, [&] {
    LoopNode::Lengths lengths{};
    lengths[static_cast<std::size_t>(axis)] = length;
    return looped("loop", field, lengths, false);
  });
}

Field tile(const Field& field, const PerAxis<double>& size) {
  return graph::call("tile", field, graph::ByAxis{size}, [&] {
    for (std::size_t axis = 0; axis < 4; ++axis) {
      if (size[axis] == 0 || graph::is_divisor(size[axis])) continue;
      throw_invalid("tile: size[", axis, "] is ", size[axis],
                    "; use a number above 0, from 1e-30 to 1e30");
    }
    const bool is_every = size[0] != 0 && std::ranges::count(size, size[0]) == 4;
    return looped("tile", field, size, is_every);
  });
}

}  // namespace perlane
