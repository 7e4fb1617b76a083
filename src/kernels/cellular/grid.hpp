#pragma once
// Fills tiles of cellular noise, box by box: the points that can be the nearest of some sample are
// found for coarse boxes, then for the fine boxes within, and these are evaluated row by row. Boxes
// that span too many cells, or whose lists are too long, are evaluated sample by sample.

#include "kernels/cellular/borders.hpp"
#include "kernels/cellular/bounds.hpp"
#include "kernels/cellular/method.hpp"
#include "kernels/cellular/tile.hpp"

namespace perlane::kernels::cellular {

template <class Arch, int N>
class CellularGrid : CellularTile<Arch, N> {
  static constexpr int list_pitch = 1024 + 16;  // the most points that a list may have, and more
  using Tile = CellularTile<Arch, N>;
  using Tile::axis_, Tile::noise_, Tile::tile_;
  using F = Floats<Arch>;

 public:
  // Floats of memory that it needs for the moment.
  static constexpr int scratch_floats =
      static_cast<int>((sizeof(BoxPoints) + sizeof(BoxBorders)) / sizeof(float)) +
      2 * PointList<N>::floats(list_pitch);

  // The memory is at the end of the state's arena: what follows on what is kept may be another
  // noise's.
  CellularGrid(const model::CellularNoise& noise, const model::Tile& tile, float* buffer,
               float* scratch, model::State& state) noexcept
      : Tile(noise, tile, buffer),
        slice_(box_slice_of<Arch>(noise)),
        points_(reinterpret_cast<BoxPoints*>(scratch)),
        borders_(reinterpret_cast<BoxBorders*>(points_ + 1)) {
    if (state.kept == nullptr) state.kept = make_kept(state.arena);
    kept_ = static_cast<Kept*>(state.kept);
    for (int axis = 0; axis < N; ++axis) axis_[axis] = kept_->axis[axis];
    float* lists = reinterpret_cast<float*>(borders_ + 1);
    coarse_ = {0, 0, false, list_pitch, lists};
    fine_ = {0, 0, false, list_pitch, lists + PointList<N>::floats(list_pitch)};
  }

  void fill() noexcept {
    if (method_of<Arch, N>(noise_, tile_) == CellularMethod::lanes) {
      if constexpr (N == 2 && lanes<Arch> >= 4) Tile::fill_by_lanes();
    } else {
      const CoarseStretch* box[N];
      visit_coarse<N - 1>(box, 0);
    }
  }

 private:
  // What is worked out for a stack: the axes, and lists of boxes.
  struct Kept {
    CutAxis axis[N];
    KeptLists<Arch, N> coarse, fine;
  };
  static constexpr int coarse_floats = 8192, fine_floats = 8192;  // of the lists that are kept

  Kept* make_kept(model::Arena& arena) const noexcept {
    Kept* kept = take<Arch, Kept>(arena, 1);
    int coarse = 1, fine = 1;
    for (int axis = 0; axis < N; ++axis) {
      kept->axis[axis] = Tile::cut_axis(axis, arena);
      if (axis == N - 1) break;
      coarse *= kept->axis[axis].coarse_count;
      fine *= kept->axis[axis].fine_count;
    }
    if constexpr (N > 2) {
      kept->coarse.begin(coarse, coarse_floats, arena);
      kept->fine.begin(fine, fine_floats, arena);
    }
    return kept;
  }

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
    for (int axis = 0; axis < N; ++axis) all[axis] = Tile::within_tile(axis, box[axis]->all);
    if (method_of<Arch, N>(noise_, box) == CellularMethod::one_by_one)
      return Tile::fill_one_by_one(all);
    const PointList<N>& list = list_of(box, number);
    if (list.is_full) return Tile::fill_one_by_one(all);
    FineStretch part[N];
    visit_fine<N - 1>(box, list, 0, part);
  }

  // Whether lists of a stretch of the last axis are of use to other tiles of the stack. In 2D few
  // boxes belong to two tiles.
  bool is_shared(const FineStretch& stretch) const noexcept {
    if constexpr (N == 2) return false;
    return stretch.begin < Tile::first_of(N - 1) || stretch.end > Tile::end_of(N - 1);
  }
  // The same of a fine stretch. Where a tile has two, every coarse box has both in turn, but only
  // the lists of one of them can be kept.
  bool is_shared_alone(const FineStretch& stretch) const noexcept {
    return is_shared(stretch) && stretch.begin <= Tile::first_of(N - 1) &&
           stretch.end >= Tile::end_of(N - 1);
  }

  // The points of a coarse box.
  PERLANE_OUT_OF_LINE const PointList<N>& list_of(const CoarseStretch* const (&box)[N],
                                                  int number) noexcept {
    const CoarseStretch& last = *box[N - 1];
    if (!is_shared(last.all)) return new_list_of(box);
    if (const PointList<N>* kept = kept_->coarse.find(&last, number)) return *kept;
    kept_->coarse.keep(number, new_list_of(box));
    return coarse_;
  }

  const PointList<N>& new_list_of(const CoarseStretch* const (&box)[N]) noexcept {
    BoxCells<Arch, N>(noise_, box).list(Tile::listed(), coarse_);
    return coarse_;
  }

  // `number` is that of the box among those of a fine stretch of the last axis.
  template <int axis>
  void visit_fine(const CoarseStretch* const (&box)[N], const PointList<N>& list, int number,
                  FineStretch (&part)[N]) noexcept {
    const CutAxis& cuts = axis_[axis];
    for (int i = box[axis]->first; i < box[axis]->last; ++i) {
      stretch_[axis] = cuts.fine + i;
      part[axis] = Tile::within_tile(axis, cuts.fine[i]);
      if (part[axis].begin >= part[axis].end) continue;
      const int place = axis == N - 1 ? 0 : number * cuts.fine_count + i;
      if constexpr (axis > 0) {
        visit_fine<axis - 1>(box, list, place, part);
      } else {
        fill_fine(part, fine_list_of(box, list, place));
      }
    }
  }

  // The points of a fine box.
  const PointList<N>& fine_list_of(const CoarseStretch* const (&box)[N], const PointList<N>& coarse,
                                   int number) noexcept {
    bool is_whole = true;
    for (int axis = 0; axis < N; ++axis)
      is_whole = is_whole && box[axis]->last - box[axis]->first == 1;
    if (is_whole) return coarse;
    if (!is_shared_alone(*stretch_[N - 1])) return narrowed(coarse);
    if (const PointList<N>* kept = kept_->fine.find(stretch_[N - 1], number)) return *kept;
    kept_->fine.keep(number, narrowed(coarse));
    return fine_;
  }

  const PointList<N>& narrowed(const PointList<N>& coarse) noexcept {
    const auto narrow = has_squares<Arch>(noise_.distance)
                            ? narrow_list<Arch, Measure::squares, N>
                            : narrow_list<Arch, Measure::magnitudes, N>;
    narrow(noise_, Tile::listed(), coarse, bounds(), fine_);
    return fine_;
  }

  // Those of the stretches, which were stored long ago: vectors that are loaded across what has
  // just been stored wait until it is in the cache.
  BoxBounds<N> bounds() const noexcept {
    BoxBounds<N> result;
    for (int axis = 0; axis < N; ++axis) {
      result.low[axis] = stretch_[axis]->low;
      result.high[axis] = stretch_[axis]->high;
    }
    return result;
  }

  void fill_fine(const FineStretch (&part)[N], const PointList<N>& list) noexcept {
    if (noise_.returns == model::CellularReturn::edge) {
      if (!fill_borders(part, list)) Tile::fill_one_by_one(part);
      return;
    }
    if (list.count > BoxPoints::most) return Tile::fill_one_by_one(part);
    if (has_squares<Arch>(noise_.distance)) {
      fill_box<Measure::squares>(part, list);
    } else {
      fill_box<Measure::magnitudes>(part, list);
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

  // Evaluates the distances from borders in a box. False if points have too many of them.
  bool fill_borders(const FineStretch (&part)[N], const PointList<N>& all) noexcept {
    if (all.is_full || all.near > BoxPoints::most) return false;
    const BoxBounds<N> box = bounds();
    const int width = part[0].end - part[0].begin;
    const int height = part[1].end - part[1].begin;
    Coordinated<N> samples, of_list;
    for (int axis = 0; axis < N; ++axis) {
      samples.at[axis] = axis_[axis].position + part[axis].begin;
      of_list.at[axis] = all.at(axis);
    }
    BoxPoints& points = *points_;
    points.count = all.near;
    set_columns<Arch, Measure::squares>(samples.at[0], width, all.at(0), points);
    for (int k = 0; k < all.near; ++k) points.value[k] = static_cast<float>(k);
    BoxBorderRows<Arch, N> borders(box, width, height, all, *borders_);
    bool is_done = true;
    Tile::for_each_slice(part, [&](const int(&sample)[4]) {
      for (int axis = 2; axis < N; ++axis) samples.at[axis] = axis_[axis].position + sample[axis];
      set_rows<Arch, Measure::squares>(false, samples, height, of_list, points);
      slice_(false, false, points, height, 0, width,
             {borders_->nearest[0], box_columns, box_columns});
      borders.enter(samples);
      BoxOutput output = Tile::output_at(sample);
      for (int row = 0; row < height; ++row, output.to += output.stride) {
        for (int column = 0; column < width; column += lanes<Arch>) {
          F n(0.0f);
          is_done = is_done && borders.evaluate(row, column, n);
          Tile::put(output, n, sample[0] + column);
        }
      }
    });
    return is_done;
  }

  BoxSlice<Arch> slice_;
  Kept* kept_;
  BoxPoints* points_;
  BoxBorders* borders_;
  PointList<N> coarse_, fine_;  // lists that have just been made
  const FineStretch* stretch_[N] = {};  // of the box that is filled
};

}  // namespace perlane::kernels::cellular
