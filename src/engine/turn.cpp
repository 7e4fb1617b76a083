#include "engine/turn.hpp"

#include "engine/tiles.hpp"

#include <algorithm>

namespace perlane::engine {
namespace {

// As large as the largest stack of tiles, padding included.
int buffers_of_stack(int dimensions) noexcept {
  const int last = dimensions - 1;
  return std::max(1, model::stack_height[last] / model::tile_shape[last][last]);
}

// Elements of a tile buffer from one sample of an axis to the next.
std::ptrdiff_t stride_of(const model::Tile& tile, int axis) noexcept {
  std::ptrdiff_t stride = axis == 0 ? 1 : tile.pitch;
  for (int other = 1; other < axis; ++other) stride *= tile.axis[other].count;
  return stride;
}

}  // namespace

Turn::Turn(const model::TurnStep& step, const kernels::Kernels& kernels, int dimensions,
           Evaluator::MakeWorkspace& make_workspace)
    : step_(step),
      kernels_(kernels),
      planes_(step.with_derivatives ? dimensions + 1 : 1),
      evaluator_(*step.program, kernels, dimensions, make_workspace),
      buffers_of_plane_(buffers_of_stack(dimensions)),
      memory_(make_workspace(dimensions, planes_ * buffers_of_plane_ + 1, 1)) {
  for (int axis = 0; axis < dimensions; ++axis) {
    while (step.matrix[axis][from_[axis]] == 0) ++from_[axis];
  }
}

// ---- points -----------------------------------------------------------------

model::Tile Turn::points_of(const model::Tile& tile) noexcept {
  double* point[4] = {};
  model::Tile points = tile;
  points.kind = model::Tile::points;
  for (int axis = 0; axis < tile.dimensions; ++axis) {
    point[axis] = memory_->coordinates(0, axis);
    points.point[axis] = point[axis];
  }
  kernels_.transform(tile, step_.matrix, point);
  return points;
}

void Turn::fill(const model::Tile& tile, const model::Sink& sink) noexcept {
  if (tile.kind != model::Tile::axes) return evaluator_.fill(points_of(tile), sink);
  turn(tile);
  kernels_.write(values(tile, 0), tile, {}, sink);
}

void Turn::differentiate(const model::Tile& tile, float* const* planes) noexcept {
  float* const* of_points = nullptr;
  if (tile.kind == model::Tile::axes) {
    turn(tile);
  } else {
    of_points = evaluator_.differentiate(points_of(tile));
  }
  for (int plane = 0; plane < planes_; ++plane) {
    const float* from = of_points != nullptr ? of_points[plane] : values(tile, plane);
    kernels_.write(from, tile, {}, model::to_buffer(planes[plane]));
  }
}

// ---- axes -------------------------------------------------------------------

const float* Turn::values(const model::Tile& tile, int plane) const noexcept {
  return this->plane(plane) + (tile.offset - first_) * stride_of(tile, tile.dimensions - 1);
}

// The axis that becomes this one: of the whole stack, if it is the last.
const model::Axis& Turn::seen_along(const model::Tile& tile, int axis) const noexcept {
  return from_[axis] == tile.dimensions - 1 ? tile.stack : tile.axis[from_[axis]];
}

// Where the planes do not have the tile, they are made anew for it and for all tiles of its stack
// that follow.
void Turn::turn(const model::Tile& tile) noexcept {
  const int last = tile.dimensions - 1, height = tile.axis[last].count;
  if (tile.offset >= first_ && tile.offset + height <= first_ + rows_) return;
  first_ = tile.offset;
  rows_ = static_cast<int>(std::min<std::int64_t>(tile.stack.count - first_,
                                                  height * std::max<std::int64_t>(1, tiles_left_)));
  Box box{tile.dimensions, {1, 1, 1, 1}, {}, {}, {1, 1, 1, 1}};
  const double* position[4] = {};
  for (int axis = 0; axis <= last; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    const model::Axis& seen = seen_along(tile, axis);
    const int begin = from_[axis] == last ? first_ : 0;
    const int count = from_[axis] == last ? rows_ : seen.count;
    const double factor = step_.matrix[axis][from_[axis]], shift = step_.matrix[axis][4];
    box.count[at] = count;
    if (seen.position == nullptr && (factor == 1 || factor == -1) && shift == 0) {
      box.origin[at] = factor * seen.origin + 0.0;  // not -0, which no sum with the shift is
      box.step[at] = factor * seen.step;
      box.first[at] = seen.first + begin;
      continue;
    }
    double* to = memory_->coordinates(0, axis);
    for (int i = 0; i < model::padded(count) + model::row_alignment; ++i) {
      to[i] = model::position_of<void>(seen, begin + std::min(i, count - 1)) * factor + shift;
    }
    position[axis] = to;
  }
  const Tiles tiles(box, 0, false, row_rule(*step_.program, kernels_, box));
  for (std::int64_t index = 0; index < tiles.total(); ++index) {
    std::array<std::int64_t, 4> start;
    model::Tile turned = tiles.tile(index, start);
    for (int axis = 0; axis <= last; ++axis) {
      if (position[axis] == nullptr) continue;
      turned.axis[axis].position = position[axis] + start[static_cast<std::size_t>(axis)];
      if (axis == last) turned.stack.position = turned.axis[axis].position - turned.offset;
    }
    if (turned.offset == 0) evaluator_.begin_stack(tiles.total() - index);
    float* buffer = plane(planes_);
    if (!step_.with_derivatives) evaluator_.fill(turned, model::to_buffer(buffer));
    float* const* planes = step_.with_derivatives ? evaluator_.differentiate(turned) : &buffer;
    for (int i = 0; i < planes_; ++i) take_back(turned, start, tile, planes[i], plane(i));
  }
  for (int i = 0; i < planes_; ++i) fill_padding(tile, plane(i));
}

// Rows along the axis that becomes x become columns; where x stays x, rows stay rows. The other
// axes are gone through one by one.
void Turn::take_back(const model::Tile& turned, const std::array<std::int64_t, 4>& start,
                     const model::Tile& tile, const float* from, float* to) const noexcept {
  struct Other {
    int count = 1;
    std::ptrdiff_t read = 0, write = 0;
  };
  Other other[3];
  int x = 0, others = 0;
  for (int axis = 0; axis < tile.dimensions; ++axis) {
    const std::ptrdiff_t write = stride_of(tile, from_[axis]);
    to += start[static_cast<std::size_t>(axis)] * write;
    if (from_[axis] == 0) {
      x = axis;
    } else if (axis != 0) {
      other[others++] = {turned.axis[axis].count, stride_of(turned, axis), write};
    }
  }
  const int columns = turned.axis[0].count;
  const std::ptrdiff_t read_pitch = stride_of(turned, x), write_pitch = stride_of(tile, from_[0]);
  for (int i = 0; i < other[0].count; ++i) {
    for (int j = 0; j < other[1].count; ++j) {
      for (int k = 0; k < other[2].count; ++k) {
        const float* a = from + i * other[0].read + j * other[1].read + k * other[2].read;
        float* b = to + i * other[0].write + j * other[1].write + k * other[2].write;
        if (x == 0) {
          std::copy_n(a, columns, b);
        } else {
          kernels_.transpose(a, read_pitch, b, write_pitch, turned.axis[x].count, columns);
        }
      }
    }
  }
}

// What follows the samples of a row repeats the last of them.
void Turn::fill_padding(const model::Tile& tile, float* to) const noexcept {
  const int count = tile.axis[0].count;
  const std::ptrdiff_t size = rows_ * stride_of(tile, tile.dimensions - 1);
  for (std::ptrdiff_t row = 0; row < size; row += tile.pitch)
    std::fill(to + row + count, to + row + tile.columns, to[row + count - 1]);
}

}  // namespace perlane::engine
