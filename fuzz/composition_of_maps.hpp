#pragma once
// Maps, worked out from their fields: translate, scale, transform and cellular_lookup at mapped
// coordinates, extrude without an axis, differences from values, derivative and slope from
// derivatives.

#include "evaluated.hpp"

#include "model/noises.hpp"
#include "model/operations.hpp"
#include "model/tile.hpp"
#include "reference/noise.hpp"
#include "reference/operations.hpp"

#include <any>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

namespace perlane::fuzz {

// `derive(of, i, axis)` makes the derivative of the call from those of its field.
template <class Real, int N, class Mapped, class Derive>
void require_mapped(const Evaluated<Real, N>& at, const std::array<std::vector<Mapped>, N>& mapped,
                    Derive derive) {
  const Samples<N> of = expected_at<Mapped, N>(mapped, graph::field_of(at.call->fields[0]));
  for (std::size_t i = 0; i < of[0].size(); ++i) {
    at.require_value_within_limit(0, i, of[0][i],
                                  "a map differs from its field at mapped coordinates");
    for (std::size_t axis = 0; axis < N && at.has_derivatives(); ++axis) {
      at.require_value_within_limit(axis + 1, i, derive(of, i, axis),
                                    "the derivative of a map differs from that of its field");
    }
  }
}

template <class Real, int N>
void require_moved(const Evaluated<Real, N>& at) {
  const bool is_scale = at.call->function == "scale";
  const auto& number = std::any_cast<const graph::ByAxis&>(at.call->arguments).value;
  Points<Real, N> mapped = at.points;
  for (std::size_t axis = 0; axis < N; ++axis) {
    const auto by = static_cast<Real>(number[axis]);
    for (Real& coordinate : mapped[axis]) {
      if (by != 0) coordinate = is_scale ? coordinate / by : coordinate - by;
    }
  }
  require_mapped<Real, N>(at, mapped, [&](const Samples<N>& of, std::size_t i, std::size_t axis) {
    const double by = is_scale && number[axis] != 0 ? number[axis] : 1;
    return of[axis + 1][i] * static_cast<float>(1 / by);
  });
}

// A map that does not mix axes keeps the type of coordinates.
template <class Real, int N>
void require_transformed(const Evaluated<Real, N>& at) {
  const auto& affine = std::any_cast<const graph::Transform&>(at.call->arguments).affine;
  const auto derive = [&](const Samples<N>& of, std::size_t i, std::size_t axis) {
    float sum = 0;
    for (std::size_t by = 0; by < N; ++by) {
      const float product = of[by + 1][i] * (static_cast<float>(affine[by][axis]) + 0.0f);
      sum = by == 0 ? product : sum + product;
    }
    return sum;
  };
  bool is_diagonal = true;
  for (std::size_t a = 0; a < N; ++a) {
    for (std::size_t b = 0; b < N; ++b) is_diagonal = is_diagonal && (a == b || affine[a][b] == 0);
  }
  if (is_diagonal) {
    Points<Real, N> mapped = at.points;
    for (std::size_t axis = 0; axis < N; ++axis) {
      const auto factor = static_cast<Real>(affine[axis][axis]);
      const auto distance = static_cast<Real>(affine[axis][4]);
      for (Real& coordinate : mapped[axis]) coordinate = coordinate * factor + distance;
    }
    return require_mapped<Real, N>(at, mapped, derive);
  }
  Points<double, N> mapped;
  for (std::size_t a = 0; a < N; ++a) {
    for (std::size_t i = 0; i < at.points[0].size(); ++i) {
      double sum = double{at.points[0][i]} * affine[a][0];
      for (std::size_t b = 1; b < N; ++b) sum = sum + double{at.points[b][i]} * affine[a][b];
      mapped[a].push_back(sum + affine[a][4]);
    }
  }
  require_mapped<Real, N>(at, mapped, derive);
}

template <class Real, int N>
void require_extruded(const Evaluated<Real, N>& at) {
  if constexpr (N > 1) {
    const auto axis =
        static_cast<std::size_t>(std::any_cast<const graph::AlongAxis&>(at.call->arguments).axis);
    Points<Real, N - 1> points;
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = at.points[i < axis ? i : i + 1];
    const Samples<N - 1> of = expected_at<Real, N - 1>(points, graph::field_of(at.call->fields[0]));
    for (std::size_t i = 0; i < of[0].size(); ++i) {
      at.require_value_within_limit(0, i, of[0][i], "an extruded field differs from its field");
      for (std::size_t along = 0; along < N && at.has_derivatives(); ++along) {
        const float derivative = std::isnan(of[0][i]) ? of[0][i]
                                 : along == axis      ? 0
                                                      : of[along < axis ? along + 1 : along][i];
        at.require_value_within_limit(along + 1, i, derivative,
                                      "the derivative of an extruded field differs");
      }
    }
  }
}

template <class Real, int N>
void require_derivative(const Evaluated<Real, N>& at) {
  const auto axis =
      static_cast<std::size_t>(std::any_cast<const graph::AlongAxis&>(at.call->arguments).axis);
  const Samples<N> of = at.of(0);
  for (std::size_t i = 0; i < of[0].size(); ++i)
    at.require_value(0, i, of[axis + 1][i], "a derivative differs from that of its field");
}

template <class Real, int N>
void require_slope(const Evaluated<Real, N>& at) {
  const int axes = std::any_cast<const graph::Slope&>(at.call->arguments).dimensions;
  const Samples<N> of = at.of(0);
  for (std::size_t i = 0; i < of[0].size(); ++i) {
    float sum = of[1][i] * of[1][i];
    for (std::size_t axis = 1; axis < static_cast<std::size_t>(axes); ++axis)
      sum = sum + of[axis + 1][i] * of[axis + 1][i];
    at.require_value(0, i, reference::operate(model::Operation::square_root, sum, 0, 0),
                     "a slope differs from the length of the gradient of its field");
  }
}

template <class Real, int N>
void require_differences(const Evaluated<Real, N>& at) {
  const double step = std::any_cast<const graph::Differences&>(at.call->arguments).step;
  const auto width = static_cast<float>(2 * step);
  const Field of = graph::field_of(at.call->fields[0]);
  const Samples<N> values = at.of(0);
  for (std::size_t i = 0; i < values[0].size(); ++i) {
    at.require_value_within_limit(0, i, values[0][i],
                                  "a field with differences differs from its field");
  }
  for (std::size_t axis = 0; axis < N && at.has_derivatives(); ++axis) {
    Points<Real, N> ahead = at.points, behind = at.points;
    for (Real& coordinate : ahead[axis]) coordinate = coordinate + static_cast<Real>(step);
    for (Real& coordinate : behind[axis]) coordinate = coordinate - static_cast<Real>(step);
    const Values a = expected_at<Real, N>(ahead, of)[0], b = expected_at<Real, N>(behind, of)[0];
    for (std::size_t i = 0; i < a.size(); ++i) {
      at.require_value_within_limit(axis + 1, i, (a[i] - b[i]) / width,
                                    "a difference differs from that of the values around");
    }
  }
}

// The same in all of a cell, so that derivatives are 0.
template <class Real, int N>
void require_looked_up(const Evaluated<Real, N>& at) {
  const auto noise = *graph::node_of(at.field).part(1).noise();
  const model::CellularNoise& cells = *std::get<const model::CellularNoise*>(noise);
  Points<double, N> nearest;
  for (std::size_t i = 0; i < at.points[0].size(); ++i) {
    model::Point point{N, sizeof(Real) == 4, {}};
    for (std::size_t axis = 0; axis < N; ++axis)
      point.coordinate[axis] = static_cast<double>(at.points[axis][i]);
    double coordinate[4];
    reference::nearest_point(cells, point, coordinate);
    for (std::size_t axis = 0; axis < N; ++axis) nearest[axis].push_back(coordinate[axis]);
  }
  require_mapped<Real, N>(at, nearest, [](const Samples<N>& of, std::size_t i, std::size_t axis) {
    return of[axis + 1][i] * 0.0f;
  });
}

template <class Real, int N>
void require_map(const Evaluated<Real, N>& at) {
  const std::string_view function = at.call->function;
  if (function == "translate" || function == "scale") return require_moved(at);
  if (function == "transform") return require_transformed(at);
  if (function == "extrude") return require_extruded(at);
  if (function == "differences") return require_differences(at);
  if (function == "cellular_lookup") return require_looked_up(at);
  if (function == "derivative") return require_derivative(at);
  if (function == "slope") return require_slope(at);
}

}  // namespace perlane::fuzz
