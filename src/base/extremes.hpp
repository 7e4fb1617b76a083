#pragma once
// The smallest and the largest of some values, in any structure that has `min` and `max`.

#include <algorithm>

namespace perlane::base {

template <class Extremes>
constexpr Extremes merged(const Extremes& a, const Extremes& b) noexcept {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

// The sign of an extreme that is zero depends on the order of the samples. This makes it +.
template <class Extremes>
constexpr Extremes with_positive_zeros(const Extremes& extremes) noexcept {
  return {extremes.min + 0.0f, extremes.max + 0.0f};
}

}  // namespace perlane::base
