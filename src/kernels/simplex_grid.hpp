#pragma once
// Cuts tiles into boxes for kernels/simplex_boxes.hpp.

#include "kernels/simplex_boxes.hpp"

namespace perlane::kernels {

// The samples of a tile along each axis; and the outermost of each group of columns.
template <class Arch, int N>
class SimplexTile {
 public:
  SimplexTile(const model::SimplexNoise& noise, const model::Tile& tile,
              model::Arena arena) noexcept
      : noise_(noise), tile_(tile), groups_(tile.columns / simplex_columns) {
    double* position = take<Arch, double>(arena, tile.columns);
    row_positions<Arch>(tile, position);
    place(0, position, tile.columns, arena);
    low_ = take<Arch, double>(arena, groups_);
    high_ = take<Arch, double>(arena, groups_);
    for (int i = 0; i < groups_; ++i) {
      const double* cells = axis_[0].cells + i * simplex_columns;
      widen_to(cells, tile.axis[0].position == nullptr ? simplex_columns - 1 : 1, simplex_columns,
               low_[i], high_[i]);
    }
    for (int axis = 1; axis < N; ++axis) {
      const int count = tile.axis[axis].count;
      double* of_axis = take<Arch, double>(arena, round_up_to_lanes<Arch>(count));
      for (int i = 0; i < round_up_to_lanes<Arch>(count); ++i)
        of_axis[i] = model::position_of<Arch>(tile.axis[axis], i < count ? i : count - 1);
      place(axis, of_axis, round_up_to_lanes<Arch>(count), arena);
    }
  }

  // False if that would be slower than sample by sample; the buffer then has anything.
  bool fill(float* to) const noexcept {
    const int rows = tile_.axis[1].count * tile_.axis[2].count * tile_.axis[3].count;
    SimplexBoxes<Arch, N> boxes(noise_, tile_);
    for (int row = 0; row < rows; row += simplex_rows) {
      const int count = rows - row < simplex_rows ? rows - row : simplex_rows;
      if (!fill_rows(row, count, boxes, to + std::ptrdiff_t{row} * tile_.pitch)) return false;
    }
    return true;
  }

 private:
  // Where boxes and single samples cost the same: vertices in reach of a group of columns.
  static constexpr double most_in_reach = N == 2 ? 10 : N == 3 ? 16 : 22;
  // Vertices of several groups of columns are listed together as long as they are within so many
  // cells.
  static constexpr double widest = 4;
  static constexpr int most_groups = 8;

  void place(int axis, const double* position, int count, model::Arena& arena) noexcept {
    axis_[axis].cells = take<Arch, double>(arena, count);
    axis_[axis].quanta = take<Arch, std::uint32_t>(arena, count);
    place_axis<Arch>(noise_, axis, position, count, axis_[axis]);
  }

  // The outermost of every `step`th of some numbers.
  static void widen_to(const double* number, int step, int count, double& low,
                       double& high) noexcept {
    low = high = number[0];
    for (int i = step; i < count; i += step) {
      low = number[i] < low ? number[i] : low;
      high = number[i] > high ? number[i] : high;
    }
  }

  bool fill_rows(int first, int count, SimplexBoxes<Arch, N>& boxes, float* to) const noexcept {
    alignas(64) std::uint32_t position[4][simplex_rows];
    SimplexBox box;
    for (int r = 0; r < simplex_rows; ++r) {
      int rest = first + (r < count ? r : count - 1);
      for (int axis = 1; axis < N; ++axis) {
        const int sample = axis == N - 1 ? rest : rest % tile_.axis[axis].count;
        rest = rest / tile_.axis[axis].count;
        const double cells = axis_[axis].cells[sample];
        position[axis][r] = axis_[axis].quanta[sample];
        box.low[axis] = r == 0 || cells < box.low[axis] ? cells : box.low[axis];
        box.high[axis] = r == 0 || cells > box.high[axis] ? cells : box.high[axis];
      }
    }
    for (int i = 0; i < groups_;) {
      box.low[0] = low_[i];
      box.high[0] = high_[i];
      if (!(in_reach(box) < most_in_reach)) return false;
      int end = i + 1;
      for (; end < groups_ && end < i + most_groups; ++end) {
        const double low = low_[end] < box.low[0] ? low_[end] : box.low[0];
        const double high = high_[end] > box.high[0] ? high_[end] : box.high[0];
        if (high - low > widest) break;
        box.low[0] = low;
        box.high[0] = high;
      }
      if (!boxes.list(box)) return false;
      boxes.make_rows(position, count);
      for (; i < end; ++i) {
        const int column = i * simplex_columns;
        boxes.fill(axis_[0].quanta + column, low_[i], high_[i], count, to + column);
      }
    }
    return true;
  }

  // About how many vertices are in reach of a box.
  static double in_reach(const SimplexBox& box) noexcept {
    constexpr double vertices_per_cell = N == 2 ? 1.732 : N == 3 ? 2 : 2.236;
    double size = vertices_per_cell;
    for (int axis = 0; axis < N; ++axis) size *= box.high[axis] - box.low[axis] + 1.2;
    return size;
  }

  const model::SimplexNoise& noise_;
  const model::Tile& tile_;
  int groups_;
  SimplexAxis axis_[N];
  double* low_;
  double* high_;
};

}  // namespace perlane::kernels
