#pragma once
// The reference runs the program of a whole field. These functions run one for each field that a
// call was given, and work out the call from the results.

#include "composition_of_fractals.hpp"
#include "composition_of_maps.hpp"
#include "composition_of_warps.hpp"
#include "evaluated.hpp"
#include "reference.hpp"
#include "require.hpp"

#include "graph/arithmetic/operations.hpp"
#include "graph/call.hpp"
#include "graph/catalogue/factories.hpp"
#include "graph/node.hpp"
#include "reference/operations.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace perlane::fuzz {

// A value, and its derivative along one axis.
struct Term {
  float value = 0, derivative = 0;
};

inline Term operate(model::Operation operation, Term a, Term b = {}, Term c = {}) {
  return {reference::operate(operation, a.value, b.value, c.value),
          reference::operate_derivative(operation, a.value, b.value, c.value, a.derivative,
                                        b.derivative, c.derivative)};
}

// The result of a call that has nothing but fields. Nothing if it is no operator.
inline std::optional<Term> plain_operator(std::string_view function, Term a, Term b, Term c) {
  using model::Operation;
  if (function == "add") return operate(Operation::add, a, b);
  if (function == "subtract") return operate(Operation::subtract, a, b);
  if (function == "multiply") return operate(Operation::multiply, a, b);
  if (function == "divide") return operate(Operation::divide, a, b);
  for (const graph::OperationKind& kind : graph::operations()) {
    if (kind.name == function) return operate(kind.operation, a, b, c);
  }
  return std::nullopt;
}

// The result of an operator, given those of its fields.
inline std::optional<Term> operator_result(const graph::Call& call, Term a, Term b, Term c) {
  using model::Operation;
  const std::string_view function = call.function;
  if (call.arguments.type() == typeid(graph::NoArguments)) return plain_operator(function, a, b, c);
  if (const auto* between = std::any_cast<graph::Between>(&call.arguments)) {
    const Term low{between->low}, high{between->high};
    if (function == "smoothstep") return operate(Operation::smoothstep, a, low, high);
    return operate(Operation::minimum, operate(Operation::maximum, a, low), high);
  }
  if (const auto* terrace = std::any_cast<graph::Terrace>(&call.arguments)) {
    const float ramps = terrace->smoothness == 0 ? 0 : 1 + 1 / terrace->smoothness;
    return operate(Operation::terrace, a, {terrace->steps}, {ramps});
  }
  if (const auto* argument = std::any_cast<graph::Number>(&call.arguments)) {
    const Term number{argument->value};
    if (function == "step") return operate(Operation::step, a, number);
    if (function == "select")
      return operate(Operation::choose, b, c, operate(Operation::step, a, number));
    const bool is_sharp = number.value == 0;
    if (function == "smooth_min" && is_sharp) return operate(Operation::minimum, a, b);
    if (function == "smooth_min") return operate(Operation::smooth_minimum, a, b, number);
    if (function == "smooth_max" && is_sharp) return operate(Operation::maximum, a, b);
    if (function == "smooth_max") return operate(Operation::smooth_maximum, a, b, number);
    const bool is_product = number.value >= 1 && number.value == std::floor(number.value);
    if (function == "pow" && !is_product) return operate(Operation::power, a, number);
  }
  return std::nullopt;
}

// An operator that is made of several operations: its value is that of the same call of constants.
template <class Real, int N>
void require_value_of_constants(const Evaluated<Real, N>& at,
                                const std::array<Samples<N>, 3>& operands) {
  constexpr std::size_t most = 8;  // each takes a field of its own
  const graph::Call& call = *at.call;
  const graph::Factory& factory = *graph::factory_of(call.function);
  for (std::size_t i = 0; i < std::min(most, at.points[0].size()); ++i) {
    Field made;
    // Constants that are NaN are rejected, among others.
    const bool is_made = !is_rejected([&] {
      std::vector<Field> constants;
      for (std::size_t number = 0; number < call.fields.size(); ++number)
        constants.push_back(constant(operands[number][0][i]));
      made = factory.make(call.arguments, constants);
    });
    if (!is_made) continue;
    Points<Real, N> zero;
    zero.fill({0});
    require(is_same(expected_at<Real, N>(zero, made)[0][0], at.expected[0][i]),
            "an operator differs from that of constants with the values of its fields");
  }
}

template <class Real, int N>
void require_operator(const Evaluated<Real, N>& at) {
  const auto operators = graph::factories_of_operators();
  if (std::ranges::find(operators, at.call->function, &graph::Factory::name) == operators.end())
    return;
  std::array<Samples<N>, 3> operands;
  for (std::size_t number = 0; number < at.call->fields.size(); ++number)
    operands[number] = at.of(number);
  for (std::size_t i = 0; i < at.points[0].size(); ++i) {
    for (std::size_t axis = 1; axis <= N; ++axis) {
      const auto term = [&](std::size_t number) -> Term {
        const Samples<N>& of = operands[number];
        if (of[0].empty()) return {};
        return {of[0][i], at.has_derivatives() ? of[axis][i] : 0};
      };
      const std::optional<Term> result = operator_result(*at.call, term(0), term(1), term(2));
      if (!result) return require_value_of_constants(at, operands);
      at.require_value(0, i, result->value,
                       "an operator differs from the operation on the values of its fields");
      if (!at.has_derivatives()) continue;
      at.require_value(axis, i, result->derivative,
                       "the derivative of an operator differs from that of the operation");
    }
  }
}

template <class Real, int N>
void require_composition(const Field& field, const Points<Real, N>& points,
                         const Samples<N>& expected) {
  const graph::Call* const call = graph::node_of(field).call();
  if (call == nullptr) return;
  const Evaluated<Real, N> at{field, call, points, expected};
  require_operator(at);
  require_map(at);
  require_warp(at);
  require_fractal(at);
}

}  // namespace perlane::fuzz
