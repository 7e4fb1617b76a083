#pragma once
// How a grid is cut into tiles.

#include "engine/box.hpp"
#include "model/tile.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace perlane::engine {

class Tiles {
 public:
  // `lead`: elements between the last 64-byte border and the destination of the first sample.
  Tiles(const Box& box, int lead) : box_(box), lead_(lead), last_(box.dimensions - 1), total_(1) {
    std::ranges::copy(model::tile_shape[last_], size_.begin());
    // What a narrow grid leaves of the width goes to the other axes.
    std::int64_t samples = columns(std::min(box.count[0] + lead, size_[0])) + model::row_gap;
    for (int axis = 1; axis <= last_; ++axis) samples *= size_[at(axis)];
    for (int axis = 1; axis <= last_; ++axis) {
      for (; samples * 2 <= model::largest_tile(box.dimensions) &&
             size_[at(axis)] < box.count[at(axis)];
           samples *= 2)
        size_[at(axis)] *= 2;
    }
    for (int axis = 0; axis <= last_; ++axis) {
      const std::int64_t padded = box.count[at(axis)] + lead_of(axis);
      if (padded <= size_[at(axis)]) continue;  // one: a division is slow, for a small grid
      number_[at(axis)] = (padded + size_[at(axis)] - 1) / size_[at(axis)];
      total_ *= number_[at(axis)];
    }
  }

  std::int64_t total() const { return total_; }

  // Tile `index`, and the first of its samples within the box. Stack after stack, those of the same
  // samples of the last axis side by side.
  model::Tile tile(std::int64_t index, std::array<std::int64_t, 4>& start) const {
    std::array<std::int64_t, 4> place{};
    std::int64_t bottom = 0, height = 1;
    if (total_ > 1) {
      const std::int64_t most = std::max<std::int64_t>(
          1, model::stack_height[last_] / size_[at(last_)]);  // tiles in a stack
      const std::int64_t stacks = total_ / number_[at(last_)];  // side by side
      bottom = index / (stacks * most) * most;
      height = std::min(most, number_[at(last_)] - bottom);
      index -= bottom * stacks;
      place[at(last_)] = bottom + index % height;
      index /= height;
      for (int axis = 0; axis < last_; ++axis) {
        place[at(axis)] = index % number_[at(axis)];
        index /= number_[at(axis)];
      }
    }

    model::Tile tile{};
    tile.dimensions = box_.dimensions;
    start = {};
    for (model::Axis& axis : tile.axis) axis.count = 1;
    for (int axis = 0; axis <= last_; ++axis)
      tile.axis[axis] = part(axis, place[at(axis)], 1, start[at(axis)]);
    std::int64_t first = 0;
    tile.stack = part(last_, bottom, height, first);
    tile.offset = static_cast<int>(start[at(last_)] - first);
    if (start[0] == 0) tile.left_padding = lead_;
    tile.columns = columns(tile.left_padding + tile.axis[0].count);
    tile.pitch = tile.columns + model::row_gap;
    return tile;
  }

 private:
  static constexpr std::size_t at(int axis) { return static_cast<std::size_t>(axis); }
  static constexpr int columns(std::int64_t samples) {
    return static_cast<int>((samples + model::row_alignment - 1) / model::row_alignment *
                            model::row_alignment);
  }
  int lead_of(int axis) const { return axis == 0 ? lead_ : 0; }

  // The samples of an axis in so many tiles from tile `place` on, and which is the first of them.
  // Only the first tile of a row is shorter for the lead: the others start on a border.
  model::Axis part(int axis, std::int64_t place, std::int64_t tiles, std::int64_t& begin) const {
    begin = std::max<std::int64_t>(0, place * size_[at(axis)] - lead_of(axis));
    const std::int64_t end =
        std::min(box_.count[at(axis)], (place + tiles) * size_[at(axis)] - lead_of(axis));
    return {box_.origin[at(axis)], box_.step[at(axis)], box_.first[at(axis)] + begin,
            static_cast<int>(end - begin)};
  }

  Box box_;
  int lead_;
  int last_;  // axis
  std::array<std::int64_t, 4> size_;
  std::array<std::int64_t, 4> number_{1, 1, 1, 1};
  std::int64_t total_;
};

}  // namespace perlane::engine
