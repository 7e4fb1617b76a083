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
// a later step may overwrite the positions that they come from.
void Evaluator::map(const model::MapStep& step) noexcept {
  const int slot = step.to - 1;
  model::Tile mapped = points(step.from);
  for (int axis = 0; axis < mapped.dimensions; ++axis) {
    const bool is_mapped = step.map[axis].kind != model::AxisMap::none;
    if (!is_mapped && step.from == 0) continue;
    const model::AxisMap axis_map = is_mapped ? step.map[axis] : model::AxisMap{};
    if (mapped.kind == model::Tile::axes) {
      map_axis(axis_map, axis, slot, mapped);
    } else {
      map_points(axis_map, axis, slot, mapped);
    }
  }
  set_positions(step.to, mapped);
}

void Evaluator::map_points(const model::AxisMap& axis_map, int axis, int slot,
                           model::Tile& tile) noexcept {
  double* to = workspace_->coordinates(slot, axis);
  const int count = tile.axis[0].count;
  for (int row = 0; row < model::row_count<void>(tile); ++row) {
    const std::ptrdiff_t at = std::ptrdiff_t{row} * tile.pitch;
    if (tile.kind == model::Tile::points) {
      kernels_.map(axis_map, tile.point[axis] + at, to + at, count);
    } else {
      kernels_.map_float(axis_map, tile.float_point[axis] + at, reinterpret_cast<float*>(to) + at,
                         count);
    }
  }
  if (tile.kind == model::Tile::points) {
    tile.point[axis] = to;
  } else {
    tile.float_point[axis] = reinterpret_cast<float*>(to);
  }
}

// The last axis is mapped for the whole stack, of which the tile has a part.
void Evaluator::map_axis(const model::AxisMap& axis_map, int axis, int slot,
                         model::Tile& tile) noexcept {
  const bool is_x = axis == 0, is_stack = !is_x && axis == tile.dimensions - 1;
  model::Axis& whole = is_stack ? tile.stack : tile.axis[axis];
  if (axis_map.kind == model::AxisMap::none && whole.position == nullptr) return;
  const int count = is_x ? tile.columns : model::padded<void>(whole.count);
  double* to = workspace_->coordinates(slot, axis);
  for (int i = 0; i < count; ++i) to[i] = coordinate_of(whole, i);
  kernels_.map(axis_map, to, to, count);
  whole.position = to;
  if (is_stack) tile.axis[axis].position = whole.position + tile.offset;
}

void Evaluator::set_positions(int number, const model::Tile& tile) noexcept {
  workspace_->positions(number - 1) = tile;
  if (positions_in_slot_ == number) positions_in_slot_ = none;
}

const model::Tile& Evaluator::points(int number) noexcept {
  const model::Tile& displaced = positions(number);
  if (!model::is_displaced<void>(displaced)) return displaced;
  // The slot after those of the program.
  const int slot = program_->positions - 1;
  if (positions_in_slot_ != number) {
    double* point[4] = {};
    workspace_->positions(slot) = points_of(displaced, slot, point);
    kernels_.write_positions(displaced, point);
    positions_in_slot_ = number;
  }
  return workspace_->positions(slot);
}

const model::Tile& Evaluator::packed_points(int number) noexcept {
  const model::Tile& from = points(number);
  if (!is_packed_ || from.kind != model::Tile::axes) return from;
  const int slot = program_->positions - 1;
  if (positions_in_slot_ != number) {
    double* point[4] = {};
    workspace_->positions(slot) = points_of(from, slot, point);
    kernels_.write_packed_positions(from, point);
    positions_in_slot_ = number;
  }
  return workspace_->positions(slot);
}

model::Tile Evaluator::points_of(const model::Tile& from, int slot, double* (&point)[4]) noexcept {
  model::Tile tile = is_packed_ ? model::in_one_row<void>(from) : from;
  tile.is_within =
      from.kind == model::Tile::axes || from.kind == model::Tile::displaced_axes || from.is_within;
  tile.kind = model::Tile::points;
  for (int axis = 0; axis < tile.dimensions; ++axis) {
    point[axis] = workspace_->coordinates(slot, axis);
    tile.point[axis] = point[axis];
  }
  return tile;
}

// Positions are copied to the slot if they may be overwritten while samples are still displaced
// from them. Binary32 becomes binary64 there.
model::Tile Evaluator::base_of(const model::Tile& from, bool is_copied, int slot) noexcept {
  model::Tile base = from;
  if (from.kind == model::Tile::axes || from.kind == model::Tile::displaced_axes) {
    base.kind = model::Tile::axes;
    for (int axis = 0; axis < base.dimensions && is_copied; ++axis) map_axis({}, axis, slot, base);
    return base;
  }
  if (model::is_displaced<void>(from)) base.kind = model::Tile::points;
  if (!is_copied && base.kind == model::Tile::points) return base;
  double* point[4] = {};
  const model::Tile copied = points_of(base, slot, point);
  kernels_.write_positions(base, point);
  return copied;
}

void Evaluator::warp(const model::WarpStep& step) noexcept {
  const int slot = step.to - 1;
  const model::Tile& from = step.is_far ? points(step.from) : positions(step.from);
  model::Tile tile = base_of(from, step.from != 0 && !step.is_far, slot);
  tile.kind =
      tile.kind == model::Tile::axes ? model::Tile::displaced_axes : model::Tile::displaced_points;
  for (int axis = 0; axis < tile.dimensions; ++axis) {
    const model::Input by = input(step.by[axis], 0);
    tile.displacement[axis] = by.value;
    tile.displacement_factor[axis] = step.scale;
    if (!model::is_displaced<void>(from) && by.step != 0) continue;
    // One number is written for every sample, and two displacements are added up.
    float* to = workspace_->displacement(slot, axis);
    tile.displacement[axis] = to;
    if (model::is_displaced<void>(from)) {
      tile.displacement_factor[axis] = 1;
      kernels_.displace(from.displacement[axis],
                        model::float_factor<void>(from.displacement_factor[axis]), by,
                        model::float_factor<void>(step.scale), to, buffer_size(tile));
    } else {
      kernels_.displace(nullptr, 0, by, 1, to, buffer_size(tile));
    }
  }
  if (step.is_far) {
    double* point[4] = {};
    const model::Tile added_up = points_of(tile, slot, point);
    kernels_.write_positions(tile, point);
    tile = added_up;
  }
  set_positions(step.to, tile);
}

void Evaluator::transform(const model::TransformStep& step) noexcept {
  double* point[4] = {};
  const model::Tile& from = points(step.from);
  const model::Tile tile = points_of(from, step.to - 1, point);
  kernels_.transform(from, step.matrix, point);
  set_positions(step.to, tile);
}

void Evaluator::move_to_nearest_points(const model::NearestPointStep& step) noexcept {
  double* point[4] = {};
  const model::Tile& from = points(step.from);
  const model::Tile tile = points_of(from, step.to - 1, point);
  model::State no_state{};
  model::State& state = from.kind == model::Tile::axes ? workspace_->next_state() : no_state;
  kernels_.nearest_points(*step.noise, from, point, state);
  set_positions(step.to, tile);
}

}  // namespace perlane::engine
