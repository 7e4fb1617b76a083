#pragma once
// Decides how grids of cellular noise are evaluated: first a tile, then each coarse box of it, and
// then each box whose points have been listed.

#include "kernels/cellular/boxes.hpp"
#include "kernels/cellular/lists.hpp"
#include "kernels/cellular/rows.hpp"

namespace perlane::kernels::cellular {

// By boxes: the samples of a box share a list of points. By lanes: every lane of a vector has a
// cell of its own, to which permutations bring the points of a lattice row. One by one: each sample
// searches the cells around it.
enum class CellularMethod { boxes, lanes, one_by_one };

// Returns the method for a tile. All numbers were found by trial.
template <class Arch, int N>
CellularMethod method_of_tile(const model::CellularNoise& noise, const model::Tile& tile) noexcept {
  if (N != 2 || lanes<Arch> < 4 || !has_squares<Arch>(noise.distance) ||
      noise.returns >= model::CellularReturn::edge)
    return CellularMethod::boxes;
  // Columns must be in order, and the cells of a vector must not lie too far apart;
  // kernels/cellular/lanes.hpp handles all else.
  constexpr double most_step = lanes<Arch> == 4 ? 1.0 / 3 : 0.75;
  constexpr double most_samples = lanes<Arch> == 4 ? 140 : lanes<Arch> == 8 ? 169 : 400;
  double cells = 1;  // for each sample; 0 where steps are tiny
  for (int axis = 0; axis < 2; ++axis) {
    const double step = tile.axis[axis].step * noise.frequency;
    const std::uint32_t period = noise.lattice.period[axis];
    if (tile.axis[axis].position != nullptr || (period != 0 && period < 128))
      return CellularMethod::boxes;
    if (axis == 0 && (step > most_step || step < -most_step)) return CellularMethod::boxes;
    cells *= step < 0 ? -step : step;
  }
  return cells * most_samples > 1 ? CellularMethod::lanes : CellularMethod::boxes;
}

// Returns the method for a coarse box of a tile by boxes: with few samples for each point that
// counts somewhere in it, a list does not pay. Samples are those of all tiles that share the box,
// as they share its list. For borders, every point is paired with others, so the cost of a list
// grows with a power of the points; the powers were found by trial, too.
template <class Arch, int N>
CellularMethod method_of_box(const model::CellularNoise& noise,
                             const CoarseSegment* const (&box)[N]) noexcept {
  constexpr bool is_wide = lanes<Arch> == 16;
  constexpr float for_borders = N == 4 ? 6.5f : N == 3 ? 0.55f : is_wide ? 4 : 2;
  constexpr float for_points = N > 2 ? 30 : is_wide ? 20 : 10;
  float samples = 1, points = 1;  // `points` is an estimate
  for (int axis = 0; axis < N; ++axis) {
    if (box[axis]->cells == 0) return CellularMethod::one_by_one;
    const FineSegment& all = box[axis]->all;
    samples *= static_cast<float>(all.end - all.begin);
    points *= all.high - all.low + 1.2f;
  }
  const bool has_borders = noise.returns == model::CellularReturn::edge;
  const float pairs = N == 3 ? points * points * points : points * points;
  const float least = has_borders ? for_borders * pairs : for_points * points;
  return samples < least ? CellularMethod::one_by_one : CellularMethod::boxes;
}

// Returns the method for a coarse box with this list. It may have more points than can be
// evaluated, as long as the list has room: fine boxes have fewer.
template <class Arch, int N>
CellularMethod method_of_coarse_list(const PointList<N>& list) noexcept {
  return list.is_incomplete ? CellularMethod::one_by_one : CellularMethod::boxes;
}

// Returns the method for a fine box with this list.
template <class Arch, int N>
CellularMethod method_of_fine_list(const PointList<N>& list) noexcept {
  const bool is_too_long = list.is_incomplete || list.nearest_count > BoxPoints::most;
  return is_too_long ? CellularMethod::one_by_one : CellularMethod::boxes;
}

}  // namespace perlane::kernels::cellular
