#pragma once
// Operators on tile buffers, and maps of coordinates: mirror of reference/operations.cpp.

#include "model/noises.hpp"
#include "model/operations.hpp"
#include "kernels/lanes.hpp"

#include <limits>

namespace perlane::kernels {

using model::AxisMap;
using model::Operation;

// xsimd's minus may subtract from 0, which makes +0 of +0.
template <class Arch>
XSIMD_INLINE Floats<Arch> negative(Floats<Arch> x) noexcept {
  return x ^ Floats<Arch>(-0.0f);
}

template <class Arch>
XSIMD_INLINE auto is_less(Floats<Arch> x, Floats<Arch> y) noexcept {
  return (x < y) | (x != x);
}
template <class Arch>
XSIMD_INLINE auto is_more(Floats<Arch> x, Floats<Arch> y) noexcept {
  return (x > y) | (x != x);
}

template <class Arch>
XSIMD_INLINE Floats<Arch> sine_of_quarter(Floats<Arch> x) noexcept {
  using F = Floats<Arch>;
  const F q = x * x;
  F sum(model::sine_polynomial[0]);
  for (int i = 1; i < 5; ++i) sum = sum * q + F(model::sine_polynomial[i]);
  const F sine = sum * x;
  return xsimd::select(F(1.0f) < sine, F(1.0f), sine);
}

template <class Arch>
struct Turn {
  Floats<Arch> distance;
  typename Floats<Arch>::batch_bool_type is_below;
};
template <class Arch>
XSIMD_INLINE Turn<Arch> turn(Floats<Arch> a) noexcept {
  using F = Floats<Arch>;
  const F magnitude = xsimd::abs(a);
  const F r = magnitude - floor_of<Arch>(magnitude);
  const F rest = F(1.0f) - r;
  return {xsimd::select(rest < r, rest, r), r > F(0.5f)};
}

template <class Arch>
XSIMD_INLINE Floats<Arch> sine_of(Floats<Arch> a) noexcept {
  using F = Floats<Arch>;
  const Turn<Arch> nearest = turn<Arch>(a);
  const F rest = F(0.5f) - nearest.distance;
  const F magnitude =
      sine_of_quarter<Arch>(xsimd::select(rest < nearest.distance, rest, nearest.distance));
  const F sine = xsimd::select(nearest.is_below, negative<Arch>(magnitude), magnitude);
  return xsimd::select(a < F(0.0f), negative<Arch>(sine), sine);
}
template <class Arch>
XSIMD_INLINE Floats<Arch> sine_slope_of(Floats<Arch> a) noexcept {
  using F = Floats<Arch>;
  return F(model::two_pi) * sine_of_quarter<Arch>(F(0.25f) - turn<Arch>(a).distance);
}

template <class Arch>
XSIMD_INLINE Floats<Arch> position_between(Floats<Arch> a, Floats<Arch> b,
                                           Floats<Arch> c) noexcept {
  using F = Floats<Arch>;
  const F t = quotient<Arch>(a - b, c - b);
  const F above = xsimd::select(t < F(0.0f), F(0.0f), t);
  return xsimd::select(above > F(1.0f), F(1.0f), above);
}

// Of numbers above 0.
template <class Arch>
XSIMD_INLINE Doubles<Arch> logarithm_of(Doubles<Arch> x) noexcept {
  using D = Doubles<Arch>;
  using L = LongWords<Arch>;
  const L bits = xsimd::bitwise_cast<std::uint64_t>(x), bias(std::uint64_t{1024} << 52);
  const L k = (bits - L(model::root_of_half) + bias) >> 52;
  const D m = xsimd::bitwise_cast<double>(bits - (k << 52) + bias);
  const D s = quotient<Arch>(m - D(1), m + D(1));
  const D q = s * s;
  D sum(model::logarithm_polynomial[0]);
  for (int i = 1; i < 8; ++i) sum = sum * q + D(model::logarithm_polynomial[i]);
  // k as the end of the mantissa.
  const D whole = xsimd::bitwise_cast<double>(k | L(std::uint64_t{0x433} << 52));
  return (whole - D(0x1p52 + 1024)) + sum * s;
}

template <class Arch>
XSIMD_INLINE Doubles<Arch> power_of_two(Doubles<Arch> y) noexcept {
  using D = Doubles<Arch>;
  const D above = xsimd::select(y < D(-1000), D(-1000), y);
  const D inside = xsimd::select(above > D(1000), D(1000), above);
  const D n = floor_of<Arch>(inside + D(0.5));
  const D f = inside - n;
  D sum(model::power_polynomial[0]);
  for (int i = 1; i < 10; ++i) sum = sum * f + D(model::power_polynomial[i]);
  const auto exponent = xsimd::bitwise_cast<std::uint64_t>(n + D(0x1p52 + 1023)) << 52;
  return sum * xsimd::bitwise_cast<double>(exponent);
}

// a to the b - `less`.
template <class Arch>
XSIMD_INLINE Floats<Arch> power_of(Floats<Arch> a, Floats<Arch> b, double less) noexcept {
  using F = Floats<Arch>;
  using D = Doubles<Arch>;
  const auto is_above = a > F(0.0f);
  const Widened<Arch> x = widen<Arch>(xsimd::select(is_above, a, F(1.0f)));
  const Widened<Arch> exponent = widen<Arch>(b);
  const F power =
      narrow<Arch>(power_of_two<Arch>((exponent.low - D(less)) * logarithm_of<Arch>(x.low)),
                   power_of_two<Arch>((exponent.high - D(less)) * logarithm_of<Arch>(x.high)));
  return xsimd::select(is_above, power, xsimd::select(a != a, a, F(0.0f)));
}

template <class Arch>
XSIMD_INLINE Floats<Arch> nearness(Floats<Arch> a, Floats<Arch> b, Floats<Arch> radius) noexcept {
  using F = Floats<Arch>;
  const F room = radius - xsimd::abs(a - b);
  return quotient<Arch>(xsimd::select(room > F(0.0f), room, F(0.0f)), radius);
}
template <class Arch>
XSIMD_INLINE Floats<Arch> smooth_correction(Floats<Arch> a, Floats<Arch> b,
                                            Floats<Arch> radius) noexcept {
  const Floats<Arch> h = nearness<Arch>(a, b, radius);
  return h * h * h * (radius * Floats<Arch>(model::sixth));
}
template <class Arch>
XSIMD_INLINE Floats<Arch> smooth_slope(Floats<Arch> h, Floats<Arch> taken,
                                       Floats<Arch> other) noexcept {
  return taken + h * h * Floats<Arch>(0.5f) * (other - taken);
}

template <class Arch>
struct Terrace {
  using F = Floats<Arch>;
  F whole, beyond, room;
  typename F::batch_bool_type is_ramp;

  XSIMD_INLINE Terrace(F a, F steps, F slope) noexcept {
    const F t = a * steps;
    const F below = floor_of<Arch>(t);
    const F r = t - below;
    const auto is_lower = r < F(0.5f);
    whole = xsimd::select(is_lower, below, below + F(1.0f));
    beyond = xsimd::select(is_lower, r, r - F(1.0f));
    room = (F(0.5f) - xsimd::abs(beyond)) * slope;
    is_ramp = (slope > F(0.0f)) & (room < F(0.5f));
  }
};
template <class Arch>
XSIMD_INLINE Floats<Arch> terrace_of(Floats<Arch> a, Floats<Arch> steps,
                                     Floats<Arch> slope) noexcept {
  using F = Floats<Arch>;
  const Terrace<Arch> at(a, steps, slope);
  const F way = xsimd::select(at.is_ramp, F(0.5f) - at.room, F(0.0f));
  const F height = at.whole + xsimd::select(at.beyond < F(0.0f), negative<Arch>(way), way);
  return quotient<Arch>(height, steps);
}

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
          out, count, [](F x, F steps, F slope) { return terrace_of<Arch>(x, steps, slope); }, a, b,
          c);
    case Operation::fraction:
      return for_each_vector<Arch>(out, count, [](F x) { return x - floor_of<Arch>(x); }, a);
    case Operation::step:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F edge) {
            const F stepped = xsimd::select(x < edge, F(0.0f), F(1.0f));
            return xsimd::select(x != x, x, stepped);
          },
          a, b);
    case Operation::choose:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F chosen) {
            const F taken = xsimd::select(chosen == F(0.0f), x, y);
            return xsimd::select(chosen != chosen, chosen, taken);
          },
          a, b, c);
  }
}

template <class Arch>
void operate_slope(Operation operation, const model::Input (&value)[3],
                   const model::Input (&slope)[3], float* out, int count) noexcept {
  using F = Floats<Arch>;
  const auto& [a, b, c] = value;
  const auto& [da, db, dc] = slope;
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
            const auto is_flat = x < F(model::least_sloping);
            const F root =
                Backend<Arch>::root(xsimd::select(is_flat, F(1.0f), x));  // not to divide by 0
            return xsimd::select(is_flat, F(0.0f), quotient<Arch>(dx, F(2.0f) * root));
          },
          a, da);
    case Operation::sine:
      return for_each_vector<Arch>(
          out, count, [](F x, F dx) { return sine_slope_of<Arch>(x) * dx; }, a, da);
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
            return xsimd::select(x < F(model::least_sloping), F(0.0f), steep);
          },
          a, b, da);
    case Operation::smooth_minimum:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F radius, F dx, F dy) {
            const auto is_x = is_less<Arch>(x, y);
            return smooth_slope<Arch>(nearness<Arch>(x, y, radius), xsimd::select(is_x, dx, dy),
                                      xsimd::select(is_x, dy, dx));
          },
          a, b, c, da, db);
    case Operation::smooth_maximum:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F y, F radius, F dx, F dy) {
            const auto is_x = is_more<Arch>(x, y);
            return smooth_slope<Arch>(nearness<Arch>(x, y, radius), xsimd::select(is_x, dx, dy),
                                      xsimd::select(is_x, dy, dx));
          },
          a, b, c, da, db);
    case Operation::terrace:
      return for_each_vector<Arch>(
          out, count,
          [](F x, F steps, F ramp, F dx) {
            return xsimd::select(Terrace<Arch>(x, steps, ramp).is_ramp, ramp * dx, F(0.0f));
          },
          a, b, c, da);
    case Operation::fraction:
      return for_each_vector<Arch>(out, count, [](F dx) { return dx; }, da);
    case Operation::step:
      return for_each_vector<Arch>(out, count, [](F) { return F(0.0f); }, a);
    case Operation::choose:
      return for_each_vector<Arch>(
          out, count, [](F chosen, F dx, F dy) { return xsimd::select(chosen == F(0.0f), dx, dy); },
          c, da, db);
  }
}

template <class Arch, class Real>
XSIMD_INLINE xsimd::batch<Real, Arch> map_of(const AxisMap& map,
                                             xsimd::batch<Real, Arch> coordinate,
                                             Real limit) noexcept {
  using R = xsimd::batch<Real, Arch>;
  const R by(static_cast<Real>(map.by));
  R mapped = coordinate;
  switch (map.kind) {
    case AxisMap::none:
      break;
    case AxisMap::translate:
      mapped = coordinate - by;
      break;
    case AxisMap::scale:
      mapped = quotient<Arch>(coordinate, by);
      break;
    case AxisMap::affine:
      mapped = coordinate * by + R(static_cast<Real>(map.shift));
      break;
    case AxisMap::wrap: {
      const R rest = coordinate - by * floor_of<Arch>(quotient<Arch>(coordinate, by));
      const R above = xsimd::select(rest < R(0), R(0), rest);
      mapped = xsimd::select(above > by, by, above) + R(static_cast<Real>(map.shift));
      break;
    }
  }
  const auto is_within = xsimd::abs(coordinate * R(static_cast<Real>(map.frequency))) < R(limit);
  return xsimd::select(is_within, mapped, R(std::numeric_limits<Real>::quiet_NaN()));
}

// Writes whole vectors; the rest of the last one repeats the last coordinate.
template <class Arch, class Real>
void map_all(const AxisMap& map, const Real* coordinate, Real limit, Real* out,
             int count) noexcept {
  using R = xsimd::batch<Real, Arch>;
  constexpr int step = static_cast<int>(R::size);
  const int whole = count / step * step;
  for (int i = 0; i < whole; i += step)
    map_of<Arch>(map, R::load_unaligned(coordinate + i), limit).store_aligned(out + i);
  if (whole == count) return;
  alignas(64) Real edge[step];
  for (int lane = 0; lane < step; ++lane)
    edge[lane] = coordinate[whole + lane < count ? whole + lane : count - 1];
  map_of<Arch>(map, R::load_aligned(edge), limit).store_aligned(out + whole);
}

template <class Arch>
void map_double(const AxisMap& map, const double* coordinate, double* out, int count) noexcept {
  map_all<Arch>(map, coordinate, model::coordinate_limit, out, count);
}
template <class Arch>
void map_single(const AxisMap& map, const float* coordinate, float* out, int count) noexcept {
  map_all<Arch>(map, coordinate, model::coordinate_limit_single, out, count);
}

}  // namespace perlane::kernels
