#pragma once
// Operators on tile buffers; mirror of reference/operations.cpp.

#include "model/operations.hpp"
#include "kernels/lanes/formulas.hpp"

namespace perlane::kernels::steps {

using model::Operation;

// out = formula(a, b, c, ...) for `count` values, a multiple of row_alignment.
template <class Arch, class Formula, class... Input>
XSIMD_INLINE void for_each_vector(float* out, int count, Formula formula,
                                  const Input&... input) noexcept {
  for (int i = 0; i < count; i += lanes<Arch>)
    formula(Floats<Arch>::load_aligned(input.value + i * input.step)...).store_aligned(out + i);
}

template <class Arch>
void operate(Operation operation, const model::Input& a, const model::Input& b,
             const model::Input& c, float* out, int count) noexcept {
  using F = Floats<Arch>;
  switch (operation) {
    case Operation::add:
      return for_each_vector<Arch>(out, count, [](F x, F y) { return x + y; }, a, b);
    case Operation::subtract:
      return for_each_vector<Arch>(out, count, [](F x, F y) { return x - y; }, a, b);
    case Operation::multiply:
      return for_each_vector<Arch>(out, count, [](F x, F y) { return x * y; }, a, b);
    case Operation::minimum:
      return for_each_vector<Arch>(
          out, count, [](F x, F y) { return xsimd::select(is_less<Arch>(x, y), x, y); }, a, b);
    case Operation::maximum:
      return for_each_vector<Arch>(
          out, count, [](F x, F y) { return xsimd::select(is_more<Arch>(x, y), x, y); }, a, b);
    case Operation::mix:
      return for_each_vector<Arch>(
          out, count, [](F x, F y, F t) { return x + t * (y - x); }, a, b, c);
    case Operation::smoothstep:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F low, F high) {
            const F t = position_between<Arch>(x, low, high);
            return (F(3.0f) - F(2.0f) * t) * (t * t);
          },
          a, b, c);
    case Operation::absolute:
      return for_each_vector<Arch>(out, count, [](F x) { return xsimd::abs(x); }, a);
    case Operation::square_root:
      return for_each_vector<Arch>(
          out, count,
          [](F x) { return xsimd::select(x < F(0.0f), F(0.0f), Backend<Arch>::root(x)); }, a);
    case Operation::sine:
      return for_each_vector<Arch>(out, count, [](F x) { return sine_of<Arch>(x); }, a);
    case Operation::divide:
      return for_each_vector<Arch>(out, count, [](F x, F y) { return quotient<Arch>(x, y); }, a, b);
    case Operation::power:
    case Operation::power_of_fields:
      return for_each_vector<Arch>(
          out, count, [](F x, F y) { return power_of<Arch>(x, y, 0); }, a, b);
    case Operation::smooth_minimum:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F radius) {
            return xsimd::select(is_less<Arch>(x, y), x, y) - smooth_correction<Arch>(x, y, radius);
          },
          a, b, c);
    case Operation::smooth_maximum:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F radius) {
            return xsimd::select(is_more<Arch>(x, y), x, y) + smooth_correction<Arch>(x, y, radius);
          },
          a, b, c);
    case Operation::terrace:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F steps, F derivative) { return terrace_of<Arch>(x, steps, derivative); }, a, b,
          c);
    case Operation::fraction:
      return for_each_vector<Arch>(out, count, [](F x) { return x - floor_of<Arch>(x); }, a);
    case Operation::step:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F edge) {
            const F stepped = xsimd::select(x < edge, F(0.0f), F(1.0f));
            return xsimd::select(x != x, nan<Arch>(), stepped);
          },
          a, b);
    case Operation::choose:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F chosen) {
            const F taken = xsimd::select(chosen == F(0.0f), x, y);
            return xsimd::select(is_any_nan<Arch>(x, y, chosen), nan<Arch>(), taken);
          },
          a, b, c);
    case Operation::floor:
      return for_each_vector<Arch>(out, count, [](F x) { return floor_of<Arch>(x); }, a);
    case Operation::exponential:
      return for_each_vector<Arch>(out, count, [](F x) { return exponential_of<Arch>(x); }, a);
    case Operation::logarithm:
      return for_each_vector<Arch>(
          out, count, [](F x) { return natural_logarithm_of<Arch>(x); }, a);
  }
}

template <class Arch>
void operate_derivative(Operation operation, const model::Input (&value)[3],
                        const model::Input (&derivative)[3], float* out, int count) noexcept {
  using F = Floats<Arch>;
  const auto& [a, b, c] = value;
  const auto& [da, db, dc] = derivative;
  switch (operation) {
    case Operation::add:
      return for_each_vector<Arch>(out, count, [](F dx, F dy) { return dx + dy; }, da, db);
    case Operation::subtract:
      return for_each_vector<Arch>(out, count, [](F dx, F dy) { return dx - dy; }, da, db);
    case Operation::multiply:
      return for_each_vector<Arch>(
          out, count, [](F x, F y, F dx, F dy) { return dx * y + x * dy; }, a, b, da, db);
    case Operation::minimum:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F dx, F dy) { return xsimd::select(is_less<Arch>(x, y), dx, dy); }, a, b, da,
          db);
    case Operation::maximum:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F dx, F dy) { return xsimd::select(is_more<Arch>(x, y), dx, dy); }, a, b, da,
          db);
    case Operation::mix:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F t, F dx, F dy, F dt) { return (dx + t * (dy - dx)) + dt * (y - x); }, a, b,
          c, da, db, dc);
    case Operation::smoothstep:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F low, F high, F dx) {
            const F t = position_between<Arch>(x, low, high);
            return (t - t * t) * F(6.0f) * quotient<Arch>(dx, high - low);
          },
          a, b, c, da);
    case Operation::absolute:
      return for_each_vector<Arch>(
          out, count, [](F x, F dx) { return xsimd::select(x < F(0.0f), negative<Arch>(dx), dx); },
          a, da);
    case Operation::square_root:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F dx) {
            const auto is_flat = x < F(model::flat_below);
            const F root =
                Backend<Arch>::root(xsimd::select(is_flat, F(1.0f), x));  // not to divide by 0
            return xsimd::select(is_flat, F(0.0f), quotient<Arch>(dx, F(2.0f) * root));
          },
          a, da);
    case Operation::sine:
      return for_each_vector<Arch>(
          out, count, [](F x, F dx) { return sine_derivative_of<Arch>(x) * dx; }, a, da);
    case Operation::divide:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F dx, F dy) { return quotient<Arch>(dx - quotient<Arch>(x, y) * dy, y); }, a,
          b, da, db);
    case Operation::power:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F dx) {
            const F steep = y * power_of<Arch>(x, y, 1) * dx;
            return xsimd::select(x < F(model::flat_below), F(0.0f), steep);
          },
          a, b, da);
    case Operation::smooth_minimum:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F radius, F dx, F dy) {
            const auto is_x = is_less<Arch>(x, y);
            return smooth_derivative<Arch>(nearness<Arch>(x, y, radius),
                                           xsimd::select(is_x, dx, dy),
                                           xsimd::select(is_x, dy, dx));
          },
          a, b, c, da, db);
    case Operation::smooth_maximum:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F radius, F dx, F dy) {
            const auto is_x = is_more<Arch>(x, y);
            return smooth_derivative<Arch>(nearness<Arch>(x, y, radius),
                                           xsimd::select(is_x, dx, dy),
                                           xsimd::select(is_x, dy, dx));
          },
          a, b, c, da, db);
    case Operation::terrace:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F steps, F ramp, F dx) {
            const F rise = xsimd::select(Terrace<Arch>(x, steps, ramp).is_ramp, ramp * dx, F(0.0f));
            return xsimd::select(x != x, nan<Arch>(), rise);
          },
          a, b, c, da);
    case Operation::fraction:
      return for_each_vector<Arch>(out, count, [](F dx) { return dx; }, da);
    case Operation::step:
    case Operation::floor:
      return for_each_vector<Arch>(
          out, count, [](F x) { return xsimd::select(x != x, nan<Arch>(), F(0.0f)); }, a);
    case Operation::choose:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F chosen, F dx, F dy) {
            const F taken = xsimd::select(chosen == F(0.0f), dx, dy);
            return xsimd::select(is_any_nan<Arch>(x, y, chosen), nan<Arch>(), taken);
          },
          a, b, c, da, db);
    case Operation::exponential:
      return for_each_vector<Arch>(
          out, count, [](F x, F dx) { return exponential_of<Arch>(x) * dx; }, a, da);
    case Operation::logarithm:
      return for_each_vector<Arch>(
          out, count, [](F x, F dx) { return quotient<Arch>(dx, x); }, a, da);
    case Operation::power_of_fields:
      return for_each_vector<Arch>(
          out, count, [](F x, F y, F dx, F dy) { return derivative_of_power<Arch>(x, y, dx, dy); },
          a, b, da, db);
  }
}

}  // namespace perlane::kernels::steps
