#include "graph/arithmetic/operations.hpp"

#include <perlane/arithmetic.hpp>
#include <perlane/terrain.hpp>

#include "graph/properties.hpp"
#include "reference/operations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace perlane::graph {
namespace {

using model::Operation;

// ---- bounds -----------------------------------------------------------------

Bounds product(const Range& a, const Range& b) noexcept {
  const auto [low, high] =
      std::minmax({a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max});
  return {low, high};
}

Bounds bounds_of_sum(const Range& a, const Range& b, const Range&) noexcept {
  return {a.min + b.min, a.max + b.max};
}
Bounds bounds_of_difference(const Range& a, const Range& b, const Range&) noexcept {
  return {a.min - b.max, a.max - b.min};
}
Bounds bounds_of_product(const Range& a, const Range& b, const Range&) noexcept {
  return product(a, b);
}
Bounds bounds_of_minimum(const Range& a, const Range& b, const Range&) noexcept {
  return {std::min(a.min, b.min), std::min(a.max, b.max)};
}
Bounds bounds_of_maximum(const Range& a, const Range& b, const Range&) noexcept {
  return {std::max(a.min, b.min), std::max(a.max, b.max)};
}
Bounds bounds_of_mix(const Range& a, const Range& b, const Range& c) noexcept {
  // The result lies between a and b, and rounding adds less than 2^-21 of the largest.
  const double low = std::min(a.min, b.min), high = std::max(a.max, b.max);
  const double rounding = std::max(std::abs(low), std::abs(high)) * 0x1p-21;
  const Range difference{b.min - a.max, b.max - a.min};
  if (c.min >= 0 && c.max <= 1 && std::isfinite(difference.max - difference.min)) {
    return {low - rounding, high + rounding};
  }
  const Range part = outwards(product(c, difference));
  return {a.min + part.min, a.max + part.max};
}
Bounds bounds_of_smoothstep(const Range&, const Range&, const Range&) noexcept { return {0, 1}; }
Bounds bounds_of_magnitude(const Range& a, const Range&, const Range&) noexcept {
  return {a.min > 0 ? a.min : a.max < 0 ? -a.max : 0, std::max(std::abs(a.min), std::abs(a.max))};
}
Bounds bounds_of_root(const Range& a, const Range&, const Range&) noexcept {
  return {std::sqrt(std::max(a.min, 0.0f)), std::sqrt(std::max(a.max, 0.0f))};
}
Bounds bounds_of_sine(const Range&, const Range&, const Range&) noexcept { return {-1, 1}; }

// The divisor's range does not hold 0.
Bounds bounds_of_quotient(const Range& a, const Range& b, const Range&) noexcept {
  const double low = a.min, high = a.max;
  const auto [least, most] = std::minmax({low / b.min, low / b.max, high / b.min, high / b.max});
  return {least, most};
}

// Powers fall if exponents are 0 or below, and then `a` is above 0. An error of 2^-36 may round a
// power to another float, and 0 to the smallest number above it.
Bounds bounds_of_power(const Range& a, const Range& b, const Range&) noexcept {
  const double at_min = reference::operate(Operation::power, a.min, b.min, 0);
  const double at_max = reference::operate(Operation::power, a.max, b.min, 0);
  const double least = a.max > 0 ? 0x1p-149 : 0;
  return {std::min(at_min, at_max) * (1 - 0x1p-22),
          std::max(std::max(at_min, at_max) * (1 + 0x1p-22), least)};
}

Bounds bounds_of_floor(const Range& a, const Range&, const Range&) noexcept {
  return {std::floor(a.min), std::floor(a.max)};
}
// An error of 2^-36 may round to another float. The least of these may be that above 0.
Bounds bounds_of_exponential(const Range& a, const Range&, const Range&) noexcept {
  const double low = reference::operate(Operation::exponential, a.min, 0, 0);
  const double high = reference::operate(Operation::exponential, a.max, 0, 0);
  return {low * (1 - 0x1p-22), std::max(high * (1 + 0x1p-22), 0x1p-149)};
}
// The operand's range is above 0.
Bounds bounds_of_logarithm(const Range& a, const Range&, const Range&) noexcept {
  const double low = reference::operate(Operation::logarithm, a.min, 0, 0);
  const double high = reference::operate(Operation::logarithm, a.max, 0, 0);
  return {low - std::abs(low) * 0x1p-22, high + std::abs(high) * 0x1p-22};
}
// Powers rise or fall with each operand while the other stays as it is.
Bounds bounds_of_power_of_fields(const Range& a, const Range& b, const Range& c) noexcept {
  const Bounds at_min = bounds_of_power(a, {b.min, b.min}, c);
  const Bounds at_max = bounds_of_power(a, {b.max, b.max}, c);
  return {std::min(at_min.min, at_max.min), std::max(at_min.max, at_max.max)};
}

// The smooth minimum rises with both operands, and so does the smooth maximum. Rounding adds less
// than 2^-20 of the largest number that it is made of.
Bounds bounds_of_smooth(Operation operation, const Range& a, const Range& b,
                        const Range& radius) noexcept {
  const double low = reference::operate(operation, a.min, b.min, radius.max);
  const double high = reference::operate(operation, a.max, b.max, radius.max);
  const double rounding =
      std::max({-double{a.min}, double{a.max}, -double{b.min}, double{b.max}, double{radius.max}}) *
      0x1p-20;
  return {low - rounding, high + rounding};
}
Bounds bounds_of_smooth_minimum(const Range& a, const Range& b, const Range& radius) noexcept {
  return bounds_of_smooth(Operation::smooth_minimum, a, b, radius);
}
Bounds bounds_of_smooth_maximum(const Range& a, const Range& b, const Range& radius) noexcept {
  return bounds_of_smooth(Operation::smooth_maximum, a, b, radius);
}

// Terraces rise, and so do their roundings but for those of ramps.
Bounds bounds_of_terrace(const Range& a, const Range& steps, const Range& slope) noexcept {
  const double low = reference::operate(Operation::terrace, a.min, steps.min, slope.min);
  const double high = reference::operate(Operation::terrace, a.max, steps.min, slope.min);
  if (slope.min == 0) return {low, high};
  const double rounding =
      (std::max(std::abs(low), std::abs(high)) + 1 / double{steps.min}) * 0x1p-20;
  return {low - rounding, high + rounding};
}

Bounds bounds_of_fraction(const Range& a, const Range&, const Range&) noexcept {
  if (std::floor(a.min) != std::floor(a.max)) return {0, 1};
  return {reference::operate(Operation::fraction, a.min, 0, 0),
          reference::operate(Operation::fraction, a.max, 0, 0)};
}
Bounds bounds_of_step(const Range& a, const Range& edge, const Range&) noexcept {
  return {a.min < edge.max ? 0.0 : 1.0, a.max < edge.min ? 0.0 : 1.0};
}
Bounds bounds_of_choice(const Range& a, const Range& b, const Range& c) noexcept {
  if (c.min == 0 && c.max == 0) return {a.min, a.max};
  if (c.min > 0 || c.max < 0) return {b.min, b.max};
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

// ---- bounds of derivatives --------------------------------------------------

double largest_difference(const Range& a, const Range& b) noexcept {
  return std::max(std::abs(double{b.max} - double{a.min}), std::abs(double{b.min} - double{a.max}));
}

double derivative_of_sum(const OperandProperties& a, const OperandProperties& b,
                         const OperandProperties&, double) noexcept {
  return a.derivative_bound + b.derivative_bound;
}
double derivative_of_one(const OperandProperties& a, const OperandProperties&,
                         const OperandProperties&, double) noexcept {
  return a.derivative_bound;
}
// For operations that take one of two operands, or a value between them.
double derivative_of_either(const OperandProperties& a, const OperandProperties& b,
                            const OperandProperties&, double) noexcept {
  return std::max(a.derivative_bound, b.derivative_bound);
}
double derivative_of_product(const OperandProperties& a, const OperandProperties& b,
                             const OperandProperties&, double least) noexcept {
  return a.derivative_bound * std::max(largest(b.range), least) +
         std::max(largest(a.range), least) * b.derivative_bound;
}
double derivative_of_mix(const OperandProperties& a, const OperandProperties& b,
                         const OperandProperties& c, double least) noexcept {
  const auto [low, high] = c.range;
  const double derivative_of_operands =
      low >= 0 && high <= 1
          ? std::max(a.derivative_bound, b.derivative_bound)
          : a.derivative_bound * std::max(largest_difference({1, 1}, c.range), least) +
                b.derivative_bound * std::max(largest(c.range), least);
  return derivative_of_operands +
         std::max(largest_difference(a.range, b.range), least) * c.derivative_bound;
}
double derivative_of_smoothstep(const OperandProperties& a, const OperandProperties& low,
                                const OperandProperties& high, double least) noexcept {
  const double width = double{high.range.max} - double{low.range.min};
  return a.derivative_bound * std::max(1.5 / width, least);
}
double derivative_of_root(const OperandProperties& a, const OperandProperties&,
                          const OperandProperties&, double least) noexcept {
  return a.derivative_bound *
         std::max(0.5 / std::sqrt(std::max(a.range.min, model::flat_below)), least);
}
double derivative_of_sine(const OperandProperties& a, const OperandProperties&,
                          const OperandProperties&, double) noexcept {
  return a.derivative_bound * 2 * std::numbers::pi;
}
double derivative_of_quotient(const OperandProperties& a, const OperandProperties& b,
                              const OperandProperties&, double least) noexcept {
  const double divisor = std::min(std::abs(double{b.range.min}), std::abs(double{b.range.max}));
  const double quotient = largest(a.range) / divisor + least_rounding;
  return (a.derivative_bound + std::max(quotient, least) * b.derivative_bound) *
         std::max(1 / divisor, least);
}
double derivative_of_power(const OperandProperties& a, const OperandProperties& b,
                           const OperandProperties&, double least) noexcept {
  const auto steepness_at = [&](float x) {
    return std::abs(double{reference::operate_derivative(
        Operation::power, std::max(x, model::flat_below), b.range.min, 0, 1, 0, 0)});
  };
  const double exponent = std::abs(double{b.range.min});
  return a.derivative_bound * std::max({steepness_at(a.range.min), steepness_at(a.range.max),
                                        least * std::max(exponent, 1.0)});
}
double derivative_of_terrace(const OperandProperties& a, const OperandProperties&,
                             const OperandProperties& slope, double least) noexcept {
  return a.derivative_bound * std::max(largest(slope.range), least);
}
double derivative_of_step(const OperandProperties&, const OperandProperties&,
                          const OperandProperties&, double) noexcept {
  return 0;
}

double derivative_of_exponential(const OperandProperties& a, const OperandProperties&,
                                 const OperandProperties&, double least) noexcept {
  return a.derivative_bound *
         std::max(bounds_of_exponential(a.range, {}, {}).max * (1 + 0x1p-22), least);
}
double derivative_of_logarithm(const OperandProperties& a, const OperandProperties&,
                               const OperandProperties&, double least) noexcept {
  return a.derivative_bound * std::max(1 / double{a.range.min}, least);
}
// By `a` it is b * a^(b - 1), and by `b` a^b * ln(a): floats, however little an operand changes.
double derivative_of_power_of_fields(const OperandProperties& a, const OperandProperties& b,
                                     const OperandProperties&, double least) noexcept {
  const Range base{std::max(a.range.min, model::flat_below),
                   std::max(a.range.max, model::flat_below)};
  double steepest = least;
  for (const float x : {base.min, base.max}) {
    for (const float exponent : {b.range.min, b.range.max}) {
      const float less = std::nextafter(exponent - 1, x < 1 ? -INFINITY : INFINITY);
      steepest = std::max(steepest, double{reference::operate(Operation::power, x, less, 0)});
    }
  }
  const double power = bounds_of_power_of_fields(base, b.range, {}).max;
  const double logarithm = largest(outwards(bounds_of_logarithm(base, {}, {})));
  return std::max(a.derivative_bound, least) * std::max(largest(b.range), least) * steepest +
         std::max(b.derivative_bound, least) * std::max(power, least) * std::max(logarithm, least);
}

// ---- the list, in the order of model::Operation -----------------------------

constexpr OperationKind list[] = {
    {Operation::add, "operator+", 2, bounds_of_sum, derivative_of_sum,
     [](const Field& a, const Field& b) { return a + b; }},
    {Operation::subtract, "operator-", 2, bounds_of_difference, derivative_of_sum,
     [](const Field& a, const Field& b) { return a - b; }},
    {Operation::multiply, "operator*", 2, bounds_of_product, derivative_of_product,
     [](const Field& a, const Field& b) { return a * b; }},
    {Operation::minimum, "min", 2, bounds_of_minimum, derivative_of_either,
     [](const Field& a, const Field& b) { return (min)(a, b); }},
    {Operation::maximum, "max", 2, bounds_of_maximum, derivative_of_either,
     [](const Field& a, const Field& b) { return (max)(a, b); }},
    {Operation::mix, "mix", 3, bounds_of_mix, derivative_of_mix,
     [](const Field& a, const Field& b) { return mix(a, b, a); }},
    {Operation::smoothstep, "smoothstep", 3, bounds_of_smoothstep, derivative_of_smoothstep,
     [](const Field& a, const Field&) { return smoothstep(-0.25f, 0.5f, a); }},
    {Operation::absolute, "abs", 1, bounds_of_magnitude, derivative_of_one,
     [](const Field& a, const Field&) { return abs(a); }},
    {Operation::square_root, "sqrt", 1, bounds_of_root, derivative_of_root,
     [](const Field& a, const Field&) { return sqrt(a); }},
    {Operation::sine, "sine", 1, bounds_of_sine, derivative_of_sine,
     [](const Field& a, const Field&) { return sine(a); }},
    {Operation::divide, "operator/", 2, bounds_of_quotient, derivative_of_quotient,
     [](const Field& a, const Field& b) { return a / (b + 2); }},
    {Operation::power, "pow", 2, bounds_of_power, derivative_of_power,
     [](const Field& a, const Field&) { return pow(a, 1.7f); }},
    {Operation::smooth_minimum, "smooth_min", 3, bounds_of_smooth_minimum, derivative_of_either,
     [](const Field& a, const Field& b) { return smooth_min(a, b, 0.3f); }},
    {Operation::smooth_maximum, "smooth_max", 3, bounds_of_smooth_maximum, derivative_of_either,
     [](const Field& a, const Field& b) { return smooth_max(a, b, 0.3f); }},
    {Operation::terrace, "terrace", 3, bounds_of_terrace, derivative_of_terrace,
     [](const Field& a, const Field&) { return terrace(a, 5, 0.5f); }},
    {Operation::fraction, "fraction", 1, bounds_of_fraction, derivative_of_one,
     [](const Field& a, const Field&) { return perlane::fraction(3 * a); }},
    {Operation::step, "step", 2, bounds_of_step, derivative_of_step,
     [](const Field& a, const Field&) { return step(0.1f, a); }},
    {Operation::choose, "select", 3, bounds_of_choice, derivative_of_either,
     [](const Field& a, const Field& b) { return select(a, 0.1f, a * a, b); }},
    {Operation::floor, "floor", 1, bounds_of_floor, derivative_of_step,
     [](const Field& a, const Field&) { return perlane::floor(3 * a); }},
    {Operation::exponential, "exp", 1, bounds_of_exponential, derivative_of_exponential,
     [](const Field& a, const Field&) { return perlane::exp(a); }},
    {Operation::logarithm, "log", 1, bounds_of_logarithm, derivative_of_logarithm,
     [](const Field& a, const Field&) { return perlane::log(a + 2); }},
    {Operation::power_of_fields, "pow_of_fields", 2, bounds_of_power_of_fields,
     derivative_of_power_of_fields, [](const Field& a, const Field& b) { return pow(a, b + 2); }},
};

}  // namespace

std::span<const OperationKind> operations() noexcept { return list; }
const OperationKind& kind_of(Operation operation) noexcept {
  return list[static_cast<std::size_t>(operation)];
}

}  // namespace perlane::graph
