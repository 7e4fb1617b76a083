#pragma once
// Lists the points that can be the nearest, or second nearest, of some sample of a box: their least
// distance from the box is not above the least (second least) of the greatest distances. Bounds are
// computed as distances are, and rounding is monotone, so they hold to the last bit.

#include "kernels/cellular/boxes.hpp"
#include "kernels/cellular/distances.hpp"
#include "kernels/cellular/lists.hpp"
#include "kernels/cellular/search.hpp"

namespace perlane::kernels::cellular {

// Adds the chosen points to a list.
template <class Arch, int N>
XSIMD_INLINE void append(const Floats<Arch> (&point)[N], Words<Arch> hash, bool has_hash,
                         xsimd::batch_bool<float, Arch> is_chosen, PointList<N>& list) noexcept {
  if (!xsimd::any(is_chosen)) return;
  // The padding of the list needs a vector, too.
  if (list.count + 2 * lanes<Arch> > list.pitch) {
    list.is_incomplete = true;
    return;
  }
  int added = 0;
  for (int axis = 0; axis < N; ++axis)
    added = Backend<Arch>::compress(list.at(axis) + list.count, point[axis], is_chosen);
  if (has_hash) Backend<Arch>::compress(list.hash() + list.count, hash, is_chosen);
  list.count += added;
}

// A coordinate far away from all points.
inline constexpr float far_away = 1000.0f;

// Pads a list with points that cannot be the nearest.
template <class Arch, int N>
XSIMD_INLINE void finish_list(PointList<N>& list) noexcept {
  for (int axis = 0; axis < N; ++axis)
    Floats<Arch>(far_away).store_unaligned(list.at(axis) + list.count);
}

// Lists those points of a list that can count in a part of its box.
template <class Arch, Measure measure, int N>
void narrow_list(const model::CellularNoise& noise, Listed listed, const PointList<N>& all,
                 const BoxBounds<N>& given, PointList<N>& narrowed) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  // A copy: data that a store might alias would be loaded again for each.
  const BoxBounds<N> box = given;
  const bool has_hash = noise.returns == model::CellularReturn::value;
  const Metric<Arch, measure> metric{noise.distance};
  const PointList<N> from = all;
  F point[N], least, greatest;
  const auto visit = [&](const auto& with) noexcept {
    for (int i = 0; i < from.count; i += lanes<Arch>) {
      for (int axis = 0; axis < N; ++axis) point[axis] = F::load_unaligned(from.at(axis) + i);
      distances_of(metric, box, point, least, greatest);
      with(i);
    }
  };
  Smallest<Arch> smallest;
  visit([&](int) { smallest.add(greatest); });
  const F limit(smallest.get(listed == Listed::two));
  PointList<N> list = narrowed;
  list.count = 0;
  list.is_incomplete = false;
  visit([&](int i) {
    append<Arch, N>(point, has_hash ? W::load_unaligned(from.hash() + i) : W(0u), has_hash,
                    least <= limit, list);
  });
  finish_list<Arch, N>(list);
  list.nearest_count = list.count;
  if (listed == Listed::borders) {
    const F far(border_limit<Arch, N>(box, smallest, list));
    visit(
        [&](int) { append<Arch, N>(point, W(0u), false, (least > limit) & (least <= far), list); });
    finish_list<Arch, N>(list);
  }
  narrowed = list;
}

// Lists the points of the lattice rows in reach of a coarse box.
template <class Arch, int N>
class BoxCells {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  BoxCells(const model::CellularNoise& noise, const CoarseSegment* const (&axis)[N]) noexcept
      : noise_(noise), axis_(axis), reach_(reach_of<Arch>(noise, N)), draw_(noise) {
    for (int a = 0; a < N; ++a) {
      box_.low[a] = axis[a]->all.low;
      box_.high[a] = axis[a]->all.high;
    }
    // Cells that are out of reach pad the last vector.
    for (int i = 0; i < 16; ++i)
      column_[i] = i < axis[0]->cells ? static_cast<float>(i - reach_) : far_away;
  }

  // Lists the points that can count.
  void list(Listed listed, PointList<N>& to) noexcept {
    const bool has_hash = noise_.returns == model::CellularReturn::value;
    int place[N] = {};
    // The points of the cells around the box bound the distance to the nearest.
    Smallest<Arch> smallest;
    limit_ = std::numeric_limits<float>::infinity();
    margin_ = reach_ - 1;
    visit<N - 1>(0.0f, no_others<N>(noise_.lattice), place,
                 [&](const F(&)[N], W, F, F greatest) { smallest.add(greatest); });
    limit_ = smallest.get(listed == Listed::two);
    margin_ = 0;
    to.count = 0;
    to.is_incomplete = false;
    const F limit(limit_);
    visit<N - 1>(0.0f, no_others<N>(noise_.lattice), place,
                 [&](const F(&point)[N], W hash, F least, F) {
                   append<Arch, N>(point, hash, has_hash, least <= limit, to);
                 });
    finish_list<Arch, N>(to);
    to.nearest_count = to.count;
    if (listed != Listed::borders || to.is_incomplete) return;
    limit_ = border_limit<Arch, N>(box_, smallest, to);
    const F far(limit_);
    visit<N - 1>(0.0f, no_others<N>(noise_.lattice), place,
                 [&](const F(&point)[N], W hash, F least, F) {
                   append<Arch, N>(point, hash, false, (least > limit) & (least <= far), to);
                 });
    finish_list<Arch, N>(to);
  }

 private:
  // Calls visit(point, hash, least, greatest distance) for the points of lattice rows whose least
  // distance is within the limit; `beyond` is the contribution of the axes above.
  template <int axis, class Visit>
  XSIMD_INLINE void visit(float beyond, std::uint32_t others, int (&place)[N],
                          const Visit& with) noexcept {
    if constexpr (axis == 0) {
      visit_row(others, place, with);
    } else {
      const CoarseSegment& cells = *axis_[axis];
      for (int i = margin_; i < cells.cells - margin_; ++i) {
        const auto left = static_cast<float>(i - reach_);
        const float below = left - box_.high[axis], above = box_.low[axis] - (left + 1.0f);
        const float gap = below > 0.0f ? below : above > 0.0f ? above : 0.0f;
        const float near = has_squares<Arch>(noise_.distance) ? gap * gap : gap;
        const bool is_largest = noise_.distance == model::Distance::chebyshev;
        const float least = !is_largest ? near + beyond : near > beyond ? near : beyond;
        if (least > limit_) continue;
        place[axis] = i;
        visit<axis - 1>(least, others * cells.hash[i], place, with);
      }
    }
  }

  template <class Visit>
  XSIMD_INLINE void visit_row(std::uint32_t others, const int (&place)[N],
                              const Visit& with) noexcept {
    const CoarseSegment& cells = *axis_[0];
    F offset[N];
    for (int axis = 1; axis < N; ++axis) offset[axis] = F(static_cast<float>(place[axis] - reach_));
    for (int i = 0; i < cells.cells; i += lanes<Arch>) {
      const W hash = cell_hash<Arch, N>(W::load_aligned(cells.hash + i), W(others));
      offset[0] = F::load_aligned(column_ + i);
      F point[N], least, greatest;
      draw_(hash, point);
      for (int axis = 0; axis < N; ++axis)
        point[axis] = offset[axis] + (point[axis] - F(model::point_origin));
      if (has_squares<Arch>(noise_.distance)) {
        distances_of(Metric<Arch, Measure::squares>{noise_.distance}, box_, point, least, greatest);
      } else {
        distances_of(Metric<Arch, Measure::magnitudes>{noise_.distance}, box_, point, least,
                     greatest);
      }
      with(point, hash, least, greatest);
    }
  }

  const model::CellularNoise& noise_;
  const CoarseSegment* const (&axis_)[N];
  int reach_;
  DrawPoint<Arch, N> draw_;
  BoxBounds<N> box_;
  float limit_ = 0;
  int margin_ = 0;
  alignas(64) float column_[16];
};

}  // namespace perlane::kernels::cellular
