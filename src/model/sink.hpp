#pragma once
// The destination of the values of a tile, and the operations that are applied before. Plain data.

#include "model/strict.hpp"

#include <cstddef>

namespace perlane::model {

enum class Accumulation {
  none,   // n
  scale,  // n * amplitude
  add,    // sum + n * amplitude
};

// The operation by which a fractal folds the values n of an octave into the sum of those before it.
// The default leaves them unchanged. (Fractals that are more than a sum: model/octaves.hpp.)
struct Fold {
  Accumulation accumulation = Accumulation::none;
  float amplitude = 1;
  const float* sum = nullptr;  // the tile buffer to add to; it may be the one that is written
};

enum class ElementType { float32, uint16, uint8 };

// The numbers that turn values into codes: (n * unit - low) * scale in binary32, clamped to 0 ..
// largest and rounded to the nearest whole number.
struct Coding {
  float unit;  // a power of two, which keeps all of this within the range of floats
  float low;  // the value of code 0, times unit
  float scale;
  float largest;  // code
};

// The values of a tile go to a tile buffer, whose padding may be written, or to the destination,
// where only samples may be.
struct Sink {
  float* buffer;  // null: the destination

  ElementType type;
  void* destination;  // sample (0, 0, 0, 0) of the tile
  std::ptrdiff_t stride[4];  // elements from sample to sample, by axis
  bool stream;  // past the caches
  Coding coding;  // of codes
  float* min;  // extremes of the values that are written, updated; null: there are none
  float* max;
};

inline Sink to_buffer(float* buffer) noexcept {
  Sink sink{};
  sink.buffer = buffer;
  return sink;
}

// An operator reads a tile buffer (step 1), or a constant, row_alignment times (step 0). Both are
// 64-byte aligned.
struct Input {
  const float* value;
  int step;
};

}  // namespace perlane::model
