#pragma once
// Nodes without kernels: what is quick enough point by point.

#include "engine/node.hpp"
#include "field/noises.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perlane::field {

// Calls visit(index within a tile buffer, point) for every sample of a tile; the padding of a row repeats the outermost of them.
template <class Visit>
void for_each_sample(const engine::Tile& tile, Visit visit) noexcept {
  engine::Point point{tile.dimensions, tile.kind == engine::Tile::single_points, {}};
  const auto position = [&](int axis, int i) {
    return tile.axis[axis].origin + static_cast<double>(tile.axis[axis].first + i) * tile.axis[axis].step;
  };
  int row = 0;
  for (int w = 0; w < tile.axis[3].count; ++w) {
    point.coordinate[3] = position(3, w);
    for (int z = 0; z < tile.axis[2].count; ++z) {
      point.coordinate[2] = position(2, z);
      for (int y = 0; y < tile.axis[1].count; ++y, row += tile.pitch) {
        point.coordinate[1] = position(1, y);
        for (int column = 0; column < tile.columns; ++column) {
          const int x = std::clamp(column - tile.lead, 0, tile.axis[0].count - 1);
          if (tile.kind == engine::Tile::grid) {
            point.coordinate[0] = position(0, x);
          } else {
            for (int axis = 0; axis < tile.dimensions; ++axis) {
              point.coordinate[axis] = point.is_single ? static_cast<double>(tile.single_point[axis][x]) : tile.point[axis][x];
            }
          }
          visit(row + column, point);
        }
      }
    }
  }
}

// A node whose `sample` is all there is to it.
template <class Ramp>
class RampNode : public engine::Node {
 public:
  float sample(const engine::Point& point, float* derivative) const noexcept final {
    const Ramp& ramp = static_cast<const Ramp&>(*this);
    bool is_within = true;
    for (int axis = 0; axis < point.dimensions; ++axis) is_within = is_within && is_within_limit(point, axis);
    const float n = is_within ? ramp.at(point) : std::numeric_limits<float>::quiet_NaN();
    if (derivative != nullptr) {
      for (int axis = 0; axis < point.dimensions; ++axis) derivative[axis] = std::isnan(n) ? n : ramp.slope(axis);
    }
    return n;
  }

  void fill(const engine::Kernels& kernels, const engine::Tile& tile, const engine::Output& output,
            engine::Workspace& workspace) const noexcept final {
    float* buffer = workspace.take_buffer();
    if (tile.kind == engine::Tile::grid) {
      // No grid has a coordinate beyond the limit.
      const Ramp& ramp = static_cast<const Ramp&>(*this);
      for_each_sample(tile, [&](int i, const engine::Point& point) { buffer[i] = ramp.at(point); });
    } else {
      for_each_sample(tile, [&](int i, const engine::Point& point) { buffer[i] = sample(point, nullptr); });
    }
    kernels.pass(buffer, tile, output);
    workspace.give_back_buffer();
  }

  void differentiate(const engine::Kernels&, const engine::Tile& tile, float* const* planes,
                     engine::Workspace&) const noexcept final {
    for_each_sample(tile, [&](int i, const engine::Point& point) {
      float derivative[4];
      planes[0][i] = sample(point, derivative);
      for (int axis = 0; axis < tile.dimensions; ++axis) planes[axis + 1][i] = derivative[axis];
    });
  }

  int buffers(int planes) const noexcept final { return planes == 1 ? 1 : 0; }

 private:
  // False for what is not finite, whatever the frequency.
  bool is_within_limit(const engine::Point& point, int axis) const noexcept {
    const double frequency = this->highest_frequency();
    if (point.is_single) return std::abs(static_cast<float>(point.coordinate[axis]) * static_cast<float>(frequency)) < coordinate_limit_single;
    return std::abs(point.coordinate[axis] * frequency) < coordinate_limit;
  }
};

}  // namespace perlane::field
