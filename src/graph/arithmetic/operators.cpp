// Arithmetic on fields: the checks of operands, and the node of an operation.

#include <perlane/arithmetic.hpp>
#include <perlane/noise.hpp>
#include <perlane/terrain.hpp>

#include "base/float_environment.hpp"
#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/lowering.hpp"
#include "graph/arithmetic/operations.hpp"
#include "graph/signature.hpp"
#include "reference/operations.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::NodePointer;
using model::Operation;

class OperationNode final : public graph::Node {
 public:
  OperationNode(Operation operation, std::vector<NodePointer> operands)
      : Node(std::move(operands)), operation_(operation) {
    set_properties(find_properties());
  }

  void append_signature(graph::Signature& to) const override { to.add("operation", operation_); }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    graph::Term terms[3];
    for (std::size_t i = 0; i < parts().size(); ++i) {
      if (frame.phase == 0) {
        lowering.need_term(part(i), frame.positions);
      } else {
        terms[i] = lowering.term(part(i), frame.positions);
      }
    }
    if (frame.phase == 0) return false;
    frame.value = lowering.operate(operation_, {terms[0], terms[1], terms[2]});
    return true;
  }

  // Noise that has faded in the field may not have faded in its octave, whose values go farther.
  NodePointer as_octave(const graph::Octave&, std::vector<NodePointer> operands) const override {
    graph::reject_operands(operation_, operands, " in an octave of a fractal");
    return std::make_shared<const OperationNode>(operation_, std::move(operands));
  }

 private:
  graph::Properties find_properties() const {
    const graph::OperationKind& kind = graph::kind_of(operation_);
    graph::Properties properties = graph::merged_properties(parts());
    const bool is_square = operation_ == Operation::multiply && graph::are_equal(part(0), part(1));
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      graph::OperandProperties operand[3] = {};
      for (std::size_t number = 0; number < parts().size(); ++number)
        operand[number].range = graph::outwards(part(number).bounds(dimensions));
      const auto& [a, b, c] = operand;
      properties.bounds[i] = kind.bounds(a.range, b.range, c.range);
      if (is_square) properties.bounds[i].min = std::max(properties.bounds[i].min, 0.0);
      const auto bound = [&](double least, auto of_part) {
        for (std::size_t number = 0; number < parts().size(); ++number)
          operand[number].derivative_bound = of_part(part(number));
        return kind.derivative_bound(a, b, c, least);
      };
      properties.derivative_bounds[i] =
          graph::each_derivative_bound(dimensions, [&](auto component) {
            return bound(
                0, [&](const Node& part) { return component(part.derivative_bounds(dimensions)); });
          });
      properties.derivative_scale[i] =
          bound(1, [&](const Node& part) { return part.derivative_scale(dimensions); });
    });
    return properties;
  }

  Operation operation_;
};

float usable(float number) {
  if (!std::isfinite(number))
    throw_invalid("an operator's number is ", number, "; use a finite one");
  return number;
}

// An operation on nothing but constants is worked out here, once, and becomes a constant itself.
Field simplified(Operation operation, std::shared_ptr<const OperationNode> node) {
  float value[3] = {};
  for (std::size_t i = 0; i < node->parts().size(); ++i) {
    const float* constant = node->part(i).constant();
    if (constant == nullptr) return graph::field_of(std::move(node));
    value[i] = *constant;
  }
  return constant(reference::operate(operation, value[0], value[1], value[2]));
}

std::vector<NodePointer> nodes_of(std::initializer_list<Operand> operands) {
  std::vector<NodePointer> nodes;
  for (const Operand& operand : operands) nodes.push_back(graph::pointer_of(operand.field()));
  return nodes;
}

Field operate(Operation operation, std::initializer_list<Operand> operands) {
  return graph::operate(operation, operands, graph::kind_of(operation).name);
}

// A function that takes nothing but operands.
Field call(std::string_view function, Operation operation,
           std::initializer_list<Operand> operands) {
  return graph::call(function, nodes_of(operands), graph::NoArguments{},
                     [&] { return operate(operation, operands); });
}

Field smooth(Operation smooth, Operation sharp, const Operand& a, const Operand& b, float radius) {
  return graph::call(graph::kind_of(smooth).name, nodes_of({a, b}), graph::Number{radius}, [&] {
    return radius == 0 ? operate(sharp, {a, b}) : operate(smooth, {a, b, radius});
  });
}

}  // namespace

Field graph::operate(Operation operation, std::initializer_list<Operand> operands,
                     std::string_view name) {
  const base::FloatEnvironment environment;
  std::vector<NodePointer> nodes = nodes_of(operands);
  reject_operands(operation, nodes);
  auto node = std::make_shared<const OperationNode>(operation, std::move(nodes));
  const auto [least, most] = node->dimensions();
  if (least > most) {
    throw_invalid(
        name,
        ": the operands are made for different numbers of dimensions; use fields that have one "
        "in common");
  }
  if (graph::are_of_different_chunks(node->parts())) {
    throw_invalid(
        name,
        ": the operands hold noise of chunks that translate has moved to different places, so "
        "one of them would be beyond its chunk; move all of them by the same distance");
  }
  graph::for_each_dimension(node->dimensions(), [&](int dimensions, std::size_t) {
    const auto [low, high] = node->bounds(dimensions);
    if (graph::are_floats({low, high})) return;
    throw_invalid(name, ": values might be ", low, " and ", high,
                  ", beyond a float; keep those of the operands smaller, perhaps by a smaller "
                  "Coordinate::frequency");
  });
  return simplified(operation, std::move(node));
}

Operand::Operand(float value) : field_(constant(usable(value))) {}

Field operator+(const Operand& a, const Operand& b) { return call("add", Operation::add, {a, b}); }
Field operator-(const Operand& a, const Operand& b) {
  return call("subtract", Operation::subtract, {a, b});
}
Field operator*(const Operand& a, const Operand& b) {
  return call("multiply", Operation::multiply, {a, b});
}
Field operator/(const Operand& a, const Operand& b) {
  return call("divide", Operation::divide, {a, b});
}
Field operator-(const Field& a) { return -1.0f * a; }

Field& operator+=(Field& a, const Operand& b) { return a = a + b; }
Field& operator-=(Field& a, const Operand& b) { return a = a - b; }
Field& operator*=(Field& a, const Operand& b) { return a = a * b; }
Field& operator/=(Field& a, const Operand& b) { return a = a / b; }

Field min(const Operand& a, const Operand& b) { return call("min", Operation::minimum, {a, b}); }
Field max(const Operand& a, const Operand& b) { return call("max", Operation::maximum, {a, b}); }
Field min(const Field& a, const Field& b) { return min(Operand(a), Operand(b)); }
Field max(const Field& a, const Field& b) { return max(Operand(a), Operand(b)); }

namespace {

template <class OneOrOther>
Field folded(const char* name, std::initializer_list<OneOrOther> operands,
             Field (*two)(const Operand&, const Operand&)) {
  if (operands.size() == 0) throw_invalid(name, ": the list has no operands; use one or more");
  Field taken = Operand(*operands.begin()).field();
  (void)graph::node_of(taken);  // throws if the field is empty
  for (const OneOrOther& operand : std::span(operands).subspan(1)) taken = two(taken, operand);
  return taken;
}

}  // namespace

Field min(std::initializer_list<Operand> operands) { return folded("min", operands, min); }
Field max(std::initializer_list<Operand> operands) { return folded("max", operands, max); }
Field min(std::initializer_list<Field> operands) { return folded("min", operands, min); }
Field max(std::initializer_list<Field> operands) { return folded("max", operands, max); }

Field clamp(const Field& a, float low, float high) {
  return graph::call("clamp", a, graph::Between{low, high}, [&] {
    if (low <= high) return min(max(a, low), high);
    throw_invalid("clamp: low is ", low, " and high is ", high,
                  "; use two numbers, the smaller one first");
  });
}

Field mix(const Operand& a, const Operand& b, const Operand& t) {
  return call("mix", Operation::mix, {a, b, t});
}

Field smoothstep(float low, float high, const Field& a) {
  return graph::call("smoothstep", a, graph::Between{low, high}, [&] {
    if (!(low < high)) {
      throw_invalid("smoothstep: low is ", low, " and high is ", high,
                    "; use two numbers, the smaller one first");
    }
    if (!std::isfinite(high - low))
      throw_invalid("smoothstep: high - low is ", high - low, "; use a finite difference");
    return operate(Operation::smoothstep, {a, low, high});
  });
}

Field abs(const Field& a) { return call("abs", Operation::absolute, {a}); }
Field sqrt(const Field& a) { return call("sqrt", Operation::square_root, {a}); }
Field sine(const Field& a) { return call("sine", Operation::sine, {a}); }

Field floor(const Field& a) { return call("floor", Operation::floor, {a}); }

Field exp(const Field& a) { return call("exp", Operation::exponential, {a}); }
Field log(const Field& a) { return call("log", Operation::logarithm, {a}); }

Field smooth_min(const Operand& a, const Operand& b, float radius) {
  return smooth(Operation::smooth_minimum, Operation::minimum, a, b, radius);
}
Field smooth_max(const Operand& a, const Operand& b, float radius) {
  return smooth(Operation::smooth_maximum, Operation::maximum, a, b, radius);
}

Field terrace(const Field& a, float steps, float smoothness) {
  return graph::call("terrace", a, graph::Terrace{steps, smoothness}, [&] {
    graph::for_each_range(a, [&](const Range& values) {
      if (std::isfinite(values.min * steps) && std::isfinite(values.max * steps)) return;
      throw_invalid("terrace: steps is ", steps, ", and the values are from ", values.min, " to ",
                    values.max, ", so there might be more steps than a float can count; use fewer");
    });
    const float ramps = smoothness == 0 ? 0 : 1 + 1 / smoothness;
    return operate(Operation::terrace, {a, steps, ramps});
  });
}

Field fraction(const Field& a) { return call("fraction", Operation::fraction, {a}); }
Field step(float edge, const Field& a) {
  return graph::call("step", a, graph::Number{edge},
                     [&] { return operate(Operation::step, {a, edge}); });
}

Field select(const Field& by, float threshold, const Operand& below, const Operand& above) {
  return graph::call("select", nodes_of({by, below, above}), graph::Number{threshold}, [&] {
    return operate(Operation::choose, {below, above, step(threshold, by)});
  });
}

}  // namespace perlane
