#pragma once
// Hands a kernel the positions of samples, a vector of samples at a time, whether they are axes or
// points. Noises that are evaluated sample by sample are built on it.

#include "model/tile.hpp"
#include "kernels/lanes/locate.hpp"
#include "kernels/shared/axis.hpp"

namespace perlane::kernels {

// The positions of a vector of samples.
template <class Arch, class Real>
class Position {
 public:
  static constexpr bool is_float = sizeof(Real) == sizeof(float);

  XSIMD_INLINE Position(const Real* x, const Real* y, const Real* z, const Real* w) noexcept
      : coordinate_{x, y, z, w} {}

  // Returns the coordinates along an axis in binary64, whatever precision they have.
  XSIMD_INLINE Widened<Arch> wide(int axis) const noexcept {
    if constexpr (is_float) {
      return widen<Arch>((*this)(axis));
    } else {
      return (*this)(axis);
    }
  }
  // Returns the coordinates along an axis in their own precision: Widened for binary64, Floats for
  // binary32.
  XSIMD_INLINE auto operator()(int axis) const noexcept {
    return load_coordinates<Arch>(coordinate_[axis]);
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

// The positions of the rows of a tile, one row after another. Work that is done once for a row is
// not inlined: there are many loops over positions, and it would be most of their code.
template <class Arch, class Real>
class PositionRows {
 public:
  // `point` is null where the positions are axes.
  PERLANE_NOINLINE PositionRows(const model::Tile& tile, const Real* const* point) noexcept
      : tile_(tile), point_(point) {
    if constexpr (has_axes) {
      if (point == nullptr) row_positions<Arch>(tile, x_);
    }
  }

  // Advances to the next row; the first call enters the first row. Returns false if there is none.
  PERLANE_NOINLINE bool next() noexcept {
    const model::Axis* axis = tile_.axis;
    if (at_ >= 0) {
      int number = 1;
      while (number < 4 && ++sample_[number] == axis[number].count) sample_[number++] = 0;
      if (number == 4) return false;
    }
    at_ += at_ < 0 ? 1 : tile_.pitch;
    for (int a = 0; a < 4; ++a) from_[a] = edge_[a];
    if (point_ != nullptr) {
      for (int a = 0; a < tile_.dimensions; ++a) from_[a] = point_[a] + at_;
    }
    if constexpr (has_axes) {
      if (point_ != nullptr) return true;
      from_[0] = x_;
      repeat(1);
      if (sample_[1] == 0) repeat(2);
      if (sample_[1] == 0 && sample_[2] == 0) repeat(3);
    }
    return true;
  }
  // Returns where the row begins in tile buffers.
  std::ptrdiff_t at() const noexcept { return at_; }

  // Returns the positions of the samples from `i` on. No row is read beyond its last point, for the
  // user's arrays may end there: a partial vector goes through a small buffer.
  XSIMD_INLINE Position<Arch, Real> vector(int i) noexcept {
    if (point_ == nullptr) return {from_[0] + i, from_[1], from_[2], from_[3]};
    const int axes = tile_.dimensions;
    if (i + lanes<Arch> > tile_.axis[0].count) {
      copy_edge(i);
      return {edge_[0], edge_[1], edge_[2], edge_[3]};
    }
    const auto step = [&](int axis) { return from_[axis] + (axis < axes ? i : 0); };
    return {step(0), step(1), step(2), step(3)};
  }

 private:
  static constexpr bool has_axes = sizeof(Real) == sizeof(double);

  void repeat(int axis) noexcept {
    const Real position = model::position_of<Arch>(tile_.axis[axis], sample_[axis]);
    for (Real& lane : edge_[axis]) lane = position;
  }

  PERLANE_NOINLINE void copy_edge(int i) noexcept {
    const int last = tile_.axis[0].count - 1;
    for (int axis = 0; axis < tile_.dimensions; ++axis) {
      for (int lane = 0; lane < lanes<Arch>; ++lane)
        edge_[axis][lane] = from_[axis][i + lane < last ? i + lane : last];
    }
  }

  const model::Tile& tile_;
  const Real* const* point_;
  const Real* from_[4];
  int sample_[4] = {};
  std::ptrdiff_t at_ = -1;
  alignas(
      64) Real edge_[4][lanes<Arch>] = {};  // also the coordinates that all samples of a row share
  alignas(64) Real x_[has_axes ? model::widest_row(1) : 1];
};

// Calls visit(position, at) for every vector of a tile of points, or of axes if `point` is null;
// `at` is where the vector lies in tile buffers.
template <class Arch, class Real, class Visit>
void for_each_position_of(const model::Tile& tile, const Real* const* point,
                          const Visit& given_visit) noexcept {
  // A copy, and so are its members: data that a store might alias would be loaded again each time.
  const Visit visit = given_visit;
  const int columns = tile.columns;
  for (PositionRows<Arch, Real> rows(tile, point); rows.next();) {
    for (int i = 0; i < columns; i += lanes<Arch>) visit(rows.vector(i), rows.at() + i);
  }
}

// Calls visit(position, at) for every vector of a tile whose positions are axes.
template <class Arch, class Visit>
void for_each_axes_position(const model::Tile& tile, const Visit& visit) noexcept {
  for_each_position_of<Arch, double>(tile, nullptr, visit);
}

// Calls visit(position, at) for every vector of any tile. It ignores displacements, which are left
// to `visit`.
template <class Arch, class Visit>
void for_each_position(const model::Tile& tile, const Visit& visit) noexcept {
  if (tile.kind == model::Tile::float_points)
    return for_each_position_of<Arch>(tile, tile.float_point, visit);
  const bool is_axes = tile.kind == model::Tile::axes || tile.kind == model::Tile::displaced_axes;
  for_each_position_of<Arch, double>(tile, is_axes ? nullptr : tile.point, visit);
}

// Locates a vector of samples along an axis.
template <class Arch, class Real>
XSIMD_INLINE Located<Arch> locate_cell(const Position<Arch, Real>& position, int axis,
                                       double frequency, double shift) noexcept {
  return locate<Arch>(scaled<Arch>(position(axis), frequency, shift));
}

// Sets the coordinates of a vector of samples in cells, in binary64 whatever precision they have,
// and returns their limit.
template <class Arch, int N, class Real>
XSIMD_INLINE double widen_cells(const Position<Arch, Real>& position, double frequency,
                                const double* shift, Widened<Arch> (&s)[N]) noexcept {
  for (int axis = 0; axis < N; ++axis) {
    const auto own = scaled<Arch>(position(axis), frequency, shift[axis]);
    if constexpr (Position<Arch, Real>::is_float) {
      s[axis] = widen<Arch>(own);
    } else {
      s[axis] = own;
    }
  }
  return Position<Arch, Real>::is_float ? double{model::float_coordinate_limit}
                                        : model::coordinate_limit;
}

// Some vectors of samples that have been placed, and where their values go in tile buffers.
template <class Place>
struct PlacedBlock {
  static constexpr int size = 16;

  alignas(64) Place place[size];
  std::ptrdiff_t at[size];
  int count = 0;
};

// Evaluates a tile of any kind sample by sample, a block at a time: place_at(position, place)
// places a vector, and evaluate(block) writes the values.
template <class Arch, class Place, class PlaceAt, class Evaluate>
void for_each_block(const model::Tile& tile, const PlaceAt& place_at,
                    const Evaluate& evaluate) noexcept {
  PlacedBlock<Place> block;
  for_each_position<Arch>(tile, [&, place_at](const auto& position, std::ptrdiff_t at) {
    place_at(position, block.place[block.count]);
    block.at[block.count++] = at;
    if (block.count < PlacedBlock<Place>::size) return;
    evaluate(block);
    block.count = 0;
  });
  evaluate(block);
}

}  // namespace perlane::kernels
