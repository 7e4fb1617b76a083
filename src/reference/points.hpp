#pragma once
// The positions of a program at one point.

#include "model/program.hpp"
#include "model/tile.hpp"
#include "reference/memory.hpp"
#include "reference/noise.hpp"
#include "reference/operations.hpp"

#include <array>

namespace perlane::reference {

class Points {
 public:
  Points(const model::Program& program, const model::Point& point)
      : axes_(point.dimensions), point_(point), others_(program.positions - 1) {}

  const model::Point& operator[](int position) const noexcept {
    return position == 0 ? point_ : others_[position - 1];
  }

  // Calls use(point) with its displacement added to its coordinates.
  template <class Use>
  void with_moved(const model::Point& point, const Use& use) const noexcept {
    if (!point.is_displaced) return use(point);
    model::Point moved{axes_, point.is_float, {}};
    for (int axis = 0; axis < axes_; ++axis) {
      const double displacement = double{point.displacement[axis]};
      moved.coordinate[axis] =
          point.coordinate[axis] + displacement * point.displacement_factor[axis];
    }
    use(moved);
  }

  void map(const model::MapStep& step) noexcept {
    with_moved((*this)[step.from], [&](const model::Point& from) {
      Coordinates to;
      for (unsigned axis = 0; axis < static_cast<unsigned>(axes_); ++axis) {
        const model::AxisMap& axis_map = step.map[axis];
        const double c = from.coordinate[axis];
        to[axis] = axis_map.kind == model::AxisMap::none ? c
                   : from.is_float ? double{reference::map(axis_map, static_cast<float>(c))}
                                   : reference::map(axis_map, c);
      }
      set(step.to, to, from.is_float);
    });
  }

  // `distance` by axis.
  void warp(const model::WarpStep& step, const float (&distance)[4]) noexcept {
    if (step.is_far) return warp_far(step, distance);
    const model::Point& from = (*this)[step.from];
    float displacement[4];
    double factor[4];
    for (int axis = 0; axis < axes_; ++axis) {
      displacement[axis] = distance[axis];
      factor[axis] = step.scale;
      if (!from.is_displaced) continue;
      displacement[axis] =
          from.displacement[axis] * model::float_factor<void>(from.displacement_factor[axis]) +
          distance[axis] * model::float_factor<void>(step.scale);
      factor[axis] = 1;
    }
    Coordinates coordinates;
    copy(from.coordinate, coordinates);
    model::Point& to = set(step.to, coordinates, false);
    to.is_displaced = true;
    copy(displacement, to.displacement);
    copy(factor, to.displacement_factor);
  }

  void transform(const model::TransformStep& step) noexcept {
    set(step.to, transformed(step.matrix, (*this)[step.from]), false);
  }

  void move_to_nearest_point(const model::NearestPointStep& step) noexcept {
    with_moved((*this)[step.from], [&](const model::Point& from) {
      Coordinates to;
      nearest_point(*step.noise, from, to.data());
      set(step.to, to, false);
    });
  }

 private:
  using Coordinates = std::array<double, 4>;

  // Copies number by number: a processor waits when it reads a number that it has just written in
  // another width.
  template <class From, class To>
  void copy(const From& from, To& to) const noexcept {
    for (unsigned axis = 0; axis < 4; ++axis) {
      if (axis < static_cast<unsigned>(axes_)) to[axis] = from[axis];
    }
  }

  model::Point& set(int position, const Coordinates& coordinates, bool is_float) noexcept {
    model::Point& point = others_.renew(position - 1);
    point.dimensions = axes_;
    point.is_float = is_float;
    copy(coordinates, point.coordinate);
    return point;
  }

  void warp_far(const model::WarpStep& step, const float (&distance)[4]) noexcept {
    with_moved((*this)[step.from], [&](const model::Point& from) {
      Coordinates to;
      for (unsigned axis = 0; axis < static_cast<unsigned>(axes_); ++axis)
        to[axis] = from.coordinate[axis] + double{distance[axis]} * step.scale;
      set(step.to, to, false);
    });
  }

  Coordinates transformed(const double (&matrix)[4][5], const model::Point& point) const noexcept {
    Coordinates to;
    with_moved(point, [&](const model::Point& from) {
      for (unsigned a = 0; a < static_cast<unsigned>(axes_); ++a) {
        double sum = from.coordinate[0] * matrix[a][0];
        for (int b = 1; b < axes_; ++b) sum = sum + from.coordinate[b] * matrix[a][b];
        to[a] = sum + matrix[a][4];
      }
    });
    return to;
  }

  int axes_;
  const model::Point& point_;  // position 0
  Memory<model::Point, 4> others_;
};

}  // namespace perlane::reference
