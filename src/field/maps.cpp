// Maps of coordinates: checks, and the node. Looping and tiling: M. Zucker, "The Perlin noise math
// FAQ", 2001.

#include <perlane/operators.hpp>

#include "engine/environment.hpp"
#include "field/node.hpp"
#include "engine/refuse.hpp"
#include "field/composed.hpp"
#include "model/noises.hpp"
#include "field/ramp.hpp"
#include "field/ramps.hpp"
#include "reference/operations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace perlane {
namespace {

using engine::refuse;
using model::AxisMap;

constexpr double half_limit = model::coordinate_limit / 2;

class MapNode final : public field::Composed<MapNode> {
 public:
  using Maps = std::array<AxisMap, 4>;

  // Throws std::invalid_argument, by the name of the public function, if the coordinates of
  // `source` would leave their limits.
  MapNode(const char* name, std::shared_ptr<const Node> source, const Maps& maps)
      : name_(name), source_(std::move(source)), maps_(maps) {
    const double frequency = source_->highest_frequency();
    // However slow the field is, mapped coordinates must be finite.
    const double slowest = std::max(frequency, 1e-250);
    frequency_ = frequency;
    for (const AxisMap& map : maps_) {
      if (map.kind == AxisMap::none) continue;
      // What is moved stays within the limit if the coordinate stays within what the distance
      // leaves of it.
      if (map.kind != AxisMap::scale && !(std::abs(map.by) * frequency < half_limit)) {
        refuse(name, ": ", map.by, " times the highest frequency of the field, ", frequency,
               ", is too large; keep it below 2^50");
      }
      const double own = map.kind == AxisMap::translate
                             ? std::max(slowest, frequency / (1 - std::abs(map.by) * frequency /
                                                                      model::coordinate_limit))
                         : map.kind == AxisMap::scale ? slowest / std::abs(map.by)
                                                      : 1 / map.by;
      // A little more, for the mapped coordinate, which is rounded, must keep to the limit too.
      const double raised = own * (1 + 0x1p-50);
      if (!std::isfinite(raised))
        refuse(name, ": ", map.by, " makes a frequency of ", raised,
               "; use another, or a lower frequency of the field");
      frequency_ = std::max(frequency_, raised);
    }
    for (AxisMap& map : maps_) map.frequency = frequency_;
    work_out();
  }

  float sample(const model::Point& point, float* derivative) const noexcept override {
    model::Point mapped = point;
    for (int axis = 0; axis < point.dimensions; ++axis) {
      const AxisMap& map = maps_[at(axis)];
      if (map.kind == AxisMap::none) continue;
      double& coordinate = mapped.coordinate[axis];
      coordinate = point.is_single
                       ? static_cast<double>(reference::map(map, static_cast<float>(coordinate)))
                       : reference::map(map, coordinate);
    }
    const float n = source_->sample(mapped, derivative);
    if (derivative != nullptr) {
      for (int axis = 0; axis < point.dimensions; ++axis) {
        if (maps_[at(axis)].kind == AxisMap::scale) derivative[axis] *= slope(axis);
      }
    }
    return n;
  }

  void fill(const kernels::Kernels& kernels, const model::Tile& tile, const model::Output& output,
            engine::Workspace& workspace) const noexcept override {
    source_->fill(kernels, mapped(kernels, tile, workspace), output, workspace);
    give_back(workspace);
  }

  void differentiate(const kernels::Kernels& kernels, const model::Tile& tile, float* const* planes,
                     engine::Workspace& workspace) const noexcept override {
    source_->differentiate(kernels, mapped(kernels, tile, workspace), planes, workspace);
    give_back(workspace);
    const int count = model::buffer_size(tile);
    for (int axis = 0; axis < tile.dimensions; ++axis) {
      if (maps_[at(axis)].kind != AxisMap::scale) continue;
      for (int i = 0; i < count; ++i) planes[axis + 1][i] *= slope(axis);
    }
  }

  std::shared_ptr<const Node> octave(std::uint64_t index, double factor) const override {
    return std::make_shared<const MapNode>(name_, source_->octave(index, factor), maps_);
  }

 private:
  friend Composed;

  int find_levels() const noexcept { return source_->levels(); }
  int find_buffers(int planes) const noexcept {
    return source_->buffers(planes) + coordinate_buffers;
  }
  field::Bounds find_bounds(int dimensions) const noexcept { return source_->bounds(dimensions); }
  double find_highest_frequency() const noexcept { return frequency_; }
  field::Dimensions find_dimensions() const noexcept { return source_->dimensions(); }

  double find_steepness(int dimensions) const noexcept {
    double most = 1;
    for (const AxisMap& map : maps_)
      most = map.kind == AxisMap::scale ? std::max(most, std::abs(1 / map.by)) : most;
    return source_->steepness(dimensions) * most;
  }

  // Coordinates are binary64: those of the columns of the widest tile, or of a run of points, fit
  // into two buffers of any dimension.
  static constexpr int coordinate_buffers = 2;

  static constexpr std::size_t at(int axis) noexcept { return static_cast<std::size_t>(axis); }

  float slope(int axis) const noexcept { return static_cast<float>(1 / maps_[at(axis)].by); }

  // The tile with mapped coordinates, which stand in buffers until give_back.
  model::Tile mapped(const kernels::Kernels& kernels, const model::Tile& tile,
                     engine::Workspace& workspace) const noexcept {
    auto* next = reinterpret_cast<double*>(workspace.take_buffer());
    for (int i = 1; i < coordinate_buffers; ++i) workspace.take_buffer();  // right after it
    model::Tile result = tile;
    for (int axis = 0; axis < tile.dimensions; ++axis) {
      const AxisMap& map = maps_[at(axis)];
      if (map.kind == AxisMap::none) continue;
      switch (tile.kind) {
        case model::Tile::grid:
          next = map_axis(kernels, map, axis, result, next);
          break;
        case model::Tile::points:
          kernels.map(map, tile.point[axis], next, tile.axis[0].count);
          result.point[axis] = next;
          next += model::run_length;
          break;
        case model::Tile::single_points: {
          auto* single = reinterpret_cast<float*>(next);
          kernels.map_single(map, tile.single_point[axis], single, tile.axis[0].count);
          result.single_point[axis] = single;
          next += model::run_length;
          break;
        }
      }
    }
    return result;
  }

  // Writes the coordinates of a grid's axis to `next`, and returns where they end. Of a stack's
  // axis, the tile has a part.
  static double* map_axis(const kernels::Kernels& kernels, const AxisMap& map, int axis,
                          model::Tile& tile, double* next) noexcept {
    const bool is_x = axis == 0, is_stack = !is_x && axis == tile.dimensions - 1;
    model::Axis& whole = is_stack ? tile.stack : tile.axis[axis];
    const int lead = is_x ? tile.lead : 0;
    const int count = is_x ? tile.columns
                           : (whole.count + model::row_alignment - 1) / model::row_alignment *
                                 model::row_alignment;
    for (int i = 0; i < count; ++i) next[i] = field::coordinate_of(whole, i - lead);
    kernels.map(map, next, next, count);
    whole.position = next + lead;
    if (is_stack) tile.axis[axis].position = whole.position + tile.offset;
    return next + count;
  }

  static void give_back(engine::Workspace& workspace) noexcept {
    for (int i = 0; i < coordinate_buffers; ++i) workspace.give_back_buffer();
  }

  const char* name_;
  std::shared_ptr<const Node> source_;
  Maps maps_;
  double frequency_;
};

Field mapped(const char* name, const Field& field, const MapNode::Maps& maps) {
  return Field(std::make_shared<const MapNode>(name, field.shared_node(), maps));
}

// What coordinates are divided by must stay what it is in binary32. False for NaN.
bool is_divisor(double number) { return number >= 1e-30 && number <= 1e30; }

// A map along one axis.
MapNode::Maps along(int axis, const AxisMap& map) {
  MapNode::Maps maps{};
  maps[static_cast<std::size_t>(axis)] = map;
  return maps;
}

// A map of the same kind along each axis that has a number other than 0.
MapNode::Maps along(const char* name, const char* what, AxisMap::Kind kind,
                    const std::array<double, 4>& by) {
  MapNode::Maps maps{};
  for (std::size_t axis = 0; axis < 4; ++axis) {
    if (!std::isfinite(by[axis]))
      refuse(name, ": ", what, "[", axis, "] is ", by[axis], "; use a finite number");
    if (kind == AxisMap::scale && by[axis] != 0 && !is_divisor(std::abs(by[axis]))) {
      refuse(name, ": ", what, "[", axis, "] is ", by[axis],
             "; use a number of a magnitude from 1e-30 to 1e30, or 0");
    }
    if (by[axis] != 0) maps[axis] = {kind, by[axis]};
  }
  return maps;
}

Field looped(const char* name, const Field& field, int axis, double length) {
  const Field near = mapped(name, field, along(axis, {AxisMap::wrap, length}));
  const Field before = mapped(name, field, along(axis, {AxisMap::wrap, length, -length}));
  return mix(near, before, field::phase(axis, length));
}

void validate_length(const char* name, const char* what, double length) {
  if (!is_divisor(length))
    refuse(name, ": ", what, " is ", length, "; use a number above 0, from 1e-30 to 1e30");
}

}  // namespace

Field translate(const Field& field, const std::array<double, 4>& distance) {
  const engine::FloatEnvironment environment;
  return mapped("translate", field, along("translate", "distance", AxisMap::translate, distance));
}

Field scale(const Field& field, const std::array<double, 4>& factor) {
  const engine::FloatEnvironment environment;
  return mapped("scale", field, along("scale", "factor", AxisMap::scale, factor));
}

Field loop(const Field& field, int axis, double length) {
  const engine::FloatEnvironment environment;
  if (axis < 0 || axis > 3) refuse("loop: axis is ", axis, "; use 0 to 3, for x, y, z or w");
  validate_length("loop", "length", length);
  return looped("loop", field, axis, length);
}

Field tile(const Field& field, const std::array<double, 4>& size) {
  const engine::FloatEnvironment environment;
  Field result = field;
  for (int axis = 0; axis < 4; ++axis) {
    const double length = size[static_cast<std::size_t>(axis)];
    if (length == 0) continue;
    const char* names[] = {"size[0]", "size[1]", "size[2]", "size[3]"};
    validate_length("tile", names[axis], length);
    result = looped("tile", result, axis, length);
  }
  return result;
}

}  // namespace perlane
