#pragma once
// Fills tiles of cellular noise, box by box: the points that can be the nearest of some sample are
// found for coarse boxes, then for the fine boxes within, and these are evaluated row by row. Boxes
// that span too many cells, or whose lists are too long, are evaluated sample by sample.

#include "kernels/cellular/borders.hpp"
#include "kernels/cellular/bounds.hpp"
#include "kernels/cellular/method.hpp"
#include "kernels/cellular/positions.hpp"
#include "kernels/cellular/stack.hpp"
#include "kernels/cellular/tile.hpp"

namespace perlane::kernels::cellular {

template <class Arch, int N>
class CellularGrid {
  static constexpr int list_pitch = 1024 + 16;  // the most points of a list, and padding
  using F = Floats<Arch>;

 public:
  // Floats of scratch memory.
  static constexpr int scratch_floats =
      static_cast<int>((sizeof(BoxPoints) + sizeof(BoxBorders) + sizeof(ListedCoordinates<N>)) /
                       sizeof(float)) +
      2 * PointList<N>::floats(list_pitch);

  // The scratch memory is at the end of the state's arena: other noises may have allocated the
  // memory that follows the stack's.
  CellularGrid(const model::CellularNoise& noise, const model::Tile& tile, float* buffer,
               float* scratch, model::State& state) noexcept
      : noise_(noise),
        tile_(noise, tile, buffer),
        slice_(box_slice_of<Arch>(noise)),
        offset_(model::offset_axis<Arch>(noise.returns)),
        points_(reinterpret_cast<BoxPoints*>(scratch)),
        borders_(reinterpret_cast<BoxBorders*>(points_ + 1)),
        listed_(reinterpret_cast<ListedCoordinates<N>*>(borders_ + 1)) {
    if (state.cached == nullptr) state.cached = CellularStack<Arch, N>::make(tile_, state.arena);
    stack_ = static_cast<CellularStack<Arch, N>*>(state.cached);
    tile_.set_axes(stack_->axis);
    float* lists = reinterpret_cast<float*>(listed_ + 1);
    coarse_ = {0, 0, false, list_pitch, lists};
    fine_ = {0, 0, false, list_pitch, lists + PointList<N>::floats(list_pitch)};
  }

  void fill() noexcept {
    if (method_of_tile<Arch, N>(noise_, tile_.tile()) == CellularMethod::lanes) {
      if constexpr (N == 2 && lanes<Arch> >= 4) tile_.fill_by_lanes();
    } else {
      const CoarseSegment* box[N];
      visit_coarse<N - 1>(box, 0);
    }
  }

  // Writes the coordinates of the nearest points, by axis. The noise must return an offset.
  void write_nearest_points(double* const* point) noexcept {
    NearestPositions<Arch, N> positions(noise_, tile_, point, *listed_);
    positions_ = &positions;
    const CoarseSegment* box[N];
    visit_coarse<N - 1>(box, 0);
  }

 private:
  // ---- boxes ------------------------------------------------------------------

  // `number` is that of the box among those of a coarse segment of the last axis.
  template <int axis>
  void visit_coarse(const CoarseSegment* (&box)[N], int number) noexcept {
    const CutAxis& cuts = tile_.axis(axis);
    for (int i = 0; i < cuts.coarse_count; ++i) {
      box[axis] = cuts.coarse + i;
      const FineSegment part = tile_.within_tile(axis, box[axis]->all);
      if (part.begin >= part.end) continue;
      const int place = axis == N - 1 ? 0 : number * cuts.coarse_count + i;
      if constexpr (axis > 0) {
        visit_coarse<axis - 1>(box, place);
      } else {
        fill_coarse(box, place);
      }
    }
  }

  void fill_coarse(const CoarseSegment* const (&box)[N], int number) noexcept {
    FineSegment all[N];
    for (int axis = 0; axis < N; ++axis) all[axis] = tile_.within_tile(axis, box[axis]->all);
    if (method_of_box<Arch, N>(noise_, box) == CellularMethod::one_by_one)
      return fill_one_by_one(all);
    const PointList<N>& list = list_of(box, number);
    if (method_of_coarse_list<Arch, N>(list) == CellularMethod::one_by_one)
      return fill_one_by_one(all);
    for (int axis = 0; axis < N; ++axis) origin_[axis] = box[axis]->origin;
    FineSegment part[N];
    visit_fine<N - 1>(box, list, 0, part);
  }

  void fill_one_by_one(const FineSegment (&part)[N]) noexcept {
    if (positions_ != nullptr) return positions_->write_one_by_one(part);
    tile_.fill_one_by_one(part);
  }

  // Returns true if other tiles of the stack can use lists of a segment of the last axis. In 2D few
  // boxes belong to two tiles.
  bool is_shared(const FineSegment& segment) const noexcept {
    if constexpr (N == 2) return false;
    return segment.begin < tile_.first_of(N - 1) || segment.end > tile_.end_of(N - 1);
  }
  // Returns true if other tiles of the stack can use lists of a fine segment. Where a tile has two,
  // every coarse box visits both in turn, but the cache has the lists of one segment only.
  bool is_shared_alone(const FineSegment& segment) const noexcept {
    return is_shared(segment) && segment.begin <= tile_.first_of(N - 1) &&
           segment.end >= tile_.end_of(N - 1);
  }

  // Returns the points of a coarse box.
  PERLANE_NOINLINE const PointList<N>& list_of(const CoarseSegment* const (&box)[N],
                                               int number) noexcept {
    const CoarseSegment& last = *box[N - 1];
    if (!is_shared(last.all)) return new_list_of(box);
    if (const PointList<N>* cached = stack_->coarse.find(&last, number)) return *cached;
    stack_->coarse.add(number, new_list_of(box));
    return coarse_;
  }

  const PointList<N>& new_list_of(const CoarseSegment* const (&box)[N]) noexcept {
    BoxCells<Arch, N>(noise_, box).list(tile_.listed(), coarse_);
    return coarse_;
  }

  // `number` is that of the box among those of a fine segment of the last axis.
  template <int axis>
  void visit_fine(const CoarseSegment* const (&box)[N], const PointList<N>& list, int number,
                  FineSegment (&part)[N]) noexcept {
    const CutAxis& cuts = tile_.axis(axis);
    for (int i = box[axis]->first; i < box[axis]->last; ++i) {
      segment_[axis] = cuts.fine + i;
      part[axis] = tile_.within_tile(axis, cuts.fine[i]);
      if (part[axis].begin >= part[axis].end) continue;
      const int place = axis == N - 1 ? 0 : number * cuts.fine_count + i;
      if constexpr (axis > 0) {
        visit_fine<axis - 1>(box, list, place, part);
      } else {
        fill_fine(part, fine_list_of(box, list, place));
      }
    }
  }

  // Returns the points of a fine box.
  const PointList<N>& fine_list_of(const CoarseSegment* const (&box)[N], const PointList<N>& coarse,
                                   int number) noexcept {
    bool is_whole = true;
    for (int axis = 0; axis < N; ++axis)
      is_whole = is_whole && box[axis]->last - box[axis]->first == 1;
    if (is_whole) return coarse;
    if (!is_shared_alone(*segment_[N - 1])) return narrowed(coarse);
    if (const PointList<N>* cached = stack_->fine.find(segment_[N - 1], number)) return *cached;
    stack_->fine.add(number, narrowed(coarse));
    return fine_;
  }

  const PointList<N>& narrowed(const PointList<N>& coarse) noexcept {
    const auto narrow = has_squares<Arch>(noise_.distance)
                            ? narrow_list<Arch, Measure::squares, N>
                            : narrow_list<Arch, Measure::magnitudes, N>;
    narrow(noise_, tile_.listed(), coarse, bounds(), fine_);
    return fine_;
  }

  // Returns the bounds of the segments, which were stored long ago: a vector that is loaded across
  // numbers just stored waits until these are in the cache.
  BoxBounds<N> bounds() const noexcept {
    BoxBounds<N> result;
    for (int axis = 0; axis < N; ++axis) {
      result.low[axis] = segment_[axis]->low;
      result.high[axis] = segment_[axis]->high;
    }
    return result;
  }

  void fill_fine(const FineSegment (&part)[N], const PointList<N>& list) noexcept {
    if (method_of_fine_list<Arch, N>(list) == CellularMethod::one_by_one)
      return fill_one_by_one(part);
    if (noise_.returns == model::CellularReturn::edge) {
      if (!fill_borders(part, list)) tile_.fill_one_by_one(part);
      return;
    }
    if (has_squares<Arch>(noise_.distance)) {
      fill_box<Measure::squares>(part, list);
    } else {
      fill_box<Measure::magnitudes>(part, list);
    }
  }

  // Evaluates a box from the points that can be the nearest.
  template <Measure measure>
  void fill_box(const FineSegment (&part)[N], const PointList<N>& list) noexcept {
    const bool has_roots = noise_.distance == model::Distance::euclidean;
    const bool is_difference = noise_.returns == model::CellularReturn::f2_minus_f1;
    const Metric<Arch, measure> metric{noise_.distance};
    const int width = part[0].end - part[0].begin;
    const int height = part[1].end - part[1].begin;
    BoxPoints& points = *points_;
    points.count = list.count;
    CoordinateArrays<N> samples, of_list;
    for (int axis = 0; axis < N; ++axis) {
      samples.at[axis] = tile_.axis(axis).position + part[axis].begin;
      of_list.at[axis] = list.at(axis);
    }
    set_columns(metric, samples.at[0], width, list.at(0), points);
    if (noise_.returns >= model::CellularReturn::value) set_values(list, points);
    tile_.for_each_slice(part, [&](const int(&sample)[4]) {
      for (int axis = 2; axis < N; ++axis)
        samples.at[axis] = tile_.axis(axis).position + sample[axis];
      set_rows(metric, samples, height, of_list, points);
      if (positions_ != nullptr) {
        float* const nearest = borders_->nearest[0];
        slice_(false, false, points, height, 0, width, {nearest, box_columns, box_columns});
        positions_->write(sample, height, width, nearest);
        return;
      }
      const BoxOutput output = tile_.output_at(sample);
      slice_(has_roots, is_difference, points, height, part[0].begin, width, output);
      if (offset_ >= 0) tile_.make_offsets(offset_, sample, height, width, output);
    });
  }

  // Sets the values of points: those that they draw; for offsets, their coordinates; for
  // coordinates, their indices in the list.
  void set_values(const PointList<N>& list, BoxPoints& points) noexcept {
    if (positions_ != nullptr) {
      for (int k = 0; k < list.count; ++k) points.value[k] = static_cast<float>(k);
      return positions_->enter(list, origin_);
    }
    for (int k = 0; k < list.count; k += lanes<Arch>) {
      const F value = offset_ >= 0 ? F::load_unaligned(list.at(offset_) + k)
                                   : value_of<Arch>(Words<Arch>::load_unaligned(list.hash() + k));
      value.store_aligned(points.value + k);
    }
  }

  // Evaluates the distances from borders in a box. Returns false if points turn out to have too
  // many.
  bool fill_borders(const FineSegment (&part)[N], const PointList<N>& all) noexcept {
    const BoxBounds<N> box = bounds();
    const int width = part[0].end - part[0].begin;
    const int height = part[1].end - part[1].begin;
    CoordinateArrays<N> samples, of_list;
    for (int axis = 0; axis < N; ++axis) {
      samples.at[axis] = tile_.axis(axis).position + part[axis].begin;
      of_list.at[axis] = all.at(axis);
    }
    const Metric<Arch, Measure::squares> metric{noise_.distance};
    BoxPoints& points = *points_;
    points.count = all.nearest_count;
    set_columns(metric, samples.at[0], width, all.at(0), points);
    for (int k = 0; k < all.nearest_count; ++k) points.value[k] = static_cast<float>(k);
    BoxBorderRows<Arch, N> borders(box, width, height, all, *borders_);
    bool is_done = true;
    tile_.for_each_slice(part, [&](const int(&sample)[4]) {
      for (int axis = 2; axis < N; ++axis)
        samples.at[axis] = tile_.axis(axis).position + sample[axis];
      set_rows(metric, samples, height, of_list, points);
      slice_(false, false, points, height, 0, width,
             {borders_->nearest[0], box_columns, box_columns});
      borders.enter(samples);
      BoxOutput output = tile_.output_at(sample);
      for (int row = 0; row < height; ++row, output.to += output.stride) {
        for (int column = 0; column < width; column += lanes<Arch>) {
          F n(0.0f);
          is_done = is_done && borders.evaluate(row, column, n);
          tile_.put(output, n, sample[0] + column);
        }
      }
    });
    return is_done;
  }

  const model::CellularNoise& noise_;
  CellularTile<Arch, N> tile_;
  BoxSlice<Arch> slice_;
  int offset_;  // the axis of an offset, or -1
  CellularStack<Arch, N>* stack_;
  BoxPoints* points_;
  BoxBorders* borders_;
  ListedCoordinates<N>* listed_;
  NearestPositions<Arch, N>* positions_ = nullptr;  // null: values are written
  double origin_[N] = {};  // of the coarse box
  PointList<N> coarse_, fine_;  // lists that have just been made
  const FineSegment* segment_[N] = {};  // of the box that is filled
};

}  // namespace perlane::kernels::cellular
