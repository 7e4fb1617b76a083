#pragma once
// What the engine hands to the kernels: a box of samples or a run of points, and where its values
// go. Plain data, and no function that kernels call: these headers are compiled once per
// instruction set.

#include "model/strict.hpp"

#include <cstddef>
#include <cstdint>

namespace perlane::model {

// Tile rows are padded to this many samples: a multiple of the lanes of every instruction set.
inline constexpr int row_alignment = 16;

// The largest tile, by dimensions - 1: wide, so that the work per row is shared by many samples; a
// tile buffer and the tables of an octave fit in the first-level cache.
inline constexpr int tile_shape[4][4] = {
    {2048, 1, 1, 1}, {512, 16, 1, 1}, {256, 8, 2, 1}, {64, 4, 4, 4}};

// Samples of the last axis in a stack: tiles that differ in that axis only, and are evaluated one
// after another. What the axes have in common, and the rows of lattice points beside a border, are
// worked out once for a stack.
inline constexpr int stack_height[4] = {1, 256, 32, 8};

// The longest run of points: their coordinates stay in the first-level cache from octave to octave.
inline constexpr int run_length = 1024;

// Samples first .. first + count - 1 of an endless axis; sample i lies at origin + double(i) *
// step.
struct Axis {
  double origin;
  double step;
  std::int64_t first;
  int count;
  // Unless null, where the samples lie instead, in any order: position[i] is that of sample first +
  // i. Along x it has the padding of a tile row too, in other axes as many more as a full vector
  // may read; all of them repeat the outermost sample.
  const double* position = nullptr;
};

// A run of points is a tile of one row that has coordinates in place of axes.
struct Tile {
  int dimensions;
  Axis axis[4];  // x, y, z, w; count 1 beyond the dimensions
  int lead;  // padding before each row, so that vectors of samples are aligned at the destination
  int columns;  // lead + axis[0].count, rounded up to row_alignment
  int pitch;  // of a tile buffer: floats from row to row

  Axis stack;  // the last axis of the whole stack
  int offset;  // of the tile's first sample in it

  enum Kind { grid, points, single_points } kind;
  const double* point[4];  // of points
  const float* single_point[4];  // of points in binary32
};

// Floats of a tile buffer.
constexpr int buffer_size(const Tile& tile) noexcept {
  return tile.pitch * tile.axis[1].count * tile.axis[2].count * tile.axis[3].count;
}

// A tile buffer holds its rows one after another, y fastest, then z, then w; each of Tile::columns
// floats, of which the first Tile::lead and those after the samples are padding. A cache line
// between rows keeps rows that are evaluated together from having the same lower address bits, by
// which processors tell loads from stores that are under way.
inline constexpr int row_gap = 16;

// Of the largest tile buffer, padding included; and no smaller than a run of points.
constexpr int largest_tile(int dimensions) noexcept {
  const auto& shape = tile_shape[dimensions - 1];
  const int columns = (shape[0] + 2 * row_alignment - 1) / row_alignment * row_alignment;
  return (columns + row_gap) * shape[1] * shape[2] * shape[3];
}
static_assert(largest_tile(1) >= run_length && largest_tile(2) >= run_length &&
              largest_tile(3) >= run_length && largest_tile(4) >= run_length);

enum class Accumulation {
  none,  // n
  scale,  // n * amplitude
  add,  // sum + n * amplitude
};

// What a fractal makes of an octave before it is added.
enum class Shape {
  plain,  // n
  ridged,  // 1 - 2 |n|
  billow,  // 2 |n| - 1
};

enum class ElementType { float32, uint16, uint8 };

// Where the values n of a tile go. Either a tile buffer, whose padding may be written, or the
// destination.
struct Output {
  Shape shape;
  Accumulation accumulation;
  float amplitude;
  const float* sum;  // tile buffer to add to

  float* buffer;  // tile buffer; null: the destination

  ElementType type;
  void* destination;  // sample (0, 0, 0, 0) of the tile
  std::ptrdiff_t stride[3];  // elements from row to row, slice to slice, volume to volume
  bool stream;  // past the caches; destination - lead is aligned to row_alignment elements, and so
                // is every stride
  float low, high;  // codes: n within these,
  double scale;  // (n - low) * scale, to nearest
  float* min;  // extremes of what is written to the destination, updated
  float* max;
};

// What an operator reads: a tile buffer (step 1), or a constant, row_alignment times (step 0).
// 64-byte aligned.
struct Input {
  const float* value;
  int step;
};

// Memory of a kernel, 64-byte aligned.
struct Arena {
  std::byte* next;
  std::byte* end;
};

// What a kernel has worked out for a stack.
struct State {
  void* kept;  // null: nothing yet
  Arena arena;  // what is left; its end is scratch memory
};

// One point, for the reference.
struct Point {
  int dimensions;
  bool is_single;  // coordinates are floats, and so is the arithmetic of their positions
  double coordinate[4];
};

}  // namespace perlane::model
