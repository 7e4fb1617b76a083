#pragma once
// The plain data between the stages of kernels. It is the same for every instruction set.
//
// The coordinates of a sample are its position. Its place is where it lies in the lattice of a
// noise: cells, offsets within them, weights. To locate is to find the cell and the offset along
// one axis; to place is to do so along all of them. `at` is an index in a tile buffer.

#include "model/noises.hpp"

#include <cstddef>
#include <cstdint>

namespace perlane::kernels {

// The numbers that decide where samples lie in the lattice of a noise, and what weights they get.
struct LatticeParameters {
  double frequency;
  model::Fade fade;
  const model::LatticePoints* lattice;
};

// The outermost of some cells. Those of evenly spaced samples are in order.
struct Span {
  double lowest, highest;
};

// The weights by which an axis is removed (kernels/shared/collapse.hpp), or the derivatives of
// these, for some samples of the axis.
struct Weights {
  float* s = nullptr;
  float* u = nullptr;
  float* v = nullptr;
};

// ---- the axis x ---------------------------------------------------------------

// The layout of the lattice columns that a vector of samples needs. They lie side by side, unless
// they are finer than a vector can permute: then each sample has its own two, that on its left at
// its own index and that on its right `Columns::width` later.
enum class ColumnLayout {
  same,  // all samples lie in one cell
  near,  // a vector of columns has those of a side
  per_sample,  // of the whole tile
};

// Consecutive vectors that have the same layout. If that is `same`, they lie in the same cell.
struct Segment {
  int begin, end;  // samples
  ColumnLayout layout;
};

// The samples of a row. The first `before` elements, and those after the samples up to `width`, are
// padding, which repeats the outermost samples.
struct Columns {
  float* f;
  Weights weights;
  Weights derivatives;  // null unless asked for
  int before;
  int width;  // all vectors
  Segment* segments;
  Segment* segments_end;
  int* base;  // per vector: its first lattice column
  std::uint32_t* lane;  // per sample: its lattice column, counted from `base`
  std::uint32_t* lattice;  // coordinate of each lattice column; room for four vectors more
  int count;  // of lattice columns
};

// ---- the axes y, z and w ------------------------------------------------------

// The samples of one axis, and the lattice points in reach of any of them, each of which has an
// index. Those in reach of a sample have 2 * reach consecutive indices.
struct RowAxis {
  float* f;
  Weights weights;
  Weights derivatives;  // null unless asked for
  int* index;  // per sample: that of the first lattice point in reach
  std::uint32_t* lattice;  // coordinate of each lattice point, modulo 2^32
  int count;  // of lattice points
  bool is_per_sample;  // each sample lists its own lattice points, even if others share them
  bool is_in_order;  // indices rise or fall from sample to sample
};

// ---- rows from which axes are removed, see kernels/lattice/collapse_rows.hpp ------------

// The rows beside some samples.
struct RowPair {
  const float* low;
  const float* high;
};

// Rows of samples that lie between the same two rows, and the weights of the first of them. The
// gradient along y is `pitch` elements after k.
struct Band {
  RowPair pair;
  int pitch;
  Weights weights;
  int rows;
};

// Rows up to this width are evaluated in strips: a few vectors of all rows, one below another.
inline constexpr int widest_strips = 128;

// The elements of the rows that are samples; if `is_exact`, only these may be written.
struct RowExtent {
  int before, count, width;
  bool is_exact;  // if true, `count` is at least the lanes
};

// ---- output ----------------------------------------------------------

// Some rows of a tile, as the loops over samples write them; `to` and `sum` are at the first sample
// of the first row.
struct RowsTo {
  const float* sum;  // a tile buffer, or null
  std::ptrdiff_t sum_stride;
  float* to;
  std::ptrdiff_t stride;
  bool is_stream;  // past the caches: `to` and `stride` are multiples of a line
};

// ---- points -------------------------------------------------------------------

// The lattice along one axis.
struct PointAxis {
  double frequency;
  double shift;
  double period;  // 0: 2^32
  double offset;
};

// ---- hashes --------------------------------------------------------------------

// The stages that look up hashes, see kernels/shared/row_hashes.hpp and
// kernels/shared/vertex_hashes.hpp. An instruction set that extends another may replace these
// alone.
struct HashStages {
  void (*prepare_axis)(const model::LatticePoints&, int axis, std::uint32_t* coordinate,
                       int count) noexcept;
  void (*row_hashes)(const model::LatticePoints&, int dimensions, const std::uint32_t* column,
                     int count, const std::uint32_t* cell, std::uint32_t* hash) noexcept;
  void (*vertex_hashes)(const model::LatticePoints&, int dimensions, const std::uint32_t* cell,
                        int vectors, std::uint32_t* hash) noexcept;
};

}  // namespace perlane::kernels
