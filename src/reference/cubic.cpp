// Value noise, blended by cubics through four lattice points along each axis. J. Peck,
// FastNoiseLite, 2020, "ValueCubic".

#include "reference/cell.hpp"
#include "reference/noise.hpp"

namespace perlane::reference {
namespace {

// The cubic through b at t = 0 and c at t = 1, and its derivative. Values weigh 3/2 in all at most.
float cubic(const float (&value)[4], float t) noexcept {
  const auto [a, b, c, d] = value;
  const float p = (d - c) - (a - b), q = (a - b) - p, r = c - a;
  return ((p * t + q) * t + r) * t + b;
}
float cubic_derivative(const float (&value)[4], float t) noexcept {
  const auto [a, b, c, d] = value;
  const float p = (d - c) - (a - b), q = (a - b) - p, r = c - a;
  return (3.0f * p * t + 2.0f * q) * t + r;
}

// Axes are removed last axis first; two bits of the number of a lattice point are its place along
// an axis. `along` has the derivatives along the axes that are removed.
template <int N>
float cubic_noise(const model::CubicNoise& noise, const model::Point& point,
                  float* derivative) noexcept {
  Located located[N];
  if (!locate(noise, point, located)) return not_a_number(N, derivative);
  std::uint32_t side[N][4];
  for (int axis = 0; axis < N; ++axis) {
    for (unsigned i = 0; i < 4; ++i)
      side[axis][i] = xor_axis(noise.lattice.key, axis, located[axis].cell[0] + i - 1);
  }
  float k[1 << 2 * N], along[N][1 << 2 * N];
  for (unsigned number = 0; number < 1u << 2 * N; ++number) {
    std::uint32_t h = 0;
    for (int axis = 0; axis < N; ++axis) h ^= side[axis][number >> 2 * axis & 3];
    const std::uint32_t drawn = xor_value(h * model::xor_last_multiplier);
    k[number] = static_cast<float>(static_cast<std::int32_t>(drawn)) * noise.scale[N - 1];
  }
  for (int axis = N - 1; axis >= 0; --axis) {
    const float t = located[axis].f;
    for (unsigned number = 0; number < 1u << 2 * axis; ++number) {
      float four[4];
      const auto set_four = [&](const float* from) {
        for (unsigned i = 0; i < 4; ++i) four[i] = from[number + (i << 2 * axis)];
      };
      if (derivative != nullptr) {
        for (int removed = axis + 1; removed < N; ++removed) {
          set_four(along[removed]);
          along[removed][number] = cubic(four, t);
        }
      }
      set_four(k);
      if (derivative != nullptr) along[axis][number] = cubic_derivative(four, t);
      k[number] = cubic(four, t);
    }
  }
  if (derivative != nullptr) {
    for (int axis = 0; axis < N; ++axis)
      derivative[axis] = along[axis][0] * static_cast<float>(noise.frequency);
  }
  return k[0];
}

}  // namespace

float evaluate(const model::CubicNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  return point.dimensions == 2 ? cubic_noise<2>(noise, point, derivative)
                               : cubic_noise<3>(noise, point, derivative);
}

}  // namespace perlane::reference
