#include "graph/noise/derivative_bounds.hpp"

#include <cmath>

namespace perlane::graph {
namespace {

// The steepest along an axis, and in any direction; in 4D, that is twice as much but for
// OpenSimplex2 noise.
struct Steepest {
  double along, length;
};

DerivativeBounds times(const Steepest& steepest, double size) noexcept {
  const double along = steepest.along * size;
  return {{along, along, along, along}, steepest.length * size};
}

// By fade, and by dimensions - 1.
constexpr Steepest of_gradients[3][4] = {
    {{1.3472, 1.3472}, {2.073, 2.073}, {2.86, 3.02}, {3.70, 7.40}},
    {{1.4143, 1.4143}, {1.689, 1.800}, {2.23, 2.36}, {2.92, 5.84}},
    {{2.0001, 2.0001}, {2.241, 2.420}, {2.50, 2.95}, {2.92, 5.84}}};

constexpr Steepest of_simplex[4] = {
    {0.065925, 0.065925}, {0.07220, 0.07445}, {0.0721, 0.0834}, {0.0814, 0.1628}};
constexpr Steepest of_wide_simplex{1.0548, 1.0548};

constexpr Steepest of_open_simplex[2][3] = {{of_simplex[1], {0.214, 0.214}, {0.160, 0.160}},
                                            {{0.2520, 0.2550}, {0.632, 0.632}, {0.600, 0.920}}};

constexpr std::size_t at(int dimensions, int least = 1) noexcept {
  return static_cast<std::size_t>(dimensions - least);
}

}  // namespace

DerivativeBounds derivative_bounds_of_gradients(double longest, model::Fade fade,
                                                int dimensions) noexcept {
  return times(of_gradients[static_cast<std::size_t>(fade)][at(dimensions)], longest);
}

// The weights along an axis change by the derivative of the fade, the others add up to 1. Fades
// that are level at the ends are found to be no steeper in other directions; the proven bound is a
// little larger.
DerivativeBounds derivative_bounds_of_values(double largest, model::Fade fade,
                                             int dimensions) noexcept {
  constexpr double proven[4] = {1, 1.01, 1.05, 2};
  const double in_length = proven[at(dimensions)];
  switch (fade) {
    case model::Fade::quintic:
      return times({3.75, 3.75 * in_length}, largest);
    case model::Fade::cubic:
      return times({3, 3 * in_length}, largest);
    case model::Fade::linear:
      return times({2, 2 * std::sqrt(static_cast<double>(dimensions))}, largest);
    case model::Fade::none:
      break;
  }
  return {};
}

DerivativeBounds derivative_bounds_of_simplex(double longest, bool is_wide,
                                              int dimensions) noexcept {
  return times(is_wide ? of_wide_simplex : of_simplex[at(dimensions)], longest);
}

DerivativeBounds derivative_bounds_of_open_simplex(double longest, bool is_smooth,
                                                   int dimensions) noexcept {
  return times(of_open_simplex[is_smooth ? 1 : 0][at(dimensions, 2)], longest);
}

}  // namespace perlane::graph
