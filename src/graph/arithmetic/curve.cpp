// Curves through points: checks, the cubics, and the node. F. N. Fritsch and J. Butland, "A method
// for constructing local monotone piecewise cubic interpolants", SIAM J. Sci. Stat. Comput. 5,
// 1984; slopes at the ends as in C. Moler, "Numerical Computing with MATLAB", 2004 (pchip).

#include <perlane/noise.hpp>
#include <perlane/terrain.hpp>

#include "base/error.hpp"
#include "graph/arithmetic/curve.hpp"
#include "graph/call.hpp"
#include "graph/properties.hpp"
#include "graph/lowering.hpp"
#include "reference/curve.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <ranges>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using Points = std::span<const std::array<float, 2>>;

constexpr std::size_t most_points = 65536;

// The slope at an end, from the widths and slopes of the two segments there.
double slope_at_end(double width, double next_width, double slope, double next_slope) {
  const double d = ((2 * width + next_width) * slope - width * next_slope) / (width + next_width);
  if (slope == 0 || (d < 0) != (slope < 0)) return 0;
  if ((slope < 0) != (next_slope < 0) && std::abs(d) > 3 * std::abs(slope)) return 3 * slope;
  return d;
}

// The slope between two segments: their weighted harmonic mean, and 0 at a peak.
double slope_between(double width, double next_width, double slope, double next_slope) {
  if (slope == 0 || next_slope == 0 || (slope < 0) != (next_slope < 0)) return 0;
  const double w1 = 2 * next_width + width, w2 = next_width + 2 * width;
  return (w1 + w2) / (w1 / slope + w2 / next_slope);
}

class Cubics {
 public:
  explicit Cubics(Points points) {
    const std::size_t count = points.size(), knots = std::bit_ceil(count);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    knot_.assign(knots, infinity);
    width_.assign(knots, 1);
    for (auto& c : c_) c.assign(knots, 0);
    for (std::size_t i = 0; i < count; ++i) {
      knot_[i] = points[i][0];
      c_[0][i] = points[i][1];
    }
    const auto segment = [&](std::size_t i) {
      const double width = double{points[i + 1][0]} - double{points[i][0]};
      const double rise = double{points[i + 1][1]} - double{points[i][1]};
      return std::pair(width, rise / width);
    };
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const auto [width, slope] = segment(i);
      double left = slope, right = slope;
      if (count > 2) {
        const auto [before, slope_before] = segment(i > 0 ? i - 1 : 1);
        const auto [after, slope_after] = segment(i + 2 < count ? i + 1 : i - 1);
        left = i > 0 ? slope_between(before, width, slope_before, slope)
                     : slope_at_end(width, before, slope, slope_before);
        right = i + 2 < count ? slope_between(width, after, slope, slope_after)
                              : slope_at_end(width, after, slope, slope_after);
      }
      width_[i] = points[i + 1][0] - points[i][0];
      c_[1][i] = static_cast<float>(left * width);
      c_[2][i] = static_cast<float>((3 * slope - 2 * left - right) * width);
      c_[3][i] = static_cast<float>((left + right - 2 * slope) * width);
      steepest_ = std::max(steepest_, std::abs(slope));
    }
    const auto [low, high] = std::ranges::minmax(points | std::views::elements<1>);
    curve_ = {static_cast<int>(knots), knot_.data(),     width_.data(), {},
              points.front()[0],       points.back()[0], low,           high};
    for (std::size_t i = 0; i < 4; ++i) curve_.c[i] = c_[i].data();
  }
  Cubics(const Cubics&) = delete;
  Cubics& operator=(const Cubics&) = delete;

  const model::Curve& curve() const noexcept { return curve_; }
  const std::vector<float>& x() const noexcept { return knot_; }
  const std::vector<float>& y() const noexcept { return c_[0]; }

  // The cubics are no more than three times as steep as the lines between the points.
  double derivative_bound(double of_x) const noexcept {
    return steepest_ == 0 ? 0 : of_x * (3 * steepest_ + 4 * graph::least_rounding);
  }
  // The bound of the derivative and of all numbers that it is computed from. One of them is the
  // derivative with respect to x, which must be a float even where x hardly changes.
  double derivative_scale(double of_x) const noexcept {
    const double least_width = *std::ranges::min_element(width_);
    const double highest = std::max({std::abs(curve_.low), std::abs(curve_.high), 1.0f});
    return std::max(of_x, 1.0) * std::max(3 * steepest_, highest / std::min(1.0, least_width));
  }

 private:
  std::vector<float> knot_, width_;
  std::array<std::vector<float>, 4> c_;
  double steepest_ = 0;
  model::Curve curve_;
};

class CurveNode final : public graph::Node {
 public:
  CurveNode(graph::NodePointer operand, std::shared_ptr<const Cubics> cubics)
      : Node({std::move(operand)}), cubics_(std::move(cubics)) {
    graph::Properties properties = part(0).properties();
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      properties.bounds[i] =
          graph::bounds_of_curve(cubics_->curve(), graph::outwards(properties.bounds[i]));
      properties.derivative_bounds[i] = graph::each_derivative_bound(dimensions, [&](auto one) {
        return cubics_->derivative_bound(one(part(0).derivative_bounds(dimensions)));
      });
      properties.derivative_scale[i] = cubics_->derivative_scale(properties.derivative_scale[i]);
    });
    set_properties(properties);
  }

  void append_signature(graph::Signature& to) const override {
    to.add("curve", cubics_->x(), cubics_->y());
  }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    if (frame.phase == 0) {
      lowering.need(part(0), frame.positions);
      return false;
    }
    frame.value = lowering.curve(lowering.value(part(0), frame.positions), cubics_->curve());
    return true;
  }

  graph::NodePointer as_octave(const graph::Octave&,
                               std::vector<graph::NodePointer> parts) const override {
    return std::make_shared<const CurveNode>(std::move(parts.front()), cubics_);
  }

 private:
  std::shared_ptr<const Cubics> cubics_;
};

void validate(Points points) {
  if (points.size() < 2 || points.size() > most_points) {
    throw_invalid("curve: points has ", points.size(), " elements; use 2 to ", most_points);
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const float number : points[i]) {
      if (!std::isfinite(number)) {
        throw_invalid("curve: points[", i, "] has ", number, "; use finite numbers");
      }
    }
    if (i == 0) continue;
    const auto [x, y] = points[i];
    const auto [x_before, y_before] = points[i - 1];
    if (!(x > x_before)) {
      throw_invalid("curve: points[", i, "] has x = ", x, " after x = ", x_before,
                    "; use points whose x rises");
    }
    // Coefficients may be several times as large.
    if (!std::isfinite(x - x_before) || !std::isfinite((y - y_before) * 16)) {
      throw_invalid("curve: points[", i - 1, "] and points[", i,
                    "] are too far apart for floats; use smaller numbers");
    }
  }
}

}  // namespace

namespace graph {

// A curve rises or falls between two points, but for rounding. With d for the difference of their
// y, the coefficients of 1, 2 and 3 are below 3d, 6d and 4d, and the derivative over t is below 3d.
// In units of 2^-24, coefficients that are rounded then add 13d; t, of three roundings, 9d;
// products and sums 23d and once y. The values that are compared have the same errors.
Bounds bounds_of_curve(const model::Curve& curve, const Range& operand) noexcept {
  const double low = curve.low, high = curve.high;
  const auto [min, max] =
      std::minmax({reference::curve(curve, operand.min), reference::curve(curve, operand.max)});
  Bounds bounds{min, max};
  double difference = 0;
  for (int i = 0; i < curve.knots && curve.knot[i] <= operand.max; ++i) {
    const double y = curve.c[0][i];
    if (curve.knot[i] >= operand.min) bounds = {std::min(bounds.min, y), std::max(bounds.max, y)};
    const bool is_last = curve.knot[i] == curve.last;
    if (!is_last && curve.knot[i + 1] >= operand.min)
      difference = std::max(difference, std::abs(curve.c[0][i + 1] - y));
  }
  const double largest = std::max(std::abs(bounds.min), std::abs(bounds.max)) + difference;
  const double rounding = (90 * difference + 2 * largest) * 0x1p-24 + 0x1p-146;
  return {std::max(low, bounds.min - rounding), std::min(high, bounds.max + rounding)};
}

}  // namespace graph

Field curve(const Field& a, Points points) {
  return graph::call("curve", a, graph::Curve{{points.begin(), points.end()}}, [&] {
    validate(points);
    const auto cubics = std::make_shared<const Cubics>(points);
    if (const float* number = graph::node_of(a).constant())
      return constant(reference::curve(cubics->curve(), *number));
    return graph::field_of(std::make_shared<const CurveNode>(graph::pointer_of(a), cubics));
  });
}
Field curve(const Field& a, std::initializer_list<std::array<float, 2>> points) {
  return curve(a, Points(points.begin(), points.size()));
}

}  // namespace perlane
