// The nearest point of cellular noise, in units of coordinate. It is computed from its own cell,
// and not from the sample, so that all samples that have it get the same bits.

#include "reference/cellular.hpp"
#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

// The coordinate of a point along an axis, from the cell of a sample and the offset of the point
// from the corner of that cell.
double coordinate_of(const model::CellularNoise& noise, std::int64_t cell, float offset,
                     int axis) noexcept {
  const float whole = std::floor(offset);
  const std::int64_t period = noise.lattice.period[axis];
  cell += static_cast<std::int64_t>(whole);
  if (period != 0) cell = (cell % period + period) % period;
  const double s = static_cast<double>(cell) + double{offset - whole};
  return (s - noise.lattice.shift[axis]) / noise.frequency;
}

template <int N>
void nearest_point_of(const model::CellularNoise& noise, const model::Point& point,
                      double* coordinate) noexcept {
  Located located[N];
  if (!locate(noise, point, located)) {
    std::fill_n(coordinate, N, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  Surroundings<N> around(noise, located);
  const Feature first = nearest(around, noise.reach[N - 1]).first;
  for (int axis = 0; axis < N; ++axis) {
    std::int64_t cell = 0;
    float f = 0;
    locate(point, axis, noise.frequency, noise.lattice, cell, f);
    coordinate[axis] = coordinate_of(noise, cell, around.offset(first, axis), axis);
  }
}

}  // namespace

void nearest_point(const model::CellularNoise& noise, const model::Point& point,
                   double* coordinate) noexcept {
  static constexpr decltype(&nearest_point_of<1>) functions[] = {
      nearest_point_of<1>, nearest_point_of<2>, nearest_point_of<3>, nearest_point_of<4>};
  functions[point.dimensions - 1](noise, point, coordinate);
}

}  // namespace perlane::reference
