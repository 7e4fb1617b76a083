#pragma once
// Simplex noise as published, on grids. Boxes of samples with few vertices look up their gradients
// in a table, which draws each of them once.

#include "kernels/shared/grid_boxes.hpp"
#include "kernels/simplex/sum.hpp"

namespace perlane::kernels::simplex {

template <class Arch, int N>
using SimplexTable = VertexTable<Arch, N, 1>;

// Draws for the vertices of simplices, from a table of `entries` vertices.
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
PERLANE_NOINLINE void draw_table(const AnySimplex<Arch, N>& drawn,
                                 SimplexTable<Arch, N>& table) noexcept {
  table.draw(0, [&](const Words<Arch>(&steps)[N], Floats<Arch>(&gradient)[N]) {
    Words<Arch> vertex[N];
    for (int axis = 0; axis < N; ++axis)
      vertex[axis] = steps[axis] + Words<Arch>(static_cast<std::uint32_t>(table.first[axis]));
    drawn.draw(vertex, gradient);
  });
}

template <class Arch, int N, bool with_derivatives>
void fill_published_grid(const model::SimplexNoise& noise, const model::Tile& tile,
                         float* const* planes) noexcept {
  using Block = SimplexBlock<Arch, N>;
  using Place = SimplexPlace<Arch, N>;
  using Table = SimplexTable<Arch, N>;
  using Any = AnySimplex<Arch, N>;
  using Few = TableSimplex<Arch, N, Table::few>;
  using Most = TableSimplex<Arch, N, Table::most>;
  const Any any(noise);
  const SkewedLattice lattice{
      noise.frequency, noise.lattice.shift, {1 + noise.skew[N - 1], noise.skew[N - 1]}, {0, 1}};
  for_each_table<Arch, N, Table, Block, &Place::vertex>(
      tile, lattice,
      [&](const Widened<Arch>(&s)[N], Place& place) {
        place_published<Arch, N, true>(noise, s, 0, place);
      },
      [&](Table& table) { draw_table(any, table); },
      [&](const Block& block, const Table* table) {
        if (table == nullptr)
          return sum_block<Arch, N, with_derivatives, Any>(noise, &any, block, planes);
        if (table->has_few()) {
          const Few few(*table);
          return sum_block<Arch, N, with_derivatives, Few>(noise, &few, block, planes);
        }
        const Most most(*table);
        sum_block<Arch, N, with_derivatives, Most>(noise, &most, block, planes);
      });
}

}  // namespace perlane::kernels::simplex
