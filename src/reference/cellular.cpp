// Cellular noise. S. Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996; distances to
// borders after I. Quilez, "Voronoi Edges", 2012.
//
// Samples and points lie at multiples of 2^-21 of a cell. Differences between them are below 8
// cells, and therefore exact in binary32, whichever cell they are counted from: a distance is a
// function of the sample and of the point alone. So the noise is exactly what all points of the
// plane make of it, without seams, and kernels may drop points by the bounds of a box: rounding is
// monotone, and the bound of a distance that is rounded is rounded likewise. The alternative,
// differences in binary64, would halve the lanes; the price is that a cell has 2^21 places along an
// axis, where the fraction of other noises has up to 2^24.

#include "reference/cell.hpp"
#include "reference/noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perlane::reference {
namespace {

using model::CellularReturn;
using model::Distance;

constexpr float infinity = std::numeric_limits<float>::infinity();

// A point, as the sample sees it.
struct Feature {
  float distance = infinity;  // squared, if it is Euclidean
  float from[4] = {};  // from the point to the sample, by axis
  std::uint32_t word = 0;
};

// The share that a difference along one axis has in a distance, and the sum of two shares.
float along(Distance kind, float difference) noexcept {
  const bool is_square = kind == Distance::euclidean || kind == Distance::squared;
  return is_square ? difference * difference : std::abs(difference);
}
float joined(Distance kind, float a, float b) noexcept {
  return kind == Distance::chebyshev ? std::max(a, b) : a + b;
}

float finished(Distance kind, float distance) noexcept {
  return kind == Distance::euclidean ? std::sqrt(distance) : distance;
}

// The points around a sample.
template <int N>
class Surroundings {
 public:
  Surroundings(const model::CellularNoise& noise, const Position (&position)[N]) noexcept
      : noise_(noise) {
    for (int axis = 0; axis < N; ++axis) {
      cell_[axis] = position[axis].cell[0];
      f_[axis] = (position[axis].f + 4.0f) - 4.0f;  // to the nearest multiple of 2^-21
    }
  }

  // Calls visit(feature, order) for the point of the sample's cell, and for those beside it.
  template <class Visit>
  void visit_near(const Visit& visit) noexcept {
    int offset[4] = {};
    visit(feature(offset), 0);
    for (int axis = 0; axis < N; ++axis) {
      for (offset[axis] = -1; offset[axis] <= 1; offset[axis] += 2)
        visit(feature(offset), order(offset));
      offset[axis] = 0;
    }
  }

  // Calls visit(feature, order) for the points of all cells up to `reach` cells away that are not
  // farther than `limit`, in the order of their cells: x ascends first, w last.
  template <class Visit>
  void visit(int reach, float limit, const Visit& visit) noexcept {
    int offset[4] = {};
    visit_from<N - 1>(0.0f, offset, reach, limit, visit);
  }

 private:
  static int order(const int* offset) noexcept {
    return offset[0] + 16 * (offset[1] + 16 * (offset[2] + 16 * offset[3]));
  }

  // `beyond` is the least that the axes above contribute.
  template <int axis, class Visit>
  void visit_from(float beyond, int* offset, int reach, float limit, const Visit& visit) noexcept {
    for (int o = -reach; o <= reach; ++o) {
      const float left = static_cast<float>(o);  // the cell is between `left` and left + 1
      const float gap = std::max(std::max(left - f_[axis], f_[axis] - (left + 1.0f)), 0.0f);
      const float least = joined(noise_.distance, along(noise_.distance, gap), beyond);
      if (least > limit) continue;
      offset[axis] = o;
      if constexpr (axis > 0) {
        visit_from<axis - 1>(least, offset, reach, limit, visit);
      } else {
        visit(feature(offset), order(offset));
      }
    }
    offset[axis] = 0;
  }

  static std::uint32_t within_period(std::uint32_t cell, int offset, std::int64_t period) noexcept {
    return static_cast<std::uint32_t>(((std::int64_t{cell} + offset) % period + period) % period);
  }

  Feature feature(const int* offset) const noexcept {
    std::uint32_t at[N];
    for (int axis = 0; axis < N; ++axis) {
      const std::uint32_t period = noise_.lattice.period[axis];
      at[axis] = cell_[axis] + static_cast<std::uint32_t>(offset[axis]);
      if (period != 0) at[axis] = within_period(cell_[axis], offset[axis], period);
    }
    Feature result;
    result.word = hash(noise_.lattice.key, at);
    // Two axes draw from each word.
    const std::uint32_t xy = last_round(result.word), zw = last_round(xy);
    const std::uint32_t drawn[4] = {xy >> 16, xy & 0xffff, zw >> 16, zw & 0xffff};
    result.distance = 0;
    for (int axis = N - 1; axis >= 0; --axis) {
      const float point =
          (static_cast<float>(drawn[axis]) * noise_.spread + noise_.first) - model::point_origin;
      result.from[axis] = f_[axis] - (static_cast<float>(offset[axis]) + point);
      result.distance =
          joined(noise_.distance, along(noise_.distance, result.from[axis]), result.distance);
    }
    return result;
  }

  const model::CellularNoise& noise_;
  std::uint32_t cell_[N];
  float f_[N];
};

// The two nearest points. Of points that are equally near, the first comes first.
struct Nearest {
  Feature first, second;
  int order = 0;  // of the first

  void add(const Feature& feature, int its_order) noexcept {
    if (feature.distance < first.distance) {
      second = first;
      first = feature;
      order = its_order;
    } else if (feature.distance < second.distance) {
      second = feature;
    }
  }
};

template <int N>
Nearest nearest(Surroundings<N>& around, int reach) noexcept {
  // Nothing beyond the second of any two points can be the second of all.
  Nearest some, result;
  around.visit_near([&](const Feature& feature, int order) { some.add(feature, order); });
  around.visit(reach, some.second.distance,
               [&](const Feature& feature, int order) { result.add(feature, order); });
  return result;
}

// The way from the sample to the border between the cells of two points, and its slopes, per cell.
struct Border {
  float distance = infinity;
  float slope[4] = {};
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
    result.slope[axis] = (other.from[axis] - nearest.from[axis]) / length;
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

float value_of(std::uint32_t word) noexcept {
  const std::uint32_t drawn = last_round(last_round(last_round(word))) >> model::cell_value_shift;
  const auto level = static_cast<std::int32_t>(2 * drawn + 1) - model::cell_value_levels;
  return static_cast<float>(level) * (1.0f / static_cast<float>(model::cell_value_levels));
}

// The slope along an axis of the distance to a point, per cell. At the point it is 0.
float slope(Distance kind, const Feature& feature, int dimensions, int axis) noexcept {
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
  Position position[N];
  if (!locate(noise, point, position)) return not_a_number(N, derivative);
  Surroundings<N> around(noise, position);
  const Nearest points = nearest(around, noise.reach[N - 1]);
  const auto frequency = static_cast<float>(noise.frequency);
  if (noise.returns == CellularReturn::edge) {
    const Border border = nearest_border(around, points, noise.border_reach[N - 1]);
    for (int axis = 0; derivative != nullptr && axis < N; ++axis)
      derivative[axis] = border.slope[axis] * frequency;
    return border.distance;
  }
  const float f1 = finished(noise.distance, points.first.distance);
  const float f2 = finished(noise.distance, points.second.distance);
  for (int axis = 0; derivative != nullptr && axis < N; ++axis) {
    const float to_first = slope(noise.distance, points.first, N, axis);
    const float to_second = slope(noise.distance, points.second, N, axis);
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
      return value_of(points.first.word);
  }
}

}  // namespace

template <>
float evaluate(const model::CellularNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  static constexpr decltype(&cellular_noise<1>) of[] = {cellular_noise<1>, cellular_noise<2>,
                                                        cellular_noise<3>, cellular_noise<4>};
  return of[point.dimensions - 1](noise, point, derivative);
}

}  // namespace perlane::reference
