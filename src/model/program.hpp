#pragma once
// What a field is lowered to: steps that an evaluator takes, one after another, for every tile.
// Each step reads and writes numbered tile buffers. Plain data.

#include "model/curve.hpp"
#include "model/noises.hpp"
#include "model/octaves.hpp"
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

// Joins octaves; weights are buffers like any other.
struct OctaveStep {
  Octaves octaves;
  int from[octaves_at_once];
  int value, weight;  // or no_buffer
  int to;
  int weight_to;  // or no_buffer
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

struct CurveStep {
  int from;
  const Curve* curve;  // where its node keeps it
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

// Turns positions that are axes into points, which can then be moved one by one.
struct SpreadStep {
  int from;
  int to;
};

using Step = std::variant<NoiseStep, FoldStep, OctaveStep, OperationStep, CurveStep, SlopeStep,
                          MapStep, SpreadStep>;

// The value of the field is that of the last step.
struct Program {
  std::vector<Step> steps;
  int buffers;    // tile buffers in use at the same time
  int positions;  // positions in use at the same time, that of the tile included
  bool has_derivatives;
};

}  // namespace perlane::model
