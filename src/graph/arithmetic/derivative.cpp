// Derivatives as fields, lengths of gradients and curls: checks, and the node. Curl: R. Bridson, J.
// Hourihan, M. Nordenstam, "Curl-noise for procedural fluid flow", SIGGRAPH 2007.

#include <perlane/arithmetic.hpp>
#include <perlane/derivatives.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/properties.hpp"
#include "graph/lowering.hpp"
#include "graph/with_properties.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::NodePointer;

// The derivative of its part along an axis, times a scale.
class DerivativeNode final : public graph::Node {
 public:
  DerivativeNode(NodePointer source, int axis, double scale)
      : Node({std::move(source)}), axis_(axis), scale_(scale) {
    graph::validate_scale("derivative", scale);
    graph::Properties properties = part(0).properties();
    properties.dimensions.least = std::max(properties.dimensions.least, axis + 1);
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      // A little more, for the product is rounded, and the scale before.
      const double of_part =
          part(0).derivative_bounds(dimensions).along[static_cast<std::size_t>(axis)];
      const double factor = (std::abs(scale) + graph::least_rounding) * (1 + 0x1p-22);
      const double most = of_part == 0 ? 0 : of_part * factor + graph::least_rounding;
      properties.bounds[i] = {-most, most};
      properties.derivative_scale[i] = 0;
    });
    properties.has_derivatives = false;
    set_properties(properties);
  }

  void append_signature(graph::Signature& to) const override {
    to.add("derivative", axis_, scale_);
  }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    if (frame.phase == 0) {
      lowering.need_derivatives(part(0), frame.positions);
      return false;
    }
    frame.value = lowering.derivative(part(0), frame.positions, axis_, static_cast<float>(scale_));
    return true;
  }

  // An octave is as steep per cell as its source, and its cells are smaller.
  NodePointer as_octave(const graph::Octave& octave,
                        std::vector<NodePointer> parts) const override {
    auto node = std::make_shared<const DerivativeNode>(std::move(parts.front()), axis_,
                                                       scale_ / octave.factor);
    node->reject_steep("derivative", "an octave of the field");
    return node;
  }

  // Throws if a derivative of the part may be beyond a float.
  void reject_steep(const char* name, const char* what) const {
    graph::for_each_dimension(dimensions(), [&](int dimensions, std::size_t) {
      const double scale = part(0).derivative_scale(dimensions);
      const double length = part(0).derivative_bounds(dimensions).length;
      if (scale <= 1e36 && graph::are_floats({0, length})) return;
      throw_invalid(name, ": ", what, " is so steep that numbers in its derivatives may be ",
                    std::max(scale, length), "; keep them to 1e36, for they are floats");
    });
  }

 private:
  int axis_;
  double scale_;
};

// Narrows the bounds of a length of derivatives of the last part, which are those of the root of a
// sum of squares, to those of its derivatives.
void narrow_length(graph::Properties& properties, std::span<const NodePointer> parts,
                   double factor) {
  graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
    // A little more, for squares, their sum and its root are rounded. Squares that are subnormal
    // are rounded to multiples of the smallest number.
    const double longest =
        parts.back()->derivative_bounds(dimensions).length * (1 / factor + graph::least_rounding);
    const double square = longest * longest + 4 * graph::least_rounding;
    properties.bounds[i].max =
        std::min(properties.bounds[i].max, std::sqrt(square) * (1 + graph::derivative_rounding));
  });
}

Field derivative_of(const char* name, const Field& field, int axis) {
  graph::require_derivatives(name, field);
  auto node = std::make_shared<const DerivativeNode>(graph::pointer_of(field), axis, 1.0);
  const auto [least, most] = node->dimensions();
  if (least > most) {
    throw_invalid(name, ": the field is made for ", most,
                  " dimensions, and the derivative is along axis ", axis, "; use one of its axes");
  }
  node->reject_steep(name, "the field");
  return graph::field_of(std::move(node));
}

// Throws if the square of the length of so many derivatives may be beyond a float.
void reject_steep(const Field& field, int dimensions) {
  const graph::Dimensions all = graph::node_of(field).dimensions();
  graph::for_each_dimension({std::max(all.least, dimensions), all.most}, [&](int in, std::size_t) {
    const graph::DerivativeBounds& bounds = graph::node_of(field).derivative_bounds(in);
    double square = 0;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis)
      square += bounds.along[axis] * bounds.along[axis];
    if (graph::are_floats({0, square * (1 + graph::derivative_rounding)})) return;
    throw_invalid(
        "slope: the derivatives of the field may be as long as ", std::sqrt(square),
        ", whose square is beyond a float; keep that to 1e19, by a field with smaller values or "
        "lower frequencies");
  });
}

}  // namespace

void graph::require_derivatives(const char* name, const Field& field) {
  if (has_derivatives(field)) return;
  // The innermost call whose field has none: each looks at the fields that a user gave it.
  const Node* node = &graph::node_of(field);
  std::string_view function = "derivative";
  while (node != nullptr) {
    const Call* call = node->call();
    if (call != nullptr) function = call->function;
    const auto fields = call != nullptr ? std::span(call->fields) : node->parts();
    const auto next = std::ranges::find_if(
        fields, [](const NodePointer& part) { return !part->properties().has_derivatives; });
    node = next == fields.end() ? nullptr : next->get();
  }
  base::throw_invalid(name, ": the field is made of derivatives by ", function,
                      ", and has none of its own; use the field that they are of, or "
                      "differences(field, step)");
}

bool has_derivatives(const Field& field) {
  return graph::node_of(field).properties().has_derivatives;
}

Field derivative(const Field& field, int axis) {
  return graph::call("derivative", field, graph::AlongAxis{axis},
                     [&] { return derivative_of("derivative", field, axis); });
}

Field slope(const Field& field, int dimensions) {
  return graph::call("slope", field, graph::Slope{dimensions}, [&] {
    reject_steep(field, dimensions);
    const Field first = derivative_of("slope", field, 0);
    Field sum = first * first;
    for (int axis = 1; axis < dimensions; ++axis) {
      const Field next = derivative_of("slope", field, axis);
      sum = sum + next * next;
    }
    return graph::with_properties({graph::pointer_of(sqrt(sum)), graph::pointer_of(field)},
                                  narrow_length);
  });
}

std::array<Field, 2> curl(const Field& potential) {
  const auto component = [&](int number, auto make) {
    return graph::call("curl", potential, graph::AlongAxis{number}, make);
  };
  const auto along = [&](int axis) { return derivative_of("curl", potential, axis); };
  return {component(0, [&] { return along(1); }), component(1, [&] { return -along(0); })};
}

std::array<Field, 3> curl(const std::array<Field, 3>& potential) {
  const auto along = [&](int component, int axis) {
    return derivative_of("curl", potential[static_cast<std::size_t>(component)], axis);
  };
  const auto component = [&](int i, int j, int k) {
    return graph::call("curl",
                       {graph::pointer_of(potential[0]), graph::pointer_of(potential[1]),
                        graph::pointer_of(potential[2])},
                       graph::AlongAxis{i}, [&] { return along(k, j) - along(j, k); });
  };
  return {component(0, 1, 2), component(1, 2, 0), component(2, 0, 1)};
}

}  // namespace perlane
