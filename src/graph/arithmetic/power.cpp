// Powers: of whole exponents by multiplication, others by an operation of their own.

#include <perlane/arithmetic.hpp>

#include "graph/arithmetic/operations.hpp"
#include "graph/call.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace perlane {
namespace {

using model::Operation;

// A power of a whole exponent above 0, by squaring: squares that bits of the exponent stand for are
// multiplied, the lowest first.
Field whole_power(const Field& a, float exponent) {
  const auto times = [](const Operand& x, const Operand& y) {
    return graph::operate(Operation::multiply, {x, y}, "pow");
  };
  if (exponent == 1) return times(a, 1.0f);  // not `a` itself, which another call has made
  std::optional<Field> power;
  for (Field square = a;; square = times(square, square)) {
    const float half = std::floor(exponent / 2);
    if (half * 2 != exponent) power = power.has_value() ? times(*power, square) : square;
    if (half == 0) return *power;
    exponent = half;
  }
}

}  // namespace

Field pow(const Field& a, float exponent) {
  return graph::call("pow", a, graph::Number{exponent}, [&] {
    if (exponent >= 1 && exponent == std::floor(exponent)) return whole_power(a, exponent);
    return graph::operate(Operation::power, {a, exponent}, "pow");
  });
}

Field pow(const Operand& a, const Field& exponent) {
  return graph::call(
      "pow_of_fields", std::vector{graph::pointer_of(a.field()), graph::pointer_of(exponent)},
      graph::NoArguments{},
      [&] { return graph::operate(Operation::power_of_fields, {a, exponent}, "pow"); });
}

}  // namespace perlane
