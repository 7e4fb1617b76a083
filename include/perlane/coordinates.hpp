#pragma once
/// \file
/// Maps of the coordinates of fields, and warps.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>
#include <perlane/integers.hpp>
#include <perlane/operand.hpp>
#include <perlane/per_axis.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace perlane {

// ---- maps of coordinates ----------------------------------------------------
//
// Axes x, y, z, w: a number for all of them, or one for each, as in `scale(field, 2)`,
// `translate(field, 10, 20)` and `tile(field, {256, 256})`. An axis that has no number (0, or left
// out) stays as it is. On grids, `translate` and `scale` map the coordinates of the axes, and not
// those of every sample.
//
// However low the frequencies of a field are, coordinates of what is mapped stay below 2e265:
// beyond that the value is NaN, and a grid throws. The limit of the field itself holds for the
// coordinates of samples, too, even where a map shrinks them.
//
// All of these throw std::invalid_argument if a number is not finite, or lattice coordinates
// would leave the limits of coordinates.

/// `field` moved by `distance`: the value at c is that of the field at c - distance.
/// \param distance  in units of coordinate; below 2^50 when multiplied by a frequency of the field
Field translate(const Field& field, const PerAxis<double>& distance);

/// `field` magnified by `factor`: the value at c is that of the field at c / factor. A negative
/// factor mirrors. `scale`, `loop` and `tile` throw for noise of a chunk (see chunk.hpp).
/// \param factor  a number for all axes, or a list of 2 to 4 for x, y, z and w, of a magnitude from
/// 1e-30 to 1e30. A 0 leaves its axis as it is; by itself, all axes. The result has no more
/// dimensions than the list has numbers: evaluating `scale(field, {2, 2})` in 3D throws
/// std::invalid_argument, because the list does not say how to scale z
Field scale(const Field& field, const PerAxis<double>& factor);

/// `field` turned about the origin: at (x, y) it is the field at (x cos + y sin, -x sin + y cos) of
/// the angle, which is in radians: `rotate(field, std::numbers::pi / 4)` is by 45 degrees. A
/// rotated grid is evaluated as points are, unless it is turned by half turns. Angles within 1e-12
/// of quarter turns are quarter turns, and the sine and the cosine of others are within 3e-16.
/// Rotated positions are binary64, also those of `float` coordinates.
/// \param angle  in radians, from `axis` to `towards`; -1e6 to 1e6
/// \param axis  0 to 3, x to w: with `towards`, the plane that is turned. The result needs enough
/// dimensions for both axes.
/// \param towards  0 to 3, another one
/// \throws std::invalid_argument  also if an axis is out of its range, or the field is made for
/// fewer dimensions or noise of a chunk
Field rotate(const Field& field, double angle, int axis = 0, int towards = 1);

/// The numbers of an affine map: a row for each axis, with a factor for each axis and then a
/// distance. N rows of N + 1 numbers are a map of the first N axes.
class Affine {
 public:
  /// A row for each axis: factors of x, y, z and w, and then the distance.
  using Rows = std::array<std::array<double, 5>, 4>;

  /// All of them are 0.
  Affine() noexcept : rows_{} {}
  /// From all four rows.
  Affine(const Rows& rows) noexcept  // NOLINT(google-explicit-constructor)
      : rows_(rows) {}
  /// \throws std::invalid_argument  there are not N rows of N + 1 numbers, N being 1 to 4
  Affine(std::initializer_list<std::initializer_list<detail::Real>> rows);
  /// Rows in three braces, as of an array: up to 4 of up to 5 numbers. Those that are left out are
  /// 0.
  /// \throws std::invalid_argument  there are more
  Affine(std::initializer_list<std::initializer_list<std::initializer_list<double>>> rows);

  /// All four rows.
  const Rows& rows() const noexcept { return rows_; }

 private:
  Rows rows_;
};

/// `field` after an affine map: at c it is the field at A c + b, in binary64. The result needs
/// enough dimensions for all axes that are mixed. If none are, the map costs as much as `scale`;
/// otherwise a grid is evaluated as points are.
///
///     // (x, y) becomes (x + y / 2 + 10, y): sheared and moved.
///     const perlane::Field sheared =
///         perlane::transform(perlane::perlin(), {{1, 0.5, 10}, {0, 1, 0}});
///
/// \param affine  a row for each axis: numbers of A, of a magnitude up to 1e30, and one of b. In
/// fewer dimensions than there are rows, axes that are not there are left out.
/// \throws std::invalid_argument  also if the field is made for fewer dimensions or noise of a
/// chunk
Field transform(const Field& field, const Affine& affine);

/// `field` made to repeat after `length` along an axis, often time. With c from 0 to `length`, it
/// is ((length - c) * field(c) + c * field(c - length)) / length, and so on beyond. (Perlin Noise
/// FAQ, "Looping noise".) It works for any field but noise of a chunk, at twice its cost.
///
/// The result can be evaluated in as many dimensions as `field`, if these include the axis: a loop
/// along z needs 3 or 4 dimensions. So a field that is made for two dimensions, such as one of an
/// explicit lattice, can loop along x and y only.
///
/// It is continuous, but its derivative has a jump of (field(length) - 2 field(0) + field(-length))
/// / length where it starts again; and half-way, where it is the mean of two values, gradient noise
/// has about 0.7 of its contrast. A source with `period` repeats without either, at no cost: prefer
/// that, where the length is a whole number of cells. See docs/cookbook.md.
///
/// However low the frequencies of the field are, the value is NaN where a coordinate reaches 2^51
/// lengths, and a grid that reaches so far throws: a coordinate of that size has no digits left for
/// its place within a period.
/// \param axis    0 to 3: x, y, z or w
/// \param length  in units of coordinate, 1e-30 to 1e30; times a frequency of the field, below 2^50
/// \throws std::invalid_argument  also if the field is made for fewer dimensions than the axis
/// needs
Field loop(const Field& field, int axis, double length);

/// `field` made to tile: looped along each axis that has a size. For two axes this is the blend of
/// four corners of the Perlin Noise FAQ, "Seamlessly tiling noise"; each further axis doubles the
/// cost. `loop(tile(field, {256, 256}), 2, 64)` tiles in the plane and loops in time.
///
/// The result can be evaluated in as many dimensions as `field`, if these include every axis that
/// has a size: a field that tiles along x and y needs 2, 3 or 4 dimensions.
/// \param size  by axis, as the length of a loop; an axis with 0 is not tiled
/// \throws std::invalid_argument  also if the field is made for fewer dimensions than an axis needs
Field tile(const Field& field, const PerAxis<double>& size);

/// `field`, which has one dimension less, the same everywhere along one more axis: volumes from
/// heights. The other axes, in order, are those of `field`.
///
///     // Below 0 underground, above 0 in the air; z is up.
///     const perlane::Field height = 20 * perlane::fbm(perlane::perlin({.frequency = 1.0 / 100}));
///     const perlane::Field air = perlane::coordinate({.axis = 2}) - perlane::extrude(height, 2);
///
/// In n dimensions, `field` is evaluated in n - 1. On a grid it is evaluated once for up to 32
/// samples along the last axis (256 in 2D), or once for all samples of a tile along another axis.
/// So a volume costs little more than those of its parts that change along the axis. Behind a
/// rotation or a warp, `field` is evaluated at every sample, as at points. A displacement by a warp
/// is added to the coordinates in binary64 first.
/// \param axis  0 to 3: the axis that is added; x, y, z or w
/// \throws std::invalid_argument  also if that makes more than 4 dimensions, or the field is made
/// for fewer than the axis needs
Field extrude(const Field& field, int axis);

/// The same with the numbers one by one.
template <detail::NumberLike... Number>
  requires(sizeof...(Number) > 1)
Field translate(const Field& field, Number... distance) {
  return translate(field, PerAxis<double>{distance...});
}
/// \overload
template <detail::NumberLike... Number>
  requires(sizeof...(Number) > 1)
Field scale(const Field& field, Number... factor) {
  return scale(field, PerAxis<double>{factor...});
}
/// \overload
template <detail::NumberLike... Number>
  requires(sizeof...(Number) > 1)
Field tile(const Field& field, Number... size) {
  return tile(field, PerAxis<double>{size...});
}

// ---- warps ------------------------------------------------------------------
//
// A warp moves every sample by itself, so that what is warped is evaluated as points are; what
// moves it is evaluated on the grid. Coordinates are binary64, also those of arrays of `float`, and
// samples of gradient and value noise are moved from their exact place in the lattice: a warp of
// these is as smooth far from the origin as it is there.
//
// The range of a warp is that of its field. An octave of a warp, in a fractal, is moved by an
// octave of what moves the first, and by less, as its cells are smaller.
//
// All of these throw std::invalid_argument if the distance, which the range of the operands bounds,
// times a frequency of the field reaches 2^50, or if the field is noise of a chunk.

/// `field` warped: the value at c is that of the field at c + by(c).
///
///     const perlane::Field dx = 20 * perlane::perlin({.seed = 1});
///     const perlane::Field dy = 20 * perlane::perlin({.seed = 2});
///     const perlane::Field rock = perlane::warp(perlane::perlin(), {dx, dy});
///
/// \param by  for x, y, z and w: 1 to 4 distances in units of coordinate. An axis that has none
/// stays as it is. The result needs at least as many dimensions as there are operands.
/// \throws std::invalid_argument  also if there are no operands or more than 4, or they and the
/// field are made for different numbers of dimensions
Field warp(const Field& field, const std::vector<Operand>& by);

/// The same with the distances one by one, and with those of `curl`.
template <std::convertible_to<Operand>... By>
  requires(sizeof...(By) > 0)
Field warp(const Field& field, const By&... by) {
  using std::conditional_t, std::is_arithmetic_v;
  return warp(field, std::vector<Operand>{
                         static_cast<conditional_t<is_arithmetic_v<By>, float, const By&>>(by)...});
}
/// \overload
template <std::size_t N>
Field warp(const Field& field, const std::array<Field, N>& by) {
  return warp(field, std::vector<Operand>(by.begin(), by.end()));
}

/// Gradient noise that moves coordinates: one noise for each axis.
struct Warp {
  /// Each seed makes another warp. Any value will do.
  Seed seed = 0;
  /// Cells per unit of coordinate. Positive and finite.
  double frequency = 1.0 / 64;
  /// The farthest that an axis is moved, in units of coordinate. Finite.
  double amplitude = 30;
  /// Layers of noise, 1 to Fractal::octave_limit; their amplitudes add up to `amplitude`.
  int octaves = 1;
  /// Frequency of an octave over that of the octave before. Positive and finite.
  double lacunarity = 2;
  /// Amplitude of an octave over that of the octave before. Finite.
  double gain = 0.5;
};

/// `field` warped by noise along every axis, whose octaves are added up. (As FastNoise2's
/// DomainWarpGradient and DomainWarpFractalIndependent, but other values.)
/// \throws std::invalid_argument  also if a member is out of its range
Field domain_warp(const Field& field, const Warp& parameters = {});

/// The same, but octaves are taken one after another: each looks at where the ones before it have
/// moved the sample, which winds the finer ones around the coarser. (As FastNoise2's
/// DomainWarpFractalProgressive.) Octaves but the first are evaluated at points, so this is slower.
/// \throws std::invalid_argument  also if a member is out of its range
Field domain_warp_progressive(const Field& field, const Warp& parameters = {});

}  // namespace perlane
