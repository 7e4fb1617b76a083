// Fields of one more dimension, the same everywhere along an axis: checks, and the node.

#include <perlane/coordinates.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/lowering.hpp"
#include "graph/properties.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using graph::NodePointer;

class ExtrudeNode final : public graph::Node {
 public:
  ExtrudeNode(NodePointer field, int axis) : Node({std::move(field)}), axis_(axis) {
    const graph::Properties& field_properties = part(0).properties();
    graph::Properties properties = field_properties;
    const auto [least, most] = field_properties.dimensions;
    properties.dimensions = {std::max(least, axis) + 1, std::min(most + 1, 4)};
    properties.bounds = {};
    properties.derivative_bounds = {};
    properties.derivative_scale = {};
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      properties.bounds[i] = part(0).bounds(dimensions - 1);
      properties.derivative_scale[i] = part(0).derivative_scale(dimensions - 1);
      graph::DerivativeBounds bounds = part(0).derivative_bounds(dimensions - 1);
      insert(bounds.along);
      properties.derivative_bounds[i] = bounds;
    });
    insert(properties.chunk_origin);
    // The field is the same everywhere along the axis.
    if (properties.is_within_chunk)
      properties.chunk_origin[static_cast<std::size_t>(axis)] = graph::anywhere;
    properties.largest_displacement = 0;  // displacements are added to coordinates
    properties.buffers = 1;
    set_properties(properties);
  }

  void append_signature(graph::Signature& to) const override { to.add("extrude", axis_); }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    frame.value = lowering.extrude(part(0), frame.positions, axis_);
    return true;
  }

  NodePointer as_octave(const graph::Octave&, std::vector<NodePointer> parts) const override {
    return std::make_shared<const ExtrudeNode>(std::move(parts.front()), axis_);
  }

 private:
  // Gives the axes after the new one the numbers that those before have.
  void insert(std::array<double, 4>& by_axis) const noexcept {
    const auto begin = by_axis.begin() + axis_;
    std::move_backward(begin, by_axis.end() - 1, by_axis.end());
    *begin = 0;
  }

  int axis_;
};

}  // namespace

Field extrude(const Field& field, int axis) {
  return graph::call("extrude", field, graph::AlongAxis{axis}, [&] {
    const auto [least, most] = graph::node_of(field).dimensions();
    if (least == 4) {
      base::throw_invalid(
          "extrude: the field needs 4 dimensions, and would need 5; use one of 3 or fewer");
    }
    if (axis > most) {
      base::throw_invalid("extrude: axis is ", axis, ", and the field is made for ", most,
                          most == 1 ? " dimension" : " dimensions", " at most; use 0 to ", most);
    }
    return graph::field_of(std::make_shared<const ExtrudeNode>(graph::pointer_of(field), axis));
  });
}

}  // namespace perlane
