// Derivatives by central differences: checks, bounds, and the node.

#include <perlane/derivatives.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/coordinates/maps.hpp"
#include "graph/lowering.hpp"
#include "graph/properties.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::NodePointer;
using model::AxisMap;

// The value of its part, with derivatives by differences of the values around.
class DifferencesNode final : public graph::Node {
 public:
  DifferencesNode(NodePointer field, double step)
      : Node({std::move(field)}), step_(step), width_(static_cast<float>(2 * step)) {
    if (!graph::is_divisor(step)) {
      throw_invalid("differences: an octave has a step of ", step,
                    "; use one within 1e-30 to 1e30");
    }
    graph::Properties properties = part(0).properties();
    for (std::size_t axis = 0; axis < 4; ++axis) {
      for (const std::size_t side : {0u, 1u}) {
        graph::Maps maps{};
        maps[axis] = {AxisMap::translate, side == 0 ? -step : step};
        around_[2 * axis + side] = graph::limited("differences", maps, part(0).properties());
        properties.highest_frequency =
            std::max(properties.highest_frequency, around_[2 * axis + side][0].frequency);
      }
    }
    properties.buffers += 2;
    properties.has_derivatives = true;
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      // No difference of values is larger; it and the quotient are rounded.
      const auto [low, high] = graph::outwards(part(0).bounds(dimensions));
      const double most = (double{high} - double{low}) / double{width_};
      const graph::DerivativeBounds bounds{{most, most, most, most}, most * std::sqrt(dimensions)};
      properties.derivative_bounds[i] = graph::each_derivative_bound(
          dimensions, [&](auto component) { return component(bounds); });
      properties.derivative_scale[i] = most;
    });
    set_properties(properties, Derivatives::of_values);
    reject_steep();
  }

  void append_signature(graph::Signature& to) const override { to.add("differences", step_); }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    if (!lowering.has_derivatives()) {
      if (frame.phase == 0) {
        lowering.need(part(0), frame.positions);
        return false;
      }
      frame.value = lowering.value(part(0), frame.positions);
      return true;
    }
    std::array<int, 8> places{};
    const auto count = 2 * static_cast<std::size_t>(lowering.dimensions());
    for (std::size_t i = 0; i < count; ++i) places[i] = lowering.map(frame.positions, around_[i]);
    const std::span<const int> around(places.data(), count);
    if (frame.phase == 0) {
      lowering.need_without_derivatives(part(0), frame.positions);
      for (const int place : around) lowering.need_without_derivatives(part(0), place);
      return false;
    }
    frame.value = lowering.differences(part(0), frame.positions, around, width_);
    return true;
  }

  bool has_value_of_first_part() const noexcept override { return true; }

  // An octave is as steep per cell as its source.
  NodePointer as_octave(const graph::Octave& octave,
                        std::vector<NodePointer> parts) const override {
    return std::make_shared<const DifferencesNode>(std::move(parts.front()), step_ / octave.factor);
  }

 private:
  void reject_steep() const {
    graph::for_each_dimension(dimensions(), [&](int dimensions, std::size_t) {
      const auto [low, high] = graph::outwards(part(0).bounds(dimensions));
      const double difference = double{high} - double{low};
      if (difference <= 1e36 && derivative_scale(dimensions) <= 1e36) return;
      throw_invalid("differences: values of the field may differ by ", difference,
                    ", and their derivatives be ", derivative_scale(dimensions),
                    "; keep both to 1e36, by a field with smaller values or a larger step");
    });
  }

  double step_;
  float width_;
  std::array<graph::Maps, 8> around_;  // ahead and behind, by axis
};

}  // namespace

Field differences(const Field& field, double step) {
  return graph::call("differences", field, graph::Differences{step}, [&] {
    graph::reject_chunks("differences", field,
                         "use its exact derivatives, for differences leave its chunk");
    return graph::field_of(std::make_shared<const DifferencesNode>(graph::pointer_of(field), step));
  });
}

}  // namespace perlane
