// Derivatives of heights to normals of their surface.

#include <perlane/evaluate.hpp>

#include "engine/environment.hpp"
#include "engine/refuse.hpp"

#include <cmath>

namespace perlane {

void normals(std::span<float> x, std::span<float> y, std::span<float> z, float height) {
  if (y.size() != x.size() || z.size() != x.size()) {
    engine::refuse("normals: x, y and z have ", x.size(), ", ", y.size(), " and ", z.size(),
                   " elements; use as many of each");
  }
  if (!std::isfinite(height))
    engine::refuse("normals: height is ", height, "; use a finite number");
  const engine::FloatEnvironment environment;
  // This is computed in binary64, where no square overflows.
  const double scale = height;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double slope_x = scale * static_cast<double>(x[i]);
    const double slope_y = scale * static_cast<double>(y[i]);
    const double length = std::sqrt(slope_x * slope_x + slope_y * slope_y + 1.0);
    x[i] = static_cast<float>(-slope_x / length);
    y[i] = static_cast<float>(-slope_y / length);
    z[i] = static_cast<float>(1.0 / length);
  }
}

}  // namespace perlane
