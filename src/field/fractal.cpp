// Sums of octaves: parameters, checks, and the node.

#include <perlane/field.hpp>

#include "engine/environment.hpp"
#include "field/node.hpp"
#include "engine/refuse.hpp"
#include "field/bounds.hpp"
#include "field/composed.hpp"
#include "reference/fractal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using model::Accumulation;
using model::Shape;

class FractalNode final : public field::Composed<FractalNode> {
 public:
  using Octaves = std::vector<std::shared_ptr<const Node>>;

  FractalNode(Shape shape, Octaves octaves, std::vector<float> amplitude)
      : shape_(shape), octaves_(std::move(octaves)), amplitude_(std::move(amplitude)) {
    work_out();
  }

  float sample(const model::Point& point, float* derivative) const noexcept override {
    float sum = 0;
    for (std::size_t k = 0; k < octaves_.size(); ++k) {
      float slope[4];
      const float n = octaves_[k]->sample(point, derivative == nullptr ? nullptr : slope);
      sum = reference::accumulate(accumulation(k), sum, reference::shape(shape_, n), amplitude_[k]);
      if (derivative == nullptr) continue;
      for (int axis = 0; axis < point.dimensions; ++axis) {
        const float of_shape =
            shape_ == Shape::plain ? slope[axis] : reference::shape_slope(shape_, n) * slope[axis];
        derivative[axis] = reference::accumulate(accumulation(k), k == 0 ? 0.0f : derivative[axis],
                                                 of_shape, amplitude_[k]);
      }
    }
    return sum;
  }

  void fill(const kernels::Kernels& kernels, const model::Tile& tile, const model::Output& output,
            engine::Workspace& workspace) const noexcept override {
    // The octaves meet in a tile buffer. The last goes straight to the output, unless the output
    // shapes, scales or adds in turn.
    float* sum = workspace.take_buffer();
    const bool is_passed_on =
        output.accumulation != Accumulation::none || output.shape != Shape::plain;
    for (std::size_t k = 0; k < octaves_.size(); ++k) {
      model::Output to{};
      if (k + 1 == octaves_.size() && !is_passed_on) {
        to = output;
      } else {
        to.buffer = sum;
      }
      set_octave(to, k, sum);
      octaves_[k]->fill(kernels, tile, to, workspace);
    }
    if (is_passed_on) kernels.pass(sum, tile, output);
    workspace.give_back_buffer();
  }

  void differentiate(const kernels::Kernels& kernels, const model::Tile& tile, float* const* planes,
                     engine::Workspace& workspace) const noexcept override {
    const int count = tile.dimensions + 1;
    float* octave[5];
    for (int plane = 0; plane < count; ++plane) octave[plane] = workspace.take_buffer();
    for (std::size_t k = 0; k < octaves_.size(); ++k) {
      octaves_[k]->differentiate(kernels, tile, octave, workspace);
      for (int plane = count - 1; plane >= 0; --plane) {
        // The slope of the shape depends on the value, which is shaped last.
        if (plane > 0 && shape_ != Shape::plain) multiply_by_slope(tile, octave[0], octave[plane]);
        model::Output to{};
        to.buffer = planes[plane];
        set_octave(to, k, planes[plane]);
        if (plane > 0) to.shape = Shape::plain;
        kernels.pass(octave[plane], tile, to);
      }
    }
    for (int plane = 0; plane < count; ++plane) workspace.give_back_buffer();
  }

  std::shared_ptr<const Node> octave(std::uint64_t index, double factor) const override {
    Octaves octaves;
    for (const auto& octave : octaves_) octaves.push_back(octave->octave(index, factor));
    return std::make_shared<const FractalNode>(shape_, std::move(octaves), amplitude_);
  }

 private:
  friend Composed;

  int find_levels() const noexcept { return octaves_.front()->levels(); }

  int find_buffers(int planes) const noexcept {
    int most = 0;
    for (const auto& octave : octaves_) most = std::max(most, octave->buffers(planes));
    return most + planes;
  }

  // Rounding is monotonic, so the sum of the largest octaves, evaluated like any other, is the
  // largest sum.
  field::Bounds find_bounds(int dimensions) const noexcept {
    Range sum{0, 0};
    for (std::size_t k = 0; k < octaves_.size(); ++k) {
      Range n = shaped(field::outwards(octaves_[k]->bounds(dimensions)));
      if (amplitude_[k] < 0) std::swap(n.min, n.max);
      sum.min = reference::accumulate(accumulation(k), sum.min, n.min, amplitude_[k]);
      sum.max = reference::accumulate(accumulation(k), sum.max, n.max, amplitude_[k]);
    }
    return {sum.min, sum.max};
  }

  double find_highest_frequency() const noexcept {
    double highest = 0;
    for (const auto& octave : octaves_) highest = std::max(highest, octave->highest_frequency());
    return highest;
  }

  double find_steepness(int dimensions) const noexcept {
    double steepest = 0;
    for (const auto& octave : octaves_)
      steepest = std::max(steepest, octave->steepness(dimensions));
    return shape_ == Shape::plain ? steepest : 2 * steepest;
  }

  field::Dimensions find_dimensions() const noexcept { return octaves_.front()->dimensions(); }

  static Accumulation accumulation(std::size_t k) noexcept {
    return k == 0 ? Accumulation::scale : Accumulation::add;
  }

  void set_octave(model::Output& output, std::size_t k, const float* sum) const noexcept {
    output.shape = shape_;
    output.accumulation = accumulation(k);
    output.amplitude = amplitude_[k];
    output.sum = sum;
  }

  void multiply_by_slope(const model::Tile& tile, const float* value,
                         float* derivative) const noexcept {
    const int size = model::buffer_size(tile);
    for (int i = 0; i < size; ++i)
      derivative[i] = reference::shape_slope(shape_, value[i]) * derivative[i];
  }

  Range shaped(const Range& n) const noexcept {
    if (shape_ == Shape::plain) return n;
    const float most = reference::shape(shape_, std::max(std::abs(n.min), std::abs(n.max)));
    const float least = reference::shape(
        shape_, n.min <= 0 && n.max >= 0 ? 0 : std::min(std::abs(n.min), std::abs(n.max)));
    return {std::min(least, most), std::max(least, most)};
  }

  Shape shape_;
  Octaves octaves_;
  std::vector<float> amplitude_;
};

void validate(const Fractal& parameters) {
  if (parameters.octaves < 1 || parameters.octaves > Fractal::octave_limit) {
    engine::refuse("Fractal::octaves is ", parameters.octaves, "; use 1 to ",
                   Fractal::octave_limit);
  }
  if (!std::isfinite(parameters.lacunarity) || parameters.lacunarity <= 0) {
    engine::refuse("Fractal::lacunarity is ", parameters.lacunarity,
                   "; use a finite number above 0");
  }
  if (!std::isfinite(parameters.gain)) {
    engine::refuse("Fractal::gain is ", parameters.gain, "; use a finite number");
  }
}

// As octaves are added up.
float sum_of_magnitudes(const std::vector<float>& amplitude) {
  float sum = 0;
  for (const float a : amplitude) sum = sum + std::abs(a);
  return sum;
}

Field fractal(Shape shape, const Field& source, const Fractal& parameters) {
  const engine::FloatEnvironment environment;
  validate(parameters);
  const auto octaves = static_cast<std::size_t>(parameters.octaves);

  // Powers by repeated multiplication in binary64, amplitudes rounded to binary32 once.
  std::vector<double> frequency{1.0};
  std::vector<double> weight{1.0};
  double total = 1;
  for (std::size_t k = 1; k < octaves; ++k) {
    frequency.push_back(frequency.back() * parameters.lacunarity);
    weight.push_back(weight.back() * parameters.gain);
    total += std::abs(weight.back());
  }
  if (!std::isfinite(total)) {
    engine::refuse("Fractal::gain is ", parameters.gain, "; its powers overflow over ", octaves,
                   " octaves, use a smaller one");
  }
  const double source_frequency = source.node().highest_frequency();
  for (const double end : {frequency.front(), frequency.back()}) {
    if (source_frequency != 0 &&
        (!std::isfinite(source_frequency * end) || source_frequency * end == 0)) {
      engine::refuse("Fractal::lacunarity is ", parameters.lacunarity, "; over ", octaves,
                     " octaves the frequency leaves the range of binary64, use one nearer to 1");
    }
  }

  FractalNode::Octaves nodes{source.shared_node()};
  for (std::size_t k = 1; k < octaves; ++k) nodes.push_back(source.node().octave(k, frequency[k]));
  std::vector<float> amplitude;
  for (std::size_t k = 0; k < octaves; ++k)
    amplitude.push_back(static_cast<float>(weight[k] / total));
  // Rounding may take their sum past 1; then the largest gives way, by a unit in the last place.
  float& largest = std::abs(parameters.gain) > 1 ? amplitude.back() : amplitude.front();
  while (sum_of_magnitudes(amplitude) > 1) largest = std::nextafter(largest, 0.0f);
  auto node = std::make_shared<const FractalNode>(shape, std::move(nodes), std::move(amplitude));
  const auto [least, most] = node->dimensions();
  for (int dimensions = least; dimensions <= most; ++dimensions) {
    const auto bounds = node->bounds(dimensions);
    if (!field::are_floats(bounds)) {
      const auto [low, high] = source.node().bounds(dimensions);
      engine::refuse(
          "source: its values are from ", low, " to ", high,
          ", and those of the sum would be beyond a float; use a source with smaller ones");
    }
  }
  return Field(std::move(node));
}

}  // namespace

Field fbm(Field source, const Fractal& parameters) {
  return fractal(Shape::plain, source, parameters);
}
Field ridged(Field source, const Fractal& parameters) {
  return fractal(Shape::ridged, source, parameters);
}
Field billow(Field source, const Fractal& parameters) {
  return fractal(Shape::billow, source, parameters);
}

}  // namespace perlane
