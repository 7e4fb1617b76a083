#pragma once
// Writes the coordinates of the nearest points of the samples of a grid, which cellular/grid.hpp
// finds box by box.

#include "kernels/cellular/coordinates.hpp"
#include "kernels/cellular/tile.hpp"

namespace perlane::kernels::cellular {

// The coordinates of the points of a list, by axis.
template <int N>
struct ListedCoordinates {
  alignas(64) double at[N][BoxPoints::most];
};

template <class Arch, int N>
class NearestPositions {
  using F = Floats<Arch>;
  using D = Doubles<Arch>;
  static constexpr int half = static_cast<int>(D::size);

 public:
  NearestPositions(const model::CellularNoise& noise, const CellularTile<Arch, N>& tile,
                   double* const* point, ListedCoordinates<N>& listed) noexcept
      : noise_(noise),
        tile_(tile),
        point_(point),
        listed_(listed),
        nearest_(nearest_offsets_of<Arch, N>(noise)) {
    for (int axis = 0; axis < N; ++axis) coordinates_[axis] = PointCoordinates<Arch>(noise, axis);
  }

  // Sets the points of a box, counted from the cell that is its origin.
  void enter(const PointList<N>& list, const double (&origin)[N]) noexcept {
    for (int axis = 0; axis < N; ++axis) {
      const Widened<Arch> cell{D(origin[axis]), D(origin[axis])};
      for (int k = 0; k < list.count; k += lanes<Arch>) {
        const Widened<Arch> at = coordinates_[axis](cell, F::load_unaligned(list.at(axis) + k));
        at.low.store_aligned(listed_.at[axis] + k);
        at.high.store_aligned(listed_.at[axis] + k + half);
      }
    }
  }

  // Writes a slice of that box, of which this is the first sample. `nearest` has the numbers of the
  // nearest points, in rows of box_columns.
  void write(const int (&sample)[4], int height, int width, const float* nearest) const noexcept {
    const int left = tile_.tile().axis[0].count - sample[0], end = width < left ? width : left;
    std::ptrdiff_t at = tile_.row_at(sample) + sample[0];
    for (int row = 0; row < height; ++row, at += tile_.tile().pitch, nearest += box_columns) {
      int number[box_columns];
      for (int i = 0; i < end; ++i) number[i] = static_cast<int>(nearest[i]);
      for (int axis = 0; axis < N; ++axis) {
        for (int i = 0; i < end; ++i) point_[axis][at + i] = listed_.at[axis][number[i]];
      }
    }
  }

  // Finds and writes the points of a part of the tile sample by sample.
  PERLANE_NOINLINE void write_one_by_one(const FineSegment (&part)[N]) noexcept {
    tile_.for_each_slice(part, [&](const int(&first)[4]) {
      int sample[4] = {0, first[1], first[2], first[3]};
      for (; sample[1] < part[1].end; ++sample[1]) {
        for (sample[0] = part[0].begin; sample[0] < part[0].end; sample[0] += lanes<Arch>)
          write_vector(sample);
      }
    });
  }

 private:
  void write_vector(const int (&sample)[4]) noexcept {
    F offset[N];
    nearest_(noise_, tile_.places_of(sample), offset);
    const int left = tile_.tile().axis[0].count - sample[0];
    const int end = lanes<Arch> < left ? lanes<Arch> : left;
    const std::ptrdiff_t at = tile_.row_at(sample) + sample[0];
    for (int axis = 0; axis < N; ++axis) {
      const Widened<Arch> to =
          coordinates_[axis](coordinates_[axis].cells(position(sample, axis)), offset[axis]);
      alignas(64) double lane[lanes<Arch>];
      to.low.store_aligned(lane);
      to.high.store_aligned(lane + half);
      for (int i = 0; i < end; ++i) point_[axis][at + i] = lane[i];
    }
  }

  Widened<Arch> position(const int (&sample)[4], int number) const noexcept {
    const model::Axis& axis = tile_.tile().axis[number];
    if (number > 0) {
      const D all(model::position_of<Arch>(axis, sample[number] - tile_.first_of(number)));
      return {all, all};
    }
    const AxisPositions<Arch> positions(axis, axis.first, tile_.tile().columns);
    return {positions(sample[0]), positions(sample[0] + half)};
  }

  const model::CellularNoise& noise_;
  const CellularTile<Arch, N>& tile_;
  double* const* point_;
  ListedCoordinates<N>& listed_;
  NearestOffsets<Arch, N> nearest_;
  PointCoordinates<Arch> coordinates_[N];
};

}  // namespace perlane::kernels::cellular
