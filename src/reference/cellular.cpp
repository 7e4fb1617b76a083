// Cellular noise. S. Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996; distances to
// borders after I. Quilez, "Voronoi Edges", 2012.

#include "reference/cellular.hpp"
#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

using model::CellularReturn;
using model::Distance;

float finished(Distance kind, float distance) noexcept {
  return kind == Distance::euclidean ? std::sqrt(distance) : distance;
}

// The distance from the sample to the border between two cells, and its derivatives, per cell.
struct Border {
  float distance = infinity;
  float derivative[4] = {};
};

template <int N>
Border border_between(const Feature& nearest, const Feature& other) noexcept {
  float product = 0, square = 0;
  for (int axis = N - 1; axis >= 0; --axis) {
    const float between = other.from[axis] - nearest.from[axis];
    product = (nearest.from[axis] + other.from[axis]) * between + product;
    square = between * between + square;
  }
  Border result;
  const float length = std::sqrt(square);
  result.distance = std::max(0.5f * product / length, 0.0f);
  for (int axis = 0; axis < N; ++axis)
    result.derivative[axis] = (other.from[axis] - nearest.from[axis]) / length;
  return result;
}

// The nearest border; of borders that are equally near, that of the first point.
template <int N>
Border nearest_border(Surroundings<N>& around, const Nearest& points, int reach) noexcept {
  const Border some = border_between<N>(points.first, points.second);
  const float far = std::sqrt(points.first.distance) + 2.0f * some.distance + model::border_margin;
  Border result;
  around.visit(reach, far * far, [&](const Feature& feature, int order) {
    if (order == points.order) return;
    const Border border = border_between<N>(points.first, feature);
    if (border.distance < result.distance) result = border;
  });
  return result;
}

float value_of(std::uint32_t hash) noexcept {
  const std::uint32_t drawn = last_round(last_round(last_round(hash))) >> model::cell_value_shift;
  const auto level = static_cast<std::int32_t>(2 * drawn + 1) - model::cell_value_levels;
  return static_cast<float>(level) * (1.0f / static_cast<float>(model::cell_value_levels));
}

// The derivative along an axis of the distance to a point, per cell. At the point it is 0.
float distance_derivative(Distance kind, const Feature& feature, int dimensions,
                          int axis) noexcept {
  const float from = feature.from[axis];
  const float sign = from > 0.0f ? 1.0f : from < 0.0f ? -1.0f : 0.0f;
  switch (kind) {
    case Distance::euclidean:
      return feature.distance == 0.0f ? 0.0f : from / std::sqrt(feature.distance);
    case Distance::squared:
      return 2.0f * from;
    case Distance::manhattan:
      return sign;
    case Distance::chebyshev:
      break;
  }
  // The first of the axes that are as long as the distance.
  int longest = 0;
  while (longest < dimensions - 1 && std::abs(feature.from[longest]) < feature.distance) ++longest;
  return axis == longest ? sign : 0.0f;
}

template <int N>
float cellular_noise(const model::CellularNoise& noise, const model::Point& point,
                     float* derivative) noexcept {
  Located located[N];
  if (!locate(noise, point, located)) return not_a_number(N, derivative);
  Surroundings<N> around(noise, located);
  const Nearest points = nearest(around, noise.reach[N - 1]);
  const auto frequency = static_cast<float>(noise.frequency);
  if (noise.returns == CellularReturn::edge) {
    const Border border = nearest_border(around, points, noise.border_reach[N - 1]);
    for (int axis = 0; derivative != nullptr && axis < N; ++axis)
      derivative[axis] = border.derivative[axis] * frequency;
    return border.distance;
  }
  const int offset = model::offset_axis<void>(noise.returns);
  if (offset >= 0) {
    for (int axis = 0; derivative != nullptr && axis < N; ++axis)
      derivative[axis] = axis == offset ? -1.0f : 0.0f;
    return (0.0f - points.first.from[offset]) * noise.cell_size;
  }
  const float f1 = finished(noise.distance, points.first.distance);
  const float f2 = finished(noise.distance, points.second.distance);
  for (int axis = 0; derivative != nullptr && axis < N; ++axis) {
    const float to_first = distance_derivative(noise.distance, points.first, N, axis);
    const float to_second = distance_derivative(noise.distance, points.second, N, axis);
    float rise = 0;
    if (noise.returns == CellularReturn::f1) rise = to_first;
    if (noise.returns == CellularReturn::f2) rise = to_second;
    if (noise.returns == CellularReturn::f2_minus_f1) rise = to_second - to_first;
    derivative[axis] = rise * frequency;
  }
  switch (noise.returns) {
    case CellularReturn::f1:
      return f1;
    case CellularReturn::f2:
      return f2;
    case CellularReturn::f2_minus_f1:
      return f2 - f1;
    default:
      return value_of(points.first.hash);
  }
}

}  // namespace

float evaluate(const model::CellularNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  static constexpr decltype(&cellular_noise<1>) functions[] = {
      cellular_noise<1>, cellular_noise<2>, cellular_noise<3>, cellular_noise<4>};
  return functions[point.dimensions - 1](noise, point, derivative);
}

}  // namespace perlane::reference
