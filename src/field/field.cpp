#include <perlane/field.hpp>

#include "engine/environment.hpp"
#include "engine/refuse.hpp"
#include "field/facts.hpp"
#include "field/node.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace perlane {

Field::Field(std::shared_ptr<const field::Node> node) noexcept : node_(std::move(node)) {}

Range field::outwards(const field::Bounds& bounds) noexcept {
  const auto low = static_cast<float>(bounds.min);
  const auto high = static_cast<float>(bounds.max);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return {static_cast<double>(low) > bounds.min ? std::nextafter(low, -infinity) : low,
          static_cast<double>(high) < bounds.max ? std::nextafter(high, infinity) : high};
}

bool field::are_floats(const field::Bounds& bounds) noexcept {
  constexpr double largest = std::numeric_limits<float>::max();
  return bounds.min >= -largest && bounds.max <= largest;
}

void field::validate_dimensions(const Field& field, int dimensions, const char* what) {
  const auto [least, most] = field.node().dimensions();
  if (dimensions >= least && dimensions <= most) return;
  if (least == most) {
    engine::refuse("field is made for ", least,
                   " dimensions, by its lattice, its gradients or an axis that it names, and ",
                   what, " has ", dimensions, "; use ", least);
  }
  engine::refuse("field needs ", least, " dimensions at least, for an axis that it names, and ",
                 what, " has ", dimensions);
}

Range range(const Field& field, int dimensions) {
  const engine::FloatEnvironment environment;
  if (dimensions < 1 || dimensions > 4)
    engine::refuse("range: dimensions is ", dimensions, "; use 1 to 4");
  field::validate_dimensions(field, dimensions, "the range asked for");
  return field::outwards(field.node().bounds(dimensions));
}

}  // namespace perlane
