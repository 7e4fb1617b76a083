// The values for which operations have no finite result.

#include "base/error.hpp"
#include "graph/arithmetic/operations.hpp"

#include <span>
#include <string_view>

namespace perlane {

using base::throw_invalid;
using graph::NodePointer;
using model::Operation;

void graph::reject_operands(Operation operation, std::span<const NodePointer> operands,
                            std::string_view where) {
  const auto each = [&](std::size_t number, auto visit) {
    graph::for_each_range(graph::field_of(operands[number]), visit);
  };
  switch (operation) {
    case Operation::divide:
      return each(1, [&](const Range& b) {
        if (b.min > 0 || b.max < 0) return;
        throw_invalid("operator/", where, ": b is from ", b.min, " to ", b.max,
                      ", and might be 0; keep it away from 0, for example by max(b, 0.01)");
      });
    case Operation::exponential:
      return each(0, [&](const Range& a) {
        if (a.max <= 88.7f) return;
        throw_invalid("exp", where, ": a is from ", a.min, " to ", a.max,
                      ", and its power might be beyond a float; keep it at 88.7 at most, for "
                      "example by min(a, 88)");
      });
    case Operation::logarithm:
      return each(0, [&](const Range& a) {
        if (a.min > 0) return;
        throw_invalid("log", where, ": a is from ", a.min, " to ", a.max,
                      ", and might be 0 or below; keep it above 0, for example by max(a, 0.01)");
      });
    case Operation::power:
    case Operation::power_of_fields:
      return each(1, [&](const Range& exponent) {
        if (exponent.min > 0) return;
        each(0, [&](const Range& a) {
          if (a.min > 0) return;
          if (operation == Operation::power) {
            throw_invalid("pow", where, ": exponent is ", exponent.min,
                          ", and the values are from ", a.min, " to ", a.max,
                          "; use an exponent above 0, or keep the values above 0, for example by "
                          "max(values, 0.01)");
          }
          throw_invalid("pow", where, ": exponent is from ", exponent.min, " to ", exponent.max,
                        ", and a is from ", a.min, " to ", a.max,
                        "; keep one of them above 0, for example by max(a, 0.01)");
        });
      });
    default:
      return;
  }
}

}  // namespace perlane
