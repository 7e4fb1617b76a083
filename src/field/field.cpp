#include <perlane/field.hpp>

#include "engine/node.hpp"
#include "engine/refuse.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace perlane {

Field::Field(std::shared_ptr<const engine::Node> node) noexcept : node_(std::move(node)) {}

Range range(const Field& field, int dimensions) {
  if (dimensions < 1 || dimensions > 4) engine::refuse("range: dimensions is ", dimensions, "; use 1 to 4");
  const auto [min, max] = field.node().bounds(dimensions);
  // Rounded outwards.
  const auto low = static_cast<float>(min);
  const auto high = static_cast<float>(max);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return {static_cast<double>(low) > min ? std::nextafter(low, -infinity) : low,
          static_cast<double>(high) < max ? std::nextafter(high, infinity) : high};
}

}  // namespace perlane
