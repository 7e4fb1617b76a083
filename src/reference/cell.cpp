#include "reference/cell.hpp"

#include <limits>

namespace perlane::reference {
namespace {

// The axis that is removed at a step: x, then the last one and so on, and y at the end.
constexpr int removed_axis(int dimensions, int step) noexcept {
  return step == 0 ? 0 : dimensions - step;
}

}  // namespace

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
  const int dimensions = cell.dimensions;
  unsigned removed = 0;  // bits of axes
  for (int step = 0; step < dimensions; ++step) {
    const int axis = removed_axis(dimensions, step);
    const int end = step == 0 ? dimensions : axis;  // the axes from y on before this are left
    const float f = cell.position[axis].f;
    const float s = reference::fade(fade, f), slope = fade_slope(fade, f);
    const float u = f * (1.0f - s), v = s * (f - 1.0f);
    const float slope_u = (1.0f - s) - f * slope, slope_v = s + (f - 1.0f) * slope;
    const auto blend = [s](float a, float b) { return a + s * (b - a); };
    const bool has_k = !cell.has_gradients || step > 0;
    removed |= 1u << axis;
    for (unsigned vertex = 0; vertex < 1u << dimensions; ++vertex) {
      if ((vertex & removed) != 0) continue;
      const unsigned other = vertex | 1u << axis;
      float* g0 = cell.gradient[vertex];
      const float* g1 = cell.gradient[other];
      const float k0 = cell.k[vertex], k1 = cell.k[other];
      if (derivative != nullptr) {
        for (int before = 0; before < step; ++before) {
          const int along = removed_axis(dimensions, before);
          float* d0 = slope_gradient[along][vertex];
          const float* d1 = slope_gradient[along][other];
          float& dk = slope_k[along][vertex];
          dk = blend(dk, slope_k[along][other]);
          if (!cell.has_gradients) continue;
          dk = dk + (d0[axis] * u + d1[axis] * v);
          for (int left = 1; left < end; ++left) d0[left] = blend(d0[left], d1[left]);
        }
        float& dk = slope_k[axis][vertex];
        if (has_k) dk = slope * (k1 - k0);
        if (cell.has_gradients) {
          const float turned = g0[axis] * slope_u + g1[axis] * slope_v;
          dk = has_k ? dk + turned : turned;
          for (int left = 1; left < end; ++left)
            slope_gradient[axis][vertex][left] = slope * (g1[left] - g0[left]);
        }
      }
      float& k = cell.k[vertex];
      if (has_k) k = blend(k0, k1);
      if (cell.has_gradients) {
        const float offset = g0[axis] * u + g1[axis] * v;
        k = has_k ? k + offset : offset;
        for (int left = 1; left < end; ++left) g0[left] = blend(g0[left], g1[left]);
      }
    }
  }
  if (derivative != nullptr) {
    for (int axis = 0; axis < dimensions; ++axis)
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
