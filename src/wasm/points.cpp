// Points as JavaScript passes them, in registers.

#include <perlane/perlane.h>

#include <limits>

extern "C" {

// Returns NaN, too, where perlane_sample_point rejects the call.
float value_at(const perlane_field* field, std::int32_t dimensions, double x, double y, double z,
               double w) {
  const double point[] = {x, y, z, w};
  float value = std::numeric_limits<float>::quiet_NaN();
  perlane_sample_point(field, point, dimensions, &value, nullptr);
  return value;
}

// The values at `count` points, 512 at most, first + i * step; NULL if the call is rejected.
const float* values_on_line(const perlane_field* field, std::int32_t dimensions, std::int32_t count,
                            double x, double y, double z, double w, double step_x, double step_y,
                            double step_z, double step_w) {
  static double coordinates[4][512];
  static float values[512];
  const double first[] = {x, y, z, w}, step[] = {step_x, step_y, step_z, step_w};
  perlane_points points{};
  points.size = sizeof points;
  points.dimensions = dimensions;
  points.type = PERLANE_FLOAT64;
  points.count = static_cast<std::uint64_t>(count);
  for (std::int32_t axis = 0; axis < dimensions; ++axis) {
    points.coordinate[axis] = coordinates[axis];
    for (std::int32_t i = 0; i < count; ++i) coordinates[axis][i] = first[axis] + i * step[axis];
  }
  const bool is_done = perlane_sample(field, &points, values, nullptr, nullptr) == PERLANE_OK;
  return is_done ? values : nullptr;
}

}  // extern "C"
