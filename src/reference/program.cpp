// A program at one point, step by step.

#include "reference/program.hpp"

#include "reference/curve.hpp"
#include "reference/erosion.hpp"
#include "reference/fractal.hpp"
#include "reference/noise.hpp"
#include "reference/operations.hpp"

#include <array>
#include <memory>
#include <type_traits>

namespace perlane::reference {
namespace {

// A value and its derivatives, by axis.
struct Sample {
  float value;
  float slope[4];
};

// So many of them; on the stack, if they are few.
template <class T>
class Memory {
 public:
  explicit Memory(int count) {
    if (count <= few) return;
    more_ = std::make_unique<T[]>(static_cast<std::size_t>(count));
    first_ = more_.get();
  }
  T& operator[](int i) noexcept { return first_[i]; }

 private:
  static constexpr int few = 8;
  T some_[few];
  std::unique_ptr<T[]> more_;
  T* first_ = some_;
};

class Run {
 public:
  Run(const model::Program& program, const model::Point& point)
      : samples_(program.buffers),
        points_(program.positions),
        axes_(program.has_planes ? point.dimensions : 0) {
    points_[0] = point;
  }

  const Sample& result() noexcept { return samples_[last_]; }

  void operator()(const model::NoiseStep& step) noexcept {
    Sample n{};
    n.value = std::visit(
        [&](const auto* noise) {
          using Noise = std::remove_cvref_t<decltype(*noise)>;
          const model::Point& point = points_[step.positions];
          return evaluate(*noise, model::takes_displacements<Noise> ? point : moved(point),
                          axes_ > 0 ? n.slope : nullptr);
        },
        step.noise);
    fold(step.fold, n, step.sum, step.to);
  }

  void operator()(const model::FoldStep& step) noexcept {
    fold(step.fold, samples_[step.from], step.sum, step.to);
  }

  void operator()(const model::OctaveStep& step) noexcept {
    const model::OctaveRule& rule = *step.octaves.rule;
    Sample value{}, weight{};
    if (step.value != model::no_buffer) value = samples_[step.value];
    if (step.weight != model::no_buffer) weight = samples_[step.weight];
    for (int k = 0; k < step.octaves.count; ++k) {
      const Sample& n = samples_[step.from[k]];
      const float a = step.octaves.amplitude[k];
      const bool is_first = k == 0 && step.value == model::no_buffer;
      const Joined before{value.value, weight.value};
      for (int axis = 0; axis < axes_; ++axis) {
        const Joined d_before{value.slope[axis], weight.slope[axis]};
        const Joined d = is_first ? begin_slope(rule, n.value, a, n.slope[axis])
                                  : join_slope(rule, before, n.value, a, d_before, n.slope[axis]);
        value.slope[axis] = d.value;
        weight.slope[axis] = d.weight;
      }
      const Joined joined = is_first ? begin(rule, n.value, a) : join(rule, before, n.value, a);
      value.value = joined.value;
      weight.value = joined.weight;
    }
    if (step.weight_to != model::no_buffer) samples_[step.weight_to] = weight;
    write(step.to, value);
  }

  void operator()(const model::OperationStep& step) noexcept {
    const Sample a = operand_of(step.operand[0]), b = operand_of(step.operand[1]),
                 c = operand_of(step.operand[2]);
    Sample result{};
    result.value = operate(step.operation, a.value, b.value, c.value);
    for (int axis = 0; axis < axes_; ++axis) {
      result.slope[axis] = operate_slope(step.operation, a.value, b.value, c.value, a.slope[axis],
                                         b.slope[axis], c.slope[axis]);
    }
    write(step.to, result);
  }

  void operator()(const model::CurveStep& step) noexcept {
    const Sample& from = samples_[step.from];
    Sample result{};
    result.value = curve(*step.curve, from.value);
    for (int axis = 0; axis < axes_; ++axis) {
      result.slope[axis] = curve_slope(*step.curve, from.value, from.slope[axis]);
    }
    write(step.to, result);
  }

  void operator()(const model::DerivativeStep& step) noexcept {
    write(step.to, {samples_[step.from].slope[step.axis] * step.scale, {}});
  }

  void operator()(const model::ErodeStep& step) noexcept {
    const Sample& from = samples_[step.from];
    write(step.to,
          {erode(*step.erosion, moved(points_[step.positions]), from.value, from.slope), {}});
  }

  void operator()(const model::SlopeStep& step) noexcept {
    Sample result = samples_[step.from];
    for (int axis = 0; axis < axes_; ++axis) {
      result.slope[axis] = result.slope[axis] * step.slope[axis];
    }
    write(step.to, result);
  }

  void operator()(const model::MapStep& step) noexcept {
    model::Point point = moved(points_[step.from]);
    for (int axis = 0; axis < point.dimensions; ++axis) {
      const model::AxisMap& axis_map = step.map[axis];
      if (axis_map.kind == model::AxisMap::none) continue;
      double& c = point.coordinate[axis];
      c = point.is_single ? double{map(axis_map, static_cast<float>(c))} : map(axis_map, c);
    }
    points_[step.to] = point;
  }

  void operator()(const model::WarpStep& step) noexcept {
    model::Point point = step.is_far ? moved(points_[step.from]) : points_[step.from];
    for (int axis = 0; axis < point.dimensions; ++axis) {
      const float distance = operand_of(step.by[axis]).value;
      float& displacement = point.displacement[axis];
      double& factor = point.displacement_factor[axis];
      if (point.is_displaced) {
        displacement = displacement * model::single_factor<void>(factor) +
                       distance * model::single_factor<void>(step.scale);
        factor = 1;
      } else {
        displacement = distance;
        factor = step.scale;
      }
    }
    point.is_single = false;
    point.is_displaced = true;
    points_[step.to] = step.is_far ? moved(point) : point;
  }

  void operator()(const model::TransformStep& step) noexcept {
    points_[step.to] = transformed(step.matrix, moved(points_[step.from]));
  }

  void operator()(const model::TurnStep& step) {
    Sample result{};
    result.value = run(*step.program, transformed(step.matrix, moved(points_[step.positions])),
                       step.with_derivatives ? result.slope : nullptr);
    write(step.to, result);
  }

  void operator()(const model::ChainStep& step) noexcept {
    const Sample from = samples_[step.from];
    Sample result{from.value, {}};
    for (int axis = 0; axis < axes_; ++axis) {
      float& sum = result.slope[axis];
      for (int b = 0; b < axes_; ++b) {
        const Sample distance = operand_of(step.by[b]);
        const float slope = step.matrix[b][axis] + distance.slope[axis] * step.scale;
        const float product = from.slope[b] * slope;
        sum = b == 0 ? product : sum + product;
      }
    }
    write(step.to, result);
  }

 private:
  // The point with its displacement added to its coordinates.
  static model::Point moved(model::Point point) noexcept {
    if (!point.is_displaced) return point;
    for (int axis = 0; axis < point.dimensions; ++axis) {
      const double displacement = double{point.displacement[axis]};
      point.coordinate[axis] =
          point.coordinate[axis] + displacement * point.displacement_factor[axis];
    }
    point.is_displaced = false;
    return point;
  }

  static model::Point transformed(const double (&matrix)[4][5], model::Point from) noexcept {
    model::Point point{from.dimensions, false, {}};
    for (int a = 0; a < from.dimensions; ++a) {
      double sum = from.coordinate[0] * matrix[a][0];
      for (int b = 1; b < from.dimensions; ++b) sum = sum + from.coordinate[b] * matrix[a][b];
      point.coordinate[a] = sum + matrix[a][4];
    }
    return point;
  }

  Sample operand_of(const model::Operand& operand) noexcept {
    if (operand.buffer != model::no_buffer) return samples_[operand.buffer];
    return {operand.constant != nullptr ? *operand.constant : 0.0f, {}};
  }

  void write(int to, const Sample& sample) noexcept {
    samples_[to] = sample;
    last_ = to;
  }

  void fold(const model::Fold& fold, const Sample& n, int sum, int to) noexcept {
    const Sample before = sum == model::no_buffer ? Sample{} : samples_[sum];
    Sample result{};
    result.value = accumulate(fold.accumulation, before.value, n.value, fold.amplitude);
    for (int axis = 0; axis < axes_; ++axis) {
      result.slope[axis] =
          accumulate(fold.accumulation, before.slope[axis], n.slope[axis], fold.amplitude);
    }
    write(to, result);
  }

  Memory<Sample> samples_;
  Memory<model::Point> points_;
  int axes_;  // that derivatives are asked of
  int last_ = 0;
};

}  // namespace

float run(const model::Program& program, const model::Point& point, float* derivative) {
  Run run(program, point);
  for (const model::Step& step : program.steps) std::visit(run, step);
  const Sample& result = run.result();
  if (derivative != nullptr) {
    for (int axis = 0; axis < point.dimensions; ++axis) derivative[axis] = result.slope[axis];
  }
  return result.value;
}

}  // namespace perlane::reference
