#pragma once
// Cuts a grid into tiles.

#include "engine/box.hpp"
#include "engine/rows.hpp"
#include "model/tile.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace perlane::engine {

// Returns true if a grid is no larger than a tile that is as high as a stack.
inline bool is_one_tile(const Box& box) noexcept {
  const int last = box.dimensions - 1;
  const auto& [width, height, depth, volumes] = model::tile_shape[last];
  const auto [x, y, z, w] = box.count;
  if (last == 0) return x <= model::widest_row(1);
  return x <= width && y <= (last == 1 ? model::stack_height[1] : height) &&
         z <= (last == 2 ? model::stack_height[2] : depth) &&
         w <= (last == 3 ? model::stack_height[3] : volumes);
}

// The tile that is a whole grid.
inline model::Tile whole_tile(const Box& box) noexcept {
  const auto axis_of = [&](std::size_t axis) {
    return model::Axis{box.origin[axis], box.step[axis], box.first[axis],
                       static_cast<int>(box.count[axis])};
  };
  model::Tile tile;
  tile.dimensions = box.dimensions;
  for (std::size_t axis = 0; axis < 4; ++axis) tile.axis[axis] = axis_of(axis);
  tile.stack = axis_of(static_cast<std::size_t>(box.dimensions - 1));
  tile.offset = 0;
  tile.columns = model::padded<void>(tile.axis[0].count);
  tile.pitch = tile.columns + model::row_gap;
  return tile;
}

class Tiles {
 public:
  // The box must outlive this. `past_border`: how many elements lie between a cache line's border
  // and the first of every row. Then all tiles begin on a border, but for the first of a row.
  // `are_stacks`: true if a tile is as high as a stack, which is for programs without tile buffers.
  // `rule`: how rows lie in tile buffers.
  Tiles(const Box& box, int past_border, bool are_stacks, const RowRule& rule)
      : box_(box), rule_(rule), last_(box.dimensions - 1), total_(1) {
    std::ranges::copy(model::tile_shape[last_], size_.begin());
    if (box.count[0] < rule.narrow) {
      cut_narrow();
      return;
    }
    if (are_stacks) size_[at(last_)] = model::stack_height[last_] * (last_ == 0 ? size_[0] : 1);
    const std::int64_t widest = model::widest_row(box.dimensions);
    if (box.count[0] <= widest) {
      size_[0] = columns(box.count[0]);
    } else {
      // As few as possible, of about the same width. The last may be a little wider.
      past_border_ = past_border;
      const std::int64_t samples = box.count[0] + past_border - model::row_alignment;
      tile_count_[0] = (samples + size_[0] - 1) / size_[0];
      size_[0] = columns((samples + tile_count_[0] - 1) / tile_count_[0]);
      tile_count_[0] = (samples + size_[0] - 1) / size_[0];
      total_ = tile_count_[0];
    }
    std::int64_t samples = size_[0] + model::row_gap;
    for (int axis = 1; axis <= last_; ++axis) samples *= model::tile_shape[last_][axis];
    cut_rest(samples, model::largest_tile(box.dimensions), are_stacks);
  }

  std::int64_t total() const { return total_; }

  // Tile `index`, and the first of its samples within the box. Tiles come stack after stack;
  // stacks of the same samples of the last axis come one after another.
  model::Tile tile(std::int64_t index, std::array<std::int64_t, 4>& start) const {
    start = {};
    if (total_ == 1) return with_rows(whole_tile(box_));
    std::array<std::int64_t, 4> tile_index{};
    const std::int64_t most = std::max<std::int64_t>(
        1, model::stack_height[last_] / size_[at(last_)]);  // tiles in a stack
    const std::int64_t stacks = total_ / tile_count_[at(last_)];  // side by side
    const std::int64_t bottom = index / (stacks * most) * most;
    const std::int64_t height = std::min(most, tile_count_[at(last_)] - bottom);
    index -= bottom * stacks;
    tile_index[at(last_)] = bottom + index % height;
    index /= height;
    for (int axis = 0; axis < last_; ++axis) {
      tile_index[at(axis)] = index % tile_count_[at(axis)];
      index /= tile_count_[at(axis)];
    }

    model::Tile tile;
    tile.dimensions = box_.dimensions;
    for (int axis = 0; axis <= last_; ++axis)
      tile.axis[axis] = part(axis, tile_index[at(axis)], 1, start[at(axis)]);
    for (int axis = last_ + 1; axis < 4; ++axis) tile.axis[axis] = {0, 1, 0, 1};
    std::int64_t first = 0;
    tile.stack = part(last_, bottom, height, first);
    tile.offset = static_cast<int>(start[at(last_)] - first);
    tile.columns = static_cast<int>(columns(tile.axis[0].count));
    tile.pitch = tile.columns + model::row_gap;
    return with_rows(tile);
  }

 private:
  model::Tile with_rows(model::Tile tile) const {
    lay_out_rows(tile, rule_, box_.count[0] < rule_.narrow);
    return tile;
  }

  // Rows are packed, and a tile has no more samples than a run of points. The narrowest tile fits
  // into a run as it is.
  void cut_narrow() {
    std::int64_t samples = 1;
    for (int axis = 0; axis <= last_; ++axis) {
      size_[at(axis)] = std::min(size_[at(axis)], box_.count[at(axis)]);
      samples *= size_[at(axis)];
    }
    cut_rest(samples, model::run_length<double>, false);
  }

  // Gives the width that a narrow grid does not need to the other axes, but for that of the stack.
  void cut_rest(std::int64_t samples, std::int64_t most_samples, bool are_stacks) {
    for (int axis = 1; axis <= last_; ++axis) {
      const std::int64_t count = box_.count[at(axis)];
      const std::int64_t most = !are_stacks ? count : axis < last_ ? rule_.tallest : 0;
      for (; samples * 2 <= most_samples && size_[at(axis)] < std::min(count, most); samples *= 2)
        size_[at(axis)] *= 2;
      if (count <= size_[at(axis)]) continue;  // a division is slow, for a small grid
      tile_count_[at(axis)] = (count + size_[at(axis)] - 1) / size_[at(axis)];
      total_ *= tile_count_[at(axis)];
    }
  }

  static constexpr std::size_t at(int axis) { return static_cast<std::size_t>(axis); }
  static constexpr std::int64_t columns(std::int64_t samples) {
    return (samples + model::row_alignment - 1) / model::row_alignment * model::row_alignment;
  }

  // The samples of an axis in so many tiles from `tile_index` on; `begin` receives the first of
  // them.
  model::Axis part(int axis, std::int64_t tile_index, std::int64_t tiles,
                   std::int64_t& begin) const {
    if (tile_count_[at(axis)] == 1) {  // as in small grids
      begin = 0;
      return {box_.origin[at(axis)], box_.step[at(axis)], box_.first[at(axis)],
              static_cast<int>(box_.count[at(axis)])};
    }
    const std::int64_t size = size_[at(axis)], past_border = axis == 0 ? past_border_ : 0;
    begin = tile_index == 0 ? 0 : tile_index * size - past_border;
    const bool is_last = tile_index + tiles >= tile_count_[at(axis)];
    const std::int64_t end =
        is_last ? box_.count[at(axis)] : (tile_index + tiles) * size - past_border;
    return {box_.origin[at(axis)], box_.step[at(axis)], box_.first[at(axis)] + begin,
            static_cast<int>(end - begin)};
  }

  const Box& box_;
  RowRule rule_;
  int past_border_ = 0;
  int last_;  // axis
  std::array<std::int64_t, 4> size_;
  std::array<std::int64_t, 4> tile_count_{1, 1, 1, 1};
  std::int64_t total_;
};

}  // namespace perlane::engine
