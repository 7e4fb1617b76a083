#pragma once
// OpenSimplex2 noise on grids in 2D and 3D. Boxes of samples with few vertices look up their
// gradients in a table, which draws each of them once; others draw them sample by sample.

#include "kernels/shared/grid_boxes.hpp"
#include "kernels/open_simplex/block.hpp"

namespace perlane::kernels::open_simplex {

template <class Arch, int N>
using OpenSimplexTable = VertexTable<Arch, N, N == 2 ? 1 : 2>;

// In place of a hash, the index of a vertex in a table of `entries` vertices.
template <class Arch, int N, int entries>
struct TableHash {
  using Part = Words<Arch>;
  static constexpr bool is_long = false;
  const OpenSimplexTable<Arch, N>& table;

  XSIMD_INLINE Part of_cell(Part cell, int axis) const noexcept { return table.along(cell, axis); }
  XSIMD_INLINE Part of_step(int axis, int by) const noexcept {
    return Part(table.stride[axis] * static_cast<std::uint32_t>(by));
  }
  XSIMD_INLINE static Part of_seed(std::uint64_t) noexcept { return Part(0); }
  XSIMD_INLINE static Part combined(Part a, Part b) noexcept { return a + b; }
  template <int>
  XSIMD_INLINE static Part finished(Part number) noexcept {
    return number;
  }
};

template <class Arch, int N, int entries>
class OpenSimplexGradients<Arch, N, TableHash<Arch, N, entries>> {
 public:
  explicit OpenSimplexGradients(const OpenSimplexTable<Arch, N>& table) noexcept : table_(table) {}

  XSIMD_INLINE void operator()(Words<Arch> vertex, int lattice,
                               Floats<Arch> (&gradient)[N]) const noexcept {
    table_.template look_up<entries>(vertex, lattice, gradient);
  }

 private:
  const OpenSimplexTable<Arch, N>& table_;
};

// Returns the range of vertices around a cell that contribute. In 3D, each of the two lattices
// lacks some of them.
template <class Arch, int N>
constexpr VerticesAround vertices_around(bool is_smooth) noexcept {
  if (N == 2) return is_smooth ? VerticesAround{1, 2} : VerticesAround{0, 1};
  return is_smooth ? VerticesAround{0, 2} : VerticesAround{1, 1};
}
template <class Arch, int N>
inline constexpr Skew open_simplex_skewed =
    N == 2 ? Skew{1 + model::open_simplex_skew, model::open_simplex_skew}
           : Skew{1 - model::open_simplex_reflection, model::open_simplex_reflection};

template <class Arch, int N, class Hash>
PERLANE_NOINLINE void draw_table(const model::OpenSimplexNoise& noise,
                                 OpenSimplexTable<Arch, N>& table) noexcept {
  const OpenSimplexGradients<Arch, N, Hash> gradients(noise);
  for (int lattice = 0; lattice < N - 1; ++lattice) {
    table.draw(lattice, [&](const Words<Arch>(&steps)[N], Floats<Arch>(&gradient)[N]) {
      typename Hash::Part combined = Hash::of_seed(noise.seed[lattice]);
      for (int axis = 0; axis < N; ++axis) {
        const auto part = Hash::of_cell(steps[axis], axis) + Hash::of_step(axis, table.first[axis]);
        combined = Hash::combined(combined, part);
      }
      gradients(Hash::template finished<N>(combined), lattice, gradient);
    });
  }
}

template <class Arch, int N, bool with_derivatives, int entries>
PERLANE_NOINLINE void sum_block_of_table(const model::OpenSimplexNoise& noise,
                                         const OpenSimplexTable<Arch, N>& table,
                                         const OpenSimplexBlock<Arch, N>& block,
                                         float* const* planes) noexcept {
  using Hash = TableHash<Arch, N, entries>;
  const OpenSimplexGradients<Arch, N, Hash> gradients(table);
  sum_block_of<Arch, N, Hash, with_derivatives>(noise, Hash{table}, gradients, block, planes);
}

// Hashes of 32 bits in 3D, which choose from few gradients, cost less than a table.
template <class Arch, int N, class Hash>
inline constexpr bool has_table = N == 2 || Hash::is_long;

template <class Arch, int N, class Hash, bool with_derivatives>
void fill_open_simplex_grid(const model::OpenSimplexNoise& noise, const model::Tile& tile,
                            float* const* planes) noexcept {
  using Block = OpenSimplexBlock<Arch, N>;
  using Place = OpenSimplexPlace<Arch, N>;
  const auto place = [&](const Widened<Arch>(&s)[N], Place& to) {
    place_cells<Arch, N, true>(s, 0, noise.is_smooth, to);
  };
  const auto sum_each = [&](const Block& block) {
    sum_block<Arch, N, Hash, with_derivatives>(noise, block, planes);
  };
  if constexpr (has_table<Arch, N, Hash>) {
    using Table = OpenSimplexTable<Arch, N>;
    const SkewedLattice lattice{noise.frequency, noise.lattice.shift, open_simplex_skewed<Arch, N>,
                                vertices_around<Arch, N>(noise.is_smooth)};
    for_each_table<Arch, N, Table, Block, &Place::cell>(
        tile, lattice, place, [&](Table& table) { draw_table<Arch, N, Hash>(noise, table); },
        [&](const Block& block, const Table* table) {
          if (table == nullptr) return sum_each(block);
          const auto sum = table->has_few()
                               ? sum_block_of_table<Arch, N, with_derivatives, Table::few>
                               : sum_block_of_table<Arch, N, with_derivatives, Table::most>;
          sum(noise, *table, block, planes);
        });
  } else {
    for_each_box<Arch, N, Block>(tile, noise.frequency, noise.lattice.shift, most_box_rows, place,
                                 sum_each);
  }
}

}  // namespace perlane::kernels::open_simplex
