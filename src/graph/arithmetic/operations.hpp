#pragma once
// The list of operators: what is known of each operation, a line each.

#include <perlane/operators.hpp>

#include "graph/facts.hpp"
#include "model/operations.hpp"

#include <span>
#include <string_view>

namespace perlane::graph {

// The facts of an operand.
struct OperandFacts {
  Range range;
  double slope;  // what a derivative stays within
};

struct OperationKind {
  model::Operation operation;
  std::string_view name;  // of the function
  int operands;

  // No value, rounding included, lies outside. Rounding is monotonic, so an operation of bounds,
  // rounded like any other, bounds it.
  Bounds (*bounds)(const Range& a, const Range& b, const Range& c) noexcept;
  // What the derivative stays within, before rounding. Factors of the operands' derivatives count
  // as `least` if they are smaller: 0, or 1 for a bound of all that it is computed from as well.
  double (*slope)(const OperandFacts& a, const OperandFacts& b, const OperandFacts& c,
                  double least) noexcept;
  // An example of it, for all who walk the list.
  Field (*make)(const Field& a, const Field& b);
};

std::span<const OperationKind> operations() noexcept;
const OperationKind& kind_of(model::Operation) noexcept;

}  // namespace perlane::graph
