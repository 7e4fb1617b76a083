// Value noise, and white noise, which is value noise that does not fade: parameters, checks, and
// the node.

#include <perlane/noise.hpp>

#include "graph/call.hpp"
#include "graph/noise/derivative_bounds.hpp"
#include "graph/noise/source.hpp"

#include <algorithm>

namespace perlane {
namespace {

// Below 1 by more than blending can add: the noise stays within [-1, 1];
// tests/graph/range_test.cpp, OfBlending.
constexpr float largest_draw = 1 - 0x1p-19f;

// White noise has model::Fade::none in place of the fade of its parameters.
struct Faded : Value {
  model::Fade faded;
};

class ValueNode final : public graph::SeededNode<ValueNode, model::ValueNoise, Faded> {
 public:
  explicit ValueNode(const Faded& parameters, const graph::Shift& shift = {})
      : SeededNode(parameters),
        lattice_(parameters.lattice, parameters.seed, parameters.period, shift) {
    const model::Fade fade = noise_.fade = parameters.faded;
    noise_.lattice = lattice_.points();
    if (const graph::ExplicitLattice* array = graph::explicit_lattice(parameters_.lattice)) {
      noise_.value = array->value.data();
      const auto [least, most] = array->range;
      // Four axes of blending add 12 * 2^-23 at most, relative to the largest value;
      // tests/graph/range_test.cpp, OfBlending.
      const double largest_value = std::max(std::abs(double{least}), std::abs(double{most}));
      const double rounding = fade == model::Fade::none ? 0 : largest_value * 1.5e-6;
      const graph::Bounds bounds{least - rounding, most + rounding};
      // Values that are blended, or multiplied by an amplitude, are rounded before they are
      // subtracted.
      const double half = least == most ? 0 : (double{most} - double{least}) / 2 + rounding;
      set_bounds(
          array->dimensions, [&](int) { return bounds; },
          [&](int dimensions) {
            return graph::derivative_bounds_of_values(half, fade, dimensions);
          });
    } else {
      const bool is_hashed = noise_.lattice.kind == model::LatticePoints::hashed;
      const std::uint32_t length = noise_.lattice.length;
      noise_.shift = is_hashed ? 0 : 1;
      noise_.least = is_hashed ? 0 : 1 - length;
      noise_.scale = largest_draw / (is_hashed ? 0x1p31f : static_cast<float>(length));
      set_bounds(
          0, [](int) { return graph::Bounds{-1, 1}; },
          [&](int dimensions) { return graph::derivative_bounds_of_values(1, fade, dimensions); });
    }
  }

  void append_signature(graph::Signature& to) const override {
    to.add("value", parameters_.seed, parameters_.frequency, parameters_.lattice, noise_.fade,
           parameters_.period, noise_.lattice.shift);
  }

 private:
  graph::SeededLattice lattice_;
};

void validate(const char* type, const Value& parameters) {
  graph::validate_lattice(type, parameters.lattice, parameters.period);
  const graph::ExplicitLattice* array = graph::explicit_lattice(parameters.lattice);
  if (array != nullptr && array->value.empty()) {
    base::throw_invalid(type, "::lattice has explicit gradients; use Lattice::explicit_values");
  }
}

}  // namespace

Field value(const Value& parameters) {
  return graph::call("value", {}, parameters, [&] {
    validate("Value", parameters);
    const Faded faded{parameters, graph::model_fade(parameters.fade)};
    return graph::field_of(std::make_shared<const ValueNode>(faded));
  });
}

Field white(const White& parameters) {
  return graph::call("white", {}, parameters, [&] {
    const Value steps{.seed = parameters.seed,
                      .frequency = parameters.frequency,
                      .lattice = parameters.lattice,
                      .period = parameters.period};
    validate("White", steps);
    return graph::field_of(std::make_shared<const ValueNode>(Faded{steps, model::Fade::none}));
  });
}

}  // namespace perlane
