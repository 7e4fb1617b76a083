#pragma once
// What a field is lowered to: steps that an evaluator takes, one after another, for every tile.
// Each step reads and writes numbered tile buffers. Plain data.

#include "model/noises.hpp"
#include "model/operations.hpp"
#include "model/sink.hpp"

#include <variant>
#include <vector>

namespace perlane::model {

template <class List>
struct PointerToOneOf;
template <class... Noise>
struct PointerToOneOf<NoiseList<Noise...>> {
  using type = std::variant<const Noise*...>;
};
// A noise, where its node keeps it.
using NoisePointer = PointerToOneOf<Noises>::type;

// Buffers are numbered from 0, and so are positions; position 0 is that of the tile itself. With
// derivatives, a buffer is one for the value and one for each derivative.
inline constexpr int no_buffer = -1;

// Evaluates a noise, and folds it into a sum; Fold::sum is not set here.
struct NoiseStep {
  NoisePointer noise;
  int positions;
  Fold fold;
  int sum;  // or no_buffer
  int to;
};

// Folds values into a sum; Fold::sum is not set here.
struct FoldStep {
  int from;
  Fold fold;
  int sum;  // or no_buffer
  int to;
};

struct Operand {
  int buffer = no_buffer;           // if there is none,
  const float* constant = nullptr;  // row_alignment times the same value, 64-byte aligned
};
struct OperationStep {
  Operation operation;
  Operand operand[3];
  int to;
};

// Multiplies derivatives by the slope of a map, by axis. There is no such step in programs without
// derivatives.
struct SlopeStep {
  int from;
  float slope[4];
  int to;
};

// Maps positions; what they are, axes or points, stays the same.
struct MapStep {
  int from;
  AxisMap map[4];
  int to;
};

// Moves every sample by itself: the coordinate c of an axis becomes c + by * scale in binary64, and
// positions become points in binary64, whatever they were. An axis without operand stays as it is.
struct WarpStep {
  int from;
  Operand by[4];
  double scale;
  int to;
};

// The chain rule for what is evaluated at coordinates that depend on all others: each derivative
// becomes the sum of those along the axes b, times matrix[b][axis] plus the derivative of by[b]
// along the axis times scale. There is no such step in programs without derivatives.
struct ChainStep {
  int from;
  float matrix[4][4];
  Operand by[4];
  float scale;
  int to;
};

using Step =
    std::variant<NoiseStep, FoldStep, OperationStep, SlopeStep, MapStep, WarpStep, ChainStep>;

// The value of the field is that of the last step.
struct Program {
  std::vector<Step> steps;
  int buffers;    // tile buffers in use at the same time
  int positions;  // positions in use at the same time, that of the tile included
  bool has_derivatives;
};

}  // namespace perlane::model
