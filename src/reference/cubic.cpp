// Value noise, blended by cubics through four lattice points along each axis. J. Peck,
// FastNoiseLite, 2020, "ValueCubic".

#include "reference/cell.hpp"
#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

// The cubic through b at t = 0 and c at t = 1, and its slope. Values weigh 3/2 in all at most.
float cubic(const float (&value)[4], float t) noexcept {
  const auto [a, b, c, d] = value;
  const float p = (d - c) - (a - b), q = (a - b) - p, r = c - a;
  return ((p * t + q) * t + r) * t + b;
}
float cubic_slope(const float (&value)[4], float t) noexcept {
  const auto [a, b, c, d] = value;
  const float p = (d - c) - (a - b), q = (a - b) - p, r = c - a;
  return (3.0f * p * t + 2.0f * q) * t + r;
}

}  // namespace

// Axes are removed last axis first; two bits of the number of a lattice point are its place along
// an axis. What is not the noise is its derivative along an axis that is removed.
template <>
float evaluate(const model::CubicNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  const int dimensions = point.dimensions;
  Position position[4];
  for (int axis = 0; axis < dimensions; ++axis) {
    if (!locate(point, axis, noise.frequency, noise.lattice, position[axis]))
      return not_a_number(dimensions, derivative);
  }
  float k[64], slope[4][64];
  for (unsigned number = 0; number < 1u << 2 * dimensions; ++number) {
    std::uint32_t cell[4];
    for (int axis = 0; axis < dimensions; ++axis)
      cell[axis] = position[axis].cell[0] + (number >> 2 * axis & 3) - 1;
    const std::uint32_t drawn = word(
        noise.lattice, std::span<const std::uint32_t>(cell, static_cast<std::size_t>(dimensions)));
    k[number] = static_cast<float>(static_cast<std::int32_t>(exclusive_value(drawn))) *
                noise.scale[dimensions - 1];
  }
  for (int axis = dimensions - 1; axis >= 0; --axis) {
    const float t = position[axis].f;
    for (unsigned number = 0; number < 1u << 2 * axis; ++number) {
      float four[4];
      const auto set_four = [&](const float* from) {
        for (unsigned i = 0; i < 4; ++i) four[i] = from[number + (i << 2 * axis)];
      };
      for (int removed = axis + 1; removed < dimensions; ++removed) {
        if (derivative == nullptr) break;
        set_four(slope[removed]);
        slope[removed][number] = cubic(four, t);
      }
      set_four(k);
      slope[axis][number] = cubic_slope(four, t);
      k[number] = cubic(four, t);
    }
  }
  if (derivative != nullptr) {
    for (int axis = 0; axis < dimensions; ++axis)
      derivative[axis] = slope[axis][0] * static_cast<float>(noise.frequency);
  }
  return k[0];
}

}  // namespace perlane::reference
