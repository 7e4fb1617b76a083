#pragma once
// Locates samples that a warp has moved; mirror of reference/lattice.hpp, `locate`. Far from the
// origin a coordinate needs binary64, and a displacement does not: so a sample is located where it
// came from, which axes tell of whole rows at once, and then moved in binary32.

#include "kernels/lanes/output.hpp"
#include "kernels/points/place.hpp"

namespace perlane::kernels::points {

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

// The runs of a tile, which have the anchors of all axes. A run lies in one row, unless rows are
// joined.
template <class Arch>
class AnchorRuns {
 public:
  PERLANE_OUT_OF_LINE AnchorRuns(const model::Tile& tile, const Placement& placement) noexcept
      : tile_(tile),
        is_axes_(tile.kind == model::Tile::displaced_axes),
        is_joined_(is_axes_ && tile.dimensions > 1 && model::are_rows_joined<Arch>(tile)) {
    for (int axis = 0; axis < tile.dimensions; ++axis) {
      axis_[axis] = point_axis<Arch>(placement, axis);
      if (is_axes_ && tile.dimensions > 1) place_axis(axis, 0, tile.axis[axis].count);
    }
    if (is_joined_) left_ = rows_of<Arch>(tile) * tile.axis[0].count;
  }

  // Goes to the next run, the first at first. False if there is none.
  PERLANE_OUT_OF_LINE bool next() noexcept {
    at_ += count_;
    if (is_joined_) return join();
    const int columns = tile_.axis[0].count, most = is_axes_ ? room : most_points;
    begin_ += count_;
    if (begin_ == columns || row_ < 0) {
      if (!next_row()) return false;
      at_ = std::ptrdiff_t{row_} * tile_.pitch;
    }
    count_ = columns - begin_ < most ? columns - begin_ : most;
    if (!is_axes_) {
      place_points();
    } else if (tile_.dimensions == 1) {
      place_axis(0, begin_, count_);
    } else {
      repeat_row(0, model::point_step, changed_);
      for (int axis = 1; axis <= changed_; ++axis) anchors_[axis] = {f_[axis], cell_[axis], 0};
    }
    return true;
  }

  // Of the run: where it begins in tile buffers, its samples, and its anchors by axis.
  std::ptrdiff_t at() const noexcept { return at_; }
  int count() const noexcept { return count_; }
  const Anchors* anchors() const noexcept { return anchors_; }

 private:
  // Only rows in one dimension are longer, and no other axis of a tile is. Of points and of joined
  // rows, fewer have anchors at once, along every axis.
  static constexpr int room = model::widest_row(2);
  static constexpr int most_points = 256;
  static_assert(most_points % model::point_step == 0);

  // Locates a vector of coordinates.
  void place(int axis, const double* coordinate, float* f, std::uint32_t* cell) noexcept {
    alignas(64) std::uint32_t above[lanes<Arch>];
    locate_vector<Arch>(axis_[axis], coordinate, f, cell, above);
  }

  // The places of `count` samples of an axis.
  void place_axis(int axis, int from, int count) noexcept {
    constexpr int half = AxisPositions<Arch>::step;
    const model::Axis& seen = tile_.axis[axis];
    const AxisPositions<Arch> position(seen, seen.first + from, count);
    alignas(64) double coordinate[lanes<Arch>];
    for (int i = 0; i < count; i += lanes<Arch>) {
      position(i).store_aligned(coordinate);
      position(i + half).store_aligned(coordinate + half);
      place(axis, coordinate, axis_f_[axis] + i, axis_cell_[axis] + i);
    }
    anchors_[axis] = {axis_f_[axis], axis_cell_[axis], 1};
  }

  // Goes to the next row, the first at first. False if there is none.
  bool next_row() noexcept {
    begin_ = 0;
    changed_ = tile_.dimensions - 1;
    if (++row_ == 0) return true;
    int axis = 1;
    while (axis < 4 && ++sample_[axis] == tile_.axis[axis].count) sample_[axis++] = 0;
    changed_ = axis < tile_.dimensions ? axis : tile_.dimensions - 1;
    return axis < 4;
  }

  // Writes the anchors of so many samples of the row, along y to the last axis, in whole vectors.
  XSIMD_INLINE void repeat_row(int to, int count, int last) noexcept {
    for (int axis = 1; axis <= last; ++axis) {
      const Floats<Arch> f(axis_f_[axis][sample_[axis]]);
      const Words<Arch> cell(axis_cell_[axis][sample_[axis]]);
      for (int i = to; i < to + count; i += lanes<Arch>) {
        f.store_unaligned(f_[axis] + i);
        cell.store_unaligned(cell_[axis] + i);
      }
    }
  }

  // The anchors of the next samples of joined rows, part of a row after part of a row: those of x
  // are copied, those of the others are the same for a row.
  bool join() noexcept {
    const int columns = tile_.axis[0].count;
    left_ -= count_;
    count_ = left_ < most_points ? left_ : most_points;
    for (int i = 0; i < count_;) {
      if (begin_ == columns || row_ < 0) next_row();
      const int part = columns - begin_ < count_ - i ? columns - begin_ : count_ - i;
      for (int k = 0; k < part; k += lanes<Arch>) {
        Floats<Arch>::load_unaligned(axis_f_[0] + begin_ + k).store_unaligned(f_[0] + i + k);
        Words<Arch>::load_unaligned(axis_cell_[0] + begin_ + k).store_unaligned(cell_[0] + i + k);
      }
      repeat_row(i, part, tile_.dimensions - 1);
      begin_ += part;
      i += part;
    }
    for (int axis = 0; axis < tile_.dimensions; ++axis) anchors_[axis] = {f_[axis], cell_[axis], 1};
    return count_ > 0;
  }

  void place_points() noexcept {
    for (int axis = 0; axis < tile_.dimensions; ++axis) {
      const double* from = tile_.point[axis] + at_;
      int i = 0;
      for (; i + lanes<Arch> <= count_; i += lanes<Arch>)
        place(axis, from + i, f_[axis] + i, cell_[axis] + i);
      anchors_[axis] = {f_[axis], cell_[axis], 1};
      if (i == count_) continue;
      // The one edge policy: the last, partial vector goes through a small buffer.
      alignas(64) double edge[lanes<Arch>];
      for (int lane = 0; lane < lanes<Arch>; ++lane)
        edge[lane] = from[i + lane < count_ ? i + lane : count_ - 1];
      place(axis, edge, f_[axis] + i, cell_[axis] + i);
    }
  }

  const model::Tile& tile_;
  bool is_axes_, is_joined_;
  int row_ = -1, begin_ = 0, count_ = 0, left_ = 0;
  int sample_[4] = {};  // of the row, by axis
  int changed_ = 0;  // the last axis along which it differs from the row before
  std::ptrdiff_t at_ = 0;
  PointAxis axis_[4];
  Anchors anchors_[4];
  // The samples of each axis, with room for vectors beyond them; and those of a run.
  alignas(64) float axis_f_[4][room + lanes<Arch>];
  alignas(64) std::uint32_t axis_cell_[4][room + lanes<Arch>];
  alignas(64) float f_[4][most_points + lanes<Arch>];
  alignas(64) std::uint32_t cell_[4][most_points + lanes<Arch>];
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

}  // namespace perlane::kernels::points
