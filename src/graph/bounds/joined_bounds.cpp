#include "graph/bounds/joined_bounds.hpp"

#include "graph/bounds/range_arithmetic.hpp"
#include "graph/properties.hpp"
#include "reference/fractal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perlane::graph {
namespace {

using model::Join;
using model::Shape;

// A bound of a product that another factor follows, which may raise the rounding of a subnormal.
double with_rounding(double bound) noexcept { return bound == 0 ? 0 : bound + least_rounding; }

// |offset - |s||.
Range distance_to(float offset, const Range& s) noexcept {
  const Range size = magnitude_of(s);
  return magnitude_of({offset - size.max, offset - size.min});
}

}  // namespace

Range shaped(const model::OctaveRule& rule, const Range& n) noexcept {
  if (rule.shape == Shape::plain) return n;
  if (rule.shape == Shape::ping_pong) {
    // It turns at least once, unless the values are few. Those that are too large make NaN.
    const float turns = (magnitude_of(n).max + 1) * rule.half_strength;
    return std::isfinite(turns) ? Range{-1, 1} : only(turns);
  }
  const Range size = magnitude_of(n);
  const float most = reference::shape(rule, size.max), least = reference::shape(rule, size.min);
  return {std::min(least, most), std::max(least, most)};
}

void JoinedBounds::add(const Range& n, const Derivatives& dn, float amplitude) noexcept {
  const Range s = shaped(rule_, n), a = only(amplitude), offset = only(rule_.offset),
              feedback = only(rule_.feedback);
  const double factor = rule_.shape == Shape::plain       ? 1
                        : rule_.shape == Shape::ping_pong ? double{4 * rule_.half_strength}
                                                          : 2;
  const double size = std::abs(double{amplitude}), of_weight{rule_.feedback};
  const double v = largest(value_), w = largest(weight_);
  // The largest number in between. Its factor may be 0 or nearly so, but infinity times 0 is NaN.
  double steepest = 0;
  // Calls change(dv, dw, ds): bounds of the derivatives of the value, the weight and the signal.
  const auto for_each_derivative = [&](auto change) {
    for (std::size_t i = 0; i < dn.size(); ++i)
      change(derivative_[i], weight_derivative_[i], factor * dn[i]);
  };
  switch (rule_.join) {
    case Join::sum:
      value_ = is_first_ ? s * a : value_ + s * a;
      for_each_derivative([&](double& dv, double&, double ds) { dv += ds * size; });
      break;
    case Join::weighted: {
      const Range in_weight = rule_.is_clamped ? clamped(s, -1, 1) : s;
      value_ = is_first_ ? s * a : value_ + s * weight_ * a;
      const Range change = only(rule_.weight_base) + only(rule_.weight_slope) * in_weight;
      const double most = largest(s), most_change = largest(change), part{rule_.weight_slope};
      for_each_derivative([&](double& dv, double& weight, double ds) {
        steepest = ds * w + most * weight;
        dv += steepest * size;
        weight = weight * most_change + w * part * ds;
      });
      weight_ = weight_ * change;
      break;
    }
    case Join::multifractal: {
      const Range next = s * a + offset;
      const double most = is_first_ ? 0 : largest(next), rest = is_first_ ? 1 : v;
      for_each_derivative([&](double& dv, double&, double ds) {
        steepest = with_rounding(ds * size);
        dv = dv * most + rest * steepest;
      });
      value_ = is_first_ ? next : value_ * next;
      break;
    }
    case Join::hetero: {
      const Range next = (s + offset) * a;
      const double most = 1 + largest(next), rest = is_first_ ? 1 : v;
      for_each_derivative([&](double& dv, double&, double ds) {
        steepest = is_first_ ? ds : with_rounding(ds * size);
        dv = dv * most + rest * steepest;
      });
      value_ = is_first_ ? s + offset : value_ + next * value_;
      break;
    }
    case Join::hybrid: {
      const Range weight{reference::hybrid_weight(weight_.min),
                         reference::hybrid_weight(weight_.max)};
      const Range next = weight * ((s + offset) * a);
      const double most = largest((s + offset) * a);
      for_each_derivative([&](double& dv, double& d_weight, double ds) {
        const double dt = ds * size + d_weight * most;
        dv += dt;
        d_weight = with_rounding(dt * of_weight);
      });
      value_ = is_first_ ? next : value_ + next;
      weight_ = next * feedback;
      break;
    }
    case Join::ridges: {
      const Range distance = distance_to(rule_.offset, s);
      const Range square{distance.min * distance.min, distance.max * distance.max};
      const Range signal = square * weight_;
      const double most = largest(square), twice = 2 * double{distance.max};
      for_each_derivative([&](double& dv, double& weight, double ds) {
        const double d_signal = twice * ds * w + most * weight;
        dv += d_signal * size;
        weight = with_rounding(d_signal * of_weight);
        steepest = std::max(twice * ds, d_signal);
      });
      value_ = is_first_ ? signal * a : value_ + signal * a;
      weight_ = clamped(signal * feedback, 0, 1);
      break;
    }
  }
  // The last bounds everything that derivatives are computed from. Infinity times 0 is no bound.
  for (const double bound :
       {steepest, factor * dn.back(), derivative_.back(), weight_derivative_.back()}) {
    if (bound <= steepest_) continue;
    steepest_ = std::isnan(bound) ? std::numeric_limits<double>::infinity() : bound;
  }
  is_first_ = false;
}

}  // namespace perlane::graph
