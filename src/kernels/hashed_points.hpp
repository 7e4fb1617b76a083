#pragma once
// Evaluates points in a hashed lattice without period, the usual case: from coordinates to noise in
// one loop, with all in registers. Everything else goes through the stages of kernels/points.hpp.

#include "kernels/collapse_points.hpp"
#include "kernels/fade.hpp"
#include "kernels/locate.hpp"
#include "kernels/words.hpp"

#include <limits>

namespace perlane::kernels {

// The words of the vertices around a vector of points.
template <class Arch, int N>
class HashedVertices {
  using W = Words<Arch>;

 public:
  // The lattice coordinates below the points, by axis.
  XSIMD_INLINE HashedVertices(const LatticePoints& lattice, const W (&cell)[N]) noexcept {
    W side[N > 1 ? N : 2][2];
    for (int axis = 0; axis < N; ++axis) {
      const W low = spread_axis<Arch>(cell[axis], lattice, axis);
      const W high = low + W(model::hash_multiplier[axis]);
      side[axis][0] = axis == 0 ? mixed<Arch>(low) : mixed_factor<Arch>(low);
      side[axis][1] = axis == 0 ? mixed<Arch>(high) : mixed_factor<Arch>(high);
    }
    for (int x = 0; x < 2; ++x) x_[x] = side[0][x];
    for (int row = 0; row < rows; ++row) {
      row_[row] = N == 1 ? W(lattice.key.line | 1) : side[1][row & 1];
      for (int axis = 2; axis < N; ++axis) row_[row] = row_[row] * side[axis][row >> (axis - 1) & 1];
    }
  }

  XSIMD_INLINE W operator()(int vertex) const noexcept {
    const W v = x_[vertex & 1] * row_[vertex >> 1];
    if constexpr (N == 1) return last_round<Arch>(v);
    return v;
  }

 private:
  static constexpr int rows = 1 << (N - 1);
  W x_[2], row_[rows];
};

template <class Arch, int N, class Drawn, class Real>
XSIMD_INLINE Floats<Arch> hashed_point(const Placement& placement, const Drawn& drawn,
                                       const Real* const (&coordinate)[N]) noexcept {
  using F = Floats<Arch>;
  Removal<F> removal[N];
  Words<Arch> cell[N];
  xsimd::batch_bool<float, Arch> is_within;
  for (int axis = 0; axis < N; ++axis) {
    const Located<Arch> at =
        locate<Arch>(coordinate[axis], placement.frequency, placement.lattice->shift[axis]);
    cell[axis] = at.cell;
    removal[axis] = {at.f, at.f - F(1.0f), QuinticFade<Arch>::at(at.f)};
    is_within = axis == 0 ? at.is_within : is_within & at.is_within;
  }
  const HashedVertices<Arch, N> vertices(*placement.lattice, cell);
  const PointCell<Arch, N, Drawn, false, HashedVertices<Arch, N>> point(removal, nullptr, drawn,
                                                                        vertices);
  return xsimd::select(is_within, point.collapse().set[0].k,
                       F(std::numeric_limits<float>::quiet_NaN()));
}

// Writes the values of `count` points from element `from` on, in whole vectors.
template <class Arch, int N, class Noise, class Drawn, class Real>
void hashed_points(const Placement& given, const void* noise, const Real* const* coordinate,
                   std::ptrdiff_t from, int count, float* to) noexcept {
  // By value: what a store might alias would be loaded again for each.
  const model::LatticePoints lattice = *given.lattice;
  const Placement placement{given.frequency, given.fade, &lattice};
  const Drawn drawn(*static_cast<const Noise*>(noise));
  const Real* point[N];
  for (int axis = 0; axis < N; ++axis) point[axis] = coordinate[axis] + from;
  int i = 0;
  for (; i + lanes<Arch> <= count; i += lanes<Arch>) {
    hashed_point<Arch, N>(placement, drawn, point).store_aligned(to + i);
    for (int axis = 0; axis < N; ++axis) point[axis] += lanes<Arch>;
  }
  if (i == count) return;
  // The one edge policy: the last, partial vector goes through a small buffer.
  alignas(64) Real edge[N][lanes<Arch>];
  for (int axis = 0; axis < N; ++axis) {
    for (int lane = 0; lane < lanes<Arch>; ++lane)
      edge[axis][lane] = point[axis][i + lane < count ? lane : count - 1 - i];
    point[axis] = edge[axis];
  }
  hashed_point<Arch, N>(placement, drawn, point).store_aligned(to + i);
}

}  // namespace perlane::kernels
