#pragma once
/// \file
/// Normals of surfaces.

#include <perlane/detail/cxx20.hpp>

#include <span>
#include <type_traits>

namespace perlane {

/// Turns the derivatives of a height, a field in 2D, into unit normals of its surface, in place and
/// one axis longer: (-d/dx, -d/dy, 1), divided by its length. For surfaces within a field in 3D,
/// see isosurface_normals.
///
///     std::vector<float> x(64 * 64), y(64 * 64), z(64 * 64);
///     perlane::fill(perlane::Planes<2>{.derivative = {x, y}}, {.shape = {64, 64}},
///                   perlane::perlin());
///     perlane::normals(x, y, z, 10);
///
/// \param x       in: d/dx. out: the normal's component along x
/// \param y       in: d/dy. out: the normal's component along y
/// \param z       out: the normal's component along the height; what it holds before is overwritten
/// \param height  units of coordinate per unit of value: what heights are scaled by when the
/// surface is drawn
/// \throws std::invalid_argument  the arrays differ in size or overlap, or `height` is not finite
void normals(std::span<float> x, std::span<float> y, std::span<float> z, float height);

/// \cond
// Three derivatives of a field in 3D look like this call, and d/dz would be lost.
template <class Array>
void normals(Array&&, Array&&, Array&&) {
  static_assert(std::is_void_v<Array>,
                "perlane: write normals(x, y, z, 1) for the normals of a height, or "
                "isosurface_normals(x, y, z) for those of a field in 3D");
}
/// \endcond

/// Turns the derivatives of a field in 3D into unit normals of the surfaces on which the field has
/// one value, in place: (-d/dx, -d/dy, -d/dz), divided by its length. They point to where the field
/// is lower: of a density, out of what is solid. Where all derivatives are 0 there is no surface,
/// and (0, 0, 0) stays as it is.
///
///     std::vector<float> density(32 * 32 * 32), x(32 * 32 * 32), y(32 * 32 * 32), z(32 * 32 * 32);
///     perlane::fill(perlane::Planes<3>{.value = density, .derivative = {x, y, z}},
///                   {.shape = {32, 32, 32}}, perlane::perlin());
///     perlane::isosurface_normals(x, y, z);
///
/// \param x  in: d/dx. out: the normal's component along x; likewise `y` and `z`
/// \throws std::invalid_argument  the arrays differ in size or overlap
void isosurface_normals(std::span<float> x, std::span<float> y, std::span<float> z);

}  // namespace perlane
