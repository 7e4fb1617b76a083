// Sums of octaves: parameters, checks, and the node.

#include <perlane/field.hpp>

#include "engine/node.hpp"
#include "engine/refuse.hpp"
#include "reference/fbm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace perlane {
namespace {

constexpr int octave_limit = 32;

class FbmNode final : public engine::Node {
 public:
  using Octaves = std::vector<std::shared_ptr<const Node>>;

  FbmNode(Octaves octaves, std::vector<float> amplitude) : octaves_(std::move(octaves)), amplitude_(std::move(amplitude)) {}

  float sample(std::span<const double> point) const noexcept override {
    std::array<float, octave_limit> value;
    for (std::size_t k = 0; k < octaves_.size(); ++k) value[k] = octaves_[k]->sample(point);
    return reference::fbm(std::span(value).first(octaves_.size()), amplitude_);
  }

  void fill(const engine::Kernels& kernels, const engine::Tile& tile, const engine::Output& output,
            engine::Workspace& workspace) const noexcept override {
    // The octaves meet in a tile buffer. The last goes straight to the output, unless the output scales or adds in turn.
    float* sum = workspace.take_buffer();
    const bool is_passed_on = output.accumulation != engine::Accumulation::none;
    for (std::size_t k = 0; k < octaves_.size(); ++k) {
      engine::Output to{};
      if (k + 1 == octaves_.size() && !is_passed_on) {
        to = output;
      } else {
        to.buffer = sum;
      }
      to.accumulation = k == 0 ? engine::Accumulation::scale : engine::Accumulation::add;
      to.amplitude = amplitude_[k];
      to.sum = sum;
      octaves_[k]->fill(kernels, tile, to, workspace);
    }
    if (is_passed_on) kernels.pass(sum, tile, output);
    workspace.give_back_buffer();
  }

  int buffers() const noexcept override {
    int most = 0;
    for (const auto& octave : octaves_) most = std::max(most, octave->buffers());
    return most + 1;
  }

  engine::Bounds bounds(int dimensions) const noexcept override {
    engine::Bounds sum{0, 0};
    for (std::size_t k = 0; k < octaves_.size(); ++k) {
      const auto [min, max] = octaves_[k]->bounds(dimensions);
      const double a = amplitude_[k];
      sum.min += std::min(a * min, a * max);
      sum.max += std::max(a * min, a * max);
    }
    // Each product and each sum is off by at most half a unit in the last place of the largest value on the way.
    const double slack = std::max(-sum.min, sum.max) * static_cast<double>(2 * octaves_.size()) * 0x1p-24;
    return {sum.min - slack, sum.max + slack};
  }

  double highest_frequency() const noexcept override {
    double highest = 0;
    for (const auto& octave : octaves_) highest = std::max(highest, octave->highest_frequency());
    return highest;
  }

  std::shared_ptr<const Node> octave(std::uint64_t index, double factor) const override {
    Octaves octaves;
    for (const auto& octave : octaves_) octaves.push_back(octave->octave(index, factor));
    return std::make_shared<const FbmNode>(std::move(octaves), amplitude_);
  }

 private:
  Octaves octaves_;
  std::vector<float> amplitude_;
};

void validate(const Fractal& parameters) {
  if (parameters.octaves < 1 || parameters.octaves > octave_limit) {
    engine::refuse("Fractal::octaves is ", parameters.octaves, "; use 1 to ", octave_limit);
  }
  if (!std::isfinite(parameters.lacunarity) || parameters.lacunarity <= 0) {
    engine::refuse("Fractal::lacunarity is ", parameters.lacunarity, "; use a finite number above 0");
  }
  if (!std::isfinite(parameters.gain)) {
    engine::refuse("Fractal::gain is ", parameters.gain, "; use a finite number");
  }
}

}  // namespace

Field fbm(Field source, const Fractal& parameters) {
  validate(parameters);
  const auto octaves = static_cast<std::size_t>(parameters.octaves);

  // A6: powers by repeated multiplication in binary64, amplitudes rounded to binary32 once.
  std::vector<double> frequency{1.0};
  std::vector<double> weight{1.0};
  double total = 1;
  for (std::size_t k = 1; k < octaves; ++k) {
    frequency.push_back(frequency.back() * parameters.lacunarity);
    weight.push_back(weight.back() * parameters.gain);
    total += std::abs(weight.back());
  }
  if (!std::isfinite(total)) {
    engine::refuse("Fractal::gain is ", parameters.gain, "; its powers overflow over ", octaves, " octaves, use a smaller one");
  }
  const double source_frequency = source.node().highest_frequency();
  for (const double end : {frequency.front(), frequency.back()}) {
    if (!std::isfinite(source_frequency * end) || source_frequency * end == 0) {
      engine::refuse("Fractal::lacunarity is ", parameters.lacunarity, "; over ", octaves,
                     " octaves the frequency leaves the range of binary64, use one nearer to 1");
    }
  }

  FbmNode::Octaves nodes{source.shared_node()};
  std::vector<float> amplitude;
  for (std::size_t k = 0; k < octaves; ++k) {
    if (k > 0) nodes.push_back(source.node().octave(k, frequency[k]));
    amplitude.push_back(static_cast<float>(weight[k] / total));
  }
  return Field(std::make_shared<const FbmNode>(std::move(nodes), std::move(amplitude)));
}

}  // namespace perlane
