#pragma once
// Finds where the nearest points lie, in units of coordinate; mirror of reference/cellular.cpp,
// `nearest_point`.

#include "kernels/cellular/search.hpp"
#include "kernels/shared/axis.hpp"
#include "kernels/shared/pointwise.hpp"

namespace perlane::kernels::cellular {

// The coordinates of points along an axis.
template <class Arch>
class PointPlaces {
  using D = Doubles<Arch>;

 public:
  PointPlaces() = default;
  PointPlaces(const model::CellularNoise& noise, int axis) noexcept
      : axis_{noise.frequency, noise.lattice.shift[axis],
              static_cast<double>(noise.lattice.period[axis]), 0} {}

  const PointAxis& axis() const noexcept { return axis_; }

  // Returns the cells of samples, counted from the origin.
  XSIMD_INLINE Widened<Arch> cells(Widened<Arch> coordinate) const noexcept {
    const Widened<Arch> s = scaled<Arch>(coordinate, axis_.frequency, axis_.shift);
    return {floor_of<Arch>(s.low), floor_of<Arch>(s.high)};
  }
  XSIMD_INLINE Widened<Arch> cells(Floats<Arch> coordinate) const noexcept {
    return widen<Arch>(floor_of<Arch>(scaled<Arch>(coordinate, axis_.frequency, axis_.shift)));
  }

  // Returns the coordinates of points, from cells and the places of the points from their corners.
  XSIMD_INLINE Widened<Arch> operator()(Widened<Arch> cell, Floats<Arch> place) const noexcept {
    const Floats<Arch> offset = floor_of<Arch>(place);
    const Widened<Arch> on = widen<Arch>(offset), within = widen<Arch>(place - offset);
    return {coordinate(cell.low + on.low, within.low),
            coordinate(cell.high + on.high, within.high)};
  }

 private:
  XSIMD_INLINE D coordinate(D cell, D within) const noexcept {
    if (axis_.period != 0) cell = wrapped<Arch>(axis_, cell);
    return quotient<Arch>((cell + within) - D(axis_.shift), D(axis_.frequency));
  }

  PointAxis axis_{};
};

// Writes the places of the nearest points from the corners of the samples' cells.
template <class Arch, int N, Measure measure>
PERLANE_OUT_OF_LINE void nearest_places(const model::CellularNoise& noise,
                                        const CellPlaces<Arch>& samples,
                                        Floats<Arch> (&place)[N]) noexcept {
  const auto found = nearest_points<Arch, N, measure, Wanted::point>(noise, samples);
  differences_from<Arch, N>(noise, samples, found, 0, place);
  for (int axis = 0; axis < N; ++axis) place[axis] = samples.f[axis] - place[axis];
}

template <class Arch, int N>
using NearestPlaces = void (*)(const model::CellularNoise&, const CellPlaces<Arch>&,
                               Floats<Arch> (&place)[N]) noexcept;

template <class Arch, int N>
NearestPlaces<Arch, N> nearest_places_of(const model::CellularNoise& noise) noexcept {
  if constexpr (N > 1) {
    if (has_squares<Arch>(noise.distance)) return nearest_places<Arch, N, Measure::squares>;
  }
  return nearest_places<Arch, N, Measure::asked>;
}

// Writes the coordinates of the nearest points of all samples of any tile, by axis, in rows like
// those of a tile buffer; beyond the coordinate limit they are NaN.
template <class Arch, int N>
void locate_nearest(const model::CellularNoise& noise, const model::Tile& tile,
                    double* const* point) noexcept {
  constexpr int half = static_cast<int>(Doubles<Arch>::size);
  const NearestPlaces<Arch, N> nearest = nearest_places_of<Arch, N>(noise);
  PointPlaces<Arch> places[N];
  for (int axis = 0; axis < N; ++axis) places[axis] = PointPlaces<Arch>(noise, axis);
  for_each_position<Arch>(tile, [&](const auto& position, std::ptrdiff_t at) {
    CellPlaces<Arch> samples;
    Floats<Arch> beyond(0.0f);  // NaN if a coordinate is
    for (int axis = 0; axis < N; ++axis) {
      const Located<Arch> located = locate<Arch>(places[axis].axis(), position(axis));
      samples.cell[axis] = located.cell;
      samples.f[axis] = snapped<Arch>(located.f);
      beyond = beyond + (located.f - located.f);
    }
    Floats<Arch> place[N];
    nearest(noise, samples, place);
    for (int axis = 0; axis < N; ++axis) {
      const Widened<Arch> to =
          places[axis](places[axis].cells(position(axis)), place[axis] + beyond);
      to.low.store_unaligned(point[axis] + at);
      to.high.store_unaligned(point[axis] + at + half);
    }
  });
}

}  // namespace perlane::kernels::cellular
