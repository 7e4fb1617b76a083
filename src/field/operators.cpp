// Arithmetic on fields: checks, and the node.

#include <perlane/operators.hpp>

#include "engine/environment.hpp"
#include "field/node.hpp"
#include "engine/refuse.hpp"
#include "field/bounds.hpp"
#include "field/composed.hpp"
#include "reference/operations.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using field::Bounds;
using model::Operation;

class OperationNode final : public field::Composed<OperationNode> {
 public:
  using Operands = std::vector<std::shared_ptr<const Node>>;

  OperationNode(Operation operation, Operands operands)
      : operation_(operation), operands_(std::move(operands)) {
    work_out();
  }

  float sample(const model::Point& point, float* derivative) const noexcept override {
    float value[3] = {}, slope[3][4] = {};
    for (std::size_t i = 0; i < operands_.size(); ++i)
      value[i] = operands_[i]->sample(point, derivative == nullptr ? nullptr : slope[i]);
    if (derivative != nullptr) {
      for (int axis = 0; axis < point.dimensions; ++axis) {
        derivative[axis] = reference::operate_slope(operation_, value[0], value[1], value[2],
                                                    slope[0][axis], slope[1][axis], slope[2][axis]);
      }
    }
    return reference::operate(operation_, value[0], value[1], value[2]);
  }

  void fill(const kernels::Kernels& kernels, const model::Tile& tile, const model::Output& output,
            engine::Workspace& workspace) const noexcept override {
    // The first operand may be evaluated where the result goes.
    const bool is_plain = output.buffer != nullptr && output.shape == model::Shape::plain &&
                          output.accumulation == model::Accumulation::none;
    float* result = is_plain ? output.buffer : workspace.take_buffer();
    model::Input value[3] = {};
    int taken = is_plain ? 0 : 1;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      if (const float* constant = operands_[i]->constant()) {
        value[i] = {constant, 0};
        continue;
      }
      model::Output to{};
      to.buffer = i == 0 ? result : workspace.take_buffer();
      taken += i == 0 ? 0 : 1;
      operands_[i]->fill(kernels, tile, to, workspace);
      value[i] = {to.buffer, 1};
    }
    kernels.operate(operation_, value[0], value[1], value[2], result, model::buffer_size(tile));
    if (!is_plain) kernels.pass(result, tile, output);
    for (; taken > 0; --taken) workspace.give_back_buffer();
  }

  void differentiate(const kernels::Kernels& kernels, const model::Tile& tile, float* const* planes,
                     engine::Workspace& workspace) const noexcept override {
    alignas(64) static constexpr float zeros[model::row_alignment] = {};
    const int count = tile.dimensions + 1;
    model::Input input[5][3];
    int taken = 0;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      if (const float* constant = operands_[i]->constant()) {
        for (int plane = 0; plane < count; ++plane)
          input[plane][i] = {plane == 0 ? constant : zeros, 0};
        continue;
      }
      float* operand[5];
      for (int plane = 0; plane < count; ++plane)
        operand[plane] = i == 0 ? planes[plane] : workspace.take_buffer();
      taken += i == 0 ? 0 : count;
      operands_[i]->differentiate(kernels, tile, operand, workspace);
      for (int plane = 0; plane < count; ++plane) input[plane][i] = {operand[plane], 1};
    }
    // The value, which the derivatives depend on, last.
    for (int plane = count - 1; plane > 0; --plane)
      kernels.operate_slope(operation_, input[0], input[plane], planes[plane],
                            model::buffer_size(tile));
    kernels.operate(operation_, input[0][0], input[0][1], input[0][2], planes[0],
                    model::buffer_size(tile));
    for (; taken > 0; --taken) workspace.give_back_buffer();
  }

  // Of nothing but constants.
  bool is_constant() const noexcept {
    return std::ranges::all_of(operands_,
                               [](const auto& operand) { return operand->constant() != nullptr; });
  }

  std::shared_ptr<const Node> octave(std::uint64_t index, double factor) const override {
    Operands operands;
    for (const auto& operand : operands_) operands.push_back(operand->octave(index, factor));
    return std::make_shared<const OperationNode>(operation_, std::move(operands));
  }

 private:
  friend Composed;

  int find_levels() const noexcept {
    int most = 0;
    for (const auto& operand : operands_) most = std::max(most, operand->levels());
    return most;
  }

  int find_buffers(int planes) const noexcept {
    int most = 0, taken = planes == 1 ? 1 : 0;
    for (const auto& operand : operands_) {
      // The first has the place of the result, needed or not.
      if (operand != operands_.front() && operand->constant() != nullptr) continue;
      most = std::max(most, taken + operand->buffers(planes));
      taken += planes;
    }
    return std::max(most, taken);
  }

  // Rounding is monotonic, so an operation of bounds, rounded like any other, bounds it.
  Bounds find_bounds(int dimensions) const noexcept {
    Range of[3] = {};
    for (std::size_t i = 0; i < operands_.size(); ++i)
      of[i] = field::outwards(operands_[i]->bounds(dimensions));
    const auto& [a, b, c] = of;
    switch (operation_) {
      case Operation::add:
        return {a.min + b.min, a.max + b.max};
      case Operation::subtract:
        return {a.min - b.max, a.max - b.min};
      case Operation::multiply:
        return product(a, b);
      case Operation::minimum:
        return {std::min(a.min, b.min), std::min(a.max, b.max)};
      case Operation::maximum:
        return {std::max(a.min, b.min), std::max(a.max, b.max)};
      case Operation::mix: {
        // Between a and b; rounding adds less than 2^-21 of the largest.
        const double low = std::min(a.min, b.min), high = std::max(a.max, b.max);
        const double rounding = std::max(std::abs(low), std::abs(high)) * 0x1p-21;
        const Range way{b.min - a.max, b.max - a.min};
        if (c.min >= 0 && c.max <= 1 && std::isfinite(way.max - way.min))
          return {low - rounding, high + rounding};
        const Range part = field::outwards(product(c, way));
        return {a.min + part.min, a.max + part.max};
      }
      case Operation::smoothstep:
        return {0, 1};
      case Operation::absolute:
        return {a.min > 0   ? a.min
                : a.max < 0 ? -a.max
                            : 0,
                std::max(std::abs(a.min), std::abs(a.max))};
      case Operation::square_root:
        return {std::sqrt(std::max(a.min, 0.0f)), std::sqrt(std::max(a.max, 0.0f))};
      case Operation::sine:
        break;
    }
    return {-1, 1};
  }

  double find_highest_frequency() const noexcept {
    double highest = 0;
    for (const auto& operand : operands_) highest = std::max(highest, operand->highest_frequency());
    return highest;
  }

  double find_steepness(int dimensions) const noexcept {
    double slope[3] = {}, largest[3] = {};
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const auto [low, high] = operands_[i]->bounds(dimensions);
      largest[i] = std::max({-low, high, 1.0});
      slope[i] = operands_[i]->steepness(dimensions);
    }
    switch (operation_) {
      case Operation::add:
      case Operation::subtract:
      case Operation::minimum:
      case Operation::maximum:
      case Operation::absolute:
        break;
      case Operation::multiply:
        return slope[0] * largest[1] + largest[0] * slope[1];
      case Operation::mix: {
        const auto [low, high] = operands_[2]->bounds(dimensions);
        const double of_operands = low >= 0 && high <= 1
                                       ? std::max(slope[0], slope[1])
                                       : slope[0] + (slope[0] + slope[1]) * largest[2];
        return of_operands + (largest[0] + largest[1]) * slope[2];
      }
      case Operation::smoothstep:
        return 1.5 * slope[0] /
               std::min(1.0, operands_[2]->bounds(dimensions).max -
                                 operands_[1]->bounds(dimensions).min);
      case Operation::square_root:
        return slope[0] * 0x1p29;  // model::least_sloping
      case Operation::sine:
        return slope[0] * 2 * std::numbers::pi;
    }
    return slope[0] + slope[1];
  }

  field::Dimensions find_dimensions() const noexcept {
    field::Dimensions common;
    for (const auto& operand : operands_) {
      const auto [least, most] = operand->dimensions();
      common = {std::max(common.least, least), std::min(common.most, most)};
    }
    return common;
  }

  static Bounds product(const Range& a, const Range& b) noexcept {
    const auto [low, high] =
        std::minmax({a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max});
    return {low, high};
  }

  Operation operation_;
  Operands operands_;
};

float usable(float number) {
  if (!std::isfinite(number))
    engine::refuse("an operator's number is ", number, "; use a finite one");
  return number;
}

Field operate(const char* name, Operation operation, std::initializer_list<Operand> operands) {
  const engine::FloatEnvironment environment;
  OperationNode::Operands nodes;
  for (const Operand& operand : operands) nodes.push_back(operand.field().shared_node());
  auto node = std::make_shared<const OperationNode>(operation, std::move(nodes));
  const auto [least, most] = node->dimensions();
  if (least > most)
    engine::refuse(name,
                   ": the operands are made for different numbers of dimensions; use fields that "
                   "have one in common");
  for (int dimensions = least; dimensions <= most; ++dimensions) {
    const auto [low, high] = node->bounds(dimensions);
    if (!field::are_floats({low, high})) {
      engine::refuse(name, ": values might be ", low, " and ", high,
                     ", beyond a float; keep those of the operands smaller, perhaps by a smaller "
                     "Coordinate::frequency");
    }
  }
  return node->is_constant() ? constant(node->sample({least, false, {}}, nullptr))
                             : Field(std::move(node));
}

}  // namespace

Operand::Operand(float value) : field_(constant(usable(value))) {}

Field operator+(const Operand& a, const Operand& b) {
  return operate("operator+", Operation::add, {a, b});
}
Field operator-(const Operand& a, const Operand& b) {
  return operate("operator-", Operation::subtract, {a, b});
}
Field operator*(const Operand& a, const Operand& b) {
  return operate("operator*", Operation::multiply, {a, b});
}
Field operator-(const Field& a) { return operate("operator-", Operation::multiply, {-1.0f, a}); }

Field min(const Operand& a, const Operand& b) { return operate("min", Operation::minimum, {a, b}); }
Field max(const Operand& a, const Operand& b) { return operate("max", Operation::maximum, {a, b}); }

Field clamp(const Field& a, float low, float high) {
  const engine::FloatEnvironment environment;
  if (!(low <= high))
    engine::refuse("clamp: low is ", low, " and high is ", high,
                   "; use two numbers, the smaller one first");
  return min(max(a, low), high);
}

Field mix(const Operand& a, const Operand& b, const Operand& t) {
  return operate("mix", Operation::mix, {a, b, t});
}

Field smoothstep(float low, float high, const Field& a) {
  const engine::FloatEnvironment environment;
  if (!(low < high))
    engine::refuse("smoothstep: low is ", low, " and high is ", high,
                   "; use two numbers, the smaller one first");
  if (!std::isfinite(high - low))
    engine::refuse("smoothstep: high - low is ", high - low, "; use a finite difference");
  return operate("smoothstep", Operation::smoothstep, {a, low, high});
}

Field abs(const Field& a) { return operate("abs", Operation::absolute, {a}); }
Field sqrt(const Field& a) { return operate("sqrt", Operation::square_root, {a}); }
Field sine(const Field& a) { return operate("sine", Operation::sine, {a}); }

}  // namespace perlane
