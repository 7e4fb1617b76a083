#pragma once
// Evaluates cellular noise sample by sample, a vector of samples at a time.

#include "kernels/cellular/search.hpp"
#include "kernels/shared/axis.hpp"
#include "kernels/shared/pointwise.hpp"

namespace perlane::kernels::cellular {

// Writes the values of a vector of samples `at` in a tile buffer and, with derivatives, in one for
// each of them.
template <class Arch>
using EvaluateCells = void (*)(const model::CellularNoise&, const CellPlaces<Arch>&,
                               bool derivatives, float* const* planes, std::ptrdiff_t at) noexcept;

template <class Arch, int N, Measure measure>
void write_f1(const model::CellularNoise& noise, const CellPlaces<Arch>& places, bool,
              float* const* planes, std::ptrdiff_t at) noexcept {
  const auto found = nearest_points<Arch, N, measure, Wanted::f1>(noise, places);
  finished<Arch>(noise.distance, found.distance[0]).store_aligned(planes[0] + at);
}

template <class Arch, int N, Measure measure>
void write_f2(const model::CellularNoise& noise, const CellPlaces<Arch>& places, bool,
              float* const* planes, std::ptrdiff_t at) noexcept {
  const auto found = nearest_points<Arch, N, measure, Wanted::f2>(noise, places);
  Floats<Arch> value = finished<Arch>(noise.distance, found.distance[1]);
  if (noise.returns == model::CellularReturn::f2_minus_f1)
    value = value - finished<Arch>(noise.distance, found.distance[0]);
  value.store_aligned(planes[0] + at);
}

// Writes the value of the nearest point, or the offset to it along an axis.
template <class Arch, int N, Measure measure>
void write_value(const model::CellularNoise& noise, const CellPlaces<Arch>& places,
                 bool derivatives, float* const* planes, std::ptrdiff_t at) noexcept {
  using F = Floats<Arch>;
  const auto found = nearest_points<Arch, N, measure, Wanted::f1_point>(noise, places);
  const int offset = model::offset_axis<Arch>(noise.returns);
  F value = value_of<Arch>(found.hash[0]);
  if (offset >= 0) {
    F from[N];
    differences_from<Arch, N>(noise, places, found, 0, from);
    value = (F(0.0f) - from[offset]) * F(noise.cell_size);
  }
  value.store_aligned(planes[0] + at);
  for (int axis = 0; derivatives && axis < N; ++axis)
    F(axis == offset ? -1.0f : 0.0f).store_aligned(planes[axis + 1] + at);
}

// Writes the derivatives of distances.
template <class Arch, int N>
PERLANE_NOINLINE void write_distance_derivatives(const model::CellularNoise& noise,
                                                 const CellPlaces<Arch>& places,
                                                 const NearestPoints<Arch>& found,
                                                 float* const* planes, std::ptrdiff_t at) noexcept {
  using F = Floats<Arch>;
  using model::CellularReturn;
  F derivative[2][N];
  for (int which = 0; which < 2; ++which) {
    F from[N];
    differences_from<Arch, N>(noise, places, found, which, from);
    derivatives_of<Arch, N>(noise.distance, found.distance[which], from, derivative[which]);
  }
  for (int axis = 0; axis < N; ++axis) {
    F rise = derivative[0][axis];
    if (noise.returns == CellularReturn::f2) rise = derivative[1][axis];
    if (noise.returns == CellularReturn::f2_minus_f1)
      rise = derivative[1][axis] - derivative[0][axis];
    (rise * F(static_cast<float>(noise.frequency))).store_aligned(planes[axis + 1] + at);
  }
}

template <class Arch, int N>
void write_distances(const model::CellularNoise& noise, const CellPlaces<Arch>& places,
                     bool derivatives, float* const* planes, std::ptrdiff_t at) noexcept {
  using F = Floats<Arch>;
  using model::CellularReturn;
  NearestPoints<Arch> found;
  find_points<Arch, N>(noise, places, found);
  const F f1 = finished<Arch>(noise.distance, found.distance[0]);
  const F f2 = finished<Arch>(noise.distance, found.distance[1]);
  F value = f1;
  if (noise.returns == CellularReturn::f2) value = f2;
  if (noise.returns == CellularReturn::f2_minus_f1) value = f2 - f1;
  value.store_aligned(planes[0] + at);
  if (derivatives) write_distance_derivatives<Arch, N>(noise, places, found, planes, at);
}

// The distance from a sample to the border between two cells; the vector between their points, and
// its length.
template <class Arch, int N>
struct Border {
  Floats<Arch> distance;
  Floats<Arch> between[N];
  Floats<Arch> length;
};

template <class Arch, int N>
XSIMD_INLINE Border<Arch, N> border_between(const Floats<Arch> (&nearest)[N],
                                            const Floats<Arch> (&other)[N]) noexcept {
  using F = Floats<Arch>;
  F product(0.0f), square(0.0f);
  Border<Arch, N> result;
  for (int axis = N - 1; axis >= 0; --axis) {
    const F between = other[axis] - nearest[axis];
    product = (nearest[axis] + other[axis]) * between + product;
    square = between * between + square;
    result.between[axis] = between;
  }
  result.length = Backend<Arch>::root(square);
  result.distance = xsimd::max(quotient<Arch>(F(0.5f) * product, result.length), F(0.0f));
  return result;
}

template <class Arch, int N>
void write_borders(const model::CellularNoise& noise, const CellPlaces<Arch>& places,
                   bool derivatives, float* const* planes, std::ptrdiff_t at) noexcept {
  using F = Floats<Arch>;
  NearestPoints<Arch> found;
  find_points<Arch, N>(noise, places, found);
  F nearest[N], second[N];
  differences_from<Arch, N>(noise, places, found, 0, nearest);
  differences_from<Arch, N>(noise, places, found, 1, second);
  const F some = border_between<Arch, N>(nearest, second).distance;
  const F far = Backend<Arch>::root(found.distance[0]) + F(2.0f) * some + F(model::border_margin);
  Border<Arch, N> result{};
  result.distance = F(std::numeric_limits<float>::infinity());
  result.length = F(1.0f);
  for (F& between : result.between) between = F(0.0f);
  CellWalk<Arch, N> walk(noise, places, noise.border_reach[N - 1]);
  walk.visit(far * far, [&](Words<Arch>, std::uint32_t order, bool, const F(&from)[N]) {
    const Border<Arch, N> border = border_between<Arch, N>(nearest, from);
    const auto is_nearer = (border.distance < result.distance) &
                           xsimd::batch_bool_cast<float>(found.order[0] != Words<Arch>(order));
    result.distance = xsimd::select(is_nearer, border.distance, result.distance);
    result.length = xsimd::select(is_nearer, border.length, result.length);
    for (int axis = 0; axis < N; ++axis)
      result.between[axis] = xsimd::select(is_nearer, border.between[axis], result.between[axis]);
  });
  result.distance.store_aligned(planes[0] + at);
  const F frequency(static_cast<float>(noise.frequency));
  for (int axis = 0; derivatives && axis < N; ++axis) {
    (quotient<Arch>(result.between[axis], result.length) * frequency)
        .store_aligned(planes[axis + 1] + at);
  }
}

template <class Arch, int N, Measure measure>
EvaluateCells<Arch> evaluation_by(const model::CellularNoise& noise, bool derivatives) noexcept {
  using model::CellularReturn;
  // Rare noises share one loop.
  constexpr bool is_rare = N == 1 || (N == 4 && measure == Measure::magnitudes);
  if (noise.returns >= CellularReturn::value)
    return write_value<Arch, N, (is_rare ? Measure::at_run_time : measure)>;
  if constexpr (!is_rare) {
    if (!derivatives && noise.returns == CellularReturn::f1) return write_f1<Arch, N, measure>;
    if (!derivatives) return write_f2<Arch, N, measure>;
  }
  return write_distances<Arch, N>;
}

template <class Arch, int N>
EvaluateCells<Arch> evaluation_in(const model::CellularNoise& noise, bool derivatives) noexcept {
  if (noise.returns == model::CellularReturn::edge) return write_borders<Arch, N>;
  return has_squares<Arch>(noise.distance)
             ? evaluation_by<Arch, N, Measure::squares>(noise, derivatives)
             : evaluation_by<Arch, N, Measure::magnitudes>(noise, derivatives);
}

template <class Arch>
EvaluateCells<Arch> evaluation_of(const model::CellularNoise& noise, int dimensions,
                                  bool derivatives) noexcept {
  return with_dimensions(
      dimensions, [&]<int N>() noexcept { return evaluation_in<Arch, N>(noise, derivatives); });
}

// Evaluates the samples of any tile; beyond the coordinate limit they are NaN.
template <class Arch>
PERLANE_NOINLINE void evaluate_cells(const model::CellularNoise& noise, const model::Tile& tile,
                                     bool derivatives, float* const* planes) noexcept {
  using F = Floats<Arch>;
  const int dimensions = tile.dimensions;
  const EvaluateCells<Arch> evaluate = evaluation_of<Arch>(noise, dimensions, derivatives);
  PointAxis axes[4];
  for (int axis = 0; axis < dimensions; ++axis) {
    axes[axis] = {noise.frequency, noise.lattice.shift[axis],
                  static_cast<double>(noise.lattice.period[axis]),
                  static_cast<double>(noise.lattice.offset[axis])};
  }
  for_each_position<Arch>(tile, [&](const auto& position, std::ptrdiff_t at) {
    CellPlaces<Arch> places;
    F all(0.0f);  // NaN if a coordinate is
    for (int axis = 0; axis < dimensions; ++axis) {
      const Located<Arch> located = locate<Arch>(axes[axis], position(axis));
      places.cell[axis] = located.cell;
      places.f[axis] = snapped<Arch>(located.f);
      all = all + located.f;
    }
    evaluate(noise, places, derivatives, planes, at);
    if (xsimd::all(all == all)) return;
    for (int plane = 0; plane <= (derivatives ? dimensions : 0); ++plane) {
      xsimd::select(all == all, F::load_aligned(planes[plane] + at),
                    F(std::numeric_limits<float>::quiet_NaN()))
          .store_aligned(planes[plane] + at);
    }
  });
}

}  // namespace perlane::kernels::cellular
