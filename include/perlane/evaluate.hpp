#pragma once
/// \file
/// Evaluation of fields: whole grids, and single points.

#include <perlane/field.hpp>
#include <perlane/grid.hpp>

#include <span>

namespace perlane {

struct Options {
  /// Use all cores for grids that are worth it. The calling thread takes part; inside a `tbb::task_arena` only
  /// the threads of that arena do. The values never depend on it.
  bool parallel = true;
};

/// Evaluates `field` at every sample of `grid`.
///
///     std::vector<float> height(4096 * 4096);
///     perlane::fill<2>(height, {.shape = {4096, 4096}}, perlane::fbm(perlane::perlin()));
///
/// \param out   one element per sample, x fastest: sample (x, y, z, w) is element
///              `x + shape[0] * (y + shape[1] * (z + shape[2] * w))`
/// \return the smallest and the largest value written
/// \throws std::invalid_argument  a member of `grid` is out of its range, `out` has another size than the grid, or a
///         coordinate of the grid times a frequency of the field reaches 2^51. Nothing is written then.
template <int N>
Range fill(std::span<float> out, const Grid<N>& grid, const Field& field, const Options& options = {});

/// The value of `field` at one point: the bits that `fill` writes for a sample there.
/// NaN if a coordinate is not finite, or reaches 2^51 when multiplied by a frequency of the field.
float sample(const Field& field, double x);
float sample(const Field& field, double x, double y);
float sample(const Field& field, double x, double y, double z);
float sample(const Field& field, double x, double y, double z, double w);

extern template Range fill<1>(std::span<float>, const Grid<1>&, const Field&, const Options&);
extern template Range fill<2>(std::span<float>, const Grid<2>&, const Field&, const Options&);
extern template Range fill<3>(std::span<float>, const Grid<3>&, const Field&, const Options&);
extern template Range fill<4>(std::span<float>, const Grid<4>&, const Field&, const Options&);

}  // namespace perlane
