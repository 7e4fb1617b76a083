// A program at one point, step by step.

#include "reference/program.hpp"

#include "reference/curve.hpp"
#include "reference/erosion.hpp"
#include "reference/fractal.hpp"
#include "reference/memory.hpp"
#include "reference/noise.hpp"
#include "reference/operations.hpp"
#include "reference/points.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace perlane::reference {
namespace {

// Derivatives by axis.
struct Derivative {
  float along[4];
};

float noise_at(const model::Point& point, const model::NoisePointer& noise,
               float* derivative) noexcept {
  return std::visit([&](const auto* typed) { return evaluate(*typed, point, derivative); }, noise);
}

bool takes_displacements(const model::NoisePointer& noise) noexcept {
  return std::visit(
      [](const auto* typed) {
        return model::takes_displacements<std::remove_cvref_t<decltype(*typed)>>;
      },
      noise);
}

class Run {
 public:
  Run(const model::Program& program, const model::Point& point)
      : points_(program, point),
        values_(program.buffers),
        derivatives_(program.has_planes ? program.buffers : 0),
        axes_(point.dimensions) {}

  float value() noexcept { return values_[last_]; }
  const Derivative& derivative() noexcept { return derivatives_[last_]; }

  void operator()(const model::NoiseStep& step) noexcept {
    const model::Point& point = points_[step.positions];
    if (takes_displacements(step.noise)) return evaluate_at(point, step);
    points_.with_moved(point, [&](const model::Point& moved) { evaluate_at(moved, step); });
  }

  void operator()(const model::FoldStep& step) noexcept {
    if (!step.with_derivatives) return fold(step, values_[step.from]);
    fold(step, values_[step.from], derivatives_[step.from]);
  }

  void operator()(const model::OctaveStep& step) noexcept {
    const model::OctaveRule& rule = *step.octaves.rule;
    const bool has_value = step.value != model::no_buffer;
    const bool has_weight = step.weight != model::no_buffer;
    Joined sum{has_value ? values_[step.value] : 0.0f, has_weight ? values_[step.weight] : 0.0f};
    Derivative value{}, weight{};
    if (step.with_derivatives && has_value) value = derivatives_[step.value];
    if (step.with_derivatives && has_weight) weight = derivatives_[step.weight];
    for (int k = 0; k < step.octaves.count; ++k) {
      const float n = values_[step.from[k]], a = step.octaves.amplitude[k];
      const bool is_first = k == 0 && !has_value;
      for (int axis = 0; axis < axes(step); ++axis) {
        float &dv = value.along[axis], &dw = weight.along[axis];
        const float dn = derivatives_[step.from[k]].along[axis];
        const Joined d = is_first ? begin_derivative(rule, n, a, dn)
                                  : join_derivative(rule, sum, n, a, {dv, dw}, dn);
        dv = d.value;
        dw = d.weight;
      }
      sum = is_first ? begin(rule, n, a) : join(rule, sum, n, a);
    }
    if (step.weight_to != model::no_buffer) {
      values_[step.weight_to] = sum.weight;
      if (step.with_derivatives) derivatives_[step.weight_to] = weight;
    }
    write(step.to, sum.value);
    if (step.with_derivatives) derivatives_[step.to] = value;
  }

  void operator()(const model::OperationStep& step) noexcept {
    const auto& [first, second, third] = step.operand;
    const float a = value_of(first), b = value_of(second), c = value_of(third);
    if (step.with_derivatives) {
      const Derivative da = derivative_of(first), db = derivative_of(second),
                       dc = derivative_of(third);
      for (int axis = 0; axis < axes_; ++axis) {
        derivatives_[step.to].along[axis] = operate_derivative(
            step.operation, a, b, c, da.along[axis], db.along[axis], dc.along[axis]);
      }
    }
    write(step.to, operate(step.operation, a, b, c));
  }

  void operator()(const model::CurveStep& step) noexcept {
    const float from = values_[step.from];
    for (int axis = 0; axis < axes(step); ++axis) {
      derivatives_[step.to].along[axis] =
          curve_derivative(*step.curve, from, derivatives_[step.from].along[axis]);
    }
    write(step.to, curve(*step.curve, from));
  }

  void operator()(const model::DerivativeStep& step) noexcept {
    write(step.to, derivatives_[step.from].along[step.axis] * step.scale);
  }

  void operator()(const model::DifferencesStep& step) noexcept {
    Derivative result{};
    for (int axis = 0; axis < axes_; ++axis) {
      const float ahead = value_of(step.operand[2 * axis]);
      const float behind = value_of(step.operand[2 * axis + 1]);
      result.along[axis] = (ahead - behind) / step.width;
    }
    derivatives_[step.to] = result;
    write(step.to, values_[step.from]);
  }

  void operator()(const model::ErodeStep& step) noexcept {
    points_.with_moved(points_[step.positions], [&](const model::Point& point) {
      write(step.to,
            erode(*step.erosion, point, values_[step.from], derivatives_[step.from].along));
    });
  }

  void operator()(const model::MapDerivativeStep& step) noexcept {
    for (int axis = 0; axis < axes_; ++axis)
      derivatives_[step.to].along[axis] = derivatives_[step.from].along[axis] * step.factor[axis];
    write(step.to, values_[step.from]);
  }

  void operator()(const model::MapStep& step) noexcept { points_.map(step); }

  void operator()(const model::WarpStep& step) noexcept {
    float distance[4];
    for (int axis = 0; axis < axes_; ++axis) distance[axis] = value_of(step.by[axis]);
    points_.warp(step, distance);
  }

  void operator()(const model::TransformStep& step) noexcept { points_.transform(step); }

  void operator()(const model::NearestPointStep& step) noexcept {
    points_.move_to_nearest_point(step);
  }

  // This is not noexcept: the program of the step may allocate memory.
  void operator()(const model::ExtrudeStep& step) {
    points_.with_moved(points_[step.positions], [&](const model::Point& from) {
      model::Point point{axes_ - 1, from.is_float, {}};
      for (int axis = 0; axis < axes_ - 1; ++axis)
        point.coordinate[axis] = from.coordinate[axis < step.axis ? axis : axis + 1];
      float along[4] = {};
      const bool is_finite = std::isfinite(from.coordinate[step.axis]);
      const float n = reference::run(*step.program, point, step.with_derivatives ? along : nullptr);
      const float value = is_finite ? n : std::numeric_limits<float>::quiet_NaN();
      write(step.to, value);
      for (int axis = 0; axis < axes(step); ++axis) {
        float& derivative = derivatives_[step.to].along[axis];
        derivative = axis == step.axis ? 0.0f : along[axis < step.axis ? axis : axis - 1];
        if (std::isnan(value)) derivative = value;
      }
    });
  }

  void operator()(const model::ChainStep& step) noexcept {
    const Derivative from = derivatives_[step.from];
    Derivative by[4], result;
    for (int b = 0; b < axes_; ++b) by[b] = derivative_of(step.by[b]);
    for (int axis = 0; axis < axes_; ++axis) {
      float& sum = result.along[axis];
      for (int b = 0; b < axes_; ++b) {
        const float derivative = step.matrix[b][axis] + by[b].along[axis] * step.scale;
        const float product = from.along[b] * derivative;
        sum = b == 0 ? product : sum + product;
      }
    }
    derivatives_[step.to] = result;
    write(step.to, values_[step.from]);
  }

 private:
  void evaluate_at(const model::Point& point, const model::NoiseStep& step) noexcept {
    if (!step.with_derivatives) return fold(step, noise_at(point, step.noise, nullptr));
    Derivative derivative;
    const float n = noise_at(point, step.noise, derivative.along);
    fold(step, n, derivative);
  }

  // Returns the number of axes along which a step has derivatives.
  template <class Step>
  int axes(const Step& step) const noexcept {
    return step.with_derivatives ? axes_ : 0;
  }

  float value_of(const model::Operand& operand) noexcept {
    if (operand.buffer != model::no_buffer) return values_[operand.buffer];
    return operand.constant != nullptr ? *operand.constant : 0.0f;
  }
  Derivative derivative_of(const model::Operand& operand) noexcept {
    return operand.buffer != model::no_buffer ? derivatives_[operand.buffer] : Derivative{};
  }

  void write(int to, float value) noexcept {
    values_[to] = value;
    last_ = to;
  }

  // Folds a value and its derivatives into the sum of a step.
  template <class Step>
  void fold(const Step& step, float n, const Derivative& derivative) noexcept {
    for (int axis = 0; axis < axes_; ++axis) {
      const float before = step.sum != model::no_buffer ? derivatives_[step.sum].along[axis] : 0.0f;
      derivatives_[step.to].along[axis] =
          accumulate(step.fold.accumulation, before, derivative.along[axis], step.fold.amplitude);
    }
    fold(step, n);
  }
  template <class Step>
  void fold(const Step& step, float n) noexcept {
    const float before = step.sum != model::no_buffer ? values_[step.sum] : 0.0f;
    write(step.to, accumulate(step.fold.accumulation, before, n, step.fold.amplitude));
  }

  Points points_;
  Memory<float, 32> values_;  // by buffer
  Memory<Derivative, 32> derivatives_;
  int axes_;  // their number
  int last_ = 0;
};

}  // namespace

float run(const model::Program& program, const model::Point& point, float* derivative) {
  // A field of one noise needs no bookkeeping.
  if (program.steps.size() == 1) {
    const auto* step = std::get_if<model::NoiseStep>(&program.steps.front());
    if (step != nullptr && step->fold.accumulation == model::Accumulation::none)
      return noise_at(point, step->noise, derivative);
  }
  Run run(program, point);
  for (const model::Step& step : program.steps) {
    if (const auto* noise = std::get_if<model::NoiseStep>(&step)) {
      run(*noise);  // the most frequent step
    } else {
      std::visit(run, step);
    }
  }
  if (derivative != nullptr) {
    for (int axis = 0; axis < point.dimensions; ++axis)
      derivative[axis] = run.derivative().along[axis];
  }
  return run.value();
}

}  // namespace perlane::reference
