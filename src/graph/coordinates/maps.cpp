// Maps of coordinates: checks, and the node.

#include "graph/coordinates/maps.hpp"

#include <perlane/coordinates.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/lowering.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace perlane {

using base::throw_invalid;
using model::AxisMap;

namespace graph {
namespace {

// The parameter that a map is made of.
const char* name_of(AxisMap::Kind kind) {
  return kind == AxisMap::translate ? "distance" : kind == AxisMap::scale ? "factor" : "length";
}

}  // namespace

Maps limited(const char* name, const Maps& maps, const Properties& field) {
  const double frequency = field.highest_frequency;
  const double limit = model::coordinate_limit - field.largest_shift;
  // However slow the field is, mapped coordinates must be finite.
  const double slowest = std::max(frequency, 1e-250);
  double highest = frequency;
  for (const AxisMap& map : maps) {
    if (map.kind == AxisMap::none) continue;
    // The moved coordinate stays within the limit if the coordinate itself stays within the limit
    // less the distance.
    if (map.kind != AxisMap::scale && !(std::abs(map.by) * frequency < limit / 2)) {
      throw_invalid(name, ": a ", name_of(map.kind), " of ", map.by,
                    " times the highest frequency of the field, ", frequency,
                    ", is too large; keep it below 2^50");
    }
    const double left = 1 - std::abs(map.by) * frequency / limit;
    const double own = map.kind == AxisMap::translate ? std::max(slowest, frequency / left)
                       : map.kind == AxisMap::scale   ? slowest / std::abs(map.by)
                                                      : 1 / map.by;
    // A little more, for the mapped coordinate, which is rounded, must keep to the limit too.
    const double raised = own * (1 + 0x1p-50);
    if (!std::isfinite(raised)) {
      throw_invalid(name, ": a ", name_of(map.kind), " of ", map.by, " makes a frequency of ",
                    raised, "; use another, or a lower frequency of the field");
    }
    highest = std::max(highest, raised);
  }
  Maps result = maps;
  for (AxisMap& map : result) map.frequency = highest;
  return result;
}

Properties mapped(const Properties& field, const Maps& maps) {
  Properties properties = field;
  double largest_factor = 1;
  std::array<double, 4> factor{1, 1, 1, 1};
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const AxisMap& map = maps[axis];
    properties.highest_frequency = std::max(properties.highest_frequency, map.frequency);
    if (map.kind == AxisMap::scale) factor[axis] = std::abs(1 / map.by);
    largest_factor = std::max(largest_factor, factor[axis]);
    // Noise of chunks takes no other maps.
    if (map.kind == AxisMap::translate) properties.chunk_origin[axis] += map.by;
  }
  for (double& bound : properties.derivative_scale) bound *= largest_factor;
  const double most_cells =
      *std::max_element(factor.begin(), factor.begin() + properties.dimensions.most);
  properties.cell_frequency *= most_cells;
  properties.unfaded_frequency *= most_cells;
  for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
    DerivativeBounds bounds = field.derivative_bounds[i];
    for (std::size_t axis = 0; axis < 4; ++axis) bounds.along[axis] *= factor[axis];
    bounds.length *= *std::max_element(factor.begin(), factor.begin() + dimensions);
    properties.derivative_bounds[i] =
        each_derivative_bound(dimensions, [&](auto component) { return component(bounds); });
  });
  return properties;
}

Value with_map_derivatives(Lowering& lowering, Value value, const Maps& maps) {
  if (!lowering.has_derivatives()) return value;
  std::array<float, 4> factor{1, 1, 1, 1};
  for (std::size_t axis = 0; axis < 4; ++axis) {
    if (maps[axis].kind == AxisMap::scale) factor[axis] = static_cast<float>(1 / maps[axis].by);
  }
  if (factor == std::array<float, 4>{1, 1, 1, 1}) return value;
  return lowering.scale_derivatives(value, factor);
}

}  // namespace graph

namespace {

class MapNode final : public graph::Node {
 public:
  // `axes` are those that there are numbers for; it has no more dimensions.
  MapNode(const char* name, graph::NodePointer source, const graph::Maps& maps, int axes = 4)
      : Node({std::move(source)}),
        name_(name),
        maps_(graph::limited(name, maps, part(0).properties())),
        axes_(axes) {
    graph::Properties properties = part(0).properties();
    properties.dimensions.most = std::min(properties.dimensions.most, axes);
    set_properties(graph::mapped(properties, maps_));
  }

  graph::FewNumbers few_numbers() const noexcept override { return {"scale: factor", axes_}; }

  void append_signature(graph::Signature& to) const override {
    to.add("map");
    for (const AxisMap& map : maps_) {
      to.add(map.kind, map.by);
    }
  }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    const int positions = lowering.map(frame.positions, maps_);
    if (frame.phase == 0) {
      lowering.need(part(0), positions);
      return false;
    }
    frame.value = graph::with_map_derivatives(lowering, lowering.value(part(0), positions), maps_);
    return true;
  }

  bool has_value_of_first_part() const noexcept override { return true; }

  graph::NodePointer as_octave(const graph::Octave&,
                               std::vector<graph::NodePointer> parts) const override {
    return std::make_shared<const MapNode>(name_, std::move(parts.front()), maps_, axes_);
  }

 private:
  const char* name_;
  graph::Maps maps_;
  int axes_;
};

// Maps of the same kind along each axis that has a number other than 0, or than a factor of 1.
graph::Maps along(AxisMap::Kind kind, const PerAxis<double>& by) {
  graph::Maps maps{};
  for (std::size_t axis = 0; axis < 4; ++axis) {
    if (by[axis] != 0 && !(kind == AxisMap::scale && by[axis] == 1)) maps[axis] = {kind, by[axis]};
  }
  return maps;
}

}  // namespace

Field translate(const Field& field, const PerAxis<double>& distance) {
  return graph::call("translate", field, graph::ByAxis{distance}, [&] {
    return graph::field_of(std::make_shared<const MapNode>("translate", graph::pointer_of(field),
                                                           along(AxisMap::translate, distance)));
  });
}

Field scale(const Field& field, const PerAxis<double>& factor) {
  // As text, zeros at the end are left out; so they are ones, which say the same.
  PerAxis<double> written = factor;
  std::ranges::replace(std::span(written).first(std::min<std::size_t>(factor.count(), 4)), 0.0,
                       1.0);
  return graph::call("scale", field, graph::ByAxis{written}, [&] {
    graph::reject_chunks("scale", field,
                         "use Chunk::chop for larger noise, and Grid::step for other coordinates");
    for (std::size_t axis = 0; axis < 4; ++axis) {
      if (factor[axis] == 0 || graph::is_divisor(std::abs(factor[axis]))) continue;
      throw_invalid("scale: factor[", axis, "] is ", factor[axis],
                    "; use a number of a magnitude from 1e-30 to 1e30, or 0");
    }
    const int axes =
        factor.is_number() || factor.count() == 0 ? 4 : static_cast<int>(factor.count());
    auto node = std::make_shared<const MapNode>("scale", graph::pointer_of(field),
                                                along(AxisMap::scale, factor), axes);
    if (node->dimensions().least > axes) {
      throw_invalid("scale: factor has ", axes, axes == 1 ? " number" : " numbers",
                    ", and the field needs ", node->dimensions().least,
                    " dimensions; use one for each, or a number without braces for all axes");
    }
    return graph::field_of(std::move(node));
  });
}

}  // namespace perlane
