#pragma once
/// \file
/// Fields made of fields: arithmetic on their values, and maps of their coordinates.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>

#include <array>
#include <initializer_list>
#include <span>
#include <vector>

namespace perlane {

/// What arithmetic takes: a field, or a number, which stands for the same value everywhere.
class Operand {
 public:
  Operand(const Field& field) noexcept
      : field_(field) {
  }  // NOLINT(google-explicit-constructor): so that `0.5f * field` reads as it should
  Operand(float value);                                    // NOLINT(google-explicit-constructor)

  const Field& field() const noexcept { return field_; }

 private:
  Field field_;
};

// ---- arithmetic -------------------------------------------------------------
//
// These operators work in binary32, operation by operation as docs/numerics.md has them. Their
// bounds are those of interval arithmetic, operator by operator: they are wider than the values
// where operands depend on each other. Those of `smoothstep` and `sine` are 0 to 1 and -1 to 1,
// whatever they are made of; those of `a * a` are not below 0.
//
// A field that is used twice is evaluated once: `a * a` costs one `a`. So is a field that is equal
// to another, made by the same calls with the same numbers. Fields may be nested as deep as memory
// allows. A field keeps the steps of its evaluation from the first one on, which take some hundred
// bytes for each field within it.
//
// All of these throw std::invalid_argument if a number is not finite, the operands have no number
// of dimensions in common, or a value might not be finite (the coordinates of a grid reach 2^51, so
// their cubes are refused).

Field operator+(const Operand& a, const Operand& b);
Field operator-(const Operand& a, const Operand& b);
Field operator*(const Operand& a, const Operand& b);
Field operator-(const Field& a);
/// \throws std::invalid_argument  also if the range of `b` holds 0. Keep it away, as in
/// `a / max(b, 0.01f)` or `a / (abs(b) + 0.01f)`.
Field operator/(const Operand& a, const Operand& b);

Field& operator+=(Field& a, const Operand& b);
Field& operator-=(Field& a, const Operand& b);
Field& operator*=(Field& a, const Operand& b);
Field& operator/=(Field& a, const Operand& b);

/// The smaller, and the larger value. (In parentheses: <windows.h> has macros of these names, which
/// a call must be kept from likewise.)
Field(min)(const Operand& a, const Operand& b);
Field(max)(const Operand& a, const Operand& b);
/// \throws std::invalid_argument  also if `low` is above `high`
Field clamp(const Field& a, float low, float high);

/// a where t is 0, b where t is 1, in proportion between: a + t * (b - a).
Field mix(const Operand& a, const Operand& b, const Operand& t);

/// 0 up to `low`, 1 from `high` on, and 3t^2 - 2t^3 between: a threshold with a soft edge.
/// \throws std::invalid_argument  also if `low` is not below `high`
Field smoothstep(float low, float high, const Field& a);

Field abs(const Field& a);

/// The square root, correctly rounded; 0 of what is below 0. Where `a` is below 2^-60, the
/// derivative is taken to be 0.
Field sqrt(const Field& a);

/// sin(2 pi a), which repeats after 1: stripes, rings, veins. A polynomial, within 2.1e-7; exactly
/// 0 at multiples of 1/2 and 1 at 1/4.
Field sine(const Field& a);

/// `a` to the power of `exponent`; 0 where `a` is 0 or below. Worked out in binary64 by polynomials
/// and rounded once, which leaves the nearest float in all but one of some thousand values, and its
/// neighbour there. Where `a` is below 2^-60, the derivative is taken to be 0.
/// \param exponent  finite; above 0, unless the range of `a` is
/// \throws std::invalid_argument  also if the exponent is not
Field pow(const Field& a, float exponent);

/// The smaller, and the larger value, with a soft edge: where a and b are nearer to each other than
/// `radius`, min(a, b) - h^3 radius / 6 of h = 1 - |a - b| / radius. Where they are equal, that is
/// a sixth of the radius away. The derivative is continuous. (Cubic polynomial of I. Quilez,
/// "Smooth minimum", 2013.)
/// \param radius  in units of value, 0 or more; 0 leaves the edge sharp
/// \throws std::invalid_argument  also if the radius is below 0
Field smooth_min(const Operand& a, const Operand& b, float radius);
Field smooth_max(const Operand& a, const Operand& b, float radius);

/// `a` in steps of 1 / `steps`: the nearest multiple of it, with ramps from one to the next, as
/// FastNoise2 has it. Ramps have 1 + 1 / smoothness times the slope of `a`: with a smoothness of 1
/// half of a step is level, with 1/3 three quarters are.
/// \param steps       in a unit of value, 1e-30 to 1e30
/// \param smoothness  0, which leaves steps sharp, or 1e-6 to 1e6
/// \throws std::invalid_argument  also if these are out of their ranges
Field terrace(const Field& a, float steps, float smoothness = 0);

/// `a` by a smooth curve through points (x, y), constant before the first and after the last: the
/// curves of terrain, from noise to height. Between two points it rises, falls or is level, as they
/// do, so it never overshoots. (F. N. Fritsch and J. Butland, 1984; MATLAB's and SciPy's pchip.)
///
///     const perlane::Field hills = perlane::fbm(perlane::perlin());
///     const perlane::Field land = perlane::curve(hills, {{-1, 0}, {0, 20}, {0.2f, 60}, {1, 900}});
///
/// \param points  2 to 65536, from the lowest x to the highest
/// \throws std::invalid_argument  also if x does not rise from point to point
Field curve(const Field& a, std::span<const std::array<float, 2>> points);
Field curve(const Field& a, std::initializer_list<std::array<float, 2>> points);

/// `a` by the line that takes from.min to to.min and from.max to to.max, and goes on beyond. What
/// lies within `from` lies within `to`, rounding included, so that
/// `remap(field, range(field, 2), {0, 1})` has values from 0 to 1. `to` may fall.
/// \throws std::invalid_argument  also if `from` does not rise, or a difference is not a float
Field remap(const Field& a, const Range& from, const Range& to);

/// a - floor(a): `a` above the whole number below it, 0 to 1. (It can round to 1.)
Field fraction(const Field& a);

/// 0 where `a` is below `edge`, and 1 elsewhere. The derivative is 0.
Field step(float edge, const Field& a);

/// `below` where `by` is below `threshold`, and `above` elsewhere. `mix` with `smoothstep` does the
/// same with a soft edge.
Field select(const Field& by, float threshold, const Operand& below, const Operand& above);

/// The distance from a point along the first axes, times a frequency: cones, discs, spheres. It can
/// be evaluated in so many dimensions or more.
/// \param point       in units of coordinate; axes beyond `dimensions` do not count
/// \param dimensions  1 to 4
/// \param frequency   change per unit of coordinate. Positive and finite
/// \throws std::invalid_argument  also if these are out of their ranges
Field distance(const std::array<double, 4>& point, int dimensions, double frequency = 1);

// ---- maps of coordinates ----------------------------------------------------
//
// Axes x, y, z, w; an axis of which nothing is said (0, or left out) stays as it is. On grids a map
// costs nothing per sample.
//
// However low the frequencies of a field are, coordinates of what is mapped stay below 2e265:
// beyond that the value is NaN, and a grid is refused.
//
// All of these throw std::invalid_argument if a number is not finite, or lattice coordinates
// would leave the limits of coordinates.

/// `field` moved by `distance`: the value at c is that of the field at c - distance.
/// \param distance  in units of coordinate; times a frequency of the field, below 2^50
Field translate(const Field& field, const std::array<double, 4>& distance);

/// `field` magnified by `factor`: the value at c is that of the field at c / factor. A negative
/// factor mirrors. It refuses noise of a chunk (see chunk.hpp), and so do `loop` and `tile`.
/// \param factor  of a magnitude from 1e-30 to 1e30
Field scale(const Field& field, const std::array<double, 4>& factor);

/// `field` turned about the origin: at (x, y) it is the field at (x cos + y sin, -x sin + y cos) of
/// the angle. A rotated grid is evaluated as points are, unless it is turned by half turns. Angles
/// within 1e-12 of quarter turns are quarter turns, and others are known to 3e-16. Rotated
/// positions are binary64, also those of `float` coordinates.
/// \param angle  in radians, from `axis` to `towards`; -1e6 to 1e6
/// \param axis  0 to 3, x to w: with `towards`, the plane that is turned. The result needs as many
/// dimensions as these axes do.
/// \param towards  0 to 3, another one
/// \throws std::invalid_argument  also if an axis is out of its range, or the field is made for
/// fewer dimensions or noise of a chunk
Field rotate(const Field& field, double angle, int axis = 0, int towards = 1);

/// `field` after an affine map: at c it is the field at A c + b, in binary64. The result needs as
/// many dimensions as the axes do that are mixed. Where none are, it costs nothing; otherwise a
/// grid is evaluated as points are.
/// \param affine  a row for each axis: four numbers of A, of a magnitude up to 1e30, and one of b.
/// In fewer than four dimensions, axes that are not there are left out.
/// \throws std::invalid_argument  also if the field is made for fewer dimensions or noise of a
/// chunk
Field transform(const Field& field, const std::array<std::array<double, 5>, 4>& affine);

/// `field` made to repeat after `length` along an axis, mostly time: with c from 0 to `length`, it
/// is
/// ((length - c) * field(c) + c * field(c - length)) / length, and so on beyond. (Perlin Noise FAQ,
/// "Looping noise".) It works for any field, at twice its cost.
///
/// The result can be evaluated in as many dimensions as `field`, if these include the axis: a loop
/// along z needs 3 or 4 dimensions. So a field that is made for two dimensions, such as one of an
/// explicit lattice, can loop along x and y only.
///
/// It is continuous, but the slope has a jump of (field(length) - 2 field(0) + field(-length)) /
/// length where it starts again; and half-way, where it is the mean of two values, gradient noise
/// has about 0.7 of its contrast. A source with `period` repeats without either, at no cost: prefer
/// that, where the length is a whole number of cells. See docs/cookbook.md.
///
/// However low the frequencies of the field are, the value is NaN where a coordinate reaches 2^51
/// lengths, and a grid that reaches so far is refused: a coordinate of that size does not say where
/// in its turn it is.
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
Field tile(const Field& field, const std::array<double, 4>& size);

// ---- warps ------------------------------------------------------------------
//
// A warp moves every sample by itself, so that what is warped is evaluated as points are; what
// moves it is evaluated on the grid. Coordinates are binary64, also those of arrays of `float`, and
// samples of gradient and value noise are moved from their exact place in the lattice: a warp is as
// smooth far from the origin as it is there.
//
// The range of a warp is that of its field. An octave of a warp, in a fractal, is moved by an
// octave of what moves the first, and by less, as its cells are smaller.
//
// All of these throw std::invalid_argument if the distance, which the range of the operands bounds,
// times a frequency of the field reaches 2^50, or if the field is noise of a chunk.

/// `field` warped: the value at c is that of the field at c + by(c).
///
///     const perlane::Field rock = perlane::warp(
///         perlane::perlin(), {20 * perlane::perlin({.seed = 1}), 20 * perlane::perlin({.seed =
///         2})});
///
/// \param by  for x, y, z and w: 1 to 4 distances in units of coordinate. An axis that has none
/// stays as it is; fewer dimensions than there are operands are refused.
/// \throws std::invalid_argument  also if there are no operands or more than 4, or they and the
/// field are made for different numbers of dimensions
Field warp(const Field& field, const std::vector<Operand>& by);

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
/// DomainWarpGradient and DomainWarpFractalIndependant, but other values.)
/// \throws std::invalid_argument  also if a member is out of its range
Field domain_warp(const Field& field, const Warp& parameters = {});

/// The same, but octaves are taken one after another: each looks at where the ones before it have
/// moved the sample, which winds the finer ones around the coarser. (As FastNoise2's
/// DomainWarpFractalProgressive.) Octaves but the first are evaluated at points, so this is slower.
/// \throws std::invalid_argument  also if a member is out of its range
Field domain_warp_progressive(const Field& field, const Warp& parameters = {});

// ---- derivatives ------------------------------------------------------------
//
// Derivatives per unit of coordinate, exact, as values that other fields can be made of. They have
// no derivatives of their own: what is made of them (which `has_derivatives` tells) cannot be
// written as planes of derivatives, nor be asked for derivatives again. An octave of a derivative,
// in a fractal, is as steep per cell as its source. Ranges are proven, and for noise in up to 3
// dimensions no more than one and a half times what a search finds (docs/numerics.md).
//
// All of these throw std::invalid_argument if a field has no derivatives, or is made for fewer
// dimensions than they need; or if derivatives might not be floats.

/// Returns false if `field` has no derivatives, because it holds `derivative`, `slope`, `curl`,
/// `damped` or `erode`.
bool has_derivatives(const Field& field);

/// The derivative of `field` along an axis.
/// \param axis  0 to 3: x, y, z or w
Field derivative(const Field& field, int axis);

/// How steep `field` is: the length of its gradient along the first axes.
/// \param dimensions  1 to 4 of them
Field slope(const Field& field, int dimensions = 2);

/// Gullies that `erode` cuts into a height.
struct Erosion {
  /// Each seed makes other gullies. Any value will do.
  Seed seed = 0;
  /// From one of the widest gullies to the next, in units of coordinate: a quarter to half of a
  /// cell of the height.
  /// Positive and finite.
  double scale = 256;
  /// The most that all gullies together take away or leave standing, in units of the height: the
  /// default suits heights from -1 to 1. For 1000 m, use `1000 * erode(height)`, or a strength of
  /// 500. Gullies are less deep where the height is not steep enough for it. Finite, 0 or more.
  double strength = 0.5;
  /// Widths of gullies, 1 to Fractal::octave_limit.
  int octaves = 5;
  /// How many times narrower the next gullies are. Positive and finite.
  double lacunarity = 2;
  /// Depth of the next gullies over that of these. Finite.
  double gain = 0.5;
};

/// The height as if water had run down it: gullies along its slope, and narrower ones that branch
/// off from these. No water is simulated, so it is a field like any other, at any place by itself,
/// and chunks match at their borders. (After R. Skovbo Johansen, "Fast and Gorgeous Erosion
/// Filter", 2026.) Only in 2 dimensions. The result has no derivatives.
///
///     const perlane::Field hills = perlane::fbm(perlane::perlin(), {.octaves = 3});
///     const perlane::Field metres = 1000 * perlane::erode(hills, {.scale = 20});
///
/// \param height  smooth hills: its own slope decides where gullies run. Where the slope jumps, as
/// at crests of `ridged` and `abs`, the result jumps, too: make them round before, by
/// `smooth_max(n, -n, 0.2f)` in place of `abs(n)`
/// \throws std::invalid_argument  if a parameter is out of its range, the height has no derivatives
/// or is not made for 2 dimensions, or slopes might overflow
Field erode(const Field& height, const Erosion& parameters = {});

/// A flow without sources along the level lines of a potential: (d/dy, -d/dx). (R. Bridson and
/// others, "Curl-noise for procedural fluid flow", SIGGRAPH 2007.)
std::array<Field, 2> curl(const Field& potential);

/// The same in three dimensions, the curl of a vector potential.
std::array<Field, 3> curl(const std::array<Field, 3>& potential);

}  // namespace perlane
