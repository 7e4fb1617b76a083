// Erosion without simulation: checks, bounds, and the node. See reference/erosion.cpp.

#include <perlane/terrain.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/properties.hpp"
#include "graph/noise/lattice.hpp"
#include "graph/lowering.hpp"
#include "graph/octaves.hpp"
#include "graph/signature.hpp"
#include "model/erosion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::NodePointer;

static_assert(model::Erosion::most_octaves == Fractal::octave_limit);

graph::Powers powers_of(const Erosion& parameters) {
  return {"Erosion", parameters.octaves, parameters.lacunarity, parameters.gain};
}

std::vector<double> frequencies_of(const Erosion& parameters) {
  return graph::powers(parameters.lacunarity, parameters.octaves,
                       1.0 / (parameters.scale * double{model::erosion_waves}));
}

class ErodeNode final : public graph::Node {
 public:
  ErodeNode(const Erosion& parameters, NodePointer height)
      : Node({std::move(height)}), parameters_(parameters) {
    const std::vector<double> frequency = frequencies_of(parameters);
    const std::vector<double> amplitude = graph::powers_of_gain(powers_of(parameters));
    const double total = graph::sum_of_magnitudes(amplitude);
    for (std::size_t k = 0; k < frequency.size(); ++k) {
      const std::uint64_t seed =
          k == 0 ? std::uint64_t{parameters.seed} : graph::octave_seed(parameters.seed, k);
      const graph::SeededLattice lattice({}, seed, {});
      octave_.push_back(
          {frequency[k], lattice.points(), static_cast<float>(amplitude[k] * strength() / total)});
    }
    // Waves as deep as strength and gain have it are as steep as the slope where it is this steep.
    if (strength() == 0) {
      erosion_ = {octave_.data(), parameters.octaves, 0};
    } else {
      const double steepness = parameters.scale * total / (2 * std::numbers::pi * strength());
      erosion_ = {octave_.data(), parameters.octaves, static_cast<float>(steepness)};
    }
    set_properties(find_properties());
  }

  void append_signature(graph::Signature& to) const override {
    to.add("erode", parameters_.seed, parameters_.scale, parameters_.strength, parameters_.octaves,
           parameters_.lacunarity, parameters_.gain);
  }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    if (frame.phase == 0) {
      lowering.need_derivatives(part(0), frame.positions);
      return false;
    }
    frame.value = lowering.erode(part(0), frame.positions, erosion_);
    return true;
  }

  NodePointer as_octave(const graph::Octave& octave,
                        std::vector<NodePointer> parts) const override {
    Erosion parameters = parameters_;
    parameters.seed = graph::octave_seed(parameters.seed, octave.index);
    parameters.scale /= octave.factor;
    auto node = std::make_shared<const ErodeNode>(parameters, std::move(parts.front()));
    node->reject_large();
    return node;
  }

  // Throws if a value or a slope may be too large to be computed with. Gullies turn slopes, and
  // make them up to 1.23 times as steep: after all octaves, their squares must be floats.
  void reject_large() const {
    const auto [low, high] = bounds(2);
    if (!graph::are_floats({low, high})) {
      throw_invalid("erode: values might be ", low, " and ", high,
                    ", beyond a float; keep Erosion::strength and the height smaller");
    }
    const double steepest = graph::steepest(part(0), 2);
    const double factor{erosion_.steepness};
    if (steepest <= 1e15 && factor <= 1e30 && steepest * factor <= 1e30) return;
    throw_invalid(
        "erode: slopes of the height may be ", steepest, ", and 1 over those of gullies ", factor,
        "; keep the first to 1e15, by a height with smaller values or lower frequencies, and the "
        "second, and their product, to 1e30, by Erosion::strength over Erosion::scale");
  }

 private:
  double strength() const noexcept { return parameters_.strength; }
  // The highest one, of the narrowest gullies.
  double frequency() const noexcept {
    return std::max(octave_.front().frequency, octave_.back().frequency);
  }

  graph::Properties find_properties() const {
    graph::Properties properties = part(0).properties();
    properties.dimensions.least = std::max(properties.dimensions.least, 2);
    properties.dimensions.most = std::min(properties.dimensions.most, 2);
    properties.highest_frequency = std::max(properties.highest_frequency, frequency());
    properties.cell_frequency = std::max(properties.cell_frequency, frequency());
    properties.unfaded_frequency = std::max(properties.unfaded_frequency, frequency());
    properties.buffers += 2;
    properties.has_derivatives = false;
    // No wave is beyond 1, and amplitudes add up to the strength, but for the rounding of some
    // operations for each.
    const double most = strength() * (1 + 1e-5);
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      const auto [low, high] = graph::outwards(part(0).bounds(dimensions));
      const double rounding = graph::magnitude({low - most, high + most}) * 0x1p-23;
      properties.bounds[i] = {low - most - rounding, high + most + rounding};
      properties.derivative_scale[i] = 0;
    });
    return properties;
  }

  Erosion parameters_;
  std::vector<model::Erosion::Octave> octave_;
  model::Erosion erosion_;
};

void validate(const Erosion& parameters) {
  (void)graph::powers_of_gain(powers_of(parameters));
  const std::vector<double> frequency = frequencies_of(parameters);
  const double first = frequency.front(), last = frequency.back();
  if (!std::isfinite(first) || first == 0) {
    throw_invalid("Erosion::scale is ", parameters.scale,
                  "; one over it leaves the range of binary64; use one nearer to 1");
  }
  if (!std::isfinite(last) || last == 0) {
    throw_invalid(
        "Erosion::lacunarity is ", parameters.lacunarity, "; over ", parameters.octaves,
        " octaves the width of gullies leaves the range of binary64; use one nearer to 1");
  }
}

}  // namespace

Field erode(const Field& height, const Erosion& parameters) {
  return graph::call("erode", height, parameters, [&] {
    validate(parameters);
    graph::require_derivatives("erode", height);
    const auto [least, most] = graph::node_of(height).dimensions();
    if (least > 2 || most < 2) {
      throw_invalid("erode: the height is made for ", least, " to ", most,
                    " dimensions; use one that has 2, for gullies run down a surface");
    }
    auto node = std::make_shared<const ErodeNode>(parameters, graph::pointer_of(height));
    node->reject_large();
    return graph::field_of(std::move(node));
  });
}

}  // namespace perlane
