#pragma once
/// \file
/// Functions that shape heights of terrain.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>
#include <perlane/integers.hpp>

#include <array>
#include <initializer_list>
#include <span>

namespace perlane {

// All of these throw std::invalid_argument if a number is not finite, or a value might not be.

/// `a` in steps of 1 / `steps`: the nearest multiple of it, with ramps from one to the next, as
/// FastNoise2 has it. Ramps have 1 + 1 / smoothness times the derivative of `a`: with a smoothness
/// of 1 half of a step is level, with 1/3 three quarters are.
/// \param steps       in a unit of value, 1e-30 to 1e30
/// \param smoothness  0, which leaves steps sharp, or 1e-6 to 1e6
/// \throws std::invalid_argument  also if these are out of their ranges
Field terrace(const Field& a, float steps, float smoothness = 0);

/// `a` by a smooth curve through points (x, y), constant before the first and after the last: the
/// curves of terrain, from noise to height. Between two points it rises, falls or is level, as they
/// do, so it never overshoots, but for rounding. (F. N. Fritsch and J. Butland, 1984; MATLAB's and
/// SciPy's pchip.)
///
///     const perlane::Field hills = perlane::fbm(perlane::perlin());
///     const perlane::Field land = perlane::curve(hills, {{-1, 0}, {0, 20}, {0.2f, 60}, {1, 900}});
///
/// \param points  2 to 65536, from the lowest x to the highest
/// \throws std::invalid_argument  also if x does not rise from point to point
Field curve(const Field& a, std::span<const std::array<float, 2>> points);
/// \overload
Field curve(const Field& a, std::initializer_list<std::array<float, 2>> points);

/// The gullies that `erode` cuts into a height.
struct Erosion {
  /// Another seed gives other gullies. Any value will do.
  Seed seed = 0;
  /// The distance between the widest gullies, in units of coordinate: a quarter to half of a cell
  /// of the height suits most fields. The default suits cells of 512 to 1024. Positive and finite.
  double scale = 256;
  /// The most that all gullies together lower or raise the height, in its units: the default suits
  /// heights from -1 to 1. For 1000 m, use `1000 * erode(height)`, or a strength of 500. Gullies
  /// are shallower where the height is less steep. Finite, 0 or more.
  double strength = 0.5;
  /// The number of octaves, each with narrower gullies; 1 to Fractal::octave_limit.
  int octaves = 5;
  /// Width of the gullies of an octave over that of the next. Positive and finite.
  double lacunarity = 2;
  /// Depth of the gullies of an octave over that of the octave before. Finite.
  double gain = 0.5;
};

/// Cuts gullies into a height, as if water had run down it: they follow its slope, and narrower
/// ones branch off from them. perlane does not simulate water, so the result is a field like any
/// other: every sample is evaluated by itself, and chunks match at their borders. (After R. Skovbo
/// Johansen, "Fast and Gorgeous Erosion Filter", 2026.) Only in 2 dimensions. The result has no
/// derivatives.
///
///     const perlane::Field hills = perlane::fbm(perlane::perlin(), {.octaves = 3});
///     const perlane::Field metres = 1000 * perlane::erode(hills, {.scale = 20});
///
/// \param height  smooth hills: gullies run along its slope. If the slope jumps, as at crests of
/// `ridged` and `abs`, the result jumps, too. Round crests first: write `smooth_max(n, -n, 0.2f)`
/// instead of `abs(n)`
/// \throws std::invalid_argument  if a parameter is out of its range, the height has no derivatives
/// or is not made for 2 dimensions, or slopes might overflow
Field erode(const Field& height, const Erosion& parameters = {});

}  // namespace perlane
