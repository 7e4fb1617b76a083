// Derivatives to normals of surfaces.

#include <perlane/normals.hpp>

#include "base/float_environment.hpp"
#include "base/error.hpp"

#include <cmath>
#include <functional>
#include <limits>

namespace perlane {
namespace {

using Components = std::span<float>;

bool do_overlap(const Components& a, const Components& b) noexcept {
  // Pointers into different arrays are compared.
  const std::less<> before;
  return before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

void validate_sizes(const char* name, const Components& x, const Components& y,
                    const Components& z) {
  if (y.size() != x.size() || z.size() != x.size()) {
    base::throw_invalid(name, ": x, y and z have ", x.size(), ", ", y.size(), " and ", z.size(),
                        " elements; use as many of each");
  }
}

void validate_apart(const char* name, const Components& x, const Components& y,
                    const Components& z) {
  if (do_overlap(x, y) || do_overlap(x, z) || do_overlap(y, z))
    base::throw_invalid(name, ": x, y and z overlap; use an array for each of them");
}

// Returns a component of a normal; NaN has the bits that it has everywhere, whatever its sign is.
float component(double value) noexcept {
  return std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value);
}

}  // namespace

void normals(std::span<float> x, std::span<float> y, std::span<float> z, float height) {
  validate_sizes("normals", x, y, z);
  if (!std::isfinite(height))
    base::throw_invalid("normals: height is ", height, "; use a finite number");
  validate_apart("normals", x, y, z);
  const base::FloatEnvironment environment;
  // Binary64 is used because no square overflows in it.
  const double scale = height;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double slope_x = scale * static_cast<double>(x[i]);
    const double slope_y = scale * static_cast<double>(y[i]);
    const double length = std::sqrt(slope_x * slope_x + slope_y * slope_y + 1.0);
    x[i] = component(-slope_x / length);
    y[i] = component(-slope_y / length);
    z[i] = component(1.0 / length);
  }
}

void isosurface_normals(std::span<float> x, std::span<float> y, std::span<float> z) {
  validate_sizes("isosurface_normals", x, y, z);
  validate_apart("isosurface_normals", x, y, z);
  const base::FloatEnvironment environment;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double slope[] = {static_cast<double>(x[i]), static_cast<double>(y[i]),
                            static_cast<double>(z[i])};
    const double square = slope[0] * slope[0] + slope[1] * slope[1] + slope[2] * slope[2];
    if (square == 0) continue;
    const double length = std::sqrt(square);
    x[i] = component(-slope[0] / length);
    y[i] = component(-slope[1] / length);
    z[i] = component(-slope[2] / length);
  }
}

}  // namespace perlane
