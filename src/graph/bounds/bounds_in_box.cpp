// A program within a box, step by step, as reference/program.cpp takes it at a point.

#include "graph/bounds/bounds_in_box.hpp"

#include "graph/arithmetic/curve.hpp"
#include "graph/arithmetic/operations.hpp"
#include "graph/bounds/joined_bounds.hpp"
#include "graph/bounds/noise_in_box.hpp"
#include "graph/bounds/positions_in_box.hpp"
#include "graph/bounds/range_arithmetic.hpp"
#include "graph/properties.hpp"
#include "model/steps.hpp"

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

namespace perlane::graph {
namespace {

using model::no_buffer;

class BoxRun {
 public:
  BoxRun(const LoweredProgram& program, const Node& root)
      : program_(program),
        root_(root),
        positions_(static_cast<std::size_t>(program.positions)),
        values_(static_cast<std::size_t>(program.buffers)) {}

  Range run(const PositionBox& box) { return enclosure(box).range; }

  Enclosure enclosure(const PositionBox& box) {
    positions_.front() = box;
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      nodes_ = program_.nodes.empty() ? StepNodes{&root_, &root_} : program_.nodes[i];
      std::visit(*this, program_.steps[i]);
    }
    // The root may be another name of the node that the program was made of.
    return tightened(at(last_), &root_);
  }

  void operator()(const model::NoiseStep& step) {
    // A ramp may be a part of a node whose bounds are not those of the ramp.
    const Node* noise = nodes_.added_by->noise() == step.noise ? nodes_.added_by : nullptr;
    fold(step, tightened(noise_in_box(step.noise, noise, position(step.positions)), noise));
  }

  void operator()(const model::FoldStep& step) { fold(step, at(step.from)); }

  void operator()(const model::OctaveStep& step) {
    const model::OctaveRule& rule = *step.octaves.rule;
    const bool has_value = step.value != no_buffer, has_weight = step.weight != no_buffer;
    JoinedBounds joined = has_value ? JoinedBounds(rule, at(step.value).range,
                                                   has_weight ? at(step.weight).range : only(0))
                                    : JoinedBounds(rule);
    Linear sum = has_value ? at(step.value).linear : Linear{0, {}, 0};
    for (int k = 0; k < step.octaves.count; ++k) {
      const Enclosure& n = at(step.from[k]);
      const float amplitude = step.octaves.amplitude[k];
      joined.add(n.range, {}, amplitude);
      const Range product = shaped(rule, n.range) * only(amplitude);
      sum = (sum + shape(rule, n) * amplitude).with_error(rounding_of(product, joined.value()));
    }
    if (step.weight_to != no_buffer)
      values_[static_cast<std::size_t>(step.weight_to)] = {Enclosure(joined.weight()), nullptr};
    if (rule.join == model::Join::sum) return write(step.to, {joined.value(), sum});
    write(step.to, Enclosure(joined.value()));
  }

  void operator()(const model::OperationStep& step) {
    const auto& [first, second, third] = step.operand;
    const Enclosure a = at(first), b = at(second), c = at(third);
    // The steps in between may have no bounds.
    const bool has_bounds = is_finite(a.range) && is_finite(b.range) && is_finite(c.range);
    const Range range = has_bounds
                            ? outwards(kind_of(step.operation).bounds(a.range, b.range, c.range))
                            : everything;
    const double rounding = rounding_of(range);
    using model::Operation;
    switch (step.operation) {
      case Operation::add:
        return write(step.to, {range, (a.linear + b.linear).with_error(rounding)});
      case Operation::subtract:
        return write(step.to, {range, (a.linear + b.linear * -1).with_error(rounding)});
      case Operation::multiply: {
        const bool is_square = first.buffer != no_buffer && first.buffer == second.buffer;
        const Range size = magnitude_of(a.range);
        return write(step.to,
                     {is_square ? size * size : range, (a.linear * b.linear).with_error(rounding)});
      }
      case Operation::mix: {
        const Linear difference =
            (b.linear + a.linear * -1).with_error(rounding_of(a.range, b.range));
        return write(step.to, {range, (a.linear + c.linear * difference)
                                          .with_error(3 * rounding_of(a.range, b.range) *
                                                      (1 + largest(c.range)))});
      }
      case Operation::divide:
        if (second.buffer != no_buffer) break;
        return write(step.to, {range, (a.linear * (1 / double{b.range.min})).with_error(rounding)});
      case Operation::minimum:
        if (a.range.max <= b.range.min) return write(step.to, a);
        if (b.range.max <= a.range.min) return write(step.to, b);
        break;
      case Operation::maximum:
        if (a.range.min >= b.range.max) return write(step.to, a);
        if (b.range.min >= a.range.max) return write(step.to, b);
        break;
      case Operation::absolute:
        if (a.range.min >= 0) return write(step.to, a);
        if (a.range.max <= 0) return write(step.to, {range, a.linear * -1});
        break;
      case Operation::choose:
        if (c.range.min == 0 && c.range.max == 0) return write(step.to, a);
        if (c.range.min > 0 || c.range.max < 0) return write(step.to, b);
        break;
      default:
        break;
    }
    write(step.to, Enclosure(range));
  }

  void operator()(const model::CurveStep& step) {
    write(step.to, Enclosure(outwards(bounds_of_curve(*step.curve, at(step.from).range))));
  }

  // Derivatives are not followed through a box; their bounds are those of everywhere.
  void operator()(const model::DerivativeStep& step) {
    const Node* node = values_[static_cast<std::size_t>(step.from)].node;
    if (node == nullptr) return write(step.to, Enclosure());
    const double along =
        node->derivative_bounds(dimensions()).along[static_cast<std::size_t>(step.axis)] *
        std::abs(step.scale);
    write(step.to, Enclosure(outwards({-along, along})));
  }

  void operator()(const model::ErodeStep& step) {
    // Gullies change a height no more than they change its bounds.
    const Enclosure& height = at(step.from);
    const Bounds before = nodes_.added_by->part(0).bounds(dimensions()),
                 after = nodes_.added_by->bounds(dimensions());
    const double fall = std::min(after.min - before.min, 0.0),
                 rise = std::max(after.max - before.max, 0.0);
    write(step.to, {outwards({height.range.min + fall, height.range.max + rise}),
                    height.linear + Linear::within(fall, rise)});
  }

  void operator()(const model::DifferencesStep& step) { write(step.to, at(step.from)); }
  void operator()(const model::MapDerivativeStep& step) { write(step.to, at(step.from)); }
  void operator()(const model::ChainStep& step) { write(step.to, at(step.from)); }

  void operator()(const model::ExtrudeStep& step) {
    const PositionBox from = position(step.positions).moved();
    PositionBox box;
    box.dimensions = from.dimensions - 1;
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const int axis_of_field = axis < step.axis ? axis : axis + 1;
      box.coordinate[axis] = from.coordinate[axis_of_field];
      box.linear[axis] = from.linear[axis_of_field];
    }
    const Node& part = nodes_.added_by->part(0);
    write(step.to, BoxRun(part.program(box.dimensions, false), part).enclosure(box));
  }

  void operator()(const model::MapStep& step) {
    position(step.to) = mapped(step, position(step.from));
  }
  void operator()(const model::WarpStep& step) {
    Enclosure by[4];
    for (int axis = 0; axis < dimensions(); ++axis) by[axis] = at(step.by[axis]);
    position(step.to) = warped(step, position(step.from), by);
  }
  void operator()(const model::TransformStep& step) {
    position(step.to) = transformed(step, position(step.from));
  }
  void operator()(const model::NearestPointStep& step) {
    position(step.to) = at_nearest_point(step, position(step.from));
  }

 private:
  struct Value {
    Enclosure enclosure;
    const Node* node = nullptr;  // null for a part node the value node a node
  };

  int dimensions() const noexcept { return positions_.front().dimensions; }

  PositionBox& position(int number) noexcept {
    return positions_[static_cast<std::size_t>(number)];
  }
  const Enclosure& at(int buffer) const noexcept {
    return values_[static_cast<std::size_t>(buffer)].enclosure;
  }
  Enclosure at(const model::Operand& operand) const noexcept {
    if (operand.buffer != no_buffer) return at(operand.buffer);
    return Enclosure(only(operand.constant != nullptr ? *operand.constant : 0.0f));
  }

  // Intersects both forms of an enclosure with the bounds of a node, which hold everywhere. The
  // node may be null.
  Enclosure tightened(Enclosure value, const Node* node) const noexcept {
    auto& [range, linear] = value;
    if (std::isnan(range.min)) range.min = everything.min;
    if (std::isnan(range.max)) range.max = everything.max;
    if (linear.is_known()) {
      const auto [low, high] = linear.interval();
      range = intersection(range, outwards({low, high}));
    }
    if (node != nullptr) range = intersection(range, outwards(node->bounds(dimensions())));
    // A range that is much narrower than a linear form is worth more.
    const Linear narrow = Linear::within(range);
    if (!linear.is_known() || !(linear.radius() <= 1.5 * narrow.error)) linear = narrow;
    return value;
  }

  void write(int to, const Enclosure& value) noexcept {
    values_[static_cast<std::size_t>(to)] = {tightened(value, nodes_.value_of), nodes_.value_of};
    last_ = to;
  }

  template <class Step>
  void fold(const Step& step, const Enclosure& n) noexcept {
    const float amplitude = step.fold.amplitude;
    const bool is_scaled = amplitude != 1;
    const Range product = is_scaled ? n.range * only(amplitude) : n.range;
    const Linear scaled =
        is_scaled ? (n.linear * amplitude).with_error(rounding_of(product)) : n.linear;
    switch (step.fold.accumulation) {
      case model::Accumulation::none:
        return write(step.to, n);
      case model::Accumulation::scale:
        return write(step.to, {product, scaled});
      case model::Accumulation::add: {
        const Enclosure& before = at(step.sum);
        const Range sum = before.range + product;
        return write(step.to, {sum, (before.linear + scaled).with_error(rounding_of(sum))});
      }
    }
  }

  // The linear form of the signal of an octave.
  static Linear shape(const model::OctaveRule& rule, const Enclosure& n) noexcept {
    if (rule.shape == model::Shape::plain) return n.linear;
    const Range signal = shaped(rule, n.range);
    const bool has_one_sign = n.range.min >= 0 || n.range.max <= 0;
    const bool is_ridged = rule.shape == model::Shape::ridged;
    if (!has_one_sign || !(is_ridged || rule.shape == model::Shape::billow))
      return Linear::within(signal);
    const double sign = n.range.min >= 0 ? 1 : -1;
    const double factor = is_ridged ? -2 : 2;
    return (n.linear * (sign * factor) + -factor / 2).with_error(2 * rounding_of(signal));
  }

  const LoweredProgram& program_;
  const Node& root_;
  StepNodes nodes_{};  // of the current step
  std::vector<PositionBox> positions_;
  std::vector<Value> values_;
  int last_ = 0;
};

}  // namespace

void bounds_in_boxes(const Node& field, std::span<const PositionBox> boxes,
                     std::span<Range> bounds) {
  if (boxes.empty()) return;
  BoxRun run(field.program(boxes.front().dimensions, false), field);
  for (std::size_t i = 0; i < boxes.size(); ++i) bounds[i] = run.run(boxes[i]);
}

}  // namespace perlane::graph
