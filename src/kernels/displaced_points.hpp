#pragma once
// Where samples lie that a warp has moved; mirror of reference/lattice.cpp, `locate`. Far from the
// origin a coordinate needs binary64, and a displacement does not: so a sample is located where it
// came from, which axes tell of whole rows at once, and then moved in binary32.

#include "kernels/output.hpp"
#include "kernels/place_points.hpp"

namespace perlane::kernels {

// Where the samples of a run came from, along one axis: cells, as lattice coordinates, and
// fractions. If all came from the same place, `stride` is 0, and that place stands there as often
// as loops look at samples at a time.
struct Anchors {
  const float* f;
  const std::uint32_t* cell;
  int stride;
};

// Those of the samples after the first `count`.
template <class Arch>
XSIMD_INLINE Anchors after(const Anchors& anchors, int count) noexcept {
  const int by = count * anchors.stride;
  return {anchors.f + by, anchors.cell + by, anchors.stride};
}

// The runs of a tile, of which each lies in one row, and has the anchors of all axes.
template <class Arch>
class AnchorRuns {
 public:
  static constexpr int at_a_time = 64;

  PERLANE_OUT_OF_LINE AnchorRuns(const model::Tile& tile, const Placement& placement) noexcept
      : tile_(tile), is_axes_(tile.kind == model::Tile::displaced_axes) {
    for (int axis = 0; axis < tile.dimensions; ++axis)
      axis_[axis] = point_axis<Arch>(placement, axis);
  }

  // Goes to the next run, the first at first. False if there is none.
  PERLANE_OUT_OF_LINE bool next() noexcept {
    const int columns = tile_.axis[0].count, most = is_axes_ ? room : most_points;
    begin_ += count_;
    if (begin_ == columns || row_ < 0) {
      begin_ = 0;
      if (++row_ == rows_of<Arch>(tile_)) return false;
      if (is_axes_) place_row();
    }
    count_ = columns - begin_ < most ? columns - begin_ : most;
    if (!is_axes_) {
      place_points();
    } else if (row_ == 0) {  // rows that are longer than a run are alone
      place_x();
    }
    return true;
  }

  // Of the run: where it begins in tile buffers, its samples, and its anchors by axis.
  std::ptrdiff_t at() const noexcept { return std::ptrdiff_t{row_} * tile_.pitch + begin_; }
  int count() const noexcept { return count_; }
  const Anchors* anchors() const noexcept { return anchors_; }

 private:
  // Only rows in one dimension are longer. Of points, fewer are located at once, along every axis.
  static constexpr int room = model::widest_row(2);
  static constexpr int most_points = 128;
  static_assert(4 * most_points <= room && most_points % at_a_time == 0);

  // Locates a vector of coordinates.
  void place(int axis, const double* coordinate, int to) noexcept {
    alignas(64) std::uint32_t above[lanes<Arch>];
    locate_vector<Arch>(axis_[axis], coordinate, f_ + to, cell_ + to, above);
  }

  void place_x() noexcept {
    constexpr int half = AxisPositions<Arch>::step;
    const model::Axis& x = tile_.axis[0];
    const AxisPositions<Arch> position(x, x.first + begin_, count_);
    alignas(64) double coordinate[lanes<Arch>];
    for (int i = 0; i < count_; i += lanes<Arch>) {
      position(i).store_aligned(coordinate);
      position(i + half).store_aligned(coordinate + half);
      place(0, coordinate, i);
    }
    anchors_[0] = {f_, cell_, 1};
  }

  // The places of a row along the other axes, where they are not those of the row before.
  void place_row() noexcept {
    int row = row_, rows = 1;
    for (int axis = 1; axis < tile_.dimensions; ++axis) {
      const model::Axis& seen = tile_.axis[axis];
      if (row_ % rows == 0) {
        alignas(64) double coordinate[lanes<Arch>];
        for (double& lane : coordinate) lane = model::position_of<Arch>(seen, row % seen.count);
        alignas(64) float f[lanes<Arch>];
        alignas(64) std::uint32_t cell[lanes<Arch>], above[lanes<Arch>];
        locate_vector<Arch>(axis_[axis], coordinate, f, cell, above);
        const auto whole_f = Floats<Arch>::load_aligned(f);
        const auto whole_cell = Words<Arch>::load_aligned(cell);
        for (int i = 0; i < at_a_time; i += lanes<Arch>) {
          whole_f.store_aligned(row_f_[axis - 1] + i);
          whole_cell.store_aligned(row_cell_[axis - 1] + i);
        }
        anchors_[axis] = {row_f_[axis - 1], row_cell_[axis - 1], 0};
      }
      row /= seen.count;
      rows *= seen.count;
    }
  }

  void place_points() noexcept {
    for (int axis = 0; axis < tile_.dimensions; ++axis) {
      const double* from = tile_.point[axis] + at();
      int i = 0;
      for (; i + lanes<Arch> <= count_; i += lanes<Arch>)
        place(axis, from + i, axis * most_points + i);
      anchors_[axis] = {f_ + axis * most_points, cell_ + axis * most_points, 1};
      if (i == count_) continue;
      // The one edge policy: the last, partial vector goes through a small buffer.
      alignas(64) double edge[lanes<Arch>];
      for (int lane = 0; lane < lanes<Arch>; ++lane)
        edge[lane] = from[i + lane < count_ ? i + lane : count_ - 1];
      place(axis, edge, axis * most_points + i);
    }
  }

  const model::Tile& tile_;
  bool is_axes_;
  int row_ = -1, begin_ = 0, count_ = 0;
  PointAxis axis_[4];
  Anchors anchors_[4];
  alignas(64) float f_[room];
  alignas(64) std::uint32_t cell_[room];
  alignas(64) float row_f_[3][at_a_time];
  alignas(64) std::uint32_t row_cell_[3][at_a_time];
};

// What a displacement is multiplied by to be one of cells.
template <class Arch>
XSIMD_INLINE float cells_per(double displacement_factor, double frequency) noexcept {
  return model::single_factor<Arch>(frequency * displacement_factor);
}

// Writes the fractions of displaced samples and their lattice coordinates on both sides, as
// locate_points does. The displacements of the last, partial vector are those of a tile buffer.
template <class Arch>
void locate_displaced(const PointAxis& axis, const Anchors& anchors, const float* displacement,
                      double factor, int count, float* f, std::uint32_t* below,
                      std::uint32_t* above) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  const F cells(cells_per<Arch>(factor, axis.frequency));
  PointAxis from_anchors = axis;  // which have the offset
  from_anchors.offset = 0;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const int anchor = i * anchors.stride;
    const F s = F::load_aligned(displacement + i) * cells + F::load_aligned(anchors.f + anchor);
    const W cell = W::load_aligned(anchors.cell + anchor);
    const Located<Arch> at = Backend<Arch>::locate(s);
    at.f.store_aligned(f + i);
    if (axis.period == 0) {
      store_sides<Arch>(axis, cell + at.cell, below + i, above + i);
      continue;
    }
    const Widened<Arch> moved =
        widen<Arch>(xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(at.cell)));
    alignas(64) std::uint32_t lane_by_lane[lanes<Arch>];
    alignas(64) double whole[lanes<Arch>];
    cell.store_aligned(lane_by_lane);
    for (int lane = 0; lane < lanes<Arch>; ++lane)
      whole[lane] = static_cast<double>(lane_by_lane[lane]);
    constexpr int half = static_cast<int>(Doubles<Arch>::size);
    using D = Doubles<Arch>;
    store_sides<Arch>(
        axis,
        to_words<Arch>(wrapped<Arch>(from_anchors, D::load_aligned(whole) + moved.low),
                       wrapped<Arch>(from_anchors, D::load_aligned(whole + half) + moved.high)),
        below + i, above + i);
  }
}

}  // namespace perlane::kernels
