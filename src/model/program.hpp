#pragma once
// A program: the steps that an evaluator runs for every tile, one after another. Fields are lowered
// to programs. Each step reads and writes numbered tile buffers. Plain data.

#include "model/curve.hpp"
#include "model/erosion.hpp"
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

// Buffers are numbered from 0, and so are positions; position 0 is that of the tile itself. In a
// program with planes, a buffer is one for the value and one for each derivative, which only steps
// with derivatives write. Such steps compute what the derivatives of the program, of a
// DerivativeStep or of an ErodeStep are made from; a DifferencesStep reads values alone.
inline constexpr int no_buffer = -1;

// Evaluates a noise, and folds it into a sum; Fold::sum is not set here.
struct NoiseStep {
  NoisePointer noise;
  int positions;
  Fold fold;
  int sum;  // or no_buffer
  int to;
  bool with_derivatives = false;
};

// Folds values into a sum; Fold::sum is not set here.
struct FoldStep {
  int from;
  Fold fold;
  int sum;  // or no_buffer
  int to;
  bool with_derivatives = false;
};

// Joins octaves; weights are buffers like any other.
struct OctaveStep {
  Octaves octaves;
  int from[octaves_at_once];
  int value, weight;  // or no_buffer
  int to;
  int weight_to;  // or no_buffer
  bool with_derivatives = false;
};

struct Operand {
  int buffer = no_buffer;  // if there is none,
  const float* constant = nullptr;  // row_alignment times the same value, 64-byte aligned
};
struct OperationStep {
  Operation operation;
  Operand operand[3];
  int to;
  bool with_derivatives = false;
};

struct CurveStep {
  int from;
  const Curve* curve;  // where its node keeps it
  int to;
  bool with_derivatives = false;
};

// Makes a derivative of one buffer, times scale, the value of another, which has no derivatives.
struct DerivativeStep {
  int from;
  int axis;
  float scale;
  int to;
};

// Adds derivatives to the value of a buffer, by central differences: along each axis, the value
// ahead less the value behind, over the width. Operands are in pairs by axis, ahead and behind; the
// step reads their values alone.
struct DifferencesStep {
  int from;
  Operand operand[8];
  float width;
  int to;
};

// Adds gullies down the slope of one buffer, which has derivatives, to its value; in 2 dimensions.
// The result has no derivatives.
struct ErodeStep {
  int from;
  int positions;
  const Erosion* erosion;  // where its node keeps it
  int to;
};

// The chain rule for a map: multiplies the derivative along each axis by a factor. There is no such
// step in programs without derivatives.
struct MapDerivativeStep {
  int from;
  float factor[4];
  int to;
};

// Maps positions; axes stay axes, and points stay points.
struct MapStep {
  int from;
  AxisMap map[4];
  int to;
};

// Displaces every sample along each axis by the operand times scale. The coordinates that it is
// displaced from stay as they are; only those of points in binary32 become binary64. Operands of
// samples that are displaced already are added to their displacements, in binary32; other operands
// are not copied: the steps that use these positions read them. An axis without operand stays as it
// is. If displacements may be large, they are added to coordinates in binary64, and positions
// become points.
struct WarpStep {
  int from;
  Operand by[4];
  double scale;
  bool is_far;
  int to;
};

// Moves every sample by an affine map, in binary64: coordinate a becomes the sum over the axes b of
// coordinate b times matrix[a][b], in this order, plus matrix[a][4]. Positions become points in
// binary64, too.
struct TransformStep {
  int from;
  double matrix[4][5];
  int to;
};

// Moves every sample to the nearest point of cellular noise, which all samples of a cell share to
// the bit. Positions become points in binary64.
struct NearestPointStep {
  int from;
  const CellularNoise* noise;  // where its node keeps it
  int to;
};

struct Program;

// Evaluates a program of one dimension less, at positions without an axis. The derivative along
// that axis is 0. The program has derivatives if the step has.
struct ExtrudeStep {
  const Program* program;  // where its node keeps it
  int positions;
  int axis;
  int to;
  bool with_derivatives = false;
};

// The chain rule for values at coordinates that depend on all others: each derivative becomes the
// sum of those along the axes b, times matrix[b][axis] plus the derivative of by[b] along the axis
// times scale. There is no such step in programs without derivatives.
struct ChainStep {
  int from;
  float matrix[4][4];
  Operand by[4];
  float scale;
  int to;
};

using Step = std::variant<NoiseStep, FoldStep, OctaveStep, OperationStep, CurveStep, DerivativeStep,
                          DifferencesStep, ErodeStep, MapDerivativeStep, MapStep, WarpStep,
                          TransformStep, NearestPointStep, ExtrudeStep, ChainStep>;

// A step whose value is the value of a field. If `is_kept`, it is in a buffer too, for later steps
// or for another field that has the same value.
struct Result {
  int step;
  int field;
  bool is_kept;
};

// A program of one field has no results: its value is that of the last step. A program of several
// has one for each, in the order of the steps, and no derivatives.
struct Program {
  std::vector<Step> steps;
  int buffers;  // tile buffers in use at the same time
  int positions;  // positions in use at the same time, that of the tile included
  bool has_derivatives;
  bool has_planes = has_derivatives;
  // The most that the programs of its extrude steps need, by their dimensions - 1, programs within
  // these included. `buffers` is 0 if no program has that number of dimensions.
  struct Room {
    int buffers = 0, positions = 0;
  };
  Room extruded[3]{};
  std::vector<Result> results{};
};

// Returns true if a program has extrude steps.
inline bool extrudes(const Program& program) noexcept {
  for (const Program::Room& room : program.extruded) {
    if (room.buffers != 0) return true;
  }
  return false;
}

}  // namespace perlane::model
