#pragma once
// What the engine hands to the kernels: a box of samples or a run of points, and where its values go. Plain data, no functions: these
// headers are compiled once per instruction set.

#include "engine/strict.hpp"

#include <cstddef>
#include <cstdint>

namespace perlane::engine {

// Tile rows are padded to this many samples: a multiple of the lanes of every instruction set.
inline constexpr int row_alignment = 16;

// The largest tile, by dimensions - 1: wide, so that the work per row is shared by many samples; a tile buffer and the tables
// of an octave fit in the first-level cache, and the tables of the densest lattice in Workspace's arena.
inline constexpr int tile_shape[4][4] = {{2048, 1, 1, 1}, {256, 32, 1, 1}, {128, 8, 8, 1}, {64, 4, 4, 8}};

// The longest run of points: their coordinates stay in the first-level cache from octave to octave.
inline constexpr int run_length = 1024;

// Samples first .. first + count - 1 of an endless axis; sample i lies at origin + double(i) * step.
struct Axis {
  double origin;
  double step;
  std::int64_t first;
  int count;
};

// A run of points is a tile of one row that has coordinates in place of axes.
struct Tile {
  int dimensions;
  Axis axis[4];  // x, y, z, w; count 1 beyond the dimensions
  int lead;      // padding before each row, so that vectors of samples are aligned at the destination
  int columns;   // lead + axis[0].count, rounded up to row_alignment

  enum Kind { grid, points, single_points } kind;
  const double* point[4];        // of points
  const float* single_point[4];  // of points in binary32
};

// A tile buffer holds its rows one after another, y fastest, then z, then w; each of Tile::columns floats, of which the first
// Tile::lead and those after the samples are padding.

enum class Accumulation {
  none,   // n
  scale,  // n * amplitude
  add,    // sum + n * amplitude
};

// What a fractal makes of an octave before it is added.
enum class Shape {
  plain,   // n
  ridged,  // 1 - 2 |n|
  billow,  // 2 |n| - 1
};

enum class ElementType { float32, uint16, uint8 };

// Where the values n of a tile go. Either a tile buffer, whose padding may be written, or the destination.
struct Output {
  Shape shape;
  Accumulation accumulation;
  float amplitude;
  const float* sum;  // tile buffer to add to

  float* buffer;  // tile buffer; null: the destination

  ElementType type;
  void* destination;         // sample (0, 0, 0, 0) of the tile
  std::ptrdiff_t stride[3];  // elements from row to row, slice to slice, volume to volume
  bool stream;               // past the caches; destination - lead is aligned to row_alignment elements, and so is every stride
  double low, scale;         // codes: (n - low) * scale, to nearest
  float* min;                // extremes of what is written to the destination, updated
  float* max;
};

// Memory for the length of one kernel call.
struct Arena {
  std::byte* next;  // 64-byte aligned
  std::byte* end;
};

// One point, for the reference.
struct Point {
  int dimensions;
  bool is_single;  // coordinates are floats, and so is the arithmetic of their positions
  double coordinate[4];
};

}  // namespace perlane::engine
