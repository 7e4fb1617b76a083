#pragma once
// The list of operators: the properties of each operation, a line each.

#include <perlane/operand.hpp>

#include "graph/properties.hpp"
#include "model/operations.hpp"

#include <initializer_list>
#include <span>
#include <string_view>

namespace perlane::graph {

// The properties of an operand.
struct OperandProperties {
  Range range;
  double derivative_bound;  // a bound of its derivative
};

struct OperationKind {
  model::Operation operation;
  std::string_view name;  // of the function
  int operands;

  // No value, rounding included, lies outside. Rounding is monotonic, so an operation of bounds,
  // rounded like any other, bounds it.
  Bounds (*bounds)(const Range& a, const Range& b, const Range& c) noexcept;
  // A bound of the derivative, before rounding. Factors of the operands' derivatives count as
  // `least` if they are smaller: 0, or 1 to bound also everything that it is computed from.
  double (*derivative_bound)(const OperandProperties& a, const OperandProperties& b,
                             const OperandProperties& c, double least) noexcept;
  // An example of it, for all who walk the list.
  Field (*make)(const Field& a, const Field& b);
};

// An operation on fields; `name` is that of the function, for messages. Throws
// std::invalid_argument if the operands do not go together, or values might not be floats.
Field operate(model::Operation, std::initializer_list<Operand> operands, std::string_view name);

// Calls visit(range) for each number of dimensions that a field has.
template <class Visit>
void for_each_range(const Field& field, Visit visit) {
  const Node& node = node_of(field);
  for_each_dimension(node.dimensions(), [&](int dimensions, std::size_t) {
    visit(outwards(node.bounds(dimensions)));
  });
}

// Throws std::invalid_argument if values of the operands are ones for which the operation has no
// finite result, such as a divisor of 0. `where` is part of the message, after the function's name.
void reject_operands(model::Operation, std::span<const NodePointer> operands,
                     std::string_view where = "");

std::span<const OperationKind> operations() noexcept;
const OperationKind& kind_of(model::Operation) noexcept;

}  // namespace perlane::graph
