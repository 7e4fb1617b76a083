// Steps that extrude: an evaluator evaluates a program in one dimension less, and repeats its
// values along an axis.

#include "engine/evaluator.hpp"
#include "engine/rows.hpp"
#include "model/steps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace perlane::engine {
namespace {

// The slots for positions, and one more if a step needs room for points.
int slots_of(const model::Program& program) noexcept {
  const auto needs_points = []<class Step>(const Step&) { return model::needs_points<Step>; };
  const bool has_points = std::ranges::any_of(
      program.steps, [&](const model::Step& step) { return std::visit(needs_points, step); });
  return program.positions - 1 + (has_points ? 1 : 0);
}

int planes_of(const model::Program& program, int dimensions) noexcept {
  return program.has_planes ? dimensions + 1 : 1;
}

// Steps whose values are cached for a stack.
int cached_by(const model::Program& program, int most) noexcept {
  if (!model::extrudes(program)) return 0;
  const auto count = std::ranges::count_if(program.steps, [](const model::Step& step) {
    return std::holds_alternative<model::ExtrudeStep>(step);
  });
  return static_cast<int>(std::min<std::ptrdiff_t>(count, most));
}

int buffers_of(const model::Program& program, int planes, int cached) noexcept {
  return program.buffers * planes + 1 + (model::extrudes(program) ? (cached + 1) * planes : 0);
}

int axis_of_part(int axis, int extruded) noexcept { return axis < extruded ? axis : axis - 1; }

// A tile of axes without one of them: for the whole stack, or for the tile alone.
model::Tile without_axis(const model::Tile& from, int extruded, bool is_whole_stack) noexcept {
  const int last = from.dimensions - 1;
  model::Tile part{};
  part.dimensions = last;
  for (model::Axis& axis : part.axis) axis = {0, 1, 0, 1};
  for (int axis = 0; axis <= last; ++axis) {
    if (axis == extruded) continue;
    const bool is_stack = axis == last && is_whole_stack;
    part.axis[axis_of_part(axis, extruded)] = is_stack ? from.stack : from.axis[axis];
  }
  const bool is_part_of_stack = extruded != last && !is_whole_stack;
  part.stack = is_part_of_stack ? from.stack : part.axis[last - 1];
  part.offset = is_part_of_stack ? from.offset : 0;
  part.columns = model::padded<void>(part.axis[0].count);
  part.pitch = part.columns + model::row_gap;
  return part;
}

// Lays out the rows of a tile as is fastest for its program.
void arrange(model::Tile& tile, const model::Program& program,
             const kernels::Kernels& kernels) noexcept {
  Box box{tile.dimensions, {1, 1, 1, 1}, {}, {}, {1, 1, 1, 1}};
  std::int64_t samples = 1;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    box.count[axis] = tile.axis[axis].count;
    box.step[axis] = tile.axis[axis].step;
    samples *= box.count[axis];
  }
  const RowRule rule = row_rule(program, kernels, box);
  const bool is_narrow = box.count[0] < rule.narrow && samples <= model::run_length<double>;
  lay_out_rows(tile, rule, is_narrow);
}

// Returns true if a tile buffer of so many floats has room for a tile; where rows are packed, also
// before they are. An axis that was not x may be longer than rows are.
bool has_room(int floats, const model::Tile& tile) noexcept {
  if (tile.is_pointwise) return true;
  if (tile.dimensions > 1 && tile.axis[0].count > model::widest_row(tile.dimensions)) return false;
  std::int64_t size = tile.columns + model::row_gap;
  for (int axis = 1; axis < 4; ++axis) size *= tile.axis[axis].count;
  return size <= floats;
}

// Repeats the values of a tile without an axis along that axis, for all samples of a tile.
// `first`: the index of the first sample of the tile in the part, by axis.
void repeat(const float* from, const model::Tile& part, int extruded,
            const std::array<int, 4>& first, const model::Tile& tile, float* to) noexcept {
  std::array<std::ptrdiff_t, 4> stride{};  // by axis of the tile
  std::ptrdiff_t along = 1;
  for (int axis = 0; axis < tile.dimensions; ++axis) {
    if (axis == extruded) continue;
    const int of_part = axis_of_part(axis, extruded);
    stride[static_cast<std::size_t>(axis)] = along;
    along *= of_part == 0 ? part.pitch : part.axis[of_part].count;
  }
  const bool is_packed = model::are_rows_packed<void>(tile);
  const int count = tile.axis[0].count, columns = is_packed ? count : tile.columns;
  for (int w = 0; w < tile.axis[3].count; ++w) {
    for (int z = 0; z < tile.axis[2].count; ++z) {
      for (int y = 0; y < tile.axis[1].count; ++y, to += tile.pitch) {
        const float* const row = from + (first[1] + y) * stride[1] + (first[2] + z) * stride[2] +
                                 (first[3] + w) * stride[3];
        if (extruded == 0) {
          std::fill_n(to, columns, *row);
        } else {
          std::memcpy(to, row, static_cast<std::size_t>(count) * sizeof(float));
          std::fill(to + count, to + columns, to[count - 1]);
        }
      }
    }
  }
}

}  // namespace

Evaluator::Evaluator(const model::Program& program, const kernels::Kernels& kernels, int dimensions,
                     MakeWorkspace& make_workspace)
    : program_(&program),
      kernels_(kernels),
      planes_(planes_of(program, dimensions)),
      workspace_(make_workspace(dimensions,
                                buffers_of(program, planes_, cached_by(program, most_cached)),
                                slots_of(program))),
      dimensions_(dimensions),
      cache_slots_(cached_by(program, most_cached)) {
  if (!model::extrudes(program)) return;
  inner_.reset(
      new Evaluator(program.extruded, kernels, dimensions - 1, dimensions, make_workspace));
}

Evaluator::Evaluator(const model::Program& program, const kernels::Kernels& kernels, int dimensions,
                     Workspace& shared) noexcept
    : program_(&program),
      kernels_(kernels),
      planes_(planes_of(program, dimensions)),
      workspace_(shared.borrowed()),
      dimensions_(dimensions) {}

Evaluator::Room Evaluator::room_for(const model::Program& program, int dimensions) noexcept {
  return {buffers_of(program, planes_of(program, dimensions), 0), slots_of(program)};
}

// Nested evaluators have tile buffers of the same size. One for each number of dimensions is
// enough, for no two are in use at the same time.
Evaluator::Evaluator(const model::Program::Room (&rooms)[3], const kernels::Kernels& kernels,
                     int dimensions, int outer, MakeWorkspace& make_workspace)
    : program_(nullptr),
      kernels_(kernels),
      planes_(1),
      workspace_(
          make_workspace(outer, rooms[dimensions - 1].buffers, rooms[dimensions - 1].positions)),
      dimensions_(dimensions) {
  if (dimensions == 1 || rooms[dimensions - 2].buffers == 0) return;
  inner_.reset(new Evaluator(rooms, kernels, dimensions - 1, outer, make_workspace));
}

void Evaluator::run(const model::ExtrudeStep& step, const model::Sink& sink) noexcept {
  extrude(step);
  float* const to = buffer(step.to);
  if (sink.buffer != to) kernels_.write(to, *tile_, {}, sink);
}

void Evaluator::extrude(const model::ExtrudeStep& step) noexcept {
  const int number = next_extruded_++;
  // The samples of a narrow grid are points, but the tile still has their axes.
  const model::Tile& given = step.positions == 0 ? *tile_ : points(step.positions);
  if (given.kind == model::Tile::axes && extrude_axes(step, given, number)) return;
  extrude_points(step, step.positions == 0 ? *origin_ : given);
}

// Returns false if there is no room, as for a narrow grid; its samples are also there as points.
bool Evaluator::extrude_axes(const model::ExtrudeStep& step, const model::Tile& from,
                             int number) noexcept {
  const int last = dimensions_ - 1;
  model::Tile part = without_axis(from, step.axis, true);
  arrange(part, *step.program, kernels_);
  bool is_whole_stack = true;
  if (!has_room(workspace_->tile_size(), part)) {
    is_whole_stack = step.axis == last;
    part = without_axis(from, step.axis, false);
    arrange(part, *step.program, kernels_);
    if (!has_room(workspace_->tile_size(), part)) return false;
  }
  const bool is_cached = is_whole_stack && number < cache_slots_;
  const int slot = is_cached ? number : cache_slots_;
  const std::uint64_t bit = is_cached ? std::uint64_t{1} << number : 0;
  const int planes = step.with_derivatives ? dimensions_ : 1;
  float* value[4] = {};
  for (int plane = 0; plane < planes; ++plane) value[plane] = extruded(slot, plane);
  if ((evaluated_mask_ & bit) == 0) evaluate_extruded(step, part, value);
  evaluated_mask_ |= bit;
  std::array<int, 4> first{};
  if (is_whole_stack && step.axis != last) first[static_cast<std::size_t>(last)] = from.offset;
  const auto repeat_plane = [&](const float* plane, float* to) {
    repeat(plane, part, step.axis, first, *tile_, to);
    if (model::are_rows_packed<void>(*tile_)) repeat_last(to);
  };
  repeat_plane(value[0], buffer(step.to));
  if (!step.with_derivatives) return true;
  for (int axis = 0; axis < dimensions_; ++axis) {
    float* const to = buffer(step.to, axis + 1);
    if (axis == step.axis) {
      std::fill_n(to, buffer_size(*tile_), 0.0f);
    } else {
      repeat_plane(value[axis_of_part(axis, step.axis) + 1], to);
    }
  }
  return true;
}

// Points are evaluated row by row, of which there is one unless vectors fill all of them.
void Evaluator::extrude_points(const model::ExtrudeStep& step, const model::Tile& from) noexcept {
  model::Tile part = from;
  part.dimensions = dimensions_ - 1;
  for (int axis = 1; axis < 4; ++axis) part.axis[axis].count = 1;
  part.pitch = part.columns;
  for (int row = 0; row < model::row_count<void>(from); ++row) {
    const std::ptrdiff_t at = std::ptrdiff_t{row} * from.pitch;
    for (int axis = 0; axis < dimensions_; ++axis) {
      if (axis == step.axis) continue;
      const int of_part = axis_of_part(axis, step.axis);
      if (from.point[axis] != nullptr) part.point[of_part] = from.point[axis] + at;
      if (from.float_point[axis] != nullptr)
        part.float_point[of_part] = from.float_point[axis] + at;
    }
    float* to[4] = {buffer(step.to) + at};
    for (int axis = 0; axis < dimensions_ && step.with_derivatives; ++axis) {
      float* const plane = buffer(step.to, axis + 1) + at;
      if (axis == step.axis) {
        std::fill_n(plane, part.columns, 0.0f);
      } else {
        to[axis_of_part(axis, step.axis) + 1] = plane;
      }
    }
    evaluate_extruded(step, part, to);
    if (!from.is_within) propagate_nan(step, from, at);
  }
}

// Values and derivatives are NaN also where the coordinate that is left out is not finite.
void Evaluator::propagate_nan(const model::ExtrudeStep& step, const model::Tile& from,
                              std::ptrdiff_t row) noexcept {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const double* const point = from.point[step.axis];
  const float* const float_point = from.float_point[step.axis];
  float* const value = buffer(step.to) + row;
  const int count = from.axis[0].count;
  for (int i = 0; i < count; ++i) {
    const bool is_finite =
        point != nullptr ? std::isfinite(point[row + i]) : std::isfinite(float_point[row + i]);
    if (is_finite && !std::isnan(value[i])) continue;
    value[i] = nan;
    for (int axis = 0; axis < dimensions_ && step.with_derivatives; ++axis)
      buffer(step.to, axis + 1)[row + i] = nan;
  }
  // The padding repeats the last value, because extremes are those of whole vectors.
  std::fill(value + count, value + from.columns, value[count - 1]);
}

void Evaluator::evaluate_extruded(const model::ExtrudeStep& step, const model::Tile& part,
                                  float* const* to) noexcept {
  Evaluator& evaluator = *inner_;
  evaluator.program_ = step.program;
  evaluator.planes_ = planes_of(*step.program, part.dimensions);
  evaluator.begin_stack();
  if (!step.with_derivatives) return evaluator.fill(part, model::to_buffer(to[0]));
  float* const* const planes = evaluator.differentiate(part);
  for (int plane = 0; plane <= part.dimensions; ++plane)
    std::copy_n(planes[plane], buffer_size(part), to[plane]);
}

}  // namespace perlane::engine
