// The steps of an evaluator that make positions.

#include "engine/evaluator.hpp"

#include <algorithm>

namespace perlane::engine {
namespace {

// The coordinate of sample i of an axis. Padding after the samples has the coordinate of the last.
double coordinate_of(const model::Axis& axis, int i) noexcept {
  return model::position_of<void>(axis, std::min(i, axis.count - 1));
}

}  // namespace

// All coordinates are copied, also along axes that are not mapped, unless they are the tile's own:
// the positions that they come from may be overwritten by then.
void Evaluator::map(const model::MapStep& step) noexcept {
  const int place = step.to - 1;
  model::Tile mapped = positions(step.from);
  for (int axis = 0; axis < mapped.dimensions; ++axis) {
    const bool is_mapped = step.map[axis].kind != model::AxisMap::none;
    if (!is_mapped && step.from == 0) continue;
    const model::AxisMap axis_map = is_mapped ? step.map[axis] : model::AxisMap{};
    if (mapped.kind == model::Tile::axes) {
      map_axis(axis_map, axis, place, mapped);
    } else {
      map_points(axis_map, axis, place, mapped);
    }
  }
  workspace_->positions(place) = mapped;
}

void Evaluator::map_points(const model::AxisMap& axis_map, int axis, int place,
                           model::Tile& tile) noexcept {
  double* to = workspace_->coordinates(place, axis);
  const int count = tile.axis[0].count;
  for (int row = 0; row < row_count(tile); ++row) {
    const std::ptrdiff_t at = std::ptrdiff_t{row} * tile.pitch;
    if (tile.kind == model::Tile::points) {
      kernels_.map(axis_map, tile.point[axis] + at, to + at, count);
    } else {
      kernels_.map_single(axis_map, tile.single_point[axis] + at, reinterpret_cast<float*>(to) + at,
                          count);
    }
  }
  if (tile.kind == model::Tile::points) {
    tile.point[axis] = to;
  } else {
    tile.single_point[axis] = reinterpret_cast<float*>(to);
  }
}

// The last axis is mapped for the whole stack, of which the tile has a part.
void Evaluator::map_axis(const model::AxisMap& axis_map, int axis, int place,
                         model::Tile& tile) noexcept {
  const bool is_x = axis == 0, is_stack = !is_x && axis == tile.dimensions - 1;
  model::Axis& whole = is_stack ? tile.stack : tile.axis[axis];
  if (axis_map.kind == model::AxisMap::none && whole.position == nullptr) return;
  const int count = is_x ? tile.columns : model::padded(whole.count);
  double* to = workspace_->coordinates(place, axis);
  for (int i = 0; i < count; ++i) to[i] = coordinate_of(whole, i);
  kernels_.map(axis_map, to, to, count);
  whole.position = to;
  if (is_stack) tile.axis[axis].position = whole.position + tile.offset;
}

model::Tile Evaluator::points_of(const model::Tile& from, int to, double* (&point)[4]) noexcept {
  model::Tile tile = from;
  tile.is_within = from.kind == model::Tile::axes || from.is_within;
  tile.kind = model::Tile::points;
  for (int axis = 0; axis < tile.dimensions; ++axis) {
    point[axis] = workspace_->coordinates(to - 1, axis);
    tile.point[axis] = point[axis];
  }
  return tile;
}

void Evaluator::warp(const model::WarpStep& step) noexcept {
  double* point[4];
  const model::Tile tile = points_of(positions(step.from), step.to, point);
  model::Input by[4] = {};
  for (int axis = 0; axis < tile.dimensions; ++axis) by[axis] = input(step.by[axis], 0);
  kernels_.warp(positions(step.from), by, step.scale, point);
  workspace_->positions(step.to - 1) = tile;
}

void Evaluator::transform(const model::TransformStep& step) noexcept {
  double* point[4];
  const model::Tile tile = points_of(positions(step.from), step.to, point);
  kernels_.transform(positions(step.from), step.matrix, point);
  workspace_->positions(step.to - 1) = tile;
}

}  // namespace perlane::engine
