#pragma once
// The points of cellular noise around a sample. S. Worley, "A Cellular Texture Basis Function",
// SIGGRAPH 1996.
//
// Samples and points lie at multiples of 2^-21 of a cell. Differences between them are below 8
// cells, and therefore exact in binary32, from whichever cell they are counted: a distance is a
// function of the sample and of the point alone. So the noise is the exact result for all points of
// the plane, without seams, and kernels may drop points by the bounds of a box: rounding is
// monotone, and the bound of a distance that is rounded is rounded likewise. The alternative,
// differences in binary64, would halve the lanes; the price is that a cell has 2^21 places along an
// axis, where the fraction of other noises has up to 2^24.

#include "reference/cell.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perlane::reference {

inline constexpr float infinity = std::numeric_limits<float>::infinity();

// A point, relative to the sample.
struct Feature {
  float distance = infinity;  // squared, if it is Euclidean
  float from[4] = {};  // from the point to the sample, by axis
  std::uint32_t hash = 0;
};

// The contribution of a difference along one axis to a distance, and the sum of two contributions.
inline float along(model::Distance kind, float difference) noexcept {
  const bool is_square = kind == model::Distance::euclidean || kind == model::Distance::squared;
  return is_square ? difference * difference : std::abs(difference);
}
inline float combined(model::Distance kind, float a, float b) noexcept {
  return kind == model::Distance::chebyshev ? std::max(a, b) : a + b;
}

// The points around a sample.
template <int N>
class Surroundings {
 public:
  Surroundings(const model::CellularNoise& noise, const Located (&located)[N]) noexcept
      : noise_(noise) {
    for (int axis = 0; axis < N; ++axis) {
      cell_[axis] = located[axis].cell[0];
      f_[axis] = (located[axis].f + 4.0f) - 4.0f;  // to the nearest multiple of 2^-21
    }
  }

  // The offset of a point along an axis, from the corner of the sample's cell.
  float offset(const Feature& feature, int axis) const noexcept {
    return f_[axis] - feature.from[axis];
  }

  // Calls visit(feature, order) for the points of the sample's cell and of the cells beside it.
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
      const float least = combined(noise_.distance, along(noise_.distance, gap), beyond);
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
    result.hash = hash(noise_.lattice.key, at);
    // Each hash gives the coordinates along two axes.
    const std::uint32_t xy = last_round(result.hash), zw = last_round(xy);
    const std::uint32_t drawn[4] = {xy >> 16, xy & 0xffff, zw >> 16, zw & 0xffff};
    result.distance = 0;
    for (int axis = N - 1; axis >= 0; --axis) {
      const float point =
          (static_cast<float>(drawn[axis]) * noise_.spread + noise_.first) - model::point_origin;
      result.from[axis] = f_[axis] - (static_cast<float>(offset[axis]) + point);
      result.distance =
          combined(noise_.distance, along(noise_.distance, result.from[axis]), result.distance);
    }
    return result;
  }

  const model::CellularNoise& noise_;
  std::uint32_t cell_[N];
  float f_[N];
};

// The two nearest points. Among points that are equally near, the first comes first.
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
static Nearest nearest(Surroundings<N>& around, int reach) noexcept {
  // Nothing beyond the second of any two points can be the second of all.
  Nearest some, result;
  around.visit_near([&](const Feature& feature, int order) { some.add(feature, order); });
  around.visit(reach, some.second.distance,
               [&](const Feature& feature, int order) { result.add(feature, order); });
  return result;
}

}  // namespace perlane::reference
