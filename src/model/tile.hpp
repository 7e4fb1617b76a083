#pragma once
// A tile: a box of samples, and their positions. The engine hands it to the kernels as plain data.
// A function that kernels call is a template on the instruction set, because this header is
// compiled once for each: see "There are no ODR traps" in docs/architecture.md. The engine, which
// has no instruction set of its own, takes void for Arch.

#include "model/strict.hpp"

#include <cstddef>
#include <cstdint>

namespace perlane::model {

// Tile rows are padded to this many samples: a multiple of the lanes of every instruction set.
inline constexpr int row_alignment = 16;

template <class Arch>
constexpr int padded(int samples) noexcept {
  return (samples + row_alignment - 1) / row_alignment * row_alignment;
}

// The largest tile, by dimensions - 1: wide, so that the work per row is shared by many samples; a
// tile buffer and the tables of an octave fit in the first-level cache.
inline constexpr int tile_shape[4][4] = {
    {2048, 1, 1, 1}, {512, 16, 1, 1}, {256, 32, 1, 1}, {64, 64, 1, 1}};

// The widest row of a tile: a row that is a little wider than the shape is not cut.
constexpr int widest_row(int dimensions) noexcept {
  return tile_shape[dimensions - 1][0] + row_alignment;
}

// Samples of the last axis in a stack. The tiles of a stack differ in that axis only, and are
// evaluated one after another: they share the tables of the axes, and the rows of lattice points
// beside their borders.
inline constexpr int stack_height[4] = {1, 256, 32, 32};

// The longest run of points: their coordinates stay in the first-level cache from octave to octave.
template <class Real>
inline constexpr int run_length = 8192 / static_cast<int>(sizeof(Real));

// Samples first .. first + count - 1 of an infinite axis; `position_of` returns where they lie.
struct Axis {
  double origin;
  double step;
  std::int64_t first;
  int count;
  // Unless null, the positions of the samples, in any order: position[i] is that of sample first +
  // i. Along x there is padding as in a tile row; along other axes, as much as a full vector may
  // read beyond the end. Padding repeats the outermost sample.
  const double* position = nullptr;
};

// The position of the sample of an index on an axis. Number is double, or a vector of doubles.
template <class Arch, class Number>
constexpr Number position_at(Number origin, Number index, Number step) noexcept {
  return origin + index * step;
}

// The position of sample first + i of an axis.
template <class Arch>
constexpr double position_of(const Axis& axis, int i) noexcept {
  if (axis.position != nullptr) return axis.position[i];
  return position_at<Arch>(axis.origin, static_cast<double>(axis.first + i), axis.step);
}

// A box of samples. Their positions are those of axes, or points with coordinates of their own.
//
// A tile buffer holds its rows one after another, y fastest, then z, then w, `pitch` floats apart.
// The `columns` of a row are the samples, and padding up to a multiple of row_alignment. What
// kernels write to the padding repeats the outermost sample, so that whole vectors never hold a
// value that no sample has; they need not write more than the vectors that have samples. Packed
// rows have no padding between them, only after the last one.
struct Tile {
  int dimensions;
  Axis axis[4];  // x, y, z, w; count 1 beyond the dimensions. For points, only counts matter
  int columns;  // axis[0].count, rounded up to row_alignment
  int pitch;  // columns or more; axis[0].count if rows are packed

  Axis stack;  // the last axis of the whole stack
  int offset;  // of the tile's first sample in it

  // Samples that a warp has moved lie at a displacement from the positions of axes or points.
  enum Kind { axes, points, float_points, displaced_axes, displaced_points } kind = axes;
  // The coordinates of points, by axis, in rows like those of a tile buffer, of which only
  // axis[0].count elements may be read.
  const double* point[4] = {};  // also those from which samples are displaced
  const float* float_point[4] = {};  // of points in binary32
  // The displacement of samples, by axis: the values of tile buffers, times a factor.
  const float* displacement[4] = {};
  double displacement_factor[4] = {};
  // Set if points are samples of a grid that were moved. All of them, with displacements added up,
  // are then within the limit of coordinates.
  bool is_within = false;
  // Set if the engine turns axes into points before it evaluates anything, as it does for narrow
  // grids.
  bool is_pointwise = false;
};

template <class Arch>
constexpr bool is_displaced(const Tile& tile) noexcept {
  return tile.kind == Tile::displaced_axes || tile.kind == Tile::displaced_points;
}

// Rows of a tile.
template <class Arch>
constexpr int row_count(const Tile& tile) noexcept {
  return tile.axis[1].count * tile.axis[2].count * tile.axis[3].count;
}

// Floats of a tile buffer; for the engine.
constexpr int buffer_size(const Tile& tile) noexcept {
  return padded<void>(tile.pitch * row_count<void>(tile));
}

// Returns true if the samples of a tile buffer lie one behind another.
template <class Arch>
constexpr bool are_rows_packed(const Tile& tile) noexcept {
  return tile.pitch == tile.axis[0].count;
}

// Returns a tile with all packed rows as its only row. Its positions are not those of axes.
template <class Arch>
constexpr Tile in_one_row(const Tile& tile) noexcept {
  Tile row = tile;
  row.axis[0].count = tile.axis[0].count * row_count<Arch>(tile);
  for (int axis = 1; axis < 4; ++axis) row.axis[axis].count = 1;
  row.columns = row.pitch = padded<Arch>(row.axis[0].count);
  return row;
}

// The floats of a cache line between the rows of a tile buffer. Without it, rows that are evaluated
// together could have the same lower address bits, by which processors match loads to pending
// stores.
inline constexpr int row_gap = 16;

// Floats of the largest tile buffer, padding included; no fewer than a run of points has.
constexpr int largest_tile(int dimensions) noexcept {
  const auto& shape = tile_shape[dimensions - 1];
  return (widest_row(dimensions) + row_gap) * shape[1] * shape[2] * shape[3];
}
static_assert(largest_tile(1) >= run_length<float> && largest_tile(2) >= run_length<float> &&
              largest_tile(3) >= run_length<float> && largest_tile(4) >= run_length<float>);

// Kernels of points step along a row by at most this many samples.
inline constexpr int point_step = 64;

// One point, for the reference.
struct Point {
  int dimensions;
  bool is_float;  // coordinates are floats, and so is the arithmetic of their positions
  double coordinate[4];
  bool is_displaced = false;  // it lies `displacement` times its factor away from the coordinates
  float displacement[4] = {};
  double displacement_factor[4] = {};
};

}  // namespace perlane::model
