#include "graph/bounds/positions_in_box.hpp"

#include "model/noises.hpp"
#include "reference/operations.hpp"

#include <cmath>

namespace perlane::graph {
namespace {

void map_axis(const model::AxisMap& map, PositionBox& box, int axis) noexcept {
  auto& [low, high] = box.coordinate[axis];
  Linear& linear = box.linear[axis];
  switch (map.kind) {
    case model::AxisMap::none:
      return;
    case model::AxisMap::translate:
      linear = linear + -map.by;
      break;
    case model::AxisMap::scale:
      linear = linear * (1 / map.by);
      break;
    case model::AxisMap::affine:
      linear = linear * map.by + map.shift;
      break;
    case model::AxisMap::wrap:
      const double turn = std::floor(low / map.by);
      if (!(turn == std::floor(high / map.by))) {
        box.coordinate[axis] = of_ends(map.shift, map.by + map.shift);
        linear = Linear::within(low, high);
        return;
      }
      linear = linear + (map.shift - turn * map.by);
  }
  double size = largest(box.coordinate[axis]);
  // The rest of a turn is rounded at the size of a whole one.
  if (map.kind == model::AxisMap::wrap) size += std::abs(map.by) + std::abs(map.shift);
  box.coordinate[axis] = of_ends(reference::map(map, low), reference::map(map, high));
  linear = linear.with_error((size + largest(box.coordinate[axis])) * 0x1p-50);
}

}  // namespace

PositionBox mapped(const model::MapStep& step, const PositionBox& from) noexcept {
  PositionBox to = from.moved();
  for (int axis = 0; axis < from.dimensions; ++axis) map_axis(step.map[axis], to, axis);
  return to;
}

PositionBox warped(const model::WarpStep& step, const PositionBox& from,
                   const Enclosure (&by)[4]) noexcept {
  PositionBox to = step.is_far ? from.moved() : from;
  const double factor = step.scale;
  for (int axis = 0; axis < from.dimensions; ++axis) {
    const Range& range = by[axis].range;
    to.linear[axis] = to.linear[axis] + by[axis].linear * factor;
    if (step.is_far) {
      to.coordinate[axis] = to.coordinate[axis] + Interval{range.min, range.max} * factor;
    } else if (to.is_displaced) {
      // Displacements are added in binary32: factors, products and the sum are rounded.
      const Range before =
          to.displacement[axis] * only(model::float_factor<void>(to.displacement_factor[axis]));
      const Range next = range * only(model::float_factor<void>(factor));
      to.linear[axis] = to.linear[axis].with_error(3 * rounding_of(before, next));
      to.displacement[axis] = before + next;
      to.displacement_factor[axis] = 1;
    } else {
      to.displacement[axis] = range;
      to.displacement_factor[axis] = factor;
    }
  }
  to.is_displaced = !step.is_far;
  return to;
}

PositionBox transformed(const model::TransformStep& step, const PositionBox& given) noexcept {
  const PositionBox from = given.moved();
  PositionBox to = from;
  for (int a = 0; a < from.dimensions; ++a) {
    to.coordinate[a] = from.coordinate[0] * step.matrix[a][0];
    to.linear[a] = from.linear[0] * step.matrix[a][0];
    for (int b = 1; b < from.dimensions; ++b) {
      to.coordinate[a] = to.coordinate[a] + from.coordinate[b] * step.matrix[a][b];
      to.linear[a] = to.linear[a] + from.linear[b] * step.matrix[a][b];
    }
    const double shift = step.matrix[a][4];
    to.coordinate[a] = to.coordinate[a] + Interval{shift, shift};
    to.linear[a] = to.linear[a] + shift;
  }
  return to;
}

PositionBox at_nearest_point(const model::NearestPointStep& step,
                             const PositionBox& given) noexcept {
  const model::CellularNoise& noise = *step.noise;
  PositionBox to = given.moved();
  for (int axis = 0; axis < to.dimensions; ++axis) {
    Interval& coordinate = to.coordinate[axis];
    const double shift = noise.lattice.shift[axis], period = noise.lattice.period[axis];
    const double distance = noise.farthest[to.dimensions - 1] / noise.frequency +
                            (largest(coordinate) + std::abs(shift / noise.frequency)) * 0x1p-48;
    coordinate = coordinate + Interval{-distance, distance};
    to.linear[axis] = to.linear[axis].with_error(distance);
    const Interval cells = coordinate * noise.frequency + Interval{shift, shift};
    if (period == 0 || (cells.low >= 0 && cells.high <= period)) continue;
    // Points lie in the first period.
    coordinate = of_ends(-shift / noise.frequency, (period - shift) / noise.frequency);
    to.linear[axis] = Linear::within(coordinate.low, coordinate.high);
  }
  return to;
}

}  // namespace perlane::graph
