#pragma once
// Hands a kernel the positions of samples, a vector of samples at a time, whether they are axes or
// points. Noises that are evaluated sample by sample are built on it.

#include "model/tile.hpp"
#include "kernels/axis.hpp"

namespace perlane::kernels {

// Where the samples of a vector lie.
template <class Arch, class Real>
class Position {
 public:
  static constexpr bool is_single = sizeof(Real) == sizeof(float);

  XSIMD_INLINE Position(const Real* x, const Real* y, const Real* z, const Real* w) noexcept
      : coordinate_{x, y, z, w} {}

  // Returns the coordinates along an axis in binary64, whatever precision they have.
  XSIMD_INLINE Widened<Arch> wide(int axis) const noexcept {
    if constexpr (is_single) {
      return widen<Arch>((*this)(axis));
    } else {
      return (*this)(axis);
    }
  }
  // Returns the coordinates along an axis in their own precision: Widened for binary64, Floats for
  // binary32.
  XSIMD_INLINE auto operator()(int axis) const noexcept {
    const Real* from = coordinate_[axis];
    if constexpr (is_single) {
      return Floats<Arch>::load_unaligned(from);
    } else {
      constexpr int half = static_cast<int>(Doubles<Arch>::size);
      return Widened<Arch>{Doubles<Arch>::load_unaligned(from),
                           Doubles<Arch>::load_unaligned(from + half)};
    }
  }

 private:
  const Real* coordinate_[4];
};

// Writes the positions of a tile row along x; the padding repeats the outermost sample.
template <class Arch>
void row_positions(const model::Tile& tile, double* x) noexcept {
  const model::Axis& axis = tile.axis[0];
  const AxisPositions<Arch> position(axis, axis.first, tile.columns);
  for (int i = 0; i < tile.columns; i += AxisPositions<Arch>::step)
    position(i).store_aligned(x + i);
  for (int i = axis.count; i < tile.columns; ++i) x[i] = x[axis.count - 1];
}

// Calls visit(position, at) for every vector of a tile whose positions are axes; `at` is where the
// vector lies in tile buffers.
template <class Arch, class Visit>
void for_each_axes_position(const model::Tile& tile, const Visit& visit) noexcept {
  constexpr int widest = model::widest_row(1);
  alignas(64) double x[widest], y[lanes<Arch>], z[lanes<Arch>], w[lanes<Arch>];
  row_positions<Arch>(tile, x);
  const auto repeat_position = [&](int axis, int sample, double* to) {
    const double position = model::position_of<Arch>(tile.axis[axis], sample);
    for (int lane = 0; lane < lanes<Arch>; ++lane) to[lane] = position;
  };
  std::ptrdiff_t row = 0;
  for (int l = 0; l < tile.axis[3].count; ++l) {
    repeat_position(3, l, w);
    for (int k = 0; k < tile.axis[2].count; ++k) {
      repeat_position(2, k, z);
      for (int j = 0; j < tile.axis[1].count; ++j, row += tile.pitch) {
        repeat_position(1, j, y);
        for (int i = 0; i < tile.columns; i += lanes<Arch>)
          visit(Position<Arch, double>(x + i, y, z, w), row + i);
      }
    }
  }
}

// Calls visit(position, at) likewise for every vector of a tile of points. No row is read beyond
// its last point, for the user's arrays may end there.
template <class Arch, class Real, class Visit>
void for_each_point_position(const model::Tile& tile, const Real* const* point,
                             const Visit& visit) noexcept {
  const int dimensions = tile.dimensions, count = tile.axis[0].count;
  const int rows = tile.axis[1].count * tile.axis[2].count * tile.axis[3].count;
  alignas(64) Real edge[4][lanes<Arch>] = {};
  std::ptrdiff_t row = 0;
  for (int r = 0; r < rows; ++r, row += tile.pitch) {
    const Real* from[4] = {edge[0], edge[1], edge[2], edge[3]};
    for (int axis = 0; axis < dimensions; ++axis) from[axis] = point[axis] + row;
    const auto step = [&](int axis, int i) {
      return axis < dimensions ? from[axis] + i : edge[axis];
    };
    int i = 0;
    for (; i + lanes<Arch> <= count; i += lanes<Arch>)
      visit(Position<Arch, Real>(step(0, i), step(1, i), step(2, i), step(3, i)), row + i);
    // The one edge policy: vectors that are not all points go through a small buffer.
    for (; i < tile.columns; i += lanes<Arch>) {
      for (int axis = 0; axis < dimensions; ++axis) {
        for (int lane = 0; lane < lanes<Arch>; ++lane)
          edge[axis][lane] = from[axis][i + lane < count ? i + lane : count - 1];
      }
      visit(Position<Arch, Real>(edge[0], edge[1], edge[2], edge[3]), row + i);
    }
  }
}

// Calls visit(position, at) likewise for every vector of any tile.
template <class Arch, class Visit>
void for_each_position(const model::Tile& tile, const Visit& visit) noexcept {
  switch (tile.kind) {
    case model::Tile::axes:
      return for_each_axes_position<Arch>(tile, visit);
    case model::Tile::points:
      return for_each_point_position<Arch>(tile, tile.point, visit);
    case model::Tile::single_points:
      return for_each_point_position<Arch>(tile, tile.single_point, visit);
  }
}

}  // namespace perlane::kernels
