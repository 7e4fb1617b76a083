#pragma once
// The reference runs the program of a whole field. These functions run one for each field that a
// call was given, and work out the call from the results: an operator from values and derivatives,
// translate and scale from values at mapped coordinates.

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

// `expected` is the reference's result at the points.
template <class Real, int N>
void require_operator(const graph::Call& call, const Points<Real, N>& points,
                      const Samples<N>& expected) {
  const auto operators = graph::factories_of_operators();
  if (std::ranges::find(operators, call.function, &graph::Factory::name) == operators.end()) return;
  const bool with_derivatives = !expected[1].empty();
  std::array<Samples<N>, 3> operands;
  for (std::size_t i = 0; i < call.fields.size(); ++i)
    operands[i] = expected_at<Real, N>(points, graph::field_of(call.fields[i]));
  for (std::size_t i = 0; i < points[0].size(); ++i) {
    for (std::size_t axis = 1; axis <= N; ++axis) {
      const auto term = [&](std::size_t number) -> Term {
        const Samples<N>& of = operands[number];
        if (of[0].empty()) return {};
        return {of[0][i], with_derivatives ? of[axis][i] : 0};
      };
      const std::optional<Term> result = operator_result(call, term(0), term(1), term(2));
      if (!result) return;  // it is made of several operations
      require(is_same(result->value, expected[0][i]),
              "an operator differs from the operation on the values of its fields");
      require(!with_derivatives || is_same(result->derivative, expected[axis][i]),
              "the derivative of an operator differs from that of the operation");
    }
  }
}

// A value is NaN beyond the limit of coordinates, which a map may lower.
template <class Real, int N>
void require_map(const graph::Call& call, const Field& field, const Points<Real, N>& points,
                 const Samples<N>& expected) {
  const bool is_scale = call.function == "scale";
  if (!is_scale && call.function != "translate") return;
  const auto& number = std::any_cast<const graph::ByAxis&>(call.arguments).value;
  Points<Real, N> mapped = points;
  for (std::size_t axis = 0; axis < N; ++axis) {
    const auto by = static_cast<Real>(number[axis]);
    for (Real& coordinate : mapped[axis]) {
      if (by != 0) coordinate = is_scale ? coordinate / by : coordinate - by;
    }
  }
  const Samples<N> values = expected_at<Real, N>(mapped, graph::field_of(call.fields[0]));
  const double frequency = graph::node_of(field).highest_frequency();
  const double limit = sizeof(Real) == 4 ? 0x1p30 : 0x1p50;
  for (std::size_t i = 0; i < values[0].size(); ++i) {
    const bool is_far = std::ranges::any_of(points, [&](const std::vector<Real>& coordinates) {
      return !(std::abs(static_cast<double>(coordinates[i])) * frequency < limit);
    });
    require(is_same(values[0][i], expected[0][i]) || (is_far && std::isnan(expected[0][i])),
            "a map differs from its field at mapped coordinates");
  }
}

template <class Real, int N>
void require_composition(const Field& field, const Points<Real, N>& points,
                         const Samples<N>& expected) {
  const graph::Call* const call = graph::node_of(field).call();
  if (call == nullptr) return;
  require_operator<Real, N>(*call, points, expected);
  require_map<Real, N>(*call, field, points, expected);
}

}  // namespace perlane::fuzz
