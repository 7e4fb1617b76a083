// A field at the nearest points of cellular noise: one value for each cell.

#include <perlane/noise.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/lowering.hpp"
#include "graph/properties.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using graph::NodePointer;

// Its parts are the field and the cellular noise, of which it takes the points.
class CellularLookupNode final : public graph::Node {
 public:
  explicit CellularLookupNode(std::vector<NodePointer> parts) : Node(std::move(parts)) {
    set_properties(find_properties());
  }

  void append_signature(graph::Signature& to) const override { to.add("cellular_lookup"); }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    const int positions = lowering.nearest_point(frame.positions, part(1), cells());
    if (frame.phase == 0) {
      lowering.need(part(0), positions);
      return false;
    }
    frame.value = lowering.value(part(0), positions);
    // Cells are flat.
    if (lowering.has_derivatives()) frame.value = lowering.scale_derivatives(frame.value, {});
    return true;
  }

  NodePointer as_octave(const graph::Octave&, std::vector<NodePointer> parts) const override {
    return std::make_shared<const CellularLookupNode>(std::move(parts));
  }

 private:
  const model::CellularNoise& cells() const noexcept {
    return *std::get<const model::CellularNoise*>(*part(1).noise());
  }

  graph::Properties find_properties() const {
    const graph::Properties& of_cells = part(1).properties();
    graph::Properties properties = part(0).properties();
    properties.highest_frequency =
        std::max(properties.highest_frequency, of_cells.highest_frequency);
    properties.cell_frequency = std::max(properties.cell_frequency, of_cells.cell_frequency);
    properties.unfaded_frequency =
        std::max(properties.unfaded_frequency, of_cells.unfaded_frequency);
    // Points are rounded, when they are placed and when the field is evaluated there: by some cells
    // of the field, as far out as coordinates go.
    properties.largest_shift =
        std::max(properties.largest_shift + moved_cells() + 4, of_cells.largest_shift);
    properties.derivative_bounds = {};
    return properties;
  }

  // The most cells of the field that a point is away from its samples. With a period, points may
  // lie in another one.
  double moved_cells() const {
    // However slow the field is, coordinates must be finite.
    const double frequency = std::max(part(0).highest_frequency(), 1e-250);
    double farthest = 0;
    for (const float along : cells().farthest) farthest = std::max(farthest, double{along});
    for (const std::uint32_t period : cells().lattice.period)
      farthest = std::max(farthest, static_cast<double>(period) + 1);
    const double distance = farthest / cells().frequency;
    if (!(distance * frequency < model::coordinate_limit / 2)) {
      base::throw_invalid("cellular_lookup: a point may be ", distance,
                          " from a sample, which times the highest frequency of the field, ",
                          frequency, ", is too large; keep it below 2^50");
    }
    return distance * frequency;
  }
};

}  // namespace

Field cellular_lookup(const Field& field, const Cellular& parameters) {
  constexpr auto name = "cellular_lookup";
  return graph::call(name, field, parameters, [&] {
    graph::reject_chunks(name, field, "use noise without chunks");
    if (parameters.returns != CellularReturn::f1) {
      base::throw_invalid(
          "Cellular::returns is another than f1, and has no effect on cellular_lookup; leave it");
    }
    return graph::field_of(std::make_shared<const CellularLookupNode>(
        std::vector{graph::pointer_of(field), graph::pointer_of(cellular(parameters))}));
  });
}

}  // namespace perlane
