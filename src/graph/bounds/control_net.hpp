#pragma once
// Lattice noise within a part of a cell, as a Bézier volume: a weighted mean of numbers at evenly
// spaced control points, so that it lies between the least and the greatest of them. G. Farin,
// "Curves and Surfaces for CAGD", 1988.

#include "graph/node.hpp"
#include "reference/cell.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perlane::graph {

// A part of a cell along one axis: fractions from `low` to `high`.
struct CellPart {
  float low, high;
};

// One axis of a part of a cell. Cubics through four points of the part stand for the fade s(f) and
// for f * s(f).
struct ControlAxis {
  static constexpr int points = 4;

  ControlAxis(model::Fade fade, const CellPart& part) noexcept;

  float middle, half;      // of the part
  float position[points];  // of the control points
  float fade[points];      // s at the control points
  float offset[points];    // f, from the middle of the part
  float faded_offset[points];  // f * s likewise: the offset, times s
  // The largest distance of s and of f * s from the cubics.
  float fade_error, product_error;
};

// The noise by its exact formula but for the cubics: `error` says how much that may change it. The
// caller adds the roundings. The innermost loops are along numbers that lie side by side, so that
// compilers make vectors of them.
template <int N, bool has_gradients>
class ControlNet {
 public:
  static constexpr int along = ControlAxis::points;

  // `at` is a function of the vertex, as reference::with_vertices has it. The axes must live as
  // long as the net.
  template <class At>
  ControlNet(const ControlAxis* const (&axes)[N], const At& at) noexcept {
    std::copy_n(axes, N, axes_);
    Lines<N> line;
    float size[vertices] = {};
    for (int vertex = 0; vertex < vertices; ++vertex) {
      const reference::Vertex<N> corner = at(static_cast<unsigned>(vertex));
      line[0][vertex] = has_gradients ? 0 : corner.k;
      if constexpr (has_gradients)
        for (int axis = 0; axis < N; ++axis) line[axis + 1][vertex] = corner.gradient[axis];
    }
    for (int axis = 0; axis < (has_gradients ? N : 0); ++axis) {
      const float middle = axes[axis]->middle;
      for (int vertex = 0; vertex < vertices; ++vertex) {
        const float g = line[axis + 1][vertex];
        line[0][vertex] += g * (middle - static_cast<float>(vertex >> axis & 1));
        size[vertex] += std::abs(g);
      }
    }
    for (int vertex = 0; vertex < vertices; ++vertex)
      magnitude_ = std::max(magnitude_, has_gradients ? size[vertex] : std::abs(line[0][vertex]));
    find_error(line);
    remove(line);
  }

  // Adds how much the net rises along each axis, from corner to corner, all corners together.
  void add_rise(float (&sum)[N]) const noexcept {
    for (int corner = 0; corner < vertices; ++corner) {
      int i = 0;
      for (int axis = 1; axis < N; ++axis) i = i * along + (corner >> axis & 1 ? along - 1 : 0);
      const float number = at(corner & 1 ? along - 1 : 0, i);
      for (int axis = 0; axis < N; ++axis) sum[axis] += corner >> axis & 1 ? number : -number;
    }
  }

  // The extremes of the numbers at the control points, less their positions times slopes.
  Bounds extremes(const float (&slope)[N]) const noexcept {
    float plane[others] = {};
    for (int axis = 1, count = 1; axis < N; ++axis, count *= along) {
      for (int i = count - 1; i >= 0; --i) {
        const float before = plane[i];
        for (int k = 0; k < along; ++k)
          plane[i * along + k] = before + slope[axis] * axes_[axis]->position[k];
      }
    }
    float low[others], high[others];
    std::fill_n(low, others, std::numeric_limits<float>::infinity());
    std::fill_n(high, others, -std::numeric_limits<float>::infinity());
    for (int k = 0; k < along; ++k) {
      const float first = slope[0] * axes_[0]->position[k];
      for (int i = 0; i < others; ++i) {
        const float number = at(k, i) - (plane[i] + first);
        low[i] = number < low[i] ? number : low[i];
        high[i] = number > high[i] ? number : high[i];
      }
    }
    return {double{*std::min_element(low, low + others)},
            double{*std::max_element(high, high + others)}};
  }

  double error() const noexcept { return double{error_}; }
  // The largest magnitude that the noise is computed from.
  double magnitude() const noexcept { return double{magnitude_}; }

 private:
  static constexpr int power(int base, int exponent) noexcept {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
  }
  static constexpr int vertices = 1 << N;
  // The control points of all axes but the first, of which the last axis is fastest.
  static constexpr int others = power(along, N - 1);

  // The rest of the cell when the axes from `left` on are removed. Line 0 has what these
  // contribute, in the middle of the part along the others; line a + 1 the gradient along a. A line
  // has a number for each vertex that is left, and for each of the control points there of the axes
  // removed.
  template <int left>
  struct Lines {
    static constexpr int removed = power(along, N - left);
    alignas(64) float number[has_gradients ? left + 1 : 1][(1 << left) * removed];

    float (&operator[](int line) noexcept)[(1 << left) * removed] { return number[line]; }
    const float (&operator[](int line) const noexcept)[(1 << left) * removed] {
      return number[line];
    }
  };

  // Between two vertices along an axis, the noise is g0 f + r0 + s (r1 - r0 - g1) + f s (g1 - g0),
  // where r is the contribution of the other axes; for value noise, r is all there is. The weights
  // of the other axes are cubics, too, which may be a little beyond 0 to 1.
  void find_error(const Lines<N>& line) noexcept {
    float beyond = 1, of_fades = 0, of_products = 0;
    for (int axis = 0; axis < N; ++axis) {
      of_fades += axes_[axis]->fade_error;
      of_products += axes_[axis]->product_error;
      beyond *= 1 + 4 * (axes_[axis]->fade_error + axes_[axis]->product_error);
    }
    // If the cubics are as good as that, a closer bound is not needed.
    error_ = (2 * of_fades + 2 * of_products) * magnitude_ * beyond;
    if (error_ <= 0.01f * magnitude_) return;
    error_ = 0;
    for (int axis = 0; axis < N; ++axis) {
      float of_fade = 0, of_product = 0;
      for (int vertex = 0; vertex < vertices; ++vertex) {
        if (vertex >> axis & 1) continue;
        const auto change = [&](int number) {
          return line[number][vertex | 1 << axis] - line[number][vertex];
        };
        float of_others = change(0), most = 0;
        if constexpr (has_gradients) {
          of_others -= change(axis + 1) * axes_[axis]->middle;
          of_product = std::max(of_product, std::abs(change(axis + 1)));
          for (int other = 0; other < N; ++other) {
            if (other != axis) most += std::abs(change(other + 1)) * axes_[other]->half;
          }
        }
        of_fade = std::max(of_fade, std::abs(of_others) + most);
      }
      error_ += of_fade * axes_[axis]->fade_error + of_product * axes_[axis]->product_error;
    }
    error_ *= beyond;
  }

  // Removes the axes from the last to the second: each pair of vertices becomes as many control
  // points as an axis has.
  template <int left>
  void remove(const Lines<left>& from) noexcept {
    if constexpr (left == 1) {
      rest_ = from;
      for (auto& number : rest_.number) {
        for (int i = 0; i < others; ++i) number[others + i] -= number[i];
      }
    } else {
      constexpr int axis = left - 1, side = 1 << axis, removed = Lines<left>::removed;
      const ControlAxis by = *axes_[axis];
      Lines<axis> to;
      for (int vertex = 0; vertex < side; ++vertex) {
        const int low = vertex * removed, high = low + side * removed, out = low * along;
        for (int line = 0; line <= (has_gradients ? axis : 0); ++line) {
          for_points<removed>([&](int k, int i) {
            const float at_low = from[line][low + i];
            to[line][out + k * removed + i] = at_low + by.fade[k] * (from[line][high + i] - at_low);
          });
        }
        if constexpr (has_gradients) {
          for_points<removed>([&](int k, int i) {
            const float at_low = from[left][low + i];
            to[0][out + k * removed + i] +=
                at_low * by.offset[k] + by.faded_offset[k] * (from[left][high + i] - at_low);
          });
        }
      }
      remove(to);
    }
  }

  // Calls use(k, i) for each control point k of an axis, and each of `count` numbers i.
  template <int count, class Use>
  static void for_points(const Use& use) noexcept {
    for (int k = 0; k < along; ++k) {
      for (int i = 0; i < count; ++i) use(k, i);
    }
  }

  // The number at control point k of the first axis, and i of the others.
  float at(int k, int i) const noexcept {
    const ControlAxis& by = *axes_[0];
    const float number = rest_[0][i] + by.fade[k] * rest_[0][others + i];
    if constexpr (!has_gradients) return number;
    return number + (rest_[has_gradients][i] * by.offset[k] +
                     by.faded_offset[k] * rest_[has_gradients][others + i]);
  }

  const ControlAxis* axes_[N];
  Lines<1> rest_;  // with the difference to the first vertex in place of the second
  float error_ = 0;
  float magnitude_ = 0;
};

}  // namespace perlane::graph
