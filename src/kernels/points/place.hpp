#pragma once
// Works out where points lie in a lattice, a block of them at a time; mirror of
// reference/lattice.hpp, `locate`. Nothing here depends on the noise, nor on the number of
// dimensions.

#include "kernels/shared/axis.hpp"
#include "kernels/shared/fade.hpp"
#include "kernels/shared/vertex_words.hpp"

#include <limits>

namespace perlane::kernels::points {

// A block of points on its way through the stages.
template <class Arch>
struct PointBlock {
  static constexpr int size = points_in_block<Arch>;

  // By axis: the fraction, s, u and v of the weights and of their derivatives, and the lattice
  // coordinates below and above.
  alignas(64) float f[4][size];
  alignas(64) float weight[4][3][size];
  alignas(64) float slope[4][3][size];
  alignas(64) std::uint32_t cell[4][2][size];
  // The words of the vertices.
  alignas(64) std::uint32_t word[16 * size];
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

// Writes the fractions of a vector of points, and their lattice coordinates on both sides. Beyond
// the coordinate limit the fraction is NaN, and so is all that follows from it.
template <class Arch>
XSIMD_INLINE void locate_vector(const PointAxis& axis, const double* coordinate, float* f,
                                std::uint32_t* below, std::uint32_t* above) noexcept {
  using D = Doubles<Arch>;
  D whole[2], fraction[2];
  for (int half = 0; half < 2; ++half) {
    const D c = D::load_unaligned(coordinate + half * static_cast<int>(D::size));
    const D s = c * D(axis.frequency) + D(axis.shift);
    const auto is_within = xsimd::abs(s) < D(model::coordinate_limit);
    const D inside = xsimd::select(is_within, s, D(0.0));
    whole[half] = floor_of<Arch>(inside);
    fraction[half] =
        xsimd::select(is_within, inside - whole[half], D(std::numeric_limits<double>::quiet_NaN()));
  }
  narrow<Arch>(fraction[0], fraction[1]).store_aligned(f);
  if (axis.period != 0) {
    whole[0] = wrapped<Arch>(axis, whole[0]);
    whole[1] = wrapped<Arch>(axis, whole[1]);
  }
  store_sides<Arch>(axis, to_words<Arch>(whole[0], whole[1]), below, above);
}

template <class Arch>
XSIMD_INLINE void locate_vector(const PointAxis& axis, const float* coordinate, float* f,
                                std::uint32_t* below, std::uint32_t* above) noexcept {
  using F = Floats<Arch>;
  const F s = F::load_unaligned(coordinate) * F(static_cast<float>(axis.frequency)) +
              F(static_cast<float>(axis.shift));
  const auto is_within = xsimd::abs(s) < F(model::coordinate_limit_single);
  const F inside = xsimd::select(is_within, s, F(0.0f));
  const F whole = floor_of<Arch>(inside);
  xsimd::select(is_within, inside - whole, F(std::numeric_limits<float>::quiet_NaN()))
      .store_aligned(f);
  if (axis.period == 0) {
    store_sides<Arch>(axis, xsimd::bitwise_cast<std::uint32_t>(xsimd::to_int(whole)), below, above);
  } else {
    const Widened<Arch> wide = widen<Arch>(whole);
    store_sides<Arch>(axis,
                      to_words<Arch>(wrapped<Arch>(axis, wide.low), wrapped<Arch>(axis, wide.high)),
                      below, above);
  }
}

// Does the same for up to a block of points; the last point fills up the last vector.
template <class Arch, class Real>
void locate_points(const PointAxis& axis, const Real* coordinate, int count, float* f,
                   std::uint32_t* below, std::uint32_t* above) noexcept {
  int i = 0;
  for (; i + lanes<Arch> <= count; i += lanes<Arch>)
    locate_vector<Arch>(axis, coordinate + i, f + i, below + i, above + i);
  if (i == count) return;
  // The one edge policy: the last, partial vector goes through a small buffer.
  alignas(64) Real edge[lanes<Arch>];
  for (int lane = 0; lane < lanes<Arch>; ++lane)
    edge[lane] = coordinate[i + lane < count ? i + lane : count - 1];
  locate_vector<Arch>(axis, edge, f + i, below + i, above + i);
}

}  // namespace perlane::kernels::points
