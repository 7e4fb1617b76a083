#pragma once
// Places vectors of points in a lattice without period, several at a time, for
// kernels/points/hashed.hpp. The points have coordinates of their own, or are samples that a warp
// has moved.

#include "kernels/shared/collapse.hpp"
#include "kernels/points/displaced.hpp"
#include "kernels/shared/fade.hpp"
#include "kernels/lanes/locate.hpp"
#include "kernels/lanes/several.hpp"

namespace perlane::kernels::points {

// Vectors of points, placed in the lattice.
template <class Arch, int N, int K>
struct PlacedPoints {
  Removal<Several<Floats<Arch>, K>> removal[N];
  Several<Words<Arch>, K> cell[N];
};

// locate(axis, k) finds vector k along an axis.
template <class Arch, int N, int K, class Locate>
XSIMD_INLINE PlacedPoints<Arch, N, K> place_by(const Locate& locate) noexcept {
  using F = Several<Floats<Arch>, K>;
  PlacedPoints<Arch, N, K> placed;
  for (int axis = 0; axis < N; ++axis) {
    F f;
    for (int k = 0; k < K; ++k) {
      const Located<Arch> at = locate(axis, k);
      nth(placed.cell[axis], k) = at.cell;
      nth(f, k) = at.f;
    }
    placed.removal[axis] = Removal<F>::at(f, QuinticFade<F>::at(f));
  }
  return placed;
}

// Whether all points lie in one cell, as they do along a curve, on a mesh, or on a grid that has
// been moved a little. Where they do not, it most often shows at the first comparison.
template <class Arch, int N, int K>
XSIMD_INLINE bool share_cell(const PlacedPoints<Arch, N, K>& placed) noexcept {
  for (int axis = 0; axis < N; ++axis) {
    if (!xsimd::all(nth(placed.cell[axis], 0) == nth(placed.cell[axis], K - 1))) return false;
  }
  for (int axis = 0; axis < N; ++axis) {
    const Words<Arch> first(nth(placed.cell[axis], 0).get(0));
    for (int k = 0; k + 1 < K; ++k) {
      if (!xsimd::all(nth(placed.cell[axis], k) == first)) return false;
    }
  }
  return true;
}

// Where the vectors of points come from, one place() after another: a kind of points below. The
// last of them go through an Edge, which is not part of the source: compilers keep in registers
// only what has no arrays beside it.
template <class Arch, int N, int K, class Given>
class PointSource;

// Points with coordinates of their own. Those in binary64 may be beyond the limit of coordinates
// unless they are known to be within it.
template <class Real>
struct GivenPoints {
  const Real* const* coordinate;
  bool is_within;
};

template <class Arch, int N, int K, class Real>
class PointSource<Arch, N, K, GivenPoints<Real>> {
  static constexpr int step = K * lanes<Arch>;

 public:
  XSIMD_INLINE PointSource(const Placement& placement, const GivenPoints<Real>& given,
                           std::ptrdiff_t from) noexcept
      : placement_(placement),
        is_within_(given.is_within),
        far_(least_far<Arch>(*placement.lattice, N, placement.frequency)) {
    for (int axis = 0; axis < N; ++axis) point_[axis] = given.coordinate[axis] + from;
  }

  XSIMD_INLINE PlacedPoints<Arch, N, K> place() const noexcept {
    auto placed = place_by<Arch, N, K>([&](int axis, int k) {
      return locate<Arch>(point_[axis] + k * lanes<Arch>, placement_.frequency,
                          placement_.lattice->shift[axis]);
    });
    if constexpr (sizeof(Real) == sizeof(double)) {
      if (!is_within_ && !are_within<Arch, N, K>(point_, far_))
        placed = place_far(placement_, point_);
    }
    return placed;
  }

  XSIMD_INLINE void advance() noexcept {
    for (int axis = 0; axis < N; ++axis) point_[axis] += step;
  }

  struct Edge {
    alignas(64) Real point[N][step];
  };
  XSIMD_INLINE void copy(int point, Edge& edge, int to) const noexcept {
    for (int axis = 0; axis < N; ++axis) edge.point[axis][to] = point_[axis][point];
  }
  XSIMD_INLINE void go_on_at(const Edge& edge) noexcept {
    for (int axis = 0; axis < N; ++axis) point_[axis] = edge.point[axis];
  }

 private:
  // The same where some may be beyond the limit of coordinates, in binary64.
  PERLANE_OUT_OF_LINE static PlacedPoints<Arch, N, K> place_far(
      const Placement& placement, const Real* const (&coordinate)[N]) noexcept {
    return place_by<Arch, N, K>([&](int axis, int k) {
      using D = Doubles<Arch>;
      const auto place = [&](int from) {
        return D::load_unaligned(coordinate[axis] + k * lanes<Arch> + from) *
                   D(placement.frequency) +
               D(placement.lattice->shift[axis]);
      };
      return Backend<Arch>::template locate_wide<true>(place(0), place(static_cast<int>(D::size)));
    });
  }

  const Placement& placement_;
  bool is_within_;
  double far_;
  const Real* point_[N];
};

// Samples that a warp has moved, of a run. Displacements lie where the values will.
struct DisplacedPoints {
  const Anchors* anchors;  // by axis
  const float* const* displacement;
  const double* factor;
};

template <class Arch, int N, int K>
class PointSource<Arch, N, K, DisplacedPoints> {
  static constexpr int step = K * lanes<Arch>;
  static_assert(model::point_step % step == 0);

 public:
  XSIMD_INLINE PointSource(const Placement& placement, const DisplacedPoints& given,
                           std::ptrdiff_t from) noexcept {
    for (int axis = 0; axis < N; ++axis) {
      const Anchors& anchors = given.anchors[axis];
      f_[axis] = anchors.f;
      cell_[axis] = anchors.cell;
      step_[axis] = anchors.stride * step;
      displacement_[axis] = given.displacement[axis] + from;
      factor_[axis] = Floats<Arch>(cells_per<Arch>(given.factor[axis], placement.frequency));
    }
  }

  XSIMD_INLINE PlacedPoints<Arch, N, K> place() const noexcept {
    using F = Floats<Arch>;
    return place_by<Arch, N, K>([&](int axis, int k) {
      const int at = k * lanes<Arch>;
      Located<Arch> located =
          Backend<Arch>::locate(F::load_aligned(displacement_[axis] + at) * factor_[axis] +
                                F::load_aligned(f_[axis] + at));
      located.cell = located.cell + Words<Arch>::load_aligned(cell_[axis] + at);
      return located;
    });
  }

  XSIMD_INLINE void advance() noexcept {
    for (int axis = 0; axis < N; ++axis) {
      f_[axis] += step_[axis];
      cell_[axis] += step_[axis];
      displacement_[axis] += step;
    }
  }

  struct Edge {
    alignas(64) float f[N][step];
    alignas(64) std::uint32_t cell[N][step];
    alignas(64) float displacement[N][step];
  };
  XSIMD_INLINE void copy(int point, Edge& edge, int to) const noexcept {
    for (int axis = 0; axis < N; ++axis) {
      edge.f[axis][to] = f_[axis][point];
      edge.cell[axis][to] = cell_[axis][point];
      edge.displacement[axis][to] = displacement_[axis][point];
    }
  }
  XSIMD_INLINE void go_on_at(const Edge& edge) noexcept {
    for (int axis = 0; axis < N; ++axis) {
      f_[axis] = edge.f[axis];
      cell_[axis] = edge.cell[axis];
      displacement_[axis] = edge.displacement[axis];
    }
  }

 private:
  Floats<Arch> factor_[N];
  const float* f_[N];
  const std::uint32_t* cell_[N];
  int step_[N];
  const float* displacement_[N];
};

}  // namespace perlane::kernels::points
