#include "reference/cell.hpp"

#include <limits>

namespace perlane::reference {

std::uint32_t word(const model::LatticePoints& lattice, const Cell& cell,
                   unsigned vertex) noexcept {
  std::uint32_t corner[4];
  for (int axis = 0; axis < cell.dimensions; ++axis)
    corner[axis] = cell.position[axis].cell[vertex >> axis & 1];
  return word(lattice,
              std::span<const std::uint32_t>(corner, static_cast<std::size_t>(cell.dimensions)));
}

// Each pair of vertices along the axis becomes one, with the gradient of the axes that are left and
// the noise k that the axes removed so far have made. The derivative along an axis is that of the
// formulas which remove it; where a further axis is removed, it is blended like what it is the
// derivative of.
float collapse(Cell& cell, model::Fade fade, double frequency, float* derivative) noexcept {
  float slope_gradient[4][16][4];  // of `gradient` along an axis that is removed
  float slope_k[4][16];
  const int last = cell.dimensions - 1;
  for (int axis = last; axis >= 0; --axis) {
    const float f = cell.position[axis].f;
    const float s = reference::fade(fade, f);
    const float slope = fade_slope(fade, f);
    for (unsigned vertex = 0; vertex < 1u << axis; ++vertex) {
      const unsigned other = vertex | 1u << axis;
      const auto blend = [s](float a, float b) { return a + s * (b - a); };
      float* g0 = cell.gradient[vertex];
      float* g1 = cell.gradient[other];
      float k0, k1;
      if (!cell.has_gradients) {
        k0 = cell.k[vertex];
        k1 = cell.k[other];
      } else if (axis == last) {
        k0 = g0[axis] * f;
        k1 = g1[axis] * (f - 1.0f);
      } else {
        k0 = cell.k[vertex] + g0[axis] * f;
        k1 = cell.k[other] + g1[axis] * (f - 1.0f);
      }
      if (derivative != nullptr) {
        for (int removed = axis + 1; removed <= last; ++removed) {
          float* d0 = slope_gradient[removed][vertex];
          const float* d1 = slope_gradient[removed][other];
          float dk0 = slope_k[removed][vertex];
          float dk1 = slope_k[removed][other];
          if (cell.has_gradients) {
            dk0 = dk0 + d0[axis] * f;
            dk1 = dk1 + d1[axis] * (f - 1.0f);
            for (int left = 0; left < axis; ++left) d0[left] = blend(d0[left], d1[left]);
          }
          slope_k[removed][vertex] = blend(dk0, dk1);
        }
        if (cell.has_gradients) {
          for (int left = 0; left < axis; ++left)
            slope_gradient[axis][vertex][left] = slope * (g1[left] - g0[left]);
          slope_k[axis][vertex] = blend(g0[axis], g1[axis]) + slope * (k1 - k0);
        } else {
          slope_k[axis][vertex] = slope * (k1 - k0);
        }
      }
      cell.k[vertex] = blend(k0, k1);
      if (cell.has_gradients) {
        for (int left = 0; left < axis; ++left) g0[left] = blend(g0[left], g1[left]);
      }
    }
  }
  if (derivative != nullptr) {
    for (int axis = 0; axis <= last; ++axis)
      derivative[axis] = slope_k[axis][0] * static_cast<float>(frequency);
  }
  return cell.k[0];
}

float not_a_number(int dimensions, float* derivative) noexcept {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  if (derivative != nullptr) {
    for (int axis = 0; axis < dimensions; ++axis) derivative[axis] = nan;
  }
  return nan;
}

}  // namespace perlane::reference
