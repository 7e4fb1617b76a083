#pragma once
// How a grid is cut into tiles.

#include "engine/tile.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace perlane::engine {

// A grid in up to four dimensions; counts and strides beyond the dimensions are 1 and 0.
struct Box {
  int dimensions;
  std::array<std::int64_t, 4> count;
  std::array<std::int64_t, 4> first;
  std::array<double, 4> origin;
  std::array<double, 4> step;
};

class Tiles {
 public:
  // `lead`: elements between the last 64-byte border and the destination of the first sample.
  Tiles(const Box& box, int lead) : box_(box), lead_(lead), total_(1) {
    for (int axis = 0; axis < 4; ++axis) {
      const std::int64_t padded = box.count[at(axis)] + (axis == 0 ? lead : 0);
      number_[at(axis)] = (padded + size(axis) - 1) / size(axis);
      total_ *= number_[at(axis)];
    }
  }

  std::int64_t total() const { return total_; }

  // Tile `index`, and the first of its samples within the box.
  Tile tile(std::int64_t index, std::array<std::int64_t, 4>& start) const {
    Tile tile{};
    tile.dimensions = box_.dimensions;
    for (int axis = 0; axis < 4; ++axis) {
      const std::int64_t number = number_[at(axis)];
      const int lead = axis == 0 ? lead_ : 0;
      // Only the first tile of a row is shorter for the lead: the others start on a border.
      const std::int64_t begin = std::max<std::int64_t>(0, index % number * size(axis) - lead);
      const std::int64_t end = std::min(box_.count[at(axis)], (index % number + 1) * size(axis) - lead);
      if (axis == 0 && begin == 0) tile.lead = lead;
      tile.axis[axis] = {box_.origin[at(axis)], box_.step[at(axis)], box_.first[at(axis)] + begin, static_cast<int>(end - begin)};
      start[at(axis)] = begin;
      index /= number;
    }
    tile.columns = (tile.lead + tile.axis[0].count + row_alignment - 1) / row_alignment * row_alignment;
    return tile;
  }

 private:
  static constexpr std::size_t at(int axis) { return static_cast<std::size_t>(axis); }
  std::int64_t size(int axis) const { return tile_shape[box_.dimensions - 1][axis]; }

  Box box_;
  int lead_;
  std::array<std::int64_t, 4> number_;
  std::int64_t total_;
};

}  // namespace perlane::engine
