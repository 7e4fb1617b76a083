#pragma once
// The stages of kernels one by one, for tests: a second table that each instruction set fills in.
// Arrays are 64-byte aligned and have room for full vectors.

#include "model/memory.hpp"
#include "model/sink.hpp"
#include "model/tile.hpp"
#include "kernels/layout.hpp"

namespace perlane::kernels {

struct Stages {
  int lanes;
  int points_in_block;
  int rows_at_once;
  int block_pitch;  // of the lines that blocks are collapsed from
  int cell_pitch;  // of what is left of the two columns of a cell, see kernels/collapse_cell.hpp

  WordStages words;

  // ---- place
  void (*locate_samples)(const model::Axis&, std::int64_t first, int count, double frequency,
                         double shift, double* cell, float* f) noexcept;
  void (*fade)(model::Fade, const float* f, float* f_minus_1, float* s, float* slope,
               int count) noexcept;
  Columns (*locate_columns)(const model::Tile&, const Placement&, bool with_slopes, const Overlap&,
                            model::Arena&) noexcept;
  RowAxis (*locate_row_axis)(const model::Axis&, int number, const Placement&, int reach,
                             bool with_slopes, model::Arena&) noexcept;
  void (*locate_points)(const PointAxis&, const double* coordinate, int count, float* f,
                        std::uint32_t* below, std::uint32_t* above) noexcept;
  void (*locate_single_points)(const PointAxis&, const float* coordinate, int count, float* f,
                               std::uint32_t* below, std::uint32_t* above) noexcept;
  // The same of a tile of displaced samples, by axis, in rows like those of a tile buffer.
  void (*locate_displaced)(const model::Tile&, const Placement&, float* const* f,
                           std::uint32_t* const* below, std::uint32_t* const* above) noexcept;
  // Writes the coordinates that pointwise kernels are handed, by axis.
  void (*positions)(const model::Tile&, double* const* coordinate) noexcept;

  // ---- draw
  // The words of the lattice points at lattice coordinates cell[axis][i].
  void (*lattice_words)(const model::LatticePoints&, int dimensions,
                        const std::uint32_t* const* cell, int count, std::uint32_t* word) noexcept;
  // Keeps rows of the words at lattice x = 0 to 15, for a tile in three dimensions. Calls `visit`
  // for every row of samples with each of the 4 x 4 rows up to two lattice points to its sides.
  using VisitRow = void (*)(void* context, int y, int z, int side_y, int side_z,
                            const std::uint32_t* row, bool is_new) noexcept;
  void (*lattice_rows)(const Placement&, const model::Tile&, model::Arena, void* context,
                       VisitRow visit) noexcept;
  // Draw from words, as for rows of lattice points.
  void (*draw_gradients)(const model::PerlinNoise&, int dimensions, std::uint32_t* word, int count,
                         float* out, std::ptrdiff_t pitch) noexcept;
  void (*draw_values)(const model::ValueNoise&, int dimensions, std::uint32_t* word, int count,
                      float* out, std::ptrdiff_t pitch) noexcept;

  // ---- collapse
  RemoveAxis (*remove_axis)(bool has_gradients, int axis, bool has_k) noexcept;
  RemoveAxis (*remove_y)(bool has_gradients, bool has_k) noexcept;  // of rows_at_once samples
  RemoveYInCell (*remove_y_in_cell)(bool has_gradients, bool has_k) noexcept;
  RemoveAxis (*differentiate_axis)(bool has_gradients, int axis, bool has_k) noexcept;
  // Collapses lines that are block_pitch apart, and updates the extremes.
  void (*collapse_block)(bool has_gradients, bool is_sum, bool is_buffer, const Columns&,
                         const float* lines, const RowsTo&, float (&extremes)[2]) noexcept;
  void (*collapse_cell)(bool has_gradients, bool is_sum, const Columns&, const float* from,
                        int rows, const RowsTo&, float (&extremes)[2]) noexcept;
  void (*collapse_row)(bool has_gradients, bool is_sum, const Columns&, const float* lines,
                       int pitch, const RowsTo&, float (&extremes)[2]) noexcept;
  void (*differentiate_row)(bool has_gradients, int dimensions, const Columns&, const float* lines,
                            int pitch, float frequency, float* const* planes) noexcept;
};

}  // namespace perlane::kernels
