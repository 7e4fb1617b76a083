#pragma once
// Cuts tiles of evenly spaced samples into boxes of a few rows of one vector each.

#include "kernels/lanes/output.hpp"
#include "kernels/shared/pointwise.hpp"
#include "kernels/shared/vertex_table.hpp"

namespace perlane::kernels {

inline constexpr int most_box_rows = 16;

// The factors that turn coordinates into lattice coordinates: one for the coordinate along the same
// axis, and one for all others.
struct Skew {
  double own, others;
};

// Returns how many rows of a tile, one vector of samples each, make a box for which a table of its
// vertices pays: it has room for them, and draws at most a third of what the samples would draw,
// each of which has at least N + 1 vertices. Returns 0 if no box pays.
template <class Arch, int N>
int rows_of_boxes(const model::Tile& tile, double frequency, Skew skew, VerticesAround around,
                  int most) noexcept {
  for (int rows = most_box_rows; rows >= 4; rows /= 2) {
    double span[N], sum = 0, vertices = 1;
    int count = rows;
    for (int axis = 0; axis < N; ++axis) {
      const int samples = tile.axis[axis].count;
      const int taken = axis == 0 ? lanes<Arch> : count < samples ? count : samples;
      const double step = tile.axis[axis].step * frequency;
      span[axis] = (taken - 1) * (step < 0 ? -step : step);
      sum += span[axis];
      if (axis > 0) count = (count + samples - 1) / samples;
    }
    for (const double own : span)
      vertices *=
          own * (skew.own - skew.others) + sum * skew.others + 1 + around.before + around.after;
    const int drawn = rows * lanes<Arch> * (N + 1);
    if (vertices <= most && vertices * 3 <= drawn) return rows;
  }
  return 0;
}

// Positions of samples of a tile whose samples are evenly spaced, in cells.
template <class Arch, int N>
class ScaledGrid {
  using D = Doubles<Arch>;

 public:
  ScaledGrid(const model::Tile& tile, double frequency, const double* shift) noexcept
      : tile_(tile), frequency_(frequency), shift_(shift) {
    row_positions<Arch>(tile, x_);
    const D f(frequency), s(shift[0]);
    for (int i = 0; i < tile.columns; i += static_cast<int>(D::size))
      (D::load_aligned(x_ + i) * f + s).store_aligned(x_ + i);
  }

  // Returns true if samples are evenly spaced, and below 2^48.
  static bool is_near(const model::Tile& tile, double frequency, const double* shift) noexcept {
    if (tile.kind != model::Tile::axes) return false;
    for (int axis = 0; axis < N; ++axis) {
      const model::Axis& samples = tile.axis[axis];
      if (samples.position != nullptr) return false;
      for (const int i : {0, samples.count - 1}) {
        const double s = model::position_of<Arch>(samples, i) * frequency + shift[axis];
        if (!(-0x1p48 < s && s < 0x1p48)) return false;
      }
    }
    return true;
  }

  // Sets the rows that `get` reads.
  void set_rows(int first, int count) noexcept {
    for (int r = 0; r < count; ++r) {
      int row = first + r;
      for (int axis = 1; axis < N; ++axis) {
        const model::Axis& samples = tile_.axis[axis];
        const int i = axis == N - 1 ? row : row % samples.count;
        row /= samples.count;
        row_[r][axis] = model::position_of<Arch>(samples, i) * frequency_ + shift_[axis];
      }
    }
  }

  XSIMD_INLINE void get(int column, int row, Widened<Arch> (&s)[N]) const noexcept {
    s[0] = {D::load_aligned(x_ + column), D::load_aligned(x_ + column + static_cast<int>(D::size))};
    for (int axis = 1; axis < N; ++axis) s[axis] = {D(row_[row][axis]), D(row_[row][axis])};
  }

 private:
  const model::Tile& tile_;
  double frequency_;
  const double* shift_;
  double row_[most_box_rows][N];
  alignas(64) double x_[model::widest_row(1)];
};

// Places the rows of a box, one vector of samples each.
template <class Arch, int N, class Place, class Block>
PERLANE_NOINLINE void place_box(const ScaledGrid<Arch, N>& grid, int column, const Place& place,
                                Block& block) noexcept {
  for (int row = 0; row < block.count; ++row) {
    Widened<Arch> s[N];
    grid.get(column, row, s);
    place(s, block.place[row]);
  }
}

// Calls place(s, where) for each vector of samples of a tile, with their positions in cells, and
// visit(block) for boxes of `rows_at_once` rows of one vector each.
template <class Arch, int N, class Block, class Place, class Visit>
void for_each_box(const model::Tile& tile, double frequency, const double* shift, int rows_at_once,
                  const Place& place, const Visit& visit) noexcept {
  static_assert(Block::size >= most_box_rows);
  ScaledGrid<Arch, N> grid(tile, frequency, shift);
  Block block;
  const int rows = model::row_count<Arch>(tile);
  for (int row = 0; row < rows; row += rows_at_once) {
    block.count = rows - row < rows_at_once ? rows - row : rows_at_once;
    grid.set_rows(row, block.count);
    for (int column = 0; column < tile.columns; column += lanes<Arch>) {
      for (int r = 0; r < block.count; ++r)
        block.at[r] = std::ptrdiff_t{row + r} * tile.pitch + column;
      place_box<Arch, N>(grid, column, place, block);
      visit(block);
    }
  }
}

// A noise whose samples have vertices around their cells in a skewed lattice.
struct SkewedLattice {
  double frequency;
  const double* shift;
  Skew skew;
  VerticesAround around;
};

// Calls place(s, where) as for_each_box does, and sum(block, table) for each box. Table is that of
// the gradients of all vertices around the box, which draw(table) draws; it is null if they are too
// many. `cell` is the member of a place that has the cells.
template <class Arch, int N, class Table, class Block, auto cell, class Place, class Draw,
          class Sum>
void for_each_table(const model::Tile& tile, const SkewedLattice& lattice, const Place& place,
                    const Draw& draw, const Sum& sum) noexcept {
  Table table;
  const int rows =
      rows_of_boxes<Arch, N>(tile, lattice.frequency, lattice.skew, lattice.around, Table::most);
  for_each_box<Arch, N, Block>(tile, lattice.frequency, lattice.shift,
                               rows > 0 ? rows : most_box_rows, place, [&](const Block& block) {
                                 CellBounds<Arch, N> cells(block.place[0].*cell);
                                 for (int r = 1; r < block.count; ++r)
                                   cells.include(block.place[r].*cell);
                                 const bool has_all = rows > 0 && table.cover(cells, lattice.around,
                                                                              [&] { draw(table); });
                                 sum(block, has_all ? &table : nullptr);
                               });
}

}  // namespace perlane::kernels
