#pragma once
// Turns the coordinates of points into cells and fractions; mirror of reference/lattice.hpp,
// `locate`. Nothing here depends on the noise, nor on the number of dimensions.

#include "kernels/shared/axis.hpp"

namespace perlane::kernels::points {

// Points with coordinates of their own. Those in binary64 may be beyond the limit of coordinates
// unless they are known to be within it.
template <class Real>
struct GivenPoints {
  const Real* const* coordinate;
  bool is_within;
};

// Writes the lattice coordinates on both sides of cells.
template <class Arch>
XSIMD_INLINE void store_sides(const PointAxis& axis, Words<Arch> cell, std::uint32_t* below,
                              std::uint32_t* above) noexcept {
  using W = Words<Arch>;
  const W next = cell + W(1);
  cell.store_aligned(below);
  if (axis.period == 0) return next.store_aligned(above);
  const W period(static_cast<std::uint32_t>(axis.period));
  xsimd::select(next == period, W(0), next).store_aligned(above);
}

// Calls visit(from, i) for vectors of `count` coordinates from the i-th on. The one edge policy:
// the last, partial vector goes through a small buffer, padded with the last coordinate.
template <class Arch, class Real, class Visit>
XSIMD_INLINE void for_each_vector(const Real* coordinate, int count, const Visit& visit) noexcept {
  alignas(64) Real edge[lanes<Arch>];
  for (int i = 0; i < count; i += lanes<Arch>) {
    const Real* from = coordinate + i;
    if (const int left = count - i; left < lanes<Arch>) [[unlikely]] {
      for (int lane = 0; lane < lanes<Arch>; ++lane)
        edge[lane] = from[lane < left ? lane : left - 1];
      from = edge;
    }
    visit(from, i);
  }
}

// Writes the fractions of up to a block of points, and their lattice coordinates on both sides, in
// whole vectors.
template <class Arch, class Real>
void locate_points(const PointAxis& given, const Real* coordinate, int count, float* f,
                   std::uint32_t* below, std::uint32_t* above) noexcept {
  const PointAxis axis = given;  // a copy: data that a store might alias would be loaded again
  for_each_vector<Arch>(coordinate, count, [&](const Real* from, int i) {
    const Located<Arch> at = locate<Arch>(axis, load_coordinates<Arch>(from));
    at.f.store_aligned(f + i);
    store_sides<Arch>(axis, at.cell, below + i, above + i);
  });
}

}  // namespace perlane::kernels::points
