// Rotations and other affine maps of coordinates: checks, and the node.

#include <perlane/coordinates.hpp>

#include "base/error.hpp"
#include "graph/coordinates/affine.hpp"
#include "graph/call.hpp"
#include "graph/properties.hpp"
#include "graph/lowering.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::AffineChain;
using graph::Matrix;
using graph::NodePointer;
using model::AxisMap;

class TransformNode final : public graph::Node {
 public:
  TransformNode(const char* name, NodePointer source, const Matrix& matrix, int least_dimensions)
      : Node({std::move(source)}),
        name_(name),
        matrix_(matrix),
        least_dimensions_(least_dimensions),
        chain_(find_chain()) {
    set_properties(find_properties());
  }

  void append_signature(graph::Signature& to) const override { to.add("transform", matrix_); }

  // A map that does not mix axes keeps a grid a grid.
  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    const auto axes = static_cast<std::size_t>(lowering.dimensions());
    const int positions = is_diagonal(axes) ? lowering.map(frame.positions, maps(axes))
                                            : lowering.transform(frame.positions, matrix_);
    if (frame.phase == 0) {
      lowering.need(part(0), positions);
      return false;
    }
    frame.value = chained(lowering, lowering.value(part(0), positions));
    return true;
  }

  bool has_value_of_first_part() const noexcept override { return true; }

  NodePointer as_octave(const graph::Octave&, std::vector<NodePointer> parts) const override {
    return std::make_shared<const TransformNode>(name_, std::move(parts.front()), matrix_,
                                                 least_dimensions_);
  }

 private:
  graph::Value chained(graph::Lowering& lowering, graph::Value value) const {
    if (!lowering.has_derivatives()) return value;
    const auto axes = static_cast<std::size_t>(lowering.dimensions());
    std::array<std::array<float, 4>, 4> derivative{};
    for (std::size_t a = 0; a < axes; ++a) {
      for (std::size_t b = 0; b < axes; ++b) derivative[a][b] = static_cast<float>(matrix_[a][b]);
    }
    return lowering.chain(value, derivative, {}, 0);
  }

  bool is_diagonal(std::size_t axes) const noexcept {
    for (std::size_t a = 0; a < axes; ++a) {
      for (std::size_t b = 0; b < axes; ++b) {
        if (a != b && matrix_[a][b] != 0) return false;
      }
    }
    return true;
  }

  std::array<AxisMap, 4> maps(std::size_t axes) const noexcept {
    std::array<AxisMap, 4> maps{};
    for (std::size_t a = 0; a < axes; ++a) {
      if (matrix_[a][a] == 1 && matrix_[a][4] == 0) continue;
      maps[a] = {AxisMap::affine, matrix_[a][a], matrix_[a][4], properties().highest_frequency};
    }
    return maps;
  }

  // A map that does not mix axes is not merged: it has a limit of its own (AxisMap::frequency).
  AffineChain find_chain() const {
    const auto* inner = dynamic_cast<const TransformNode*>(&part(0));
    if (inner != nullptr && !is_diagonal(4) && !inner->is_diagonal(4))
      return inner->chain_.then(matrix_);
    return AffineChain::of(part(0).properties()).then(matrix_);
  }

  graph::Properties find_properties() const {
    graph::Properties properties = part(0).properties();
    // However slow the field is, coordinates must be finite.
    const double frequency = std::max(properties.highest_frequency, 1e-250);
    double stretch = 1, distance = 0;
    properties.dimensions.least = std::max(properties.dimensions.least, least_dimensions_);
    for (std::size_t a = 0; a < 4; ++a) {
      double of_column = 0;
      for (std::size_t b = 0; b < 4; ++b) {
        of_column += std::abs(matrix_[b][a]);
        if (a != b && matrix_[a][b] != 0) {
          const int axes = static_cast<int>(std::max(a, b)) + 1;
          properties.dimensions.least = std::max(properties.dimensions.least, axes);
        }
      }
      stretch = std::max(stretch, of_column);
      distance = std::max(distance, std::abs(matrix_[a][4]));
    }
    if (!(distance * frequency < model::coordinate_limit / 2)) {
      throw_invalid(name_, ": a distance of ", distance,
                    " times the highest frequency of the field, ", frequency,
                    ", is too large; keep it below 2^50");
    }
    // A little more, for sums are rounded.
    const double most = std::max(1.0, graph::largest_row(matrix_));
    const double raised = std::min(frequency * most * (1 + 0x1p-50),
                                   std::max(chain_.frequency, 1e-250) * chain_.largest_factor());
    if (!std::isfinite(raised)) {
      throw_invalid(name_, ": numbers of ", most, " make a frequency of ", raised,
                    "; use smaller ones, or a lower frequency of the field");
    }
    properties.highest_frequency = raised;
    const double most_cells =
        graph::largest_stretch(matrix_, static_cast<std::size_t>(properties.dimensions.most));
    properties.cell_frequency *= most_cells;
    properties.unfaded_frequency *= most_cells;
    properties.largest_shift += distance * frequency + 1;
    for (std::size_t i = 0; i < 4; ++i) {
      properties.derivative_scale[i] = std::min(properties.derivative_scale[i] * stretch,
                                                chain_.derivative_scale[i] * 2 * chain_.stretch);
    }
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      properties.derivative_bounds[i] =
          moved(part(0).derivative_bounds(dimensions), static_cast<std::size_t>(dimensions));
    });
    return properties;
  }

  // The derivative along an axis is made of those of the field by a column of the matrix.
  graph::DerivativeBounds moved(const graph::DerivativeBounds& of_field,
                                std::size_t axes) const noexcept {
    graph::DerivativeBounds bounds{
        {}, of_field.length * graph::largest_stretch(matrix_, axes) * (1 + 0x1p-40)};
    for (std::size_t b = 0; b < axes; ++b) {
      double sum = 0, square = 0;
      for (std::size_t a = 0; a < axes; ++a) {
        if (matrix_[a][b] == 0) continue;
        const double factor = std::abs(matrix_[a][b]) + graph::least_rounding;  // a float then
        sum += factor * of_field.along[a];
        square += factor * factor;
      }
      bounds.along[b] = std::min(sum, std::sqrt(square) * of_field.length);
    }
    return graph::each_derivative_bound(static_cast<int>(axes),
                                        [&](auto component) { return component(bounds); });
  }

  const char* name_;
  Matrix matrix_;
  int least_dimensions_;
  AffineChain chain_;
};

Field transformed(const char* name, const Field& field, const Matrix& matrix,
                  int least_dimensions) {
  graph::reject_chunks(name, field, "use noise without chunks");
  auto node = std::make_shared<const TransformNode>(name, graph::pointer_of(field), matrix,
                                                    least_dimensions);
  const auto [least, most] = node->dimensions();
  if (least > most) {
    throw_invalid(name, ": the field is made for ", most, " dimensions; use its axes alone");
  }
  return graph::field_of(std::move(node));
}

// pi / 2 as a sum of two numbers, the first of which has 33 bits: its products with the quarters
// below are exact.
constexpr double quarter_turn[2] = {0x1.921fb544p+0, 0x1.0b4611a626331p-34};

struct Rotation {
  double cosine, sine;
};

// The cosine and the sine of an angle up to 1e6 by Taylor's series (B. Taylor, 1715) about the
// nearest quarter turn, within 3e-16.
Rotation turn_by(double angle) {
  const double quarters = std::floor(angle / quarter_turn[0] + 0.5);
  double rest = (angle - quarters * quarter_turn[0]) - quarters * quarter_turn[1];
  if (std::abs(rest) < 1e-12) rest = 0;
  const double square = rest * rest;
  double sine = 1, cosine = 1;
  for (int k = 18; k > 0; k -= 2) {
    cosine = 1 - cosine * square / (k * (k - 1));
    sine = 1 - sine * square / (k * (k + 1));
  }
  sine *= rest;
  switch (static_cast<int>(quarters - 4 * std::floor(quarters / 4))) {
    case 0:
      return {cosine, sine};
    case 1:
      return {-sine, cosine};
    case 2:
      return {-cosine, -sine};
    default:
      return {sine, -cosine};
  }
}

constexpr Matrix identity{{{1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}}};

}  // namespace

Field rotate(const Field& field, double angle, int axis, int towards) {
  return graph::call("rotate", field, graph::Rotate{angle, axis, towards}, [&] {
    if (towards == axis) {
      throw_invalid("rotate: towards is ", towards, " and axis is ", axis,
                    "; use 0 to 3, for x, y, z or w, and another axis");
    }
    const auto [cosine, sine] = turn_by(angle);
    const auto a = static_cast<std::size_t>(axis), b = static_cast<std::size_t>(towards);
    Matrix matrix = identity;
    matrix[a][a] = matrix[b][b] = cosine;
    matrix[a][b] = sine;
    matrix[b][a] = -sine;
    return transformed("rotate", field, matrix, std::max(axis, towards) + 1);
  });
}

Affine::Affine(std::initializer_list<std::initializer_list<detail::Real>> rows) : rows_(identity) {
  const std::size_t axes = rows.size();
  if (axes < 1 || axes > 4)
    throw_invalid("transform: affine has ", axes, " rows; use 1 to 4, one per axis");
  for (std::size_t a = 0; a < axes; ++a) {
    const auto& row = rows.begin()[a];
    if (row.size() != axes + 1) {
      throw_invalid("transform: affine[", a, "] has ", row.size(), " numbers; use ", axes + 1,
                    ", as there are ", axes, " rows: a factor for each axis, and a distance");
    }
    rows_[a] = {};
    std::copy(row.begin(), row.end() - 1, rows_[a].begin());
    rows_[a][4] = row.end()[-1];
  }
}

Affine::Affine(std::initializer_list<std::initializer_list<std::initializer_list<double>>> array)
    : rows_{} {
  if (array.size() != 1 || array.begin()->size() > 4)
    throw_invalid("transform: affine has more than 4 rows; use one per axis");
  std::size_t a = 0;
  for (const auto& row : *array.begin()) {
    if (row.size() > 5)
      throw_invalid("transform: affine[", a, "] has ", row.size(), " numbers; use up to 5");
    std::copy(row.begin(), row.end(), rows_[a++].begin());
  }
}

Field transform(const Field& field, const Affine& by) {
  const Matrix& affine = by.rows();
  return graph::call("transform", field, graph::Transform{affine}, [&] {
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = 0; b < 5; ++b) {
        const bool is_usable =
            b == 4 ? std::isfinite(affine[a][b]) : std::abs(affine[a][b]) <= 1e30;
        if (is_usable) continue;
        throw_invalid("transform: affine[", a, "][", b, "] is ", affine[a][b], "; use ",
                      b == 4 ? "a finite number" : "a number of a magnitude up to 1e30");
      }
    }
    return transformed("transform", field, affine, 1);
  });
}

}  // namespace perlane
