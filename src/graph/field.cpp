#include <perlane/field.hpp>

#include "base/float_environment.hpp"
#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/properties.hpp"
#include "graph/node.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace perlane {

namespace {

// The next float below, of any but the least; std::nextafter takes several times as long.
float below(float x) noexcept {
  if (x == 0) return -std::numeric_limits<float>::denorm_min();
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>(x > 0 ? bits - 1 : bits + 1);
}

}  // namespace

void graph::reject_empty_field() { base::throw_invalid("the field is empty; assign one"); }

Field graph::called(std::string_view function, std::vector<NodePointer> fields, std::any arguments,
                    Field made) {
  if (graph::node_of(made).constant() == nullptr)
    graph::node_of(made).set_call({function, std::move(arguments), std::move(fields)});
  return made;
}

Range graph::outwards(const graph::Bounds& bounds) noexcept {
  const auto low = static_cast<float>(bounds.min);
  const auto high = static_cast<float>(bounds.max);
  return {static_cast<double>(low) > bounds.min ? below(low) : low,
          static_cast<double>(high) < bounds.max ? -below(-high) : high};
}

bool graph::are_floats(const graph::Bounds& bounds) noexcept {
  constexpr double largest = std::numeric_limits<float>::max();
  return bounds.min >= -largest && bounds.max <= largest;
}

graph::Properties graph::merged_properties(std::span<const NodePointer> parts) noexcept {
  Properties merged;
  merged.dimensions = common_dimensions(parts);
  merged.buffers = buffers_of(parts);
  for (const NodePointer& part : parts) {
    const Properties& properties = part->properties();
    merged.highest_frequency = std::max(merged.highest_frequency, properties.highest_frequency);
    merged.cell_frequency = std::max(merged.cell_frequency, properties.cell_frequency);
    merged.unfaded_frequency = std::max(merged.unfaded_frequency, properties.unfaded_frequency);
    merged.largest_shift = std::max(merged.largest_shift, properties.largest_shift);
    merged.largest_displacement =
        std::max(merged.largest_displacement, properties.largest_displacement);
    if (!properties.is_within_chunk) continue;
    if (!std::exchange(merged.is_within_chunk, true)) merged.chunk_origin.fill(anywhere);
    for (std::size_t axis = 0; axis < 4; ++axis) {
      double& origin = merged.chunk_origin[axis];
      if (origin == anywhere) origin = properties.chunk_origin[axis];
    }
  }
  return merged;
}

bool graph::are_of_different_chunks(std::span<const NodePointer> parts) noexcept {
  const Properties merged = merged_properties(parts);
  return std::ranges::any_of(parts, [&](const NodePointer& part) {
    const Properties& properties = part->properties();
    bool is_elsewhere = false;
    for (std::size_t axis = 0; axis < 4; ++axis) {
      const double origin = properties.chunk_origin[axis];
      is_elsewhere |= origin != anywhere && origin != merged.chunk_origin[axis];
    }
    return properties.is_within_chunk && is_elsewhere;
  });
}

void graph::reject_chunks(const char* name, const Field& field, const char* instead) {
  if (!graph::node_of(field).properties().is_within_chunk) return;
  base::throw_invalid(
      name,
      ": the field holds noise of a chunk, which matches its neighbours only within the "
      "chunk, and ",
      name, " would go beyond its borders; ", instead);
}

void graph::validate_scale(const char* name, double scale) {
  if (std::abs(scale) <= std::numeric_limits<float>::max()) return;
  base::throw_invalid(name, ": an octave of it is scaled by ", scale,
                      ", beyond a float; use a lacunarity nearer to 1");
}

void graph::reject_dimensions(const Field& field, int dimensions, const char* what) {
  const auto [least, most] = graph::node_of(field).dimensions();
  if (dimensions > most) {
    visit_nodes(graph::node_of(field), [&](const Node& node) {
      const auto [name, count] = node.few_numbers();
      if (count >= dimensions) return true;
      base::throw_invalid(name, " has ", count, count == 1 ? " number" : " numbers", ", and ", what,
                          " has ", dimensions,
                          " dimensions; use one for each, or a number without braces for all axes");
    });
  }
  if (least == most) {
    base::throw_invalid(
        "field is made for ", least,
        " dimensions, by its lattice, its gradients, its orientation, erosion or an axis "
        "that it names, and ",
        what, " has ", dimensions, "; use ", least);
  }
  if (most < 4) {
    base::throw_invalid("field is made for ", least, " to ", most,
                        " dimensions, by a noise that is published for no others, and ", what,
                        " has ", dimensions);
  }
  base::throw_invalid(
      "field needs ", least,
      " dimensions at least, because of an axis that it names or a noise that is published for no "
      "fewer; ",
      what, " has ", dimensions);
}

Range range(const Field& field, int dimensions) {
  const base::FloatEnvironment environment;
  if (dimensions < 1 || dimensions > 4)
    base::throw_invalid("range: dimensions is ", dimensions, "; use 1 to 4");
  graph::validate_dimensions(field, dimensions, "the range asked for");
  return graph::outwards(graph::node_of(field).bounds(dimensions));
}

}  // namespace perlane
