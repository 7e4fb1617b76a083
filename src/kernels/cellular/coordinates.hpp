#pragma once
// Finds where the nearest points lie, in units of coordinate; mirror of
// reference/nearest_point.cpp.

#include "kernels/cellular/search.hpp"
#include "kernels/shared/axis.hpp"
#include "kernels/shared/pointwise.hpp"

namespace perlane::kernels::cellular {

// The coordinates of points along an axis.
template <class Arch>
class PointCoordinates {
  using D = Doubles<Arch>;

 public:
  PointCoordinates() = default;
  PointCoordinates(const model::CellularNoise& noise, int axis) noexcept
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

  // Returns the coordinates of points, from cells and the offsets of the points from their corners.
  XSIMD_INLINE Widened<Arch> operator()(Widened<Arch> cell, Floats<Arch> offset) const noexcept {
    const Floats<Arch> whole = floor_of<Arch>(offset);
    const Widened<Arch> on = widen<Arch>(whole), within = widen<Arch>(offset - whole);
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

// Writes the offsets of the nearest points from the corners of the samples' cells.
template <class Arch, int N, Measure measure>
PERLANE_NOINLINE void nearest_offsets(const model::CellularNoise& noise,
                                      const CellPlaces<Arch>& samples,
                                      Floats<Arch> (&offset)[N]) noexcept {
  const auto found = nearest_points<Arch, N, measure, Wanted::f1_point>(noise, samples);
  differences_from<Arch, N>(noise, samples, found, 0, offset);
  for (int axis = 0; axis < N; ++axis) offset[axis] = samples.f[axis] - offset[axis];
}

template <class Arch, int N>
using NearestOffsets = void (*)(const model::CellularNoise&, const CellPlaces<Arch>&,
                                Floats<Arch> (&offset)[N]) noexcept;

template <class Arch, int N>
NearestOffsets<Arch, N> nearest_offsets_of(const model::CellularNoise& noise) noexcept {
  if constexpr (N > 1) {
    if (has_squares<Arch>(noise.distance)) return nearest_offsets<Arch, N, Measure::squares>;
  }
  return nearest_offsets<Arch, N, Measure::at_run_time>;
}

// Writes the coordinates of the nearest points of all samples of any tile, by axis, in rows like
// those of a tile buffer; beyond the coordinate limit they are NaN.
template <class Arch, int N>
void write_nearest_points(const model::CellularNoise& noise, const model::Tile& tile,
                          double* const* point) noexcept {
  constexpr int half = static_cast<int>(Doubles<Arch>::size);
  const NearestOffsets<Arch, N> nearest = nearest_offsets_of<Arch, N>(noise);
  PointCoordinates<Arch> coordinates[N];
  for (int axis = 0; axis < N; ++axis) coordinates[axis] = PointCoordinates<Arch>(noise, axis);
  for_each_position<Arch>(tile, [&](const auto& position, std::ptrdiff_t at) {
    CellPlaces<Arch> samples;
    Floats<Arch> beyond(0.0f);  // NaN if a coordinate is
    for (int axis = 0; axis < N; ++axis) {
      const Located<Arch> located = locate<Arch>(coordinates[axis].axis(), position(axis));
      samples.cell[axis] = located.cell;
      samples.f[axis] = snapped<Arch>(located.f);
      beyond = beyond + (located.f - located.f);
    }
    Floats<Arch> offset[N];
    nearest(noise, samples, offset);
    for (int axis = 0; axis < N; ++axis) {
      const Widened<Arch> to =
          coordinates[axis](coordinates[axis].cells(position(axis)), offset[axis] + beyond);
      to.low.store_unaligned(point[axis] + at);
      to.high.store_unaligned(point[axis] + at + half);
    }
  });
}

}  // namespace perlane::kernels::cellular
