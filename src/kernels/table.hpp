#pragma once
// The table of kernels that each instruction set fills in.

#include "model/curve.hpp"
#include "model/erosion.hpp"
#include "model/memory.hpp"
#include "model/noises.hpp"
#include "model/octaves.hpp"
#include "model/operations.hpp"
#include "model/sink.hpp"
#include "model/tile.hpp"

#include <array>

namespace perlane::kernels {

// The kernels of one noise. Those by dimensions are null where the noise lacks the dimension.
template <class Noise>
struct NoiseTable {
  // Evaluates a tile whose positions are axes.
  using Fill = void (*)(const Noise&, const model::Tile&, const model::Fold&, const model::Sink&,
                        model::State&) noexcept;
  // Evaluates any tile into the first plane, a tile buffer, and its derivatives into the next ones,
  // a tile buffer for each axis.
  using Sample = void (*)(const Noise&, const model::Tile&, const model::Fold&,
                          float* const* planes, bool with_derivatives, model::State&) noexcept;
  using FoldsPoints = bool (*)(const Noise&, const model::Tile&) noexcept;

  std::array<Sample, 4> sample;  // by dimensions - 1
  // Evaluates tiles of axes; if null, `sample` does.
  std::array<Fill, 4> fill{};
  // Set if `fill` can write to any sink and add to a sum, provided that Fold::amplitude is 1. If
  // not, callers pass a tile buffer and no fold.
  bool folds = false;
  // Set if rows of whole vectors that `fill` writes to a tile buffer may begin anywhere, so that it
  // can write floats to the destination. It has all dimensions then.
  bool fills_rows = false;
  // Returns true if `sample` can add the noise in a tile of points to a sum, provided that
  // Fold::amplitude is 1. If null, or if it returns false, callers pass no fold.
  FoldsPoints folds_points = nullptr;
};

template <class List>
struct NoiseTables;
template <class... Noise>
struct NoiseTables<model::NoiseList<Noise...>> : NoiseTable<Noise>... {};

struct Kernels {
  const char* name;
  int lanes;  // floats of a vector
  NoiseTables<model::Noises> noises;

  // Folds the values of a tile buffer, and writes them to any sink.
  void (*write)(const float* buffer, const model::Tile&, const model::Fold&,
                const model::Sink&) noexcept;
  // Joins octaves, and writes the joined values to any sink. The output may be an input.
  void (*join_octaves)(const model::Octaves&, const model::OctaveBuffers&, const model::Tile&,
                       const model::Sink&) noexcept;
  // Computes `count` derivatives of joined octaves, from the values and their derivatives.
  void (*join_octave_derivatives)(const model::Octaves&, const model::OctaveBuffers& values,
                                  const model::OctaveBuffers& derivatives, float* to,
                                  int count) noexcept;

  // `count` values of an operation, or of its derivative; count is a multiple of row_alignment. The
  // output may be an input.
  void (*operate)(model::Operation, const model::Input& a, const model::Input& b,
                  const model::Input& c, float* out, int count) noexcept;
  void (*operate_derivative)(model::Operation, const model::Input (&value)[3],
                             const model::Input (&derivative)[3], float* out, int count) noexcept;

  // `count` values of a curve, or of its derivative, from the values and their derivatives; count
  // is a multiple of row_alignment. The output may be an input.
  void (*curve)(const model::Curve&, const float* value, float* out, int count) noexcept;
  void (*curve_derivative)(const model::Curve&, const float* value, const float* derivative,
                           float* out, int count) noexcept;

  // Adds gullies to the tile buffer height[0]; height[1] and height[2] are its derivatives along x
  // and y. The output may be an input.
  void (*erode)(const model::Erosion&, const model::Tile&, const float* const* height,
                float* to) noexcept;

  // Maps `count` coordinates; copies of the last one pad the last vector.
  void (*map)(const model::AxisMap&, const double* coordinate, double* out, int count) noexcept;
  void (*map_float)(const model::AxisMap&, const float* coordinate, float* out, int count) noexcept;
  // Adds up two displacements of `count` samples along an axis, each times its factor: an earlier
  // one (null: there is none), and that of a warp. count is a multiple of row_alignment.
  void (*displace)(const float* before, float before_factor, const model::Input& by,
                   float by_factor, float* to, int count) noexcept;
  // Packs `rows` rows of `count` values in place; they are `pitch` floats apart before.
  void (*pack_rows)(float* buffer, std::ptrdiff_t pitch, int count, int rows) noexcept;
  // Writes the coordinates of every sample of axes in binary64, by axis, in packed rows.
  void (*write_packed_positions)(const model::Tile&, double* const* point) noexcept;
  // Writes the coordinates of every sample in binary64, displacements added, padding included, by
  // axis, in rows like those of a tile buffer.
  void (*write_positions)(const model::Tile&, double* const* point) noexcept;
  // Writes the coordinates of every sample after an affine map (model::TransformStep), like
  // write_positions; the tile has no displacements.
  void (*transform)(const model::Tile&, const double (&matrix)[4][5],
                    double* const* point) noexcept;
  // Writes the coordinates of the nearest point of cellular noise to every sample
  // (model::NearestPointStep), like write_positions. A tile of points needs no state.
  void (*nearest_points)(const model::CellularNoise&, const model::Tile&, double* const* point,
                         model::State&) noexcept;
  // The chain rule (model::ChainStep) for `count` values: planes `from`, those of the derivatives
  // of by[b] along each axis, and planes `to`, which may be any of these. count is a multiple of
  // row_alignment.
  void (*chain)(int dimensions, const float (&matrix)[4][4], const model::Input (&by)[4][4],
                float scale, const float* const* from, float* const* to, int count) noexcept;
};

}  // namespace perlane::kernels
