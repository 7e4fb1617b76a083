// Fields without noise: the same value everywhere, and a coordinate.

#include <perlane/field.hpp>

#include "engine/environment.hpp"
#include "engine/refuse.hpp"
#include "field/noises.hpp"
#include "field/ramp.hpp"

#include <memory>

namespace perlane {
namespace {

class ConstantNode final : public field::RampNode<ConstantNode> {
 public:
  explicit ConstantNode(float value) : value_(value) {}

  float at(const engine::Point&) const noexcept { return value_; }
  float slope(int) const noexcept { return 0; }

  engine::Bounds bounds(int) const noexcept override { return {value_, value_}; }
  double highest_frequency() const noexcept override { return 0; }
  std::shared_ptr<const Node> octave(std::uint64_t, double) const override { return std::make_shared<const ConstantNode>(value_); }

 private:
  float value_;
};

class CoordinateNode final : public field::RampNode<CoordinateNode> {
 public:
  explicit CoordinateNode(const Coordinate& parameters) : parameters_(parameters) {}

  float at(const engine::Point& point) const noexcept {
    const double coordinate = point.coordinate[parameters_.axis];
    if (point.is_single) return static_cast<float>(coordinate) * static_cast<float>(parameters_.frequency);
    return static_cast<float>(coordinate * parameters_.frequency);
  }
  float slope(int axis) const noexcept { return axis == parameters_.axis ? static_cast<float>(parameters_.frequency) : 0; }

  // The limit of all coordinates within a field; rounding takes values up to it.
  engine::Bounds bounds(int) const noexcept override { return {-field::coordinate_limit, field::coordinate_limit}; }
  double highest_frequency() const noexcept override { return std::abs(parameters_.frequency); }
  engine::Dimensions dimensions() const noexcept override { return {parameters_.axis + 1, 4}; }
  std::shared_ptr<const Node> octave(std::uint64_t, double factor) const override {
    return std::make_shared<const CoordinateNode>(Coordinate{parameters_.axis, parameters_.frequency * factor});
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
  if (parameters.axis < 0 || parameters.axis > 3) engine::refuse("Coordinate::axis is ", parameters.axis, "; use 0 to 3, for x, y, z or w");
  if (!std::isfinite(parameters.frequency) || parameters.frequency == 0) {
    engine::refuse("Coordinate::frequency is ", parameters.frequency, "; use a finite number other than 0");
  }
  return Field(std::make_shared<const CoordinateNode>(parameters));
}

}  // namespace perlane
