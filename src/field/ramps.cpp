// Fields without noise: the same value everywhere, and a coordinate.

#include "field/ramps.hpp"

#include <perlane/field.hpp>

#include "engine/environment.hpp"
#include "engine/refuse.hpp"
#include "field/ramp.hpp"
#include "reference/operations.hpp"

#include <array>
#include <memory>

namespace perlane {
namespace {

class ConstantNode final : public field::RampNode<ConstantNode> {
 public:
  explicit ConstantNode(float value) : RampNode(0) { value_.fill(value); }

  float at(double) const noexcept { return value_[0]; }
  float at(float) const noexcept { return value_[0]; }
  float slope() const noexcept { return 0; }

  field::Bounds bounds(int) const noexcept override { return {value_[0], value_[0]}; }
  double highest_frequency() const noexcept override { return 0; }
  const float* constant() const noexcept override { return value_.data(); }
  std::shared_ptr<const Node> octave(std::uint64_t, double) const override {
    return std::make_shared<const ConstantNode>(value_[0]);
  }

 private:
  alignas(64) std::array<float, model::row_alignment> value_;
};

class CoordinateNode final : public field::RampNode<CoordinateNode> {
 public:
  explicit CoordinateNode(const Coordinate& parameters)
      : RampNode(parameters.axis), parameters_(parameters) {}

  float at(double coordinate) const noexcept {
    return static_cast<float>(coordinate * parameters_.frequency);
  }
  float at(float coordinate) const noexcept {
    return coordinate * static_cast<float>(parameters_.frequency);
  }
  float slope() const noexcept { return static_cast<float>(parameters_.frequency); }

  // The limit of all coordinates within a field; rounding takes values up to it.
  field::Bounds bounds(int) const noexcept override {
    return {-model::coordinate_limit, model::coordinate_limit};
  }
  double highest_frequency() const noexcept override { return std::abs(parameters_.frequency); }
  field::Dimensions dimensions() const noexcept override { return {parameters_.axis + 1, 4}; }
  std::shared_ptr<const Node> octave(std::uint64_t, double factor) const override {
    return std::make_shared<const CoordinateNode>(
        Coordinate{parameters_.axis, parameters_.frequency * factor});
  }

 private:
  Coordinate parameters_;
};

class PhaseNode final : public field::RampNode<PhaseNode> {
 public:
  PhaseNode(int axis, double length)
      : RampNode(axis), dimension_(axis + 1), wrap_{model::AxisMap::wrap, length, 0, 1 / length} {}

  float at(double coordinate) const noexcept {
    return static_cast<float>(reference::map(wrap_, coordinate) / wrap_.by);
  }
  float at(float coordinate) const noexcept {
    return reference::map(wrap_, coordinate) / static_cast<float>(wrap_.by);
  }
  float slope() const noexcept { return static_cast<float>(wrap_.frequency); }

  field::Bounds bounds(int) const noexcept override { return {0, 1}; }
  double highest_frequency() const noexcept override { return wrap_.frequency; }
  field::Dimensions dimensions() const noexcept override { return {dimension_, 4}; }
  std::shared_ptr<const Node> octave(std::uint64_t, double) const override {
    return std::make_shared<const PhaseNode>(dimension_ - 1, wrap_.by);
  }

 private:
  int dimension_;
  model::AxisMap wrap_;
};

}  // namespace

Field constant(float value) {
  if (!std::isfinite(value)) engine::refuse("constant: value is ", value, "; use a finite number");
  return Field(std::make_shared<const ConstantNode>(value));
}

Field coordinate(const Coordinate& parameters) {
  const engine::FloatEnvironment environment;
  if (parameters.axis < 0 || parameters.axis > 3)
    engine::refuse("Coordinate::axis is ", parameters.axis, "; use 0 to 3, for x, y, z or w");
  if (!std::isfinite(parameters.frequency) || parameters.frequency == 0) {
    engine::refuse("Coordinate::frequency is ", parameters.frequency,
                   "; use a finite number other than 0");
  }
  return Field(std::make_shared<const CoordinateNode>(parameters));
}

Field field::phase(int axis, double length) {
  return Field(std::make_shared<const PhaseNode>(axis, length));
}

}  // namespace perlane
