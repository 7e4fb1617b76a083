// Octaves that fade to their mean where samples are too far apart for them. A. Norton,
// A. P. Rockwood and P. T. Skolmoski, "Clamping: A Method of Antialiasing Textured Surfaces by
// Bandwidth Limiting in Object Space", SIGGRAPH 1982; to the mean of the octave: L. Gritz and
// J. K. Hahn, in "Advanced RenderMan", 1999 (filteredsnoise, fadeout).

#include "graph/fractal/faded.hpp"

#include <perlane/arithmetic.hpp>

#include "graph/bounds/range_arithmetic.hpp"
#include "graph/lowering.hpp"
#include "graph/properties.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace perlane::graph {
namespace {

using model::Join;
using model::OctaveRule;
using model::Operation;
using model::Shape;

// By dimensions - 1.
using Means = std::array<float, 4>;

// The fading of the octaves of a fractal.
struct Fading {
  double footprint;
  OctaveRule rule;
  std::optional<Means> mean;  // known once an octave fades
  std::optional<float> amplitude;  // that the octave is drawn with, if it is
};

// The part that is left of an octave with so many cells per footprint.
double weight_of(const Node& octave, double footprint) noexcept {
  if (octave.cell_frequency() == 0) return 1;
  const double cells = octave.cell_frequency() * footprint;
  if (cells <= 0.5) return 1;  // 0 has no reciprocal
  const double t = std::clamp(1 / cells - 1, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

// The values that fade, of which the signal of the octave is a linear function; in ridged
// multifractals, of which the signal is the square.
NodePointer values_that_fade(const NodePointer& octave, const OctaveRule& rule) {
  const Field n = field_of(octave);
  if (rule.shape == Shape::ping_pong) {
    // The first n that has the signal of this one.
    const float half = rule.half_strength;
    const Field turned = 0.5f - abs(fraction((n + 1.0f) * half) - 0.5f);
    return pointer_of(turned / half - 1.0f);
  }
  const bool is_plain = rule.shape == Shape::plain && rule.join != Join::ridges;
  return is_plain ? octave : pointer_of(abs(n));
}

// The mean over points that are spread evenly over 2^16 cells along each axis (M. Roberts, "The
// Unreasonable Effectiveness of Quasirandom Sequences", 2018), of `transform(value)`; 0 if it is
// within four standard errors of that.
template <class Transform>
double mean_of(const Node& node, int dimensions, double reach, Transform transform) {
  constexpr std::array<double, 4> stride{0.8566748838545029, 0.733891856627126, 0.6287067210378086,
                                         0.53859725722361};
  constexpr int points = 1024;
  double sum = 0, squares = 0;
  for (int i = 0; i < points; ++i) {
    model::Point point{};
    point.dimensions = dimensions;
    for (int axis = 0; axis < dimensions; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      const double turns = (i + 0.5) * stride[at];
      point.coordinate[axis] = (2 * (turns - std::floor(turns)) - 1) * reach;
    }
    const double value = transform(double{node.sample(point, nullptr)});
    sum += value;
    squares += value * value;
  }
  const double mean = sum / points, variance = squares / points - mean * mean;
  return mean * mean * points <= 16 * variance ? 0 : mean;
}

Means means_of(const Node& fading, const OctaveRule& rule) {
  const double reach = std::min(0x1p15 / fading.cell_frequency(),
                                0x1p49 / std::max(fading.highest_frequency(), 1e-250));
  Means means{};
  for_each_dimension(fading.dimensions(), [&](int dimensions, std::size_t i) {
    double mean = 0;
    if (rule.join == Join::ridges) {
      const double offset = rule.offset;
      const double crest = mean_of(fading, dimensions, reach,
                                   [&](double size) { return (offset - size) * (offset - size); });
      const double distance = std::sqrt(crest);
      mean = offset < distance ? offset + distance : offset - distance;
    } else {
      mean = mean_of(fading, dimensions, reach, [](double value) { return value; });
    }
    means[i] = static_cast<float>(mean);
  });
  return means;
}

NodePointer faded(const NodePointer& octave, Fading& fading);

// Its first part is the octave, and its last the part of it that is evaluated.
class FadedNode final : public Node {
 public:
  FadedNode(const Fading& fading, double weight, std::vector<NodePointer> parts)
      : Node(std::move(parts)), fading_(fading), weight_(static_cast<float>(weight)) {
    for (std::size_t i = 0; i < 4; ++i) {
      const double rest = weight < 1 ? (1 - weight) * double{(*fading.mean)[i]} : 0;
      rest_[i].value.fill(static_cast<float>(rest));
      mean_[i] = {model::Ramp::constant, 0, rest_[i].value.front(), 0, {}};
    }
    factor_.value.fill(weight_);
    is_drawn_ = weight_ > 0 && weight_ < 1 && this->parts().size() == 2 && fading.amplitude;
    set_properties(find_properties());
  }

  const Node& simplified() const noexcept override {
    return weight_ == 1 || is_drawn_ ? evaluated().simplified() : *this;
  }

  void append_signature(Signature& to) const override {
    to.add("faded", weight_, is_drawn_);
    for (const model::Ramp& mean : mean_) to.add(mean.value);
  }

  bool lower(Lowering& lowering, Frame& frame) const override {
    const auto i = static_cast<std::size_t>(lowering.dimensions() - 1);
    if (weight_ == 0) {
      frame.value = lowering.noise(&mean_[i], frame.positions);
      return true;
    }
    if (frame.phase == 0) {
      lowering.need(evaluated(), frame.positions);
      return false;
    }
    frame.value = lowering.value(evaluated(), frame.positions);
    if (weight_ == 1 || is_drawn_) return true;
    frame.value =
        lowering.operate(Operation::multiply, {{frame.value}, {{}, factor_.value.data()}});
    if (mean_[i].value != 0)
      frame.value = lowering.operate(Operation::add, {{frame.value}, {{}, rest_[i].value.data()}});
    return true;
  }

  NodePointer as_octave(const Octave&, std::vector<NodePointer> parts) const override {
    Fading fading = fading_;
    return faded(parts.front(), fading);
  }

  NodePointer with_amplitude(float amplitude) const override {
    const NodePointer drawn = graph::with_amplitude(parts().front(), amplitude);
    if (drawn == nullptr) return nullptr;
    Fading fading = fading_;
    fading.amplitude = amplitude;
    if (fading.mean) {
      for (float& mean : *fading.mean) mean *= amplitude;
    }
    return faded(drawn, fading);
  }

  bool is_zero() const noexcept {
    return weight_ == 0 &&
           std::ranges::all_of(mean_, [](const model::Ramp& mean) { return mean.value == 0; });
  }

 private:
  struct Numbers {
    alignas(64) std::array<float, model::row_alignment> value;
  };

  const Node& evaluated() const noexcept { return *parts().back(); }

  Properties find_properties() const {
    Properties properties = evaluated().properties();
    if (weight_ == 1) return properties;
    properties.cell_frequency =
        weight_ == 0 ? 0 : std::min(part(0).cell_frequency(), 0.5 / fading_.footprint);
    if (is_drawn_) return properties;
    for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      const Range x = outwards(properties.bounds[i]);
      const Range value = x * only(weight_) + only(mean_[i].value);
      properties.bounds[i] = {value.min, value.max};
      properties.derivative_bounds[i] = each_derivative_bound(
          dimensions, [&, bounds = properties.derivative_bounds[i]](auto component) {
            return component(bounds) * double{weight_};
          });
    });
    return properties;
  }

  Fading fading_;
  float weight_;
  bool is_drawn_ = false;  // with the weight
  Numbers factor_{};
  std::array<Numbers, 4> rest_{};  // by dimensions - 1
  std::array<model::Ramp, 4> mean_{};  // the same for an octave that has faded
};

bool is_zero(const Means& means) noexcept {
  return std::ranges::all_of(means, [](float mean) { return mean == 0; });
}

// Finds the means if they are not known, and leaves them to other octaves.
NodePointer faded(const NodePointer& octave, Fading& fading) {
  const double weight = weight_of(*octave, fading.footprint);
  std::vector<NodePointer> parts{octave};
  if (weight < 1) {
    const NodePointer x = values_that_fade(octave, fading.rule);
    if (!fading.mean) fading.mean = means_of(*x, fading.rule);
    if (fading.amplitude && weight > 0 && is_zero(*fading.mean)) {
      const auto amplitude = static_cast<float>(double{*fading.amplitude} * weight);
      parts.push_back(graph::with_amplitude(octave, amplitude));
    } else if (x != octave) {
      parts.push_back(x);
    }
  }
  return std::make_shared<const FadedNode>(fading, weight, std::move(parts));
}

}  // namespace

std::vector<NodePointer> faded_octaves(std::vector<NodePointer> octaves, double footprint,
                                       const OctaveRule& rule) {
  if (footprint == 0) return octaves;
  Fading fading{footprint, rule, {}, {}};
  for (NodePointer& octave : octaves) octave = faded(octave, fading);
  return octaves;
}

bool has_faded_to_zero(const Node& octave) noexcept {
  const auto* const node = dynamic_cast<const FadedNode*>(&octave);
  return node != nullptr && node->is_zero();
}

}  // namespace perlane::graph
