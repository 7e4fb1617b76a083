#include "graph/bounds/noise_in_box.hpp"

#include "graph/bounds/lattice_in_box.hpp"
#include "graph/bounds/range_arithmetic.hpp"
#include "graph/properties.hpp"
#include "reference/noise.hpp"

#include <type_traits>

namespace perlane::graph {
namespace {

// No bounds but those of everywhere.
const Enclosure unknown;

model::Point middle_of(const PositionBox& box) noexcept {
  model::Point point{};
  point.dimensions = box.dimensions;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const auto [low, high] = box.coordinate[axis];
    point.coordinate[axis] = low + (high - low) / 2;
  }
  return point;
}

// The roundings of other noises, relative to their bounds.
constexpr double value_rounding = 0x1p-15;

// Bounds of a continuous noise by its value at the centre and bounds of its derivatives.
template <class Noise>
Enclosure about_centre(const Noise& noise, const Node* node, const PositionBox& box) {
  const int dimensions = box.dimensions;
  const model::Point point = middle_of(box);
  const DerivativeBounds& bounds = node->derivative_bounds(dimensions);
  double along = 0, square = 0, farthest = 0;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
    const auto [low, high] = box.coordinate[axis];
    const double size = std::max(std::abs(low), std::abs(high));
    // Coordinates are rounded when they are multiplied, shifted, skewed and split.
    farthest = std::max(farthest, size + std::abs(noise.lattice.shift[axis] / noise.frequency));
    const double c = point.coordinate[axis];
    const double distance = std::max(high - c, c - low), change = bounds.length * distance;
    along += bounds.along[axis] * distance;
    square += change * change;  // the square of the distance alone could underflow
  }
  const double rounding = bounds.length * farthest * 0x1p-46;
  const float n = reference::evaluate(noise, point, nullptr);
  const double most = std::min(along, std::sqrt(square)) * (1 + 1e-9) + rounding +
                      magnitude(node->bounds(dimensions)) * value_rounding;
  return std::isnan(n) || std::isnan(most) ? unknown : Enclosure(outwards({n - most, n + most}));
}

// True where a noise has no jumps, so that bounds of its derivatives bound its differences.
bool is_continuous(const model::SimplexNoise& noise, int dimensions) noexcept {
  return noise.support_squared[dimensions - 1] <= 0.5f;
}
bool is_continuous(const model::OpenSimplexNoise& noise, int dimensions) noexcept {
  return dimensions < (noise.is_smooth ? 4 : 3);
}
bool is_continuous(const model::CubicNoise&, int) noexcept { return true; }
bool is_continuous(const model::CellularNoise& noise, int) noexcept {
  return noise.returns != model::CellularReturn::value &&
         model::offset_axis<void>(noise.returns) < 0;
}

// A ramp rises or falls evenly, and so does its phase between two turns.
Enclosure enclosure_of(const model::Ramp& ramp, const Node*, const PositionBox& box) {
  const auto [low, high] = box.coordinate[ramp.axis];
  model::Point ends[2] = {middle_of(box), middle_of(box)};
  ends[0].coordinate[ramp.axis] = low;
  ends[1].coordinate[ramp.axis] = high;
  const Interval values = of_ends(reference::evaluate(ramp, ends[0], nullptr),
                                  reference::evaluate(ramp, ends[1], nullptr));
  Linear linear = box.linear[ramp.axis];
  double factor = ramp.frequency;
  if (ramp.kind == model::Ramp::phase) {
    const double turn = std::floor(low / ramp.wrap.by);
    if (!(turn == std::floor(high / ramp.wrap.by))) return Enclosure(Range{0, 1});
    linear = (linear + (ramp.wrap.shift - turn * ramp.wrap.by))
                 .with_error(largest(box.coordinate[ramp.axis]) * 0x1p-50);
    factor = 1 / ramp.wrap.by;
  }
  const Range range = outwards({values.low, values.high});
  if (ramp.kind == model::Ramp::constant) return Enclosure(range);
  return {range, (linear * factor).with_error(largest(values) * 0x1p-23 + 0x1p-149)};
}
Enclosure enclosure_of(const model::PerlinNoise& noise, const Node*, const PositionBox& box) {
  return lattice_in_box(noise, box);
}
Enclosure enclosure_of(const model::ValueNoise& noise, const Node*, const PositionBox& box) {
  return lattice_in_box(noise, box);
}
template <class Noise>
Enclosure enclosure_of(const Noise& noise, const Node* node, const PositionBox& box) {
  return is_continuous(noise, box.dimensions) ? about_centre(noise, node, box) : unknown;
}

}  // namespace

Enclosure noise_in_box(const model::NoisePointer& noise, const Node* node, const PositionBox& box) {
  return std::visit(
      [&](const auto* kind) {
        using Noise = std::remove_cvref_t<decltype(*kind)>;
        if constexpr (model::takes_displacements<Noise>) return enclosure_of(*kind, node, box);
        return enclosure_of(*kind, node, box.moved());
      },
      noise);
}

}  // namespace perlane::graph
