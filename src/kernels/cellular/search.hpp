#pragma once
// Finds the nearest points of a vector of samples, each in a cell of its own: those of the 3^N
// cells around it, and of the cells beyond them that some sample's bounds ask for.

#include "kernels/cellular/features.hpp"

namespace perlane::kernels::cellular {

// What is looked for: the least distance, the two least, or also which points have them.
enum class Wanted { nearest, two, points };

// Where a vector of samples lies.
template <class Arch>
struct CellPlaces {
  Words<Arch> cell[4];
  Floats<Arch> f[4];
};

// The nearest point of each sample, and the second nearest. Of points that are equally near, the
// one whose cell comes first does: cells have an order, of bits 4 * axis to 4 * axis + 3 for the
// cells from the sample's along an axis, plus 8.
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

// The lattice coordinate of the cell some cells on.
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

// What the cells at a coordinate along an axis have in common: a factor of their words.
template <class Arch>
XSIMD_INLINE Words<Arch> axis_word(const LatticePoints& lattice, int axis,
                                   Words<Arch> cell) noexcept {
  const Words<Arch> spread = spread_axis<Arch>(cell, lattice, axis);
  return axis == 0 ? mixed<Arch>(spread) : mixed_factor<Arch>(spread);
}
// The word of a cell, of the words of x and of all other axes.
template <class Arch, int N>
XSIMD_INLINE Words<Arch> cell_word(Words<Arch> x, Words<Arch> others) noexcept {
  const Words<Arch> product = x * others;
  if constexpr (N == 1) return last_round<Arch>(product);
  return product;
}
template <int N>
XSIMD_INLINE std::uint32_t no_others(const LatticePoints& lattice) noexcept {
  return N == 1 ? lattice.key.line | 1 : 1;
}

// Takes a point. Unless it `is_late`, its cell comes after those of all points before.
template <class Arch, Wanted wanted, bool is_late>
XSIMD_INLINE void take_point(Floats<Arch> length, Words<Arch> hash, std::uint32_t cell_order,
                             NearestPoints<Arch>& found) noexcept {
  using W = Words<Arch>;
  auto& [distance, order, hashes] = found;
  if constexpr (wanted == Wanted::points) {
    const W its_order(cell_order);
    auto is_first = length < distance[0], is_second = length < distance[1];
    if constexpr (is_late) {
      is_first = is_first |
                 ((length == distance[0]) & xsimd::batch_bool_cast<float>(its_order < order[0]));
      is_second = is_second |
                  ((length == distance[1]) & xsimd::batch_bool_cast<float>(its_order < order[1]));
    }
    const auto first = xsimd::batch_bool_cast<std::uint32_t>(is_first);
    const auto second = xsimd::batch_bool_cast<std::uint32_t>(is_second);
    order[1] = xsimd::select(first, order[0], xsimd::select(second, its_order, order[1]));
    hashes[1] = xsimd::select(first, hashes[0], xsimd::select(second, hash, hashes[1]));
    order[0] = xsimd::select(first, its_order, order[0]);
    hashes[0] = xsimd::select(first, hash, hashes[0]);
  }
  if constexpr (wanted != Wanted::nearest)
    distance[1] = xsimd::min(distance[1], xsimd::max(distance[0], length));
  distance[0] = xsimd::min(distance[0], length);
}

// A cell along an axis: what it contributes to the words of cells, and to the least distance.
template <class Arch>
struct AxisCell {
  Words<Arch> word;
  Floats<Arch> least;
};

// Lists the cells within reach of samples along an axis.
template <class Arch>
PERLANE_OUT_OF_LINE void list_cells(const model::CellularNoise& noise,
                                    const CellPlaces<Arch>& places, int axis, int reach,
                                    AxisCell<Arch>* to) noexcept {
  using F = Floats<Arch>;
  const F f = places.f[axis];
  Words<Arch> cell = cell_at<Arch>(noise.lattice, axis, places.cell[axis], -reach);
  for (int offset = -reach; offset <= reach; ++offset, ++to) {
    to->word = axis_word<Arch>(noise.lattice, axis, cell);
    const F left(static_cast<float>(offset));
    const F gap = xsimd::max(left - f, f - (left + F(1.0f)));
    to->least = along_axis<Arch>(noise.distance, xsimd::max(gap, F(0.0f)));
    cell = cell_at<Arch>(noise.lattice, axis, cell, 1);
  }
}

// Walks the cells in reach of samples, in their order, and leaves out those that are too far from
// all of them. This is rare work.
template <class Arch, int N>
class CellWalk {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  CellWalk(const model::CellularNoise& noise, const CellPlaces<Arch>& places, int reach) noexcept
      : noise_(noise), places_(places), draw_(noise), reach_(reach) {
    for (int axis = 0; axis < N; ++axis) list_cells<Arch>(noise, places, axis, reach, cell_[axis]);
  }

  // Calls visit(hash, order, is_near, from) for cells whose least distance is within the limit,
  // which may change on the way; `is_near` says that the cell is one of the 3^N around the sample.
  template <class Visit>
  XSIMD_INLINE void visit(const F& limit, const Visit& with) noexcept {
    visit_axis<N - 1>(limit, F(0.0f), W(no_others<N>(noise_.lattice)), true, 0, with);
  }

  XSIMD_INLINE F distance(const F (&from)[N]) const noexcept {
    F length = along(from[N - 1]);
    for (int axis = N - 2; axis >= 0; --axis) length = joined(along(from[axis]), length);
    return length;
  }

 private:
  static constexpr int most = 9;  // cells along an axis

  XSIMD_INLINE F along(F difference) const noexcept {
    return along_axis<Arch>(noise_.distance, difference);
  }
  XSIMD_INLINE F joined(F a, F b) const noexcept {
    return noise_.distance == model::Distance::chebyshev ? xsimd::max(a, b) : a + b;
  }

  // `beyond`: the least that the axes above contribute.
  template <int axis, class Visit>
  XSIMD_INLINE void visit_axis(const F& limit, F beyond, W others, bool is_near,
                               std::uint32_t order, const Visit& with) noexcept {
    for (int i = 0; i <= 2 * reach_; ++i) {
      const F least = joined(cell_[axis][i].least, beyond);
      if (!xsimd::any(least <= limit)) continue;
      const int offset = i - reach_;
      offset_[axis] = F(static_cast<float>(offset));
      const bool is_beside = is_near && offset >= -1 && offset <= 1;
      const std::uint32_t its_order = order | static_cast<std::uint32_t>(offset + 8) << (4 * axis);
      if constexpr (axis > 0) {
        visit_axis<axis - 1>(limit, least, others * cell_[axis][i].word, is_beside, its_order,
                             with);
      } else {
        const W hash = cell_word<Arch, N>(cell_[0][i].word, others);
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
  DrawPoint<Arch, N> draw_;
  int reach_;
  F offset_[N];
  AxisCell<Arch> cell_[N][most];
};

// Visits the cells beyond the 3^N around samples.
template <class Arch, int N>
PERLANE_OUT_OF_LINE void visit_far_cells(const model::CellularNoise& noise,
                                         const CellPlaces<Arch>& places, bool only_nearest,
                                         NearestPoints<Arch>& found) noexcept {
  CellWalk<Arch, N> walk(noise, places, noise.reach[N - 1]);
  walk.visit(found.distance[only_nearest ? 0 : 1], [&](Words<Arch> hash, std::uint32_t order,
                                                       bool is_near, const Floats<Arch>(&from)[N]) {
    if (is_near) return;
    take_point<Arch, Wanted::points, true>(walk.distance(from), hash, order, found);
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
  W side[N][3];
  F shifted[N][3];  // from the points of the cells on each side, less what is drawn
  F to_border(1.0f);
  for (int axis = 0; axis < N; ++axis) {
    const F f = places.f[axis];
    to_border = xsimd::min(to_border, xsimd::min(f, F(1.0f) - f));
    for (int o = -1; o <= 1; ++o) {
      side[axis][o + 1] = axis_word<Arch>(noise.lattice, axis,
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
      const W hash = cell_word<Arch, N>(side[0][x], others);
      F from[N];
      draw(hash, from);
      from[0] = shifted[0][x] - from[0];
      for (int axis = 1; axis < N; ++axis) from[axis] = shifted[axis][digit[axis]] - from[axis];
      take_point<Arch, wanted, false>(length_of<Arch, measure>(noise.distance, from), hash,
                                      order | static_cast<std::uint32_t>(x + 7), found);
    }
  }
  // The other cells are at least one cell and the way to the nearest border away.
  const F least = along<Arch, measure>(noise.distance, to_border + F(1.0f));
  if (xsimd::any(found.distance[wanted == Wanted::nearest ? 0 : 1] >= least)) [[unlikely]]
    visit_far_cells<Arch, N>(noise, places, wanted == Wanted::nearest, found);
  return found;
}

// The same by itself: code that many take, and that is rare.
template <class Arch, int N>
PERLANE_OUT_OF_LINE void find_points(const model::CellularNoise& noise,
                                     const CellPlaces<Arch>& places,
                                     NearestPoints<Arch>& found) noexcept {
  found = nearest_points<Arch, N, Measure::asked, Wanted::points>(noise, places);
}

}  // namespace perlane::kernels::cellular
