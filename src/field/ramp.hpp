#pragma once
// Nodes without kernels: values that depend on one coordinate at most.

#include "field/node.hpp"
#include "model/noises.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perlane::field {

// The coordinate of sample i of an axis; along x, padding repeats the outermost sample.
inline double coordinate_of(const model::Axis& axis, int i) noexcept {
  const int sample = std::clamp(i, 0, axis.count - 1);
  return axis.position != nullptr
             ? axis.position[sample]
             : axis.origin + static_cast<double>(axis.first + sample) * axis.step;
}

// A `Ramp` has `at(coordinate)` for binary64 and binary32, and `slope()` along `axis`, the one that
// it depends on.
template <class Ramp>
class RampNode : public field::Node {
 public:
  explicit RampNode(int axis) : axis_(axis) {}

  float sample(const model::Point& point, float* derivative) const noexcept final {
    bool is_within = true;
    for (int axis = 0; axis < point.dimensions; ++axis) {
      is_within =
          is_within && (point.is_single ? is_inside(static_cast<float>(point.coordinate[axis]))
                                        : is_inside(point.coordinate[axis]));
    }
    const double c = point.coordinate[axis_];
    const float n = !is_within        ? not_a_number
                    : point.is_single ? ramp().at(static_cast<float>(c))
                                      : ramp().at(c);
    if (derivative != nullptr) {
      for (int axis = 0; axis < point.dimensions; ++axis) derivative[axis] = slope(n, axis);
    }
    return n;
  }

  void fill(const kernels::Kernels& kernels, const model::Tile& tile, const model::Output& output,
            engine::Workspace& workspace) const noexcept final {
    float* buffer = workspace.take_buffer();
    evaluate(tile, buffer);
    kernels.pass(buffer, tile, output);
    workspace.give_back_buffer();
  }

  void differentiate(const kernels::Kernels&, const model::Tile& tile, float* const* planes,
                     engine::Workspace&) const noexcept final {
    evaluate(tile, planes[0]);
    const int count = model::buffer_size(tile);
    for (int axis = 0; axis < tile.dimensions; ++axis) {
      for (int i = 0; i < count; ++i) planes[axis + 1][i] = slope(planes[0][i], axis);
    }
  }

  int buffers(int planes) const noexcept final { return planes == 1 ? 1 : 0; }
  double steepness(int) const noexcept final { return this->highest_frequency(); }

 private:
  static constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

  const Ramp& ramp() const noexcept { return static_cast<const Ramp&>(*this); }

  // False for what is not finite, whatever the frequency.
  bool is_inside(double coordinate) const noexcept {
    return std::abs(coordinate * this->highest_frequency()) < model::coordinate_limit;
  }
  bool is_inside(float coordinate) const noexcept {
    return std::abs(coordinate * static_cast<float>(this->highest_frequency())) <
           model::coordinate_limit_single;
  }

  float slope(float n, int axis) const noexcept {
    return std::isnan(n) ? n : axis == axis_ ? ramp().slope() : 0;
  }

  void evaluate(const model::Tile& tile, float* buffer) const noexcept {
    switch (tile.kind) {
      case model::Tile::grid:
        return evaluate_grid(tile, buffer);  // no grid has a coordinate beyond the limit
      case model::Tile::points:
        return evaluate_points(tile, tile.point, buffer);
      case model::Tile::single_points:
        return evaluate_points(tile, tile.single_point, buffer);
    }
  }

  void evaluate_grid(const model::Tile& tile, float* buffer) const noexcept {
    float* row = buffer;
    int sample[4] = {};
    for (sample[3] = 0; sample[3] < tile.axis[3].count; ++sample[3]) {
      for (sample[2] = 0; sample[2] < tile.axis[2].count; ++sample[2]) {
        for (sample[1] = 0; sample[1] < tile.axis[1].count; ++sample[1], row += tile.pitch) {
          if (axis_ > 0) {
            std::fill_n(row, tile.columns,
                        ramp().at(coordinate_of(tile.axis[axis_], sample[axis_])));
          } else if (row == buffer) {
            for (int i = 0; i < tile.columns; ++i)
              row[i] = ramp().at(coordinate_of(tile.axis[0], i - tile.lead));
          } else {
            std::copy_n(buffer, tile.columns, row);
          }
        }
      }
    }
  }

  template <class Real>
  void evaluate_points(const model::Tile& tile, const Real* const* point,
                       float* buffer) const noexcept {
    const int count = tile.axis[0].count;
    for (int i = 0; i < count; ++i) {
      bool is_within = true;
      for (int axis = 0; axis < tile.dimensions; ++axis)
        is_within = is_within && is_inside(point[axis][i]);
      buffer[i] = is_within ? ramp().at(point[axis_][i]) : not_a_number;
    }
    for (int i = count; i < tile.columns; ++i) buffer[i] = buffer[count - 1];
  }

  int axis_;
};

}  // namespace perlane::field
