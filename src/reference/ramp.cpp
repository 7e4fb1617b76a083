// Ramps: values that depend on one coordinate.

#include "reference/cell.hpp"
#include "reference/noise.hpp"
#include "reference/operations.hpp"

#include <cmath>

namespace perlane::reference {
namespace {

template <class Real>
bool is_within(const model::Ramp& ramp, const model::Point& point, Real limit) noexcept {
  for (int axis = 0; axis < point.dimensions; ++axis) {
    const Real s = static_cast<Real>(point.coordinate[axis]) * static_cast<Real>(ramp.frequency);
    if (!(std::abs(s) < limit)) return false;
  }
  return true;
}

template <class Real>
float ramp_at(const model::Ramp& ramp, Real coordinate) noexcept {
  switch (ramp.kind) {
    case model::Ramp::constant:
      return ramp.value;
    case model::Ramp::coordinate:
      return static_cast<float>(coordinate * static_cast<Real>(ramp.frequency));
    case model::Ramp::phase:
      break;
  }
  return static_cast<float>(map(ramp.wrap, coordinate) / static_cast<Real>(ramp.wrap.by));
}

}  // namespace

float evaluate(const model::Ramp& ramp, const model::Point& point, float* derivative) noexcept {
  const double c = point.coordinate[ramp.axis];
  const bool is_inside = point.is_float ? is_within(ramp, point, model::float_coordinate_limit)
                                        : is_within(ramp, point, model::coordinate_limit);
  if (!is_inside) return not_a_number(point.dimensions, derivative);
  const float n = point.is_float ? ramp_at(ramp, static_cast<float>(c)) : ramp_at(ramp, c);
  if (derivative != nullptr) {
    for (int axis = 0; axis < point.dimensions; ++axis) {
      const bool is_along = axis == ramp.axis && ramp.kind != model::Ramp::constant;
      derivative[axis] = std::isnan(n) ? n : is_along ? static_cast<float>(ramp.frequency) : 0.0f;
    }
  }
  return n;
}

}  // namespace perlane::reference
