#pragma once
// Locates samples that a warp has moved; mirror of reference/lattice.hpp, `locate`. Far from the
// origin a coordinate needs binary64, and a displacement does not. So a sample is located before it
// is moved, at its anchor, which rows and columns share, and is then moved in binary32.

#include "kernels/lanes/output.hpp"
#include "kernels/points/fused.hpp"

namespace perlane::kernels::points {

// The anchors of the samples of a run along one axis: cells, as lattice coordinates, and fractions.
// If all samples have the same anchor, `stride` is 0, and the anchor is repeated for as many
// samples as loops load at a time.
struct Anchors {
  const float* f;
  const std::uint32_t* cell;
  int stride;
};

// Returns the anchors of the samples after the first `count`.
template <class Arch>
XSIMD_INLINE Anchors after(const Anchors& anchors, int count) noexcept {
  const int by = count * anchors.stride;
  return {anchors.f + by, anchors.cell + by, anchors.stride};
}

// Cuts a tile into runs, and finds their anchors along all axes. A run lies in one row, unless rows
// are packed.
template <class Arch>
class AnchorRuns {
 public:
  PERLANE_NOINLINE AnchorRuns(const model::Tile& tile, const LatticeParameters& parameters) noexcept
      : tile_(tile),
        is_axes_(tile.kind == model::Tile::displaced_axes),
        is_packed_(is_axes_ && tile.dimensions > 1 && model::are_rows_packed<Arch>(tile)) {
    for (int axis = 0; axis < tile.dimensions; ++axis) {
      axis_[axis] = point_axis<Arch>(parameters, axis);
      if (is_axes_ && tile.dimensions > 1) place_axis(axis, 0, tile.axis[axis].count);
    }
    if (is_packed_) left_ = model::row_count<Arch>(tile) * tile.axis[0].count;
  }

  // Advances to the next run; the first call enters the first run. Returns false if there is none.
  PERLANE_NOINLINE bool next() noexcept {
    at_ += count_;
    if (is_packed_) return next_packed();
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

  // Return where the run begins in tile buffers, its samples, and its anchors by axis.
  std::ptrdiff_t at() const noexcept { return at_; }
  int count() const noexcept { return count_; }
  const Anchors* anchors() const noexcept { return anchors_; }

 private:
  // The longest row of a tile in 2 dimensions or more; its other axes are shorter. Points and
  // packed rows need anchors of their own along every axis, so fewer have them at once.
  static constexpr int room = model::widest_row(2);
  static constexpr int most_points = 256;
  static_assert(most_points % model::point_step == 0);

  void place(int axis, Widened<Arch> coordinate, float* f, std::uint32_t* cell) const noexcept {
    const Located<Arch> at = locate<Arch>(axis_[axis], coordinate);
    at.f.store_aligned(f);
    at.cell.store_aligned(cell);
  }

  // Locates `count` samples of an axis.
  void place_axis(int axis, int from, int count) noexcept {
    const model::Axis& samples = tile_.axis[axis];
    const AxisPositions<Arch> position(samples, samples.first + from, count);
    for (int i = 0; i < count; i += lanes<Arch>) {
      place(axis, {position(i), position(i + AxisPositions<Arch>::step)}, axis_f_[axis] + i,
            axis_cell_[axis] + i);
    }
    anchors_[axis] = {axis_f_[axis], axis_cell_[axis], 1};
  }

  // Advances to the next row; the first call enters the first row. Returns false if there is none.
  bool next_row() noexcept {
    begin_ = 0;
    changed_ = tile_.dimensions - 1;
    if (++row_ == 0) return true;
    int axis = 1;
    while (axis < 4 && ++sample_[axis] == tile_.axis[axis].count) sample_[axis++] = 0;
    changed_ = axis < tile_.dimensions ? axis : tile_.dimensions - 1;
    return axis < 4;
  }

  // Writes the anchors of `count` samples of the row, along y to the axis `last`, in whole vectors.
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

  // Writes the anchors of the next samples of packed rows, part of a row after part of a row: those
  // of x are copied, those of the others are the same for a row. Returns false if there are none.
  bool next_packed() noexcept {
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
      for_each_vector<Arch>(tile_.point[axis] + at_, count_, [&](const double* from, int i) {
        place(axis, load_coordinates<Arch>(from), f_[axis] + i, cell_[axis] + i);
      });
      anchors_[axis] = {f_[axis], cell_[axis], 1};
    }
  }

  const model::Tile& tile_;
  bool is_axes_, is_packed_;
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

// Returns the factor that turns a displacement into cells.
template <class Arch>
XSIMD_INLINE float cells_per(double displacement_factor, double frequency) noexcept {
  return model::float_factor<Arch>(frequency * displacement_factor);
}

// The samples of a run, moved by a warp. Displacements are at the same indices as the values.
struct DisplacedPoints {
  const Anchors* anchors;  // by axis
  const float* const* displacement;
  const double* factor;
};

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

template <class Arch, int N, int K>
class PointSource<Arch, N, K, DisplacedPoints> {
  static constexpr int step = K * lanes<Arch>;
  static_assert(model::point_step % step == 0);

 public:
  XSIMD_INLINE PointSource(const LatticeParameters& parameters, const DisplacedPoints& given,
                           std::ptrdiff_t from) noexcept {
    for (int axis = 0; axis < N; ++axis) {
      const Anchors& anchors = given.anchors[axis];
      f_[axis] = anchors.f;
      cell_[axis] = anchors.cell;
      step_[axis] = anchors.stride * step;
      displacement_[axis] = given.displacement[axis] + from;
      factor_[axis] = Floats<Arch>(cells_per<Arch>(given.factor[axis], parameters.frequency));
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
  XSIMD_INLINE void continue_from(const Edge& edge) noexcept {
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
