#pragma once
// Lattice noise within a part of a cell, as a Bézier volume: a weighted mean of numbers at evenly
// spaced control points, so that it lies between the least and the greatest of them. G. Farin,
// "Curves and Surfaces for CAGD", 1988.

#include "reference/cell.hpp"

#include <algorithm>
#include <cmath>

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
  float way[points];       // f, from the middle of the part
  float faded_way[points];  // f * s likewise: that of f, times s
  // How far s and f * s are from the cubics at most.
  float fade_error, product_error;
};

// The noise by its exact formula but for the cubics: `error` says how much that may change it. The
// caller adds what is rounded.
template <int N, bool has_gradients>
class ControlNet {
 public:
  static constexpr int along = ControlAxis::points;
  static constexpr int power(int base, int exponent) noexcept {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
  }
  static constexpr int points = power(along, N);
  static constexpr int vertices = 1 << N;

  // `at` is a function of the vertex, as reference::with_vertices has it.
  template <class At>
  ControlNet(const ControlAxis* const (&axes)[N], const At& at) noexcept : axes_(axes) {
    Lines<N> line;
    for (int vertex = 0; vertex < vertices; ++vertex) {
      const reference::Corner<N> corner = at(static_cast<unsigned>(vertex));
      float& middle = line[0][vertex];
      if constexpr (has_gradients) {
        float size = 0;
        middle = 0;
        for (int axis = 0; axis < N; ++axis) {
          const float g = line[axis + 1][vertex] = corner.gradient[axis];
          middle += g * (axes[axis]->middle - static_cast<float>(vertex >> axis & 1));
          size += std::abs(g);
        }
        magnitude_ = std::max(magnitude_, size);
      } else {
        middle = corner.k;
        magnitude_ = std::max(magnitude_, std::abs(middle));
      }
    }
    find_error(line);
    remove(line);
  }

  // The numbers at the control points, the last axis fastest.
  const float (&values() const noexcept)[points] { return value_; }
  double error() const noexcept { return double{error_}; }
  // The largest magnitude that the noise is computed from.
  double magnitude() const noexcept { return double{magnitude_}; }

 private:
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
  // where r is what the other axes contribute; of value noise, r is all there is. The weights of
  // the other axes are cubics, too, which may be a little beyond 0 to 1.
  void find_error(const Lines<N>& line) noexcept {
    float beyond = 1, of_fades = 0, of_products = 0;
    for (int axis = 0; axis < N; ++axis) {
      of_fades += axes_[axis]->fade_error;
      of_products += axes_[axis]->product_error;
      beyond *= 1 + 4 * (axes_[axis]->fade_error + axes_[axis]->product_error);
    }
    // Where cubics are as good as that, there is no need to know how much of it counts.
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
          for (int of = 0; of < N; ++of) {
            if (of != axis) most += std::abs(change(of + 1)) * axes_[of]->half;
          }
        }
        of_fade = std::max(of_fade, std::abs(of_others) + most);
      }
      error_ += of_fade * axes_[axis]->fade_error + of_product * axes_[axis]->product_error;
    }
    error_ *= beyond;
  }

  // Removes the last axis, and then those before it: each pair of vertices becomes as many control
  // points as an axis has.
  template <int left>
  void remove(const Lines<left>& from) noexcept {
    constexpr int axis = left - 1, side = 1 << axis, removed = Lines<left>::removed;
    Lines<axis> to;
    const ControlAxis& by = *axes_[axis];
    for (int vertex = 0; vertex < side; ++vertex) {
      const int low = vertex * removed, high = (vertex + side) * removed;
      for (int k = 0; k < along; ++k) {
        const int out = (vertex * along + k) * removed;
        const float s = by.fade[k], way = by.way[k], faded_way = by.faded_way[k];
        for (int line = 0; line <= (has_gradients ? axis : 0); ++line) {
          for (int i = 0; i < removed; ++i) {
            const float at_low = from[line][low + i];
            to[line][out + i] = at_low + s * (from[line][high + i] - at_low);
          }
        }
        if constexpr (has_gradients) {
          for (int i = 0; i < removed; ++i) {
            const float at_low = from[left][low + i];
            to[0][out + i] += at_low * way + faded_way * (from[left][high + i] - at_low);
          }
        }
      }
    }
    if constexpr (axis > 0) {
      remove(to);
    } else {
      std::copy_n(to[0], points, value_);
    }
  }

  const ControlAxis* const (&axes_)[N];
  alignas(64) float value_[points];
  float error_ = 0;
  float magnitude_ = 0;
};

}  // namespace perlane::graph
