// Arithmetic on fields: the checks of operands, and the node of an operation.

#include <perlane/operators.hpp>

#include "engine/environment.hpp"
#include "engine/refuse.hpp"
#include "field/lowering.hpp"
#include "field/operations.hpp"
#include "reference/operations.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using engine::refuse;
using field::NodePointer;
using model::Operation;

class OperationNode final : public field::Node {
 public:
  OperationNode(Operation operation, std::vector<NodePointer> operands)
      : Node(std::move(operands)), operation_(operation) {
    set_facts(find_facts());
  }

  void sign(field::Signature& to) const override {
    to.add("operation");
    to.add(operation_);
  }

  bool lower(field::Lowering& lowering, field::Frame& frame) const override {
    field::Term terms[3];
    for (std::size_t i = 0; i < parts().size(); ++i) {
      terms[i].constant = part(i).constant();
      if (terms[i].constant != nullptr) continue;
      if (frame.phase == 0) {
        lowering.need(part(i), frame.positions);
      } else {
        terms[i].value = lowering.value(part(i), frame.positions);
      }
    }
    if (frame.phase == 0) return false;
    frame.value = lowering.operate(operation_, {terms[0], terms[1], terms[2]});
    return true;
  }

  NodePointer as_octave(const field::Octave&, std::vector<NodePointer> operands) const override {
    return std::make_shared<const OperationNode>(operation_, std::move(operands));
  }

 private:
  field::Facts find_facts() const {
    const field::OperationKind& kind = field::kind_of(operation_);
    field::Facts facts;
    facts.dimensions = field::common_dimensions(parts());
    facts.buffers = field::buffers_of(parts());
    field::join_chunks(facts, parts());
    for (const NodePointer& operand : parts()) {
      facts.highest_frequency = std::max(facts.highest_frequency, operand->highest_frequency());
      facts.largest_shift = std::max(facts.largest_shift, operand->largest_shift());
    }
    field::for_each_dimension(facts.dimensions, [&](int dimensions, std::size_t i) {
      field::OperandFacts operand[3] = {};
      for (std::size_t number = 0; number < parts().size(); ++number) {
        operand[number] = {field::outwards(part(number).bounds(dimensions)),
                           part(number).derivative_bound(dimensions)};
      }
      const auto& [a, b, c] = operand;
      facts.bounds[i] = kind.bounds(a.range, b.range, c.range);
      facts.derivative_bound[i] = kind.derivative_bound(a, b, c);
    });
    return facts;
  }

  Operation operation_;
};

float usable(float number) {
  if (!std::isfinite(number)) refuse("an operator's number is ", number, "; use a finite one");
  return number;
}

// An operation on nothing but constants is worked out here, once, and becomes a constant itself.
Field simplified(Operation operation, std::shared_ptr<const OperationNode> node) {
  float value[3] = {};
  for (std::size_t i = 0; i < node->parts().size(); ++i) {
    const float* constant = node->part(i).constant();
    if (constant == nullptr) return Field(std::move(node));
    value[i] = *constant;
  }
  return constant(reference::operate(operation, value[0], value[1], value[2]));
}

Field operate(Operation operation, std::initializer_list<Operand> operands) {
  const engine::FloatEnvironment environment;
  std::vector<NodePointer> nodes;
  for (const Operand& operand : operands) nodes.push_back(operand.field().shared_node());
  auto node = std::make_shared<const OperationNode>(operation, std::move(nodes));
  const std::string_view name = field::kind_of(operation).name;
  const auto [least, most] = node->dimensions();
  if (least > most) {
    refuse(name,
           ": the operands are made for different numbers of dimensions; use fields that have one "
           "in common");
  }
  if (field::are_of_different_chunks(node->parts())) {
    refuse(name,
           ": the operands hold noise of chunks that translate has moved to different places, so "
           "one of them would be beyond its chunk; move all of them by the same distance");
  }
  field::for_each_dimension(node->dimensions(), [&](int dimensions, std::size_t) {
    const auto [low, high] = node->bounds(dimensions);
    if (field::are_floats({low, high})) return;
    refuse(name, ": values might be ", low, " and ", high,
           ", beyond a float; keep those of the operands smaller, perhaps by a smaller "
           "Coordinate::frequency");
  });
  return simplified(operation, std::move(node));
}

}  // namespace

Operand::Operand(float value) : field_(constant(usable(value))) {}

Field operator+(const Operand& a, const Operand& b) { return operate(Operation::add, {a, b}); }
Field operator-(const Operand& a, const Operand& b) { return operate(Operation::subtract, {a, b}); }
Field operator*(const Operand& a, const Operand& b) { return operate(Operation::multiply, {a, b}); }
Field operator-(const Field& a) { return operate(Operation::multiply, {-1.0f, a}); }

Field min(const Operand& a, const Operand& b) { return operate(Operation::minimum, {a, b}); }
Field max(const Operand& a, const Operand& b) { return operate(Operation::maximum, {a, b}); }

Field clamp(const Field& a, float low, float high) {
  const engine::FloatEnvironment environment;
  if (!(low <= high)) {
    refuse("clamp: low is ", low, " and high is ", high,
           "; use two numbers, the smaller one first");
  }
  return min(max(a, low), high);
}

Field mix(const Operand& a, const Operand& b, const Operand& t) {
  return operate(Operation::mix, {a, b, t});
}

Field smoothstep(float low, float high, const Field& a) {
  const engine::FloatEnvironment environment;
  if (!(low < high)) {
    refuse("smoothstep: low is ", low, " and high is ", high,
           "; use two numbers, the smaller one first");
  }
  if (!std::isfinite(high - low)) {
    refuse("smoothstep: high - low is ", high - low, "; use a finite difference");
  }
  return operate(Operation::smoothstep, {a, low, high});
}

Field abs(const Field& a) { return operate(Operation::absolute, {a}); }
Field sqrt(const Field& a) { return operate(Operation::square_root, {a}); }
Field sine(const Field& a) { return operate(Operation::sine, {a}); }

}  // namespace perlane
