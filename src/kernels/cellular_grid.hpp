#pragma once
// Fills tiles of cellular noise, box by box: the points that can be the nearest of some sample are
// found for coarse boxes, then for the fine boxes within, and these are evaluated row by row. Boxes
// that would span too many cells are evaluated sample by sample.

#include "kernels/cellular_bounds.hpp"
#include "kernels/cellular_tile.hpp"

namespace perlane::kernels {

template <class Arch, int N>
class CellularGrid : CellularTile<Arch, N> {
  using Tile = CellularTile<Arch, N>;
  using Tile::axis_, Tile::noise_, Tile::tile_;
  using F = Floats<Arch>;

 public:
  static constexpr int most_points = 1024;

  // Floats of memory that it needs for the moment.
  static constexpr int scratch_floats =
      static_cast<int>(sizeof(BoxPoints) / sizeof(float)) + 2 * PointList<N>::floats(most_points);

  // The memory is at the end of the state's arena: what follows on what is kept may be another
  // noise's.
  CellularGrid(const model::CellularNoise& noise, const model::Tile& tile, float* buffer,
               float* scratch, model::State& state) noexcept
      : Tile(noise, tile, buffer),
        slice_(box_slice_of<Arch>(noise)),
        points_(reinterpret_cast<BoxPoints*>(scratch)) {
    if (state.kept == nullptr) state.kept = make_kept(state.arena);
    kept_ = static_cast<Kept*>(state.kept);
    for (int axis = 0; axis < N; ++axis) axis_[axis] = kept_->axis[axis];
    float* lists = scratch + sizeof(BoxPoints) / sizeof(float);
    coarse_ = {0, false, most_points, lists};
    fine_ = {0, false, most_points, lists + PointList<N>::floats(most_points)};
  }

  void fill() noexcept {
    if (Tile::has_small_cells()) {
      if constexpr (N == 2 && lanes<Arch> >= 8) Tile::fill_by_lanes();
    } else {
      const CoarseStretch* box[N];
      visit_coarse<N - 1>(box, 0);
    }
  }

 private:
  // What is worked out for a stack: the axes, and the lists of the coarse boxes in one coarse
  // stretch of the last axis, which several tiles may share.
  struct Kept {
    CutAxis axis[N];
    const CoarseStretch* last;
    int lists;
    PointList<N>* list;  // by box; without memory until they are needed
    float* pool;
    int used;  // of the pool
  };
  static constexpr int pool_floats = 8192, most_lists = 256;

  Kept* make_kept(model::Arena& arena) const noexcept {
    Kept* kept = take<Arch, Kept>(arena, 1);
    for (int axis = 0; axis < N; ++axis) kept->axis[axis] = Tile::cut_axis(axis, arena);
    kept->last = nullptr;
    kept->lists = 0;
    if constexpr (N > 2) {  // the tiles of a plane share no box
      kept->lists = 1;
      for (int axis = 0; axis < N - 1; ++axis) kept->lists *= kept->axis[axis].coarse_count;
      if (kept->lists > most_lists) kept->lists = 0;
      kept->list = take<Arch, PointList<N>>(arena, kept->lists);
      kept->pool = take<Arch, float>(arena, kept->lists == 0 ? 0 : pool_floats);
    }
    return kept;
  }

  // Coarse boxes of fewer samples are not worth a list.
  static constexpr int least_samples = N == 2 ? 200 : 1000;

  // ---- boxes ------------------------------------------------------------------

  // `number` is that of the box among those of a coarse stretch of the last axis.
  template <int axis>
  void visit_coarse(const CoarseStretch* (&box)[N], int number) noexcept {
    const CutAxis& cuts = axis_[axis];
    for (int i = 0; i < cuts.coarse_count; ++i) {
      box[axis] = cuts.coarse + i;
      const FineStretch part = Tile::within_tile(axis, box[axis]->all);
      if (part.begin >= part.end) continue;
      const int place = axis == N - 1 ? 0 : number * cuts.coarse_count + i;
      if constexpr (axis > 0) {
        visit_coarse<axis - 1>(box, place);
      } else {
        fill_coarse(box, place);
      }
    }
  }

  void fill_coarse(const CoarseStretch* const (&box)[N], int number) noexcept {
    FineStretch all[N];
    int samples = 1;
    bool is_wide = false;
    for (int axis = 0; axis < N; ++axis) {
      all[axis] = Tile::within_tile(axis, box[axis]->all);
      samples *= box[axis]->all.end - box[axis]->all.begin;
      is_wide = is_wide || box[axis]->cells == 0;
    }
    if (is_wide || samples < least_samples) return Tile::fill_one_by_one(all);
    const PointList<N> list = list_of(box, number);
    if (list.is_full) return Tile::fill_one_by_one(all);
    FineStretch part[N];
    visit_fine<N - 1>(box, list, part);
  }

  // The points of a coarse box.
  PERLANE_OUT_OF_LINE PointList<N> list_of(const CoarseStretch* const (&box)[N],
                                           int number) noexcept {
    if (kept_->lists == 0) return new_list_of(box);
    if (kept_->last != box[N - 1]) {
      kept_->last = box[N - 1];
      kept_->used = 0;
      for (int i = 0; i < kept_->lists; ++i) kept_->list[i].memory = nullptr;
    }
    PointList<N>& list = kept_->list[number];
    if (list.memory != nullptr) return list;
    const PointList<N> made = new_list_of(box);
    const int most = round_up_to_lanes<Arch>(made.count), size = PointList<N>::floats(most);
    if (made.is_full || kept_->used + size > pool_floats) return made;
    list = {made.count, false, most, kept_->pool + kept_->used};
    kept_->used += size;
    for (int axis = 0; axis <= N; ++axis) {  // and the hashes
      for (int i = 0; i < most + PointList<N>::row_room; i += lanes<Arch>)
        F::load_unaligned(made.at(axis) + i).store_unaligned(list.at(axis) + i);
    }
    return list;
  }

  const PointList<N>& new_list_of(const CoarseStretch* const (&box)[N]) noexcept {
    BoxCells<Arch, N>(noise_, box).list(is_second(), coarse_);
    return coarse_;
  }

  bool is_second() const noexcept {
    return noise_.returns == model::CellularReturn::f2 ||
           noise_.returns == model::CellularReturn::f2_minus_f1;
  }

  template <int axis>
  void visit_fine(const CoarseStretch* const (&box)[N], const PointList<N>& list,
                  FineStretch (&part)[N]) noexcept {
    for (int i = box[axis]->first; i < box[axis]->last; ++i) {
      part[axis] = Tile::within_tile(axis, axis_[axis].fine[i]);
      if (part[axis].begin >= part[axis].end) continue;
      if constexpr (axis > 0) {
        visit_fine<axis - 1>(box, list, part);
      } else {
        fill_fine(box, list, part);
      }
    }
  }

  void fill_fine(const CoarseStretch* const (&box)[N], const PointList<N>& coarse,
                 const FineStretch (&part)[N]) noexcept {
    const PointList<N>* list = &coarse;
    bool is_whole = true;
    for (int axis = 0; axis < N; ++axis)
      is_whole = is_whole && box[axis]->last - box[axis]->first == 1;
    if (!is_whole) {
      BoxBounds<N> bounds;
      for (int axis = 0; axis < N; ++axis) {
        bounds.low[axis] = part[axis].low;
        bounds.high[axis] = part[axis].high;
      }
      const auto narrow = has_squares(noise_.distance) ? narrow_list<Arch, Measure::squares, N>
                                                       : narrow_list<Arch, Measure::magnitudes, N>;
      narrow(noise_, is_second(), coarse, bounds, fine_);
      list = &fine_;
    }
    if (list->count > BoxPoints::most) return Tile::fill_one_by_one(part);
    if (has_squares(noise_.distance)) {
      fill_box<Measure::squares>(part, *list);
    } else {
      fill_box<Measure::magnitudes>(part, *list);
    }
  }

  // Evaluates a box from the points that can win.
  template <Measure measure>
  void fill_box(const FineStretch (&part)[N], const PointList<N>& list) noexcept {
    const bool has_roots = noise_.distance == model::Distance::euclidean;
    const bool is_difference = noise_.returns == model::CellularReturn::f2_minus_f1;
    const bool is_largest = noise_.distance == model::Distance::chebyshev;
    const int width = part[0].end - part[0].begin;
    const int height = part[1].end - part[1].begin;
    BoxPoints& points = *points_;
    points.count = list.count;
    Coordinated<N> samples, of_list;
    for (int axis = 0; axis < N; ++axis) {
      samples.at[axis] = axis_[axis].position + part[axis].begin;
      of_list.at[axis] = list.at(axis);
    }
    set_columns<Arch, measure>(samples.at[0], width, list.at(0), points);
    if (noise_.returns == model::CellularReturn::value) {
      for (int k = 0; k < list.count; k += lanes<Arch>) {
        value_of<Arch>(Words<Arch>::load_unaligned(list.hash() + k))
            .store_aligned(points.value + k);
      }
    }
    Tile::for_each_slice(part, [&](const int(&sample)[4]) {
      for (int axis = 2; axis < N; ++axis) samples.at[axis] = axis_[axis].position + sample[axis];
      set_rows<Arch, measure>(is_largest, samples, height, of_list, points);
      slice_(has_roots, is_difference, points, height, part[0].begin, width,
             Tile::output_at(sample));
    });
  }

  BoxSlice<Arch> slice_;
  Kept* kept_;
  BoxPoints* points_;
  PointList<N> coarse_, fine_;
};

}  // namespace perlane::kernels
