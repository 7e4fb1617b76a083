#pragma once
// Arithmetic of ranges, in binary32 as fields are evaluated: rounding is monotonic, so an operation
// of bounds, rounded like any other, bounds it.

#include <perlane/field.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace perlane::graph {

// No bounds at all.
inline constexpr Range everything{-std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::infinity()};

inline bool is_finite(const Range& a) noexcept {
  return std::isfinite(a.min) && std::isfinite(a.max);
}

// Values that overflow have no bounds.
inline Range bounded(const Range& a) noexcept { return is_finite(a) ? a : everything; }

inline Range operator+(const Range& a, const Range& b) noexcept {
  return bounded({a.min + b.min, a.max + b.max});
}
inline Range operator*(const Range& a, const Range& b) noexcept {
  const float products[] = {a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max};
  Range all{products[0], products[0]};
  for (const float product : products) {
    if (!std::isfinite(product)) return everything;
    all = {std::min(all.min, product), std::max(all.max, product)};
  }
  return all;
}

inline Range only(float value) noexcept { return {value, value}; }

inline Range magnitude_of(const Range& a) noexcept {
  const float low = std::abs(a.min), high = std::abs(a.max);
  return {a.min <= 0 && a.max >= 0 ? 0 : std::min(low, high), std::max(low, high)};
}
inline Range clamped(const Range& a, float low, float high) noexcept {
  return {std::clamp(a.min, low, high), std::clamp(a.max, low, high)};
}

// The intersection, which is not empty.
inline Range intersection(const Range& a, const Range& b) noexcept {
  return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

}  // namespace perlane::graph
