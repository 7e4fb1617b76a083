#pragma once
// The plain data between the stages of kernels. It is the same for every instruction set.

#include "model/noises.hpp"

#include <cstddef>
#include <cstdint>

namespace perlane::kernels {

// What decides where samples lie in the lattice of a noise.
struct Placement {
  double frequency;
  model::Fade fade;
  const model::LatticePoints* lattice;
};

// The outermost of some cells. Those of evenly spaced samples are in order.
struct Span {
  double lowest, highest;
};

// ---- the axis x ---------------------------------------------------------------

// Where the samples of a vector find the lattice columns beside them. Lattice columns lie side by
// side, unless they are finer than a vector can permute: then each sample has its own two, that on
// its left at its own index and that on its right `Columns::width` later.
enum class Reach {
  same,        // all samples lie in one cell
  near,        // a vector of columns has those of a side
  wide,        // two vectors have those of both sides; only with has_wide_permute
  per_sample,  // of the whole tile
};

// Consecutive vectors that have the same reach. If that is `same`, they lie in the same cell.
struct Stretch {
  int begin, end;  // samples
  Reach reach;
};

// How the vectors of a row overlap, so that whole vectors are written where only samples may be.
struct Overlap {
  bool of_last;   // the last vector ends with the row
  int of_second;  // so many samples of the first vector are also the second's
};

struct Columns {
  float* f;
  float* f_minus_1;
  float* s;
  float* slope;  // of the fade; null unless asked for
  int width;     // samples of all vectors
  Stretch* stretches;
  Stretch* stretches_end;
  int* base;               // per vector: its first lattice column
  std::uint32_t* lane;     // per sample: its lattice column, counted from `base`
  std::uint32_t* lattice;  // coordinate of each lattice column; room for four vectors more
  int count;               // of lattice columns
  // The column of the tile where the samples of the last vector begin, and how far those of the
  // vectors between the first and the last begin before their own place.
  int last, skip;
};

// ---- the axes y, z and w ------------------------------------------------------

// The samples of one axis: how the lattice points beside each are blended, and at which places
// these lattice points are. The lattice points in reach of a sample have 2 * reach places in a row.
struct RowAxis {
  float* f;
  float* f_minus_1;
  float* s;
  float* slope;  // of the fade; null unless asked for
  int* place;  // of the first lattice point in reach of the sample
  std::uint32_t* lattice;  // coordinate of the lattice point at each place, modulo 2^32
  int places;
  bool is_per_sample;  // each sample has places of its own, which it shares with no other
  bool is_in_order;  // places rise or fall from sample to sample
};

// Rows have `count` columns. Their lines are `from` apart, those of the rows that are made from
// them `to`; and of these, if there are several, the first lines are `distance` apart.
struct RowShape {
  int count;
  int from;
  int to;
  std::ptrdiff_t distance;
  int sets;  // of lines in the rows beside
};

using RemoveAxis = void (*)(const RowAxis&, int sample, const float* low, const float* high,
                            const RowShape&, float* to) noexcept;

using RemoveYInCell = void (*)(const RowAxis&, int sample, int rows, const float* low,
                               const float* high, int pitch, float* to) noexcept;

// ---- what is written ----------------------------------------------------------

// Some rows of a tile, as the loops over samples write them; `to` and `sum` are at column 0 of the
// first.
struct RowsTo {
  const float* sum;  // of accumulations
  std::ptrdiff_t sum_stride;
  float amplitude;
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

// ---- words --------------------------------------------------------------------

// The stages that look up words, see kernels/row_words.hpp and kernels/vertex_words.hpp. An
// instruction set that only adds to another may replace these alone.
struct WordStages {
  void (*prepare_axis)(const model::LatticePoints&, int axis, std::uint32_t* coordinate,
                       int count) noexcept;
  void (*row_words)(const model::LatticePoints&, int dimensions, const std::uint32_t* column,
                    int count, const std::uint32_t* cell, std::uint32_t* word) noexcept;
  void (*vertex_words)(const model::LatticePoints&, int dimensions, const std::uint32_t* cell,
                       int vectors, std::uint32_t* word) noexcept;
};

}  // namespace perlane::kernels
