// Fields without noise: the same value everywhere, a coordinate, and the distance from a point.

#include <perlane/operators.hpp>

#include "engine/environment.hpp"
#include "engine/refuse.hpp"
#include "field/call.hpp"
#include "field/source.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace perlane {
namespace {

class ConstantNode final : public field::NoiseNode<model::Ramp> {
 public:
  explicit ConstantNode(float value) {
    value_.fill(value);
    noise_ = {model::Ramp::constant, 0, value, 0, {}};
    set_bounds(
        0, [&](int) { return field::Bounds{value, value}; }, [](int) { return field::Slopes{}; });
  }

  const float* constant() const noexcept override { return value_.data(); }

  void sign(field::Signature& to) const override {
    to.add("constant");
    to.add(value_[0]);
  }

  field::NodePointer as_octave(const field::Octave&,
                               std::vector<field::NodePointer>) const override {
    return std::make_shared<const ConstantNode>(value_[0]);
  }

 private:
  alignas(64) std::array<float, model::row_alignment> value_;
};

class CoordinateNode final : public field::NoiseNode<model::Ramp> {
 public:
  explicit CoordinateNode(const Coordinate& parameters) : parameters_(parameters) {
    noise_ = {model::Ramp::coordinate, parameters.axis, 0, parameters.frequency, {}};
    field::Facts facts;
    facts.dimensions = {parameters.axis + 1, 4};
    facts.highest_frequency = std::abs(parameters.frequency);
    // The limit of all coordinates within a field; rounding takes values up to it.
    facts.bounds.fill({-model::coordinate_limit, model::coordinate_limit});
    facts.derivative_bound.fill(facts.highest_frequency);
    field::for_each_dimension(facts.dimensions, [&](int dimensions, std::size_t i) {
      facts.slopes[i] = field::each_slope(dimensions, [&](auto of) {
        field::Slopes slopes{{}, facts.highest_frequency};
        slopes.along[static_cast<std::size_t>(parameters.axis)] = facts.highest_frequency;
        return of(slopes);
      });
    });
    set_facts(facts);
  }

  void sign(field::Signature& to) const override {
    to.add("coordinate");
    to.add(parameters_.axis);
    to.add(parameters_.frequency);
  }

  field::NodePointer as_octave(const field::Octave& octave,
                               std::vector<field::NodePointer>) const override {
    return std::make_shared<const CoordinateNode>(
        Coordinate{parameters_.axis, parameters_.frequency * octave.factor});
  }

 private:
  Coordinate parameters_;
};

}  // namespace

Field constant(float value) {
  if (!std::isfinite(value)) engine::refuse("constant: value is ", value, "; use a finite number");
  return Field(std::make_shared<const ConstantNode>(value));
}

Field coordinate(const Coordinate& parameters) {
  const engine::FloatEnvironment environment;
  if (parameters.axis < 0 || parameters.axis > 3) {
    engine::refuse("Coordinate::axis is ", parameters.axis, "; use 0 to 3, for x, y, z or w");
  }
  if (!std::isfinite(parameters.frequency) || parameters.frequency == 0) {
    engine::refuse("Coordinate::frequency is ", parameters.frequency,
                   "; use a finite number other than 0");
  }
  return field::called("coordinate", {}, parameters,
                       Field(std::make_shared<const CoordinateNode>(parameters)));
}

Field distance(const std::array<double, 4>& point, int dimensions, double frequency) {
  const engine::FloatEnvironment environment;
  if (dimensions < 1 || dimensions > 4) {
    engine::refuse("distance: dimensions is ", dimensions, "; use 1 to 4");
  }
  if (!(frequency > 0) || !std::isfinite(frequency)) {
    engine::refuse("distance: frequency is ", frequency, "; use a finite number above 0");
  }
  for (int axis = 0; axis < dimensions; ++axis) {
    const double place = point[static_cast<std::size_t>(axis)];
    if (std::isfinite(place)) continue;
    engine::refuse("distance: point[", axis, "] is ", place, "; use a finite number");
  }
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
  field::DistanceFrom arguments{{}, dimensions, frequency};
  std::copy_n(point.begin(), dimensions, arguments.point.begin());  // the others do not count
  return field::called("distance", {}, arguments, dimensions == 1 ? abs(x) : sqrt(sum));
}

}  // namespace perlane
