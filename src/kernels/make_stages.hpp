#pragma once
// Fills in the stages of an instruction set, see kernels/stages.hpp.

#include "kernels/stages.hpp"
#include "kernels/collapse_rows.hpp"
#include "kernels/collapse_x.hpp"
#include "kernels/lattice.hpp"
#include "kernels/moves.hpp"
#include "kernels/noises.hpp"

namespace perlane::kernels {

template <class Arch>
void locate_displaced_stage(const model::Tile& tile, const Placement& placement, float* const* f,
                            std::uint32_t* const* below, std::uint32_t* const* above) noexcept {
  for (AnchorRuns<Arch> runs(tile, placement); runs.next();) {
    const std::ptrdiff_t at = runs.at();
    for (int axis = 0; axis < tile.dimensions; ++axis) {
      locate_displaced<Arch>(point_axis<Arch>(placement, axis), runs.anchors()[axis],
                             tile.displacement[axis] + at, tile.displacement_factor[axis],
                             runs.count(), f[axis] + at, below[axis] + at, above[axis] + at);
    }
  }
}

template <class Arch, int N>
void lattice_words_in(const LatticePoints& lattice, const std::uint32_t* const* cell, int count,
                      std::uint32_t* word) noexcept {
  for (int i = 0; i < count; i += lanes<Arch>) {
    Words<Arch> point[N];
    for (int axis = 0; axis < N; ++axis) point[axis] = Words<Arch>::load_aligned(cell[axis] + i);
    word_of<Arch, N>(lattice, point).store_aligned(word + i);
  }
}
template <class Arch>
void lattice_words_stage(const LatticePoints& lattice, int dimensions,
                         const std::uint32_t* const* cell, int count,
                         std::uint32_t* word) noexcept {
  switch (dimensions) {
    case 1:
      return lattice_words_in<Arch, 1>(lattice, cell, count, word);
    case 2:
      return lattice_words_in<Arch, 2>(lattice, cell, count, word);
    case 3:
      return lattice_words_in<Arch, 3>(lattice, cell, count, word);
    default:
      return lattice_words_in<Arch, 4>(lattice, cell, count, word);
  }
}

template <class Arch>
void lattice_rows_stage(const Placement& placement, const model::Tile& tile, model::Arena arena,
                        void* context, Stages::VisitRow visit) noexcept {
  constexpr int columns = 16, reach = 2;
  LatticeRows<Arch, 3, reach, std::uint32_t> rows(tile, placement, false, arena);
  rows.keep(4 * columns, arena);
  alignas(64) std::uint32_t column[4 * columns];
  for (std::uint32_t i = 0; i < 4 * columns; ++i) column[i] = i;
  const auto& words = word_stages<Arch>();
  const RowAxes<Arch, 3, reach>& axes = rows.axes();
  words.prepare_axis(*placement.lattice, 0, column, columns);
  for (int m = 1; m < 3; ++m)
    words.prepare_axis(*placement.lattice, m, axes.axis[m].lattice, axes.axis[m].places);
  for (int z = 0; z < tile.axis[2].count; ++z) {
    for (int y = 0; y < tile.axis[1].count; ++y) {
      for (int side = 0; side < 4 * reach * reach; ++side) {
        const int side_y = side % (2 * reach), side_z = side / (2 * reach);
        const RowKey key(axes.axis[1].place[y] + side_y, axes.axis[2].place[z] + side_z, 0);
        bool is_new = false;
        const auto* row = rows.at(key, [&](const std::uint32_t* cell, std::uint32_t* word) {
          words.row_words(*placement.lattice, 3, column, columns, cell, word);
          is_new = true;
        });
        visit(context, y, z, side_y, side_z, row, is_new);
      }
    }
  }
}

template <class Arch, class Noise>
void draw_stage(const Noise& noise, int dimensions, std::uint32_t* word, int count, float* out,
                std::ptrdiff_t pitch) noexcept {
  const auto lattice =
      LatticeKernels<Arch, Noise>::describe(noise, dimensions, word_stages<Arch>());
  lattice.choose(&noise, dimensions, word, count);
  lattice.draw(&noise, word, count, out, pitch);
}

// Calls collapse(extremes) with extremes for each lane.
template <class Arch, class Collapse>
void with_extremes(float (&extremes)[2], const Collapse& collapse) noexcept {
  model::Sink sink{};
  sink.min = &extremes[0];
  sink.max = &extremes[1];
  Extremes<Arch> lane_by_lane(sink);
  collapse(lane_by_lane);
  lane_by_lane.finish(sink);
}
template <class Arch>
void collapse_block_stage(bool has_gradients, bool is_sum, bool is_buffer, const Columns& columns,
                          const float* lines, const RowsTo& to, float (&extremes)[2]) noexcept {
  with_extremes<Arch>(extremes, [&](Extremes<Arch>& lane_by_lane) {
    collapse_block_of<Arch>(has_gradients, is_sum, is_buffer)(columns, lines, 1, to, lane_by_lane);
  });
}
template <class Arch>
void collapse_cell_stage(bool has_gradients, bool is_sum, const Columns& columns, const float* from,
                         int rows, const RowsTo& to, float (&extremes)[2]) noexcept {
  with_extremes<Arch>(extremes, [&](Extremes<Arch>& lane_by_lane) {
    collapse_cell_of<Arch>(has_gradients, is_sum)(columns, from, rows, to, lane_by_lane);
  });
}
template <class Arch>
void collapse_row_stage(bool has_gradients, bool is_sum, const Columns& columns, const float* lines,
                        int pitch, const RowsTo& to, float (&extremes)[2]) noexcept {
  with_extremes<Arch>(extremes, [&](Extremes<Arch>& lane_by_lane) {
    collapse_row_of<Arch>(has_gradients, is_sum)(columns, lines, pitch, to, lane_by_lane);
  });
}
template <class Arch>
void differentiate_row_stage(bool has_gradients, int dimensions, const Columns& columns,
                             const float* lines, int pitch, float frequency,
                             float* const* planes) noexcept {
  differentiate_row_of<Arch>(has_gradients, dimensions)(columns, lines, pitch, frequency, planes,
                                                        0);
}

template <class Arch>
constexpr Stages make_stages() noexcept {
  return {lanes<Arch>,
          points_in_block<Arch>,
          rows_at_once<Arch>,
          CollapseX<Arch, true, false, Place::buffer>::pitch,
          cell_pitch<Arch>,
          {prepare_axis<Arch>, row_words<Arch>, vertex_words<Arch>},
          locate_samples<Arch>,
          fade_all<Arch>,
          locate_columns<Arch>,
          locate_row_axis<Arch>,
          locate_points<Arch, double>,
          locate_points<Arch, float>,
          locate_displaced_stage<Arch>,
          locate_positions<Arch>,
          lattice_words_stage<Arch>,
          lattice_rows_stage<Arch>,
          draw_stage<Arch, model::PerlinNoise>,
          draw_stage<Arch, model::ValueNoise>,
          remove_axis_of<Arch>,
          remove_y_of<Arch, rows_at_once<Arch>>,
          remove_y_in_cell_of<Arch>,
          differentiate_axis_of<Arch>,
          collapse_block_stage<Arch>,
          collapse_cell_stage<Arch>,
          collapse_row_stage<Arch>,
          differentiate_row_stage<Arch>};
}

}  // namespace perlane::kernels
