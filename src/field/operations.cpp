#include "field/operations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace perlane::field {
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
  const Range way{b.min - a.max, b.max - a.min};
  if (c.min >= 0 && c.max <= 1 && std::isfinite(way.max - way.min)) {
    return {low - rounding, high + rounding};
  }
  const Range part = outwards(product(c, way));
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

// ---- bounds of derivatives --------------------------------------------------

double largest(const OperandFacts& a) noexcept { return magnitude({a.range.min, a.range.max}); }

double slope_of_sum(const OperandFacts& a, const OperandFacts& b, const OperandFacts&) noexcept {
  return a.derivative_bound + b.derivative_bound;
}
double slope_of_product(const OperandFacts& a, const OperandFacts& b,
                        const OperandFacts&) noexcept {
  return a.derivative_bound * largest(b) + largest(a) * b.derivative_bound;
}
double slope_of_mix(const OperandFacts& a, const OperandFacts& b, const OperandFacts& c) noexcept {
  const double slope_of_operands =
      c.range.min >= 0 && c.range.max <= 1
          ? std::max(a.derivative_bound, b.derivative_bound)
          : a.derivative_bound + (a.derivative_bound + b.derivative_bound) * largest(c);
  return slope_of_operands + (largest(a) + largest(b)) * c.derivative_bound;
}
double slope_of_smoothstep(const OperandFacts& a, const OperandFacts& low,
                           const OperandFacts& high) noexcept {
  const double width = double{high.range.max} - double{low.range.min};
  return 1.5 * a.derivative_bound / std::min(1.0, width);
}
double slope_of_root(const OperandFacts& a, const OperandFacts&, const OperandFacts&) noexcept {
  return a.derivative_bound * 0x1p29;  // model::least_sloping
}
double slope_of_sine(const OperandFacts& a, const OperandFacts&, const OperandFacts&) noexcept {
  return a.derivative_bound * 2 * std::numbers::pi;
}

// ---- the list, in the order of model::Operation -----------------------------

constexpr OperationKind list[] = {
    {Operation::add, "operator+", "a + b", 2, bounds_of_sum, slope_of_sum,
     [](const Field& a, const Field& b) { return a + b; }},
    {Operation::subtract, "operator-", "a - b", 2, bounds_of_difference, slope_of_sum,
     [](const Field& a, const Field& b) { return a - b; }},
    {Operation::multiply, "operator*", "a * b", 2, bounds_of_product, slope_of_product,
     [](const Field& a, const Field& b) { return a * b; }},
    {Operation::minimum, "min", "the smaller of a and b", 2, bounds_of_minimum, slope_of_sum,
     [](const Field& a, const Field& b) { return (min)(a, b); }},
    {Operation::maximum, "max", "the larger of a and b", 2, bounds_of_maximum, slope_of_sum,
     [](const Field& a, const Field& b) { return (max)(a, b); }},
    {Operation::mix, "mix", "a where c is 0, b where c is 1", 3, bounds_of_mix, slope_of_mix,
     [](const Field& a, const Field& b) { return mix(a, b, a); }},
    {Operation::smoothstep, "smoothstep", "0 up to b, 1 from c on, smooth between", 3,
     bounds_of_smoothstep, slope_of_smoothstep,
     [](const Field& a, const Field&) { return smoothstep(-0.25f, 0.5f, a); }},
    {Operation::absolute, "abs", "|a|", 1, bounds_of_magnitude, slope_of_sum,
     [](const Field& a, const Field&) { return abs(a); }},
    {Operation::square_root, "sqrt", "the square root of a", 1, bounds_of_root, slope_of_root,
     [](const Field& a, const Field&) { return sqrt(a); }},
    {Operation::sine, "sine", "sin(2 pi a)", 1, bounds_of_sine, slope_of_sine,
     [](const Field& a, const Field&) { return sine(a); }},
};

}  // namespace

std::span<const OperationKind> operations() noexcept { return list; }
const OperationKind& kind_of(Operation operation) noexcept {
  return list[static_cast<std::size_t>(operation)];
}

}  // namespace perlane::field
