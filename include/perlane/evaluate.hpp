#pragma once
/// \file
/// Evaluation of fields: whole grids, arrays of points, and single points.

#include <perlane/destination.hpp>
#include <perlane/field.hpp>
#include <perlane/grid.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace perlane {

struct Options {
  /// Use all cores for grids and arrays that are worth it. The calling thread takes part; inside a
  /// `tbb::task_arena` only the threads of that arena do. The values never depend on it.
  bool parallel = true;
};

// ---- grids ------------------------------------------------------------------

/// Evaluates `field` at every sample of `grid`.
///
///     std::vector<float> height(4096 * 4096);
///     perlane::fill<2>(height, {.shape = {4096, 4096}}, perlane::fbm(perlane::perlin()));
///
/// \param out   one element per sample, x fastest: sample (x, y, z, w) is element
///              `x + shape[0] * (y + shape[1] * (z + shape[2] * w))`
/// \return the smallest and the largest value written
/// \throws std::invalid_argument  a member of `grid` is out of its range, `out` has another size
/// than the grid, the field does not have
///         so many dimensions, or a coordinate of the grid times the highest frequency of the field
///         (maps of one axis count for all) reaches 2^51. Nothing is written then.
template <int N>
Range fill(std::span<float> out, const Grid<N>& grid, const Field& field,
           const Options& options = {});

/// The same as codes: `codes.min` becomes 0, `codes.max` the largest code, values between them the
/// nearest code, and values outside saturate.
/// \param codes  finite, min below max
/// \return the smallest and the largest value of the field, before they became codes: given as
/// `codes`, nothing saturates
template <int N>
Range fill(std::span<std::uint16_t> out, const Grid<N>& grid, const Field& field,
           const Range& codes, const Options& options = {});
template <int N>
Range fill(std::span<std::uint8_t> out, const Grid<N>& grid, const Field& field, const Range& codes,
           const Options& options = {});

/// The same with `range(field, N)` for the codes: it is the same for all chunks of a world, and
/// nothing ever saturates. Where the range is a single value, its code is the middle one.
template <int N>
Range fill(std::span<std::uint16_t> out, const Grid<N>& grid, const Field& field,
           const Options& options = {});
template <int N>
Range fill(std::span<std::uint8_t> out, const Grid<N>& grid, const Field& field,
           const Options& options = {});

/// The same into arrays with gaps. What lies between the samples is left as it is.
/// \throws std::invalid_argument  also if a sample would lie outside `out.elements`, or two samples
/// in one element
template <int N>
Range fill(const Strided<N, float>& out, const Grid<N>& grid, const Field& field,
           const Options& options = {});
template <int N>
Range fill(const Strided<N, std::uint16_t>& out, const Grid<N>& grid, const Field& field,
           const Range& codes, const Options& options = {});
template <int N>
Range fill(const Strided<N, std::uint8_t>& out, const Grid<N>& grid, const Field& field,
           const Range& codes, const Options& options = {});

/// The field and its exact partial derivatives in one pass, per unit of coordinate. Where a
/// derivative has a jump (of |n| at n = 0, of linear fades and of white noise at cell borders), it
/// is that of the side where n is above 0, and of the cell that the sample lies in.
/// \return the smallest and the largest value of the field, wanted or not
/// \throws std::invalid_argument  also if a sample would lie outside of an array, or the values of
/// the field times their frequencies may reach
///         1e36, so that derivatives might not be floats
template <int N>
Range fill(const Planes<N>& out, const Grid<N>& grid, const Field& field,
           const Options& options = {});

// ---- arrays of points -------------------------------------------------------

/// Evaluates `field` at every point (x[i], y[i], ...): the bits that `fill` writes for a sample
/// there. NaN where a coordinate is not finite, or reaches 2^51 when multiplied by a frequency of
/// the field.
/// \param out  as many elements as each of the coordinates; may be one of them
/// \throws std::invalid_argument  the arrays differ in size, or the field does not have so many
/// dimensions
void sample(std::span<float> out, const Field& field, std::span<const double> x,
            const Options& options = {});
void sample(std::span<float> out, const Field& field, std::span<const double> x,
            std::span<const double> y, const Options& options = {});
void sample(std::span<float> out, const Field& field, std::span<const double> x,
            std::span<const double> y, std::span<const double> z, const Options& options = {});
void sample(std::span<float> out, const Field& field, std::span<const double> x,
            std::span<const double> y, std::span<const double> z, std::span<const double> w,
            const Options& options = {});

/// The same with coordinates in binary32: half the memory, a little faster, and less exact far from
/// the origin. A coordinate times a frequency is rounded to 24 bits, and must stay below 2^31.
void sample(std::span<float> out, const Field& field, std::span<const float> x,
            const Options& options = {});
void sample(std::span<float> out, const Field& field, std::span<const float> x,
            std::span<const float> y, const Options& options = {});
void sample(std::span<float> out, const Field& field, std::span<const float> x,
            std::span<const float> y, std::span<const float> z, const Options& options = {});
void sample(std::span<float> out, const Field& field, std::span<const float> x,
            std::span<const float> y, std::span<const float> z, std::span<const float> w,
            const Options& options = {});

/// The field and its partial derivatives at every point. All of them are NaN where the value is.
/// \param out     arrays of as many elements as there are points; `stride` and `first` 0
/// \param points  the coordinates, by axis
/// \throws std::invalid_argument  the arrays differ in size, `out` has gaps, the field does not
/// have so many dimensions, or derivatives might not be floats (as for a
///         grid)
template <int N>
void sample(const Planes<N>& out, const Field& field,
            const std::array<std::span<const double>, std::size_t{N}>& points,
            const Options& options = {});
template <int N>
void sample(const Planes<N>& out, const Field& field,
            const std::array<std::span<const float>, std::size_t{N}>& points,
            const Options& options = {});

// ---- single points ----------------------------------------------------------

/// The value of `field` at one point: the bits that `fill` writes for a sample there.
/// NaN if a coordinate is not finite, or reaches 2^51 when multiplied by a frequency of the field.
/// \throws std::invalid_argument  the field does not have so many dimensions
float sample(const Field& field, double x);
float sample(const Field& field, double x, double y);
float sample(const Field& field, double x, double y, double z);
float sample(const Field& field, double x, double y, double z, double w);

// ---- normals ----------------------------------------------------------------

/// Turns the derivatives of a height into unit normals of its surface, in place and one axis
/// longer: (-d/dx, -d/dy, 1), divided by its length.
/// \param x       in: d/dx. out: the normal's component along x
/// \param y       in: d/dy. out: the normal's component along y
/// \param z       out: the normal's component along the height
/// \param height  units of coordinate per unit of value: what heights are scaled by when the
/// surface is drawn
/// \throws std::invalid_argument  the arrays differ in size, or `height` is not finite
void normals(std::span<float> x, std::span<float> y, std::span<float> z, float height = 1);

}  // namespace perlane
