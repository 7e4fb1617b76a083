// The line that takes one range to another.

#include <perlane/arithmetic.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"

#include <cmath>

namespace perlane {

Field remap(const Field& a, const BracedRange& braced_from, const BracedRange& braced_to) {
  const Range from = braced_from, to = braced_to;
  return graph::call("remap", a, graph::Remap{from, to}, [&] {
    const auto validate = [](const char* name, const Range& range) {
      if (std::isfinite(range.max - range.min)) return;
      base::throw_invalid("remap: ", name, " is from ", range.min, " to ", range.max,
                          "; use finite numbers with a finite difference");
    };
    validate("from", from);
    validate("to", to);
    if (!(from.min < from.max)) {
      base::throw_invalid("remap: from is ", from.min, " to ", from.max,
                          "; use two numbers, the smaller one first");
    }
    const float width = from.max - from.min;
    float factor = (to.max - to.min) / width;
    if (!std::isfinite(factor)) {
      base::throw_invalid("remap: from is ", from.min, " to ", from.max, " and to is ", to.min,
                          " to ", to.max, ", so the factor is ", factor,
                          "; use a wider range or a narrower one");
    }
    // Rounding may take the upper end past that of `to`; then the factor is reduced.
    const auto is_beyond = [&] {
      const float end = width * factor + to.min;
      return to.min < to.max ? end > to.max : end < to.max;
    };
    while (is_beyond()) factor = std::nextafter(factor, 0.0f);
    return (a - from.min) * factor + to.min;
  });
}

}  // namespace perlane
