// Fields without noise: the same value everywhere, a coordinate, and the distance from a point.

#include <perlane/arithmetic.hpp>
#include <perlane/coordinates.hpp>
#include <perlane/noise.hpp>

#include "base/error.hpp"
#include "base/float_environment.hpp"
#include "graph/call.hpp"
#include "graph/noise/source.hpp"
#include "graph/with_properties.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace perlane {
namespace {

class ConstantNode final : public graph::NoiseNode<model::Ramp> {
 public:
  explicit ConstantNode(float value) {
    value_.fill(value);
    noise_ = {model::Ramp::constant, 0, value, 0, {}};
    set_bounds(
        0, [&](int) { return graph::Bounds{value, value}; },
        [](int) { return graph::DerivativeBounds{}; });
  }

  const float* constant() const noexcept override { return value_.data(); }

  void append_signature(graph::Signature& to) const override { to.add("constant", value_[0]); }

  graph::NodePointer as_octave(const graph::Octave&,
                               std::vector<graph::NodePointer>) const override {
    return std::make_shared<const ConstantNode>(value_[0]);
  }

 private:
  alignas(64) std::array<float, model::row_alignment> value_;
};

class CoordinateNode final : public graph::NoiseNode<model::Ramp> {
 public:
  explicit CoordinateNode(const Coordinate& parameters) : parameters_(parameters) {
    noise_ = {model::Ramp::coordinate, parameters.axis, 0, parameters.frequency, {}};
    graph::Properties properties;
    properties.dimensions = {parameters.axis + 1, 4};
    properties.highest_frequency = std::abs(parameters.frequency);
    properties.unfaded_frequency = properties.highest_frequency;
    // The limit of all coordinates within a field; rounding takes values up to it.
    properties.bounds.fill({-model::coordinate_limit, model::coordinate_limit});
    properties.derivative_scale.fill(properties.highest_frequency);
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      properties.derivative_bounds[i] =
          graph::each_derivative_bound(dimensions, [&](auto component) {
            graph::DerivativeBounds bounds{{}, properties.highest_frequency};
            bounds.along[static_cast<std::size_t>(parameters.axis)] = properties.highest_frequency;
            return component(bounds);
          });
    });
    set_properties(properties);
  }

  void append_signature(graph::Signature& to) const override {
    to.add("coordinate", parameters_.axis, parameters_.frequency);
  }

  graph::NodePointer as_octave(const graph::Octave& octave,
                               std::vector<graph::NodePointer>) const override {
    const double frequency = graph::octave_frequency(std::abs(parameters_.frequency), octave);
    return std::make_shared<const CoordinateNode>(
        Coordinate{parameters_.axis, std::copysign(frequency, parameters_.frequency)});
  }

 private:
  Coordinate parameters_;
};

// Narrows the derivatives of a distance, which are those of the root of a sum of squares, to those
// of a coordinate, the second part: no coordinate is longer than the root. They are computed from
// those of the sum, the last part.
void narrow_distance(graph::Properties& properties, std::span<const graph::NodePointer> parts,
                     double) {
  graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
    const double steepest = parts[1]->derivative_bounds(dimensions).length;
    properties.derivative_scale[i] = parts[2]->derivative_scale(dimensions);
    properties.derivative_bounds[i] = graph::each_derivative_bound(dimensions, [&](auto component) {
      const graph::DerivativeBounds& of_root = parts[0]->derivative_bounds(dimensions);
      return component(of_root) == 0 ? 0 : steepest;
    });
  });
}

}  // namespace

Field constant(float value) {
  const base::FloatEnvironment environment;
  if (!std::isfinite(value))
    base::throw_invalid("constant: value is ", value, "; use a finite number");
  return graph::field_of(std::make_shared<const ConstantNode>(value));
}

Field coordinate(const Coordinate& parameters) {
  return graph::call("coordinate", {}, parameters, [&] {
    if (parameters.frequency == 0) {
      base::throw_invalid("Coordinate::frequency is ", parameters.frequency,
                          "; use a finite number other than 0");
    }
    return graph::field_of(std::make_shared<const CoordinateNode>(parameters));
  });
}

Field distance(const PerAxis<double>& point, int dimensions, double frequency) {
  graph::DistanceFrom arguments{{}, dimensions, frequency};
  const auto count = static_cast<std::size_t>(std::clamp(dimensions, 0, 4));
  const bool is_wrong = (point.is_lone() && count > 1) || point.count() > 4;
  // The others do not count.
  arguments.point = is_wrong ? point : PerAxis<double>(std::span<const double>(point).first(count));
  return graph::call("distance", {}, arguments, [&] {
    const auto offset = [&](int axis) {
      std::array<double, 4> origin{};
      origin[static_cast<std::size_t>(axis)] = point[static_cast<std::size_t>(axis)];
      return translate(coordinate({.axis = axis, .frequency = frequency}), origin);
    };
    const Field x = offset(0);
    Field sum = x * x;
    for (int axis = 1; axis < dimensions; ++axis) {
      const Field along = offset(axis);
      sum += along * along;
    }
    if (dimensions == 1) return abs(x);
    return graph::with_properties(
        {graph::pointer_of(sqrt(sum)), graph::pointer_of(x), graph::pointer_of(sum)},
        narrow_distance);
  });
}

}  // namespace perlane
