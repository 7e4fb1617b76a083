#pragma once
// Finds the nearest points of a vector of samples, each in a cell of its own: among the points of
// the 3^N cells around it, and of the cells beyond them that bounds do not rule out.

#include "kernels/cellular/features.hpp"

namespace perlane::kernels::cellular {

// The result of a search: the least distance, or also the point that has it; the two least
// distances, or also their points.
enum class Wanted { f1, f1_point, f2, both_points };

// Returns true if the second nearest point counts.
template <class Arch>
constexpr bool wants_f2(Wanted wanted) noexcept {
  return wanted == Wanted::f2 || wanted == Wanted::both_points;
}

// A vector of samples, located: their cells, and the fractions within them.
template <class Arch>
struct CellPlaces {
  Words<Arch> cell[4];
  Floats<Arch> f[4];
};

// The nearest point of each sample, and the second nearest. Among points that are equally near, the
// one whose cell comes first does: bits 4 * axis to 4 * axis + 3 of the order of a cell are its
// distance from the sample's cell along an axis, plus 8.
template <class Arch>
struct NearestPoints {
  Floats<Arch> distance[2];
  Words<Arch> order[2];
  Words<Arch> hash[2];
};

template <class Arch>
XSIMD_INLINE Floats<Arch> offset_of(Words<Arch> order, int axis) noexcept {
  const Words<Arch> digit = (order >> (4 * axis)) & Words<Arch>(15u);
  return xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(digit)) - Floats<Arch>(8.0f);
}

// Writes the differences from the nearest points, or the second nearest, to the samples.
template <class Arch, int N>
XSIMD_INLINE void differences_from(const model::CellularNoise& noise,
                                   const CellPlaces<Arch>& places, const NearestPoints<Arch>& found,
                                   int which, Floats<Arch> (&from)[N]) noexcept {
  const DrawPoint<Arch, N> draw(noise);
  draw(found.hash[which], from);
  for (int axis = 0; axis < N; ++axis) {
    const Floats<Arch> offset = offset_of<Arch>(found.order[which], axis);
    from[axis] = places.f[axis] - (offset + (from[axis] - Floats<Arch>(model::point_origin)));
  }
}

// Returns the lattice coordinate of the cell `offset` cells on.
template <class Arch>
XSIMD_INLINE Words<Arch> cell_at(const LatticePoints& lattice, int axis, Words<Arch> cell,
                                 int offset) noexcept {
  using W = Words<Arch>;
  const std::uint32_t period = lattice.period[axis];
  if (period == 0) return cell + W(static_cast<std::uint32_t>(offset));
  const W last(period - 1);
  for (; offset > 0; --offset) cell = xsimd::select(cell == last, W(0u), cell + W(1u));
  for (; offset < 0; ++offset) cell = xsimd::select(cell == W(0u), last, cell - W(1u));
  return cell;
}

// Returns the factor that the hashes of all cells at a coordinate along an axis share.
template <class Arch>
XSIMD_INLINE Words<Arch> axis_hash(const LatticePoints& lattice, int axis,
                                   Words<Arch> cell) noexcept {
  const Words<Arch> spread = spread_axis<Arch>(cell, lattice, axis);
  return axis == 0 ? mixed<Arch>(spread) : mixed_factor<Arch>(spread);
}
// Combines the hash of x and that of all other axes to the hash of a cell.
template <class Arch, int N>
XSIMD_INLINE Words<Arch> cell_hash(Words<Arch> x, Words<Arch> others) noexcept {
  const Words<Arch> product = x * others;
  if constexpr (N == 1) return last_round<Arch>(product);
  return product;
}
template <int N>
XSIMD_INLINE std::uint32_t no_others(const LatticePoints& lattice) noexcept {
  return N == 1 ? lattice.key.line | 1 : 1;
}

// Updates the nearest points by one point. Unless it `is_late`, its cell comes after the cells of
// all points before.
template <class Arch, Wanted wanted, bool is_late>
XSIMD_INLINE void include_point(Floats<Arch> length, Words<Arch> hash, std::uint32_t cell_order,
                                NearestPoints<Arch>& found) noexcept {
  using W = Words<Arch>;
  auto& [distance, order, hashes] = found;
  if constexpr (wanted == Wanted::f1_point || wanted == Wanted::both_points) {
    const W its_order(cell_order);
    const auto is_nearer = [&](int than) noexcept {
      auto result = length < found.distance[than];
      if constexpr (is_late) {
        result = result | ((length == found.distance[than]) &
                           xsimd::batch_bool_cast<float>(its_order < found.order[than]));
      }
      return xsimd::batch_bool_cast<std::uint32_t>(result);
    };
    const auto first = is_nearer(0);
    if constexpr (wanted == Wanted::both_points) {
      const auto second = is_nearer(1);
      order[1] = xsimd::select(first, order[0], xsimd::select(second, its_order, order[1]));
      hashes[1] = xsimd::select(first, hashes[0], xsimd::select(second, hash, hashes[1]));
    }
    order[0] = xsimd::select(first, its_order, order[0]);
    hashes[0] = xsimd::select(first, hash, hashes[0]);
  }
  if constexpr (wants_f2<Arch>(wanted))
    distance[1] = xsimd::min(distance[1], xsimd::max(distance[0], length));
  distance[0] = xsimd::min(distance[0], length);
}

// A cell along an axis: its factor of hashes, and its contribution to the least distance.
template <class Arch>
struct AxisCell {
  Words<Arch> hash;
  Floats<Arch> least;
};

// Lists the cells within reach of samples along an axis.
template <class Arch>
PERLANE_NOINLINE void list_cells(const model::CellularNoise& noise, const CellPlaces<Arch>& places,
                                 int axis, int reach, AxisCell<Arch>* to) noexcept {
  using F = Floats<Arch>;
  const F f = places.f[axis];
  const Metric<Arch, Measure::at_run_time> metric{noise.distance};
  Words<Arch> cell = cell_at<Arch>(noise.lattice, axis, places.cell[axis], -reach);
  for (int offset = -reach; offset <= reach; ++offset, ++to) {
    to->hash = axis_hash<Arch>(noise.lattice, axis, cell);
    const F left(static_cast<float>(offset));
    const F gap = xsimd::max(left - f, f - (left + F(1.0f)));
    to->least = metric.along(xsimd::max(gap, F(0.0f)));
    cell = cell_at<Arch>(noise.lattice, axis, cell, 1);
  }
}

// Visits the cells in reach of samples, in their order, without those that are too far from all
// samples. This is rare work.
template <class Arch, int N>
class CellWalk {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  CellWalk(const model::CellularNoise& noise, const CellPlaces<Arch>& places, int reach) noexcept
      : noise_(noise), places_(places), metric_{noise.distance}, draw_(noise), reach_(reach) {
    for (int axis = 0; axis < N; ++axis) list_cells<Arch>(noise, places, axis, reach, cell_[axis]);
  }

  // Calls visit(hash, order, is_near, from) for cells whose least distance is within the limit,
  // which `visit` may change; `is_near` says that the cell is one of the 3^N around the sample.
  template <class Visit>
  XSIMD_INLINE void visit(const F& limit, const Visit& with) noexcept {
    visit_axis<N - 1>(limit, F(0.0f), W(no_others<N>(noise_.lattice)), true, 0, with);
  }

 private:
  static constexpr int most = 9;  // cells along an axis

  // `beyond`: the least that the axes above contribute.
  template <int axis, class Visit>
  XSIMD_INLINE void visit_axis(const F& limit, F beyond, W others, bool is_near,
                               std::uint32_t order, const Visit& with) noexcept {
    for (int i = 0; i <= 2 * reach_; ++i) {
      const F least = metric_.combined(cell_[axis][i].least, beyond);
      if (!xsimd::any(least <= limit)) continue;
      const int offset = i - reach_;
      offset_[axis] = F(static_cast<float>(offset));
      const bool is_beside = is_near && offset >= -1 && offset <= 1;
      const std::uint32_t its_order = order | static_cast<std::uint32_t>(offset + 8) << (4 * axis);
      if constexpr (axis > 0) {
        visit_axis<axis - 1>(limit, least, others * cell_[axis][i].hash, is_beside, its_order,
                             with);
      } else {
        const W hash = cell_hash<Arch, N>(cell_[0][i].hash, others);
        F from[N];
        draw_(hash, from);
        for (int a = 0; a < N; ++a)
          from[a] = places_.f[a] - (offset_[a] + (from[a] - F(model::point_origin)));
        with(hash, its_order, is_beside, from);
      }
    }
  }

  const model::CellularNoise& noise_;
  const CellPlaces<Arch>& places_;
  Metric<Arch, Measure::at_run_time> metric_;
  DrawPoint<Arch, N> draw_;
  int reach_;
  F offset_[N];
  AxisCell<Arch> cell_[N][most];
};

// Visits the cells beyond the 3^N around samples.
template <class Arch, int N>
PERLANE_NOINLINE void visit_far_cells(const model::CellularNoise& noise,
                                      const CellPlaces<Arch>& places, bool only_nearest,
                                      NearestPoints<Arch>& found) noexcept {
  const Metric<Arch, Measure::at_run_time> metric{noise.distance};
  CellWalk<Arch, N> walk(noise, places, noise.reach[N - 1]);
  walk.visit(found.distance[only_nearest ? 0 : 1], [&](Words<Arch> hash, std::uint32_t order,
                                                       bool is_near, const Floats<Arch>(&from)[N]) {
    if (is_near) return;
    include_point<Arch, Wanted::both_points, true>(metric.length(from), hash, order, found);
  });
}

// Finds the nearest points.
template <class Arch, int N, Measure measure, Wanted wanted>
XSIMD_INLINE NearestPoints<Arch> nearest_points(const model::CellularNoise& noise,
                                                const CellPlaces<Arch>& places) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  constexpr int rows = N == 1 ? 1 : N == 2 ? 3 : N == 3 ? 9 : 27;
  const F infinity(std::numeric_limits<float>::infinity());
  NearestPoints<Arch> found{{infinity, infinity}, {W(0u), W(0u)}, {W(0u), W(0u)}};
  const DrawPoint<Arch, N> draw(noise);
  const Metric<Arch, measure> metric{noise.distance};
  W side[N][3];
  F shifted[N][3];  // from the cells on each side, before the drawn offsets are subtracted
  F to_border(1.0f);
  for (int axis = 0; axis < N; ++axis) {
    const F f = places.f[axis];
    to_border = xsimd::min(to_border, xsimd::min(f, F(1.0f) - f));
    for (int o = -1; o <= 1; ++o) {
      side[axis][o + 1] = axis_hash<Arch>(noise.lattice, axis,
                                          cell_at<Arch>(noise.lattice, axis, places.cell[axis], o));
      shifted[axis][o + 1] = f + F(model::point_origin - static_cast<float>(o));
    }
  }
  for (int row = 0; row < rows; ++row) {
    const int digit[4] = {0, row % 3, row / 3 % 3, row / 9};
    W others(no_others<N>(noise.lattice));
    std::uint32_t order = 0;
    for (int axis = N - 1; axis > 0; --axis) {
      others = axis == N - 1 ? side[axis][digit[axis]] : others * side[axis][digit[axis]];
      order |= static_cast<std::uint32_t>(digit[axis] + 7) << (4 * axis);
    }
    for (int x = 0; x < 3; ++x) {
      const W hash = cell_hash<Arch, N>(side[0][x], others);
      F from[N];
      draw(hash, from);
      from[0] = shifted[0][x] - from[0];
      for (int axis = 1; axis < N; ++axis) from[axis] = shifted[axis][digit[axis]] - from[axis];
      include_point<Arch, wanted, false>(metric.length(from), hash,
                                         order | static_cast<std::uint32_t>(x + 7), found);
    }
  }
  // The distance to any other cell is at least that to the nearest side of the own cell, plus 1.
  const F least = metric.along(to_border + F(1.0f));
  if (xsimd::any(found.distance[wants_f2<Arch>(wanted) ? 1 : 0] >= least)) [[unlikely]]
    visit_far_cells<Arch, N>(noise, places, !wants_f2<Arch>(wanted), found);
  return found;
}

// Finds the nearest points out of line, for the rarer callers.
template <class Arch, int N>
PERLANE_NOINLINE void find_points(const model::CellularNoise& noise, const CellPlaces<Arch>& places,
                                  NearestPoints<Arch>& found) noexcept {
  found = nearest_points<Arch, N, Measure::at_run_time, Wanted::both_points>(noise, places);
}

}  // namespace perlane::kernels::cellular
