// Sums of octaves: parameters, checks, and the node.

#include <perlane/field.hpp>

#include "engine/environment.hpp"
#include "engine/refuse.hpp"
#include "field/facts.hpp"
#include "field/fractal.hpp"
#include "field/lowering.hpp"
#include "reference/fractal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using field::NodePointer;
using model::Shape;

// Its parts are the octaves; the first is the source that the factory was given.
class FractalNode final : public field::Node {
 public:
  FractalNode(Shape shape, const Fractal& parameters, std::vector<NodePointer> octaves,
              std::vector<float> amplitude)
      : Node(std::move(octaves)),
        shape_(shape),
        parameters_(parameters),
        amplitude_(std::move(amplitude)) {
    set_facts(find_facts());
  }

  void sign(field::Signature& to) const override {
    to.add("fractal");
    to.add(shape_);
    for (const float amplitude : amplitude_) to.add(amplitude);
  }

  bool lower(field::Lowering& lowering, field::Frame& frame) const override {
    const auto next = static_cast<std::size_t>(frame.phase);
    if (next > 0) {
      frame.value = lowering.fold(part(next - 1), frame.positions, fold(next - 1), frame.value);
    }
    if (next == parts().size()) return true;
    lowering.need(part(next), frame.positions);
    return false;
  }

  NodePointer as_octave(const field::Octave&, std::vector<NodePointer> octaves) const override {
    return std::make_shared<const FractalNode>(shape_, parameters_, std::move(octaves), amplitude_);
  }

 private:
  model::Fold fold(std::size_t k) const noexcept {
    return {shape_, k == 0 ? model::Accumulation::scale : model::Accumulation::add, amplitude_[k],
            nullptr};
  }

  field::Facts find_facts() const {
    field::Facts facts;
    facts.dimensions = part(0).dimensions();
    facts.buffers = part(0).facts().buffers;
    double slope[4] = {};
    for (const NodePointer& octave : parts()) {
      facts.highest_frequency = std::max(facts.highest_frequency, octave->highest_frequency());
      facts.largest_shift = std::max(facts.largest_shift, octave->largest_shift());
      if (octave != parts().front()) {
        facts.buffers = std::max(facts.buffers, octave->facts().buffers + 1);
      }
    }
    field::for_each_dimension(facts.dimensions, [&](int dimensions, std::size_t i) {
      for (const NodePointer& octave : parts()) {
        slope[i] = std::max(slope[i], octave->derivative_bound(dimensions));
      }
      facts.derivative_bound[i] = shape_ == Shape::plain ? slope[i] : 2 * slope[i];
      facts.bounds[i] = find_bounds(dimensions);
    });
    return facts;
  }

  // Rounding is monotonic, so the sum of the largest octaves, evaluated like any other, is the
  // largest sum.
  field::Bounds find_bounds(int dimensions) const noexcept {
    Range sum{0, 0};
    for (std::size_t k = 0; k < amplitude_.size(); ++k) {
      Range n = shaped(field::outwards(part(k).bounds(dimensions)));
      if (amplitude_[k] < 0) std::swap(n.min, n.max);
      sum.min = reference::accumulate(fold(k).accumulation, sum.min, n.min, amplitude_[k]);
      sum.max = reference::accumulate(fold(k).accumulation, sum.max, n.max, amplitude_[k]);
    }
    return {sum.min, sum.max};
  }

  Range shaped(const Range& n) const noexcept {
    if (shape_ == Shape::plain) return n;
    const float most = reference::shape(shape_, std::max(std::abs(n.min), std::abs(n.max)));
    const float least = reference::shape(
        shape_, n.min <= 0 && n.max >= 0 ? 0 : std::min(std::abs(n.min), std::abs(n.max)));
    return {std::min(least, most), std::max(least, most)};
  }

  Shape shape_;
  Fractal parameters_;  // of the call, so that the field can be written down
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

// This adds in the order of the octaves, because rounding depends on it.
float sum_of_magnitudes(const std::vector<float>& amplitude) {
  float sum = 0;
  for (const float a : amplitude) sum = sum + std::abs(a);
  return sum;
}

Field fractal(const char* name, Shape shape, const Field& source, const Fractal& parameters) {
  const engine::FloatEnvironment environment;
  validate(parameters);
  field::refuse_chunks(name, source, "use chunk_layers, which adds the noise of virtual chunks");
  const auto octaves = static_cast<std::size_t>(parameters.octaves);

  // Powers are made by repeated multiplication in binary64, and amplitudes are rounded to binary32
  // once.
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

  std::vector<NodePointer> nodes{source.shared_node()};
  for (std::size_t k = 1; k < octaves; ++k) {
    nodes.push_back(field::octave_of(source.shared_node(), {k, frequency[k], parameters.aligned}));
  }
  std::vector<float> amplitude;
  for (std::size_t k = 0; k < octaves; ++k) {
    amplitude.push_back(static_cast<float>(weight[k] / total));
  }
  // Rounding may take their sum past 1; then the largest gives way, by a unit in the last place.
  float& largest = std::abs(parameters.gain) > 1 ? amplitude.back() : amplitude.front();
  while (sum_of_magnitudes(amplitude) > 1) largest = std::nextafter(largest, 0.0f);
  auto node = std::make_shared<const FractalNode>(shape, parameters, std::move(nodes),
                                                  std::move(amplitude));
  field::for_each_dimension(node->dimensions(), [&](int dimensions, std::size_t) {
    if (field::are_floats(node->bounds(dimensions))) return;
    const auto [low, high] = source.node().bounds(dimensions);
    engine::refuse(
        "source: its values are from ", low, " to ", high,
        ", and those of the sum would be beyond a float; use a source with smaller ones");
  });
  return Field(std::move(node));
}

}  // namespace

Field field::sum_of_octaves(Shape shape, const std::vector<Field>& octaves,
                            std::vector<float> amplitude) {
  std::vector<NodePointer> nodes;
  for (const Field& octave : octaves) nodes.push_back(octave.shared_node());
  return Field(std::make_shared<const FractalNode>(shape, Fractal{}, std::move(nodes),
                                                   std::move(amplitude)));
}

Field fbm(Field source, const Fractal& parameters) {
  return fractal("fbm", Shape::plain, source, parameters);
}
Field ridged(Field source, const Fractal& parameters) {
  return fractal("ridged", Shape::ridged, source, parameters);
}
Field billow(Field source, const Fractal& parameters) {
  return fractal("billow", Shape::billow, source, parameters);
}

}  // namespace perlane
