#pragma once
// Simplex noise as published, on grids. Boxes of samples with few vertices look up their gradients
// in a table, which draws each of them once.

#include "kernels/shared/grid_boxes.hpp"
#include "kernels/simplex/sum.hpp"

namespace perlane::kernels::simplex {

template <class Arch, int N>
using SimplexTable = VertexTable<Arch, N, 1>;

// What the vertices of simplices draw, from a table that has so many.
template <class Arch, int N, int entries>
class TableSimplex {
  using W = Words<Arch>;

 public:
  explicit TableSimplex(const SimplexTable<Arch, N>& table) noexcept : table_(table) {}

  XSIMD_INLINE SimplexSides<Arch, N> sides(const W (&vertex)[N]) const noexcept {
    SimplexSides<Arch, N> sides;
    for (int axis = 0; axis < N; ++axis) {
      sides.low[axis] = table_.along(vertex[axis], axis);
      sides.high[axis] = sides.low[axis] + W(table_.stride[axis]);
    }
    return sides;
  }
  XSIMD_INLINE void draw(const W (&side)[N], Floats<Arch> (&gradient)[N]) const noexcept {
    W vertex = side[0];
    for (int axis = 1; axis < N; ++axis) vertex = vertex + side[axis];
    table_.template look_up<entries>(vertex, 0, gradient);
  }

 private:
  const SimplexTable<Arch, N>& table_;
};

template <class Arch, int N>
PERLANE_OUT_OF_LINE void draw_table(const AnySimplex<Arch, N>& drawn,
                                    SimplexTable<Arch, N>& table) noexcept {
  table.draw(0, [&](const Words<Arch>(&steps)[N], Floats<Arch>(&gradient)[N]) {
    Words<Arch> vertex[N];
    for (int axis = 0; axis < N; ++axis)
      vertex[axis] = steps[axis] + Words<Arch>(static_cast<std::uint32_t>(table.first[axis]));
    drawn.draw(vertex, gradient);
  });
}

template <class Arch, int N>
PERLANE_OUT_OF_LINE void place_box(const model::SimplexNoise& noise,
                                   const ScaledGrid<Arch, N>& grid, int column,
                                   SimplexBlock<Arch, N>& block) noexcept {
  for (int row = 0; row < block.count; ++row) {
    Widened<Arch> s[N];
    grid.get(column, row, s);
    place_published<Arch, N, true>(noise, s, 0, block.place[row]);
  }
}

template <class Arch, int N, bool with_slopes>
void fill_published_grid(const model::SimplexNoise& noise, const model::Tile& tile,
                         float* const* planes) noexcept {
  using Block = SimplexBlock<Arch, N>;
  using Table = SimplexTable<Arch, N>;
  using Any = AnySimplex<Arch, N>;
  using Few = TableSimplex<Arch, N, Table::few>;
  using Most = TableSimplex<Arch, N, Table::most>;
  constexpr VerticesAround around{0, 1};
  const Any any(noise);
  Table table;
  const Few few(table);
  const Most most(table);
  const Skew skew{1 + noise.skew[N - 1], noise.skew[N - 1]};
  const int rows = rows_of_boxes<Arch, N>(tile, noise.frequency, skew, around, Table::most);
  const auto visit = [&](const ScaledGrid<Arch, N>& grid, int column, Block& block) {
    place_box(noise, grid, column, block);
    CellBounds<Arch, N> cells;
    for (int r = 0; r < block.count; ++r) cells.include(block.place[r].vertex, r == 0);
    if (rows == 0 || !table.cover(cells, around, [&] { draw_table(any, table); }))
      return sum_block<Arch, N, with_slopes, Any>(noise, &any, block, planes);
    if (table.has_few()) return sum_block<Arch, N, with_slopes, Few>(noise, &few, block, planes);
    sum_block<Arch, N, with_slopes, Most>(noise, &most, block, planes);
  };
  for_each_box<Arch, N, Block>(tile, noise.frequency, noise.lattice.shift,
                               rows > 0 ? rows : most_box_rows, visit);
}

}  // namespace perlane::kernels::simplex
