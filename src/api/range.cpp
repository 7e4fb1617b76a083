// The entry point of bounds within boxes.

#include <perlane/detail/entry_points.hpp>

#include "api/grid.hpp"
#include "base/error.hpp"
#include "base/float_environment.hpp"
#include "graph/bounds/bounds_in_box.hpp"
#include "graph/node.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace perlane {
namespace {

graph::PositionBox positions_of(const engine::Box& box) noexcept {
  graph::PositionBox positions;
  positions.dimensions = box.dimensions;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(box.dimensions); ++axis) {
    const auto position = [&](std::int64_t index) {
      return model::position_at<void>(box.origin[axis], static_cast<double>(index), box.step[axis]);
    };
    const auto [low, high] = positions.coordinate[axis] =
        graph::of_ends(position(box.first[axis]), position(box.first[axis] + box.count[axis] - 1));
    const double centre = low + (high - low) / 2;
    graph::Linear& linear = positions.linear[axis] = {centre, {}, 0};
    linear.slope[axis] = std::max(high - centre, centre - low);
  }
  return positions;
}

}  // namespace

void detail::range(const Field& field, std::span<const AnyGrid> grids, std::span<Range> out) {
  const base::FloatEnvironment environment;
  if (out.size() != grids.size()) {
    base::throw_invalid("ranges: out has ", out.size(), " elements, and there are ", grids.size(),
                        " grids; use one element per grid");
  }
  const graph::Node& node = graph::node_of(field);
  for (std::size_t i = 0; i < grids.size(); ++i) {
    try {
      api::validate(api::to_box(grids[i]), field);
    } catch (const std::invalid_argument& mistake) {
      if (grids.size() == 1) throw;
      base::throw_invalid("grids[", i, "]: ", std::string_view(mistake.what()));
    }
  }
  std::vector<Range> found(grids.size());  // all or nothing is written
  // A few at a time, so that many boxes need little memory.
  std::vector<graph::PositionBox> boxes(std::min<std::size_t>(16, grids.size()));
  for (std::size_t first = 0; first < grids.size(); first += boxes.size()) {
    const std::size_t count = std::min(boxes.size(), grids.size() - first);
    for (std::size_t i = 0; i < count; ++i) boxes[i] = positions_of(api::to_box(grids[first + i]));
    graph::bounds_in_boxes(node, {boxes.data(), count}, std::span(found).subspan(first, count));
  }
  std::ranges::copy(found, out.begin());
}

}  // namespace perlane
