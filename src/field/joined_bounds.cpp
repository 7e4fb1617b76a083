#include "field/joined_bounds.hpp"

#include "field/facts.hpp"
#include "reference/fractal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perlane::field {
namespace {

using model::Join;
using model::Shape;

// What overflows has no bounds that could be relied on.
Range bounded(const Range& a) noexcept {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return std::isfinite(a.min) && std::isfinite(a.max) ? a : Range{-infinity, infinity};
}
Range operator+(const Range& a, const Range& b) noexcept {
  return bounded({a.min + b.min, a.max + b.max});
}
Range operator*(const Range& a, const Range& b) noexcept {
  const float products[] = {a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max};
  Range all{products[0], products[0]};
  for (const float product : products) {
    if (!std::isfinite(product)) return bounded({product, product});
    all = {std::min(all.min, product), std::max(all.max, product)};
  }
  return all;
}
Range number(float value) noexcept { return {value, value}; }

Range magnitude_of(const Range& a) noexcept {
  const float low = std::abs(a.min), high = std::abs(a.max);
  return {a.min <= 0 && a.max >= 0 ? 0 : std::min(low, high), std::max(low, high)};
}
Range clamped(const Range& a, float low, float high) noexcept {
  return {std::clamp(a.min, low, high), std::clamp(a.max, low, high)};
}

// (offset - |s|)^2.
Range crest(float offset, const Range& s) noexcept {
  const Range size = magnitude_of(s);
  const Range distance = magnitude_of({offset - size.max, offset - size.min});
  return {distance.min * distance.min, distance.max * distance.max};
}

}  // namespace

Range shaped(const model::OctaveRule& rule, const Range& n) noexcept {
  if (rule.shape == Shape::plain) return n;
  if (rule.shape == Shape::ping_pong) {
    // It turns at least once, unless the values are few. Those that are too large make NaN.
    const float turns = (magnitude_of(n).max + 1) * rule.half_strength;
    return std::isfinite(turns) ? Range{-1, 1} : number(turns);
  }
  const Range size = magnitude_of(n);
  const float most = reference::shape(rule, size.max), least = reference::shape(rule, size.min);
  return {std::min(least, most), std::max(least, most)};
}

void JoinedBounds::add(const Range& n, double slope, float amplitude) noexcept {
  const Range s = shaped(rule_, n), a = number(amplitude), offset = number(rule_.offset),
              feedback = number(rule_.feedback);
  const double factor = rule_.shape == Shape::plain       ? 1
                        : rule_.shape == Shape::ping_pong ? 4 * double{rule_.half_strength}
                                                          : 2;
  const double ds = factor * slope, size = std::abs(double{amplitude});
  const double v = largest(value_), w = largest(weight_);
  switch (rule_.join) {
    case Join::sum:
      value_ = is_first_ ? s * a : value_ + s * a;
      slope_ += ds * size;
      break;
    case Join::weighted: {
      const Range in_weight = rule_.is_clamped ? clamped(s, -1, 1) : s;
      value_ = is_first_ ? s * a : value_ + s * weight_ * a;
      slope_ += (ds * w + largest(s) * weight_slope_) * size;
      const Range change = number(rule_.rest) + number(rule_.part) * in_weight;
      weight_slope_ = weight_slope_ * largest(change) + w * double{rule_.part} * ds;
      weight_ = weight_ * change;
      break;
    }
    case Join::multifractal: {
      const Range next = s * a + offset;
      slope_ = is_first_ ? ds * size : slope_ * largest(next) + v * ds * size;
      value_ = is_first_ ? next : value_ * next;
      break;
    }
    case Join::hetero: {
      const Range next = (s + offset) * a;
      slope_ = is_first_ ? ds : slope_ * (1 + largest(next)) + v * ds * size;
      value_ = is_first_ ? s + offset : value_ + next * value_;
      break;
    }
    case Join::hybrid: {
      const Range weight{reference::hybrid_weight(weight_.min),
                         reference::hybrid_weight(weight_.max)};
      const Range next = weight * ((s + offset) * a);
      const double dt = ds * size + weight_slope_ * largest((s + offset) * a);
      value_ = is_first_ ? next : value_ + next;
      weight_ = next * feedback;
      slope_ += dt;
      weight_slope_ = dt * double{rule_.feedback};
      break;
    }
    case Join::ridges: {
      const Range of_s = crest(rule_.offset, s), signal = of_s * weight_;
      const double root = std::sqrt(largest(of_s));
      const double d_signal = 2 * root * ds * w + largest(of_s) * weight_slope_;
      value_ = is_first_ ? signal * a : value_ + signal * a;
      weight_ = clamped(signal * feedback, 0, 1);
      slope_ += d_signal * size;
      weight_slope_ = d_signal * double{rule_.feedback};
      steepest_ = std::max(steepest_, d_signal);
      break;
    }
  }
  steepest_ = std::max({steepest_, ds, slope_, weight_slope_});
  is_first_ = false;
}

}  // namespace perlane::field
