#pragma once
// The stages of kernels one by one, in a table that each instruction set fills in. Arrays are
// 64-byte aligned and have room for full vectors.

#include "model/memory.hpp"
#include "model/sink.hpp"
#include "model/tile.hpp"
#include "kernels/lanes/layout.hpp"

namespace perlane::testing {

using namespace kernels;

struct Stages {
  int lanes;
  int points_in_block;
  int rows_at_once;

  HashStages hashes;

  // ---- place
  void (*locate_samples)(const model::Axis&, std::int64_t first, int count, double frequency,
                         double shift, double* cell, float* f) noexcept;
  void (*weigh)(model::Fade, const float* f, const Weights&, const Weights& derivatives,
                int count) noexcept;
  Columns (*locate_columns)(const model::Tile&, const LatticeParameters&, bool with_derivatives,
                            int before, bool is_own_cheap, model::Arena&) noexcept;
  RowAxis (*locate_row_axis)(const model::Axis&, int number, const LatticeParameters&, int reach,
                             bool with_derivatives, model::Arena&) noexcept;
  void (*locate_points)(const PointAxis&, const double* coordinate, int count, float* f,
                        std::uint32_t* below, std::uint32_t* above) noexcept;
  void (*locate_single_points)(const PointAxis&, const float* coordinate, int count, float* f,
                               std::uint32_t* below, std::uint32_t* above) noexcept;
  // The same of a tile of displaced samples, by axis, in rows like those of a tile buffer.
  void (*locate_displaced)(const model::Tile&, const LatticeParameters&, float* const* f,
                           std::uint32_t* const* below, std::uint32_t* const* above) noexcept;
  // Writes the coordinates that pointwise kernels are handed, by axis.
  void (*positions)(const model::Tile&, double* const* coordinate) noexcept;

  // ---- draw
  // The hashes of the lattice points at lattice coordinates cell[axis][i].
  void (*lattice_hashes)(const model::LatticePoints&, int dimensions,
                         const std::uint32_t* const* cell, int count, std::uint32_t* hash) noexcept;
  // Keeps rows of the hashes at lattice x = 0 to 15, for a tile in three dimensions. Calls `visit`
  // for every row of samples with each of the 4 x 4 rows up to two lattice points to its sides.
  using VisitRow = void (*)(void* context, int y, int z, int side_y, int side_z,
                            const std::uint32_t* row, bool is_new) noexcept;
  void (*lattice_rows)(const LatticeParameters&, const model::Tile&, model::Arena, void* context,
                       VisitRow visit) noexcept;
  // Draw from hashes, as for rows of lattice points.
  void (*draw_gradients)(const model::PerlinNoise&, int dimensions, std::uint32_t* hash, int count,
                         float* out, std::ptrdiff_t pitch) noexcept;
  void (*draw_values)(const model::ValueNoise&, int dimensions, std::uint32_t* hash, int count,
                      float* out, std::ptrdiff_t pitch) noexcept;

  // ---- collapse
  // By components of the gradients, or 0, and whether it is for derivatives.
  using RemoveX = void (*)(const Columns&, const Weights&, const float* drawn, int from_pitch,
                           float* to, int pitch) noexcept;
  RemoveX (*remove_x)(int components, bool is_derivative) noexcept;
  // Removes an axis, 1 to 3, or 0 of values.
  void (*remove_axis)(int axis, bool is_derivative, const Weights&, int sample, const RowPair&,
                      int from_pitch, float* to, int pitch, int count) noexcept;
  // Updates the extremes, if it is seen.
  void (*collapse_band)(bool has_gradients, bool is_sum, bool is_seen, const Band&,
                        const RowExtent&, const RowsTo&, float (&extremes)[2]) noexcept;
};

// Defined by the file that is compiled for the instruction set, and made by its instructions: only
// to be called where the CPU has them.
template <class Arch>
const Stages& stages() noexcept;

}  // namespace perlane::testing
