#pragma once
// Checks of parameters, and the node, that all sources of noise share.

#include <perlane/noise.hpp>

#include "base/error.hpp"
#include "graph/lowering.hpp"
#include "graph/node.hpp"
#include "graph/noise/lattice.hpp"
#include "graph/properties.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace perlane::graph {

// `type` is the name of the parameters' type, for messages.
void validate_lattice(const char* type, const Lattice& lattice,
                      const std::array<std::int64_t, 4>& period);

// The name that the kernels have for a fade that has been validated.
constexpr model::Fade model_fade(Fade fade) noexcept {
  static_assert(static_cast<int>(model::Fade::quintic) == static_cast<int>(Fade::quintic) &&
                static_cast<int>(model::Fade::cubic) == static_cast<int>(Fade::cubic) &&
                static_cast<int>(model::Fade::linear) == static_cast<int>(Fade::linear));
  return static_cast<model::Fade>(fade);
}

// Throws std::invalid_argument if the lattice of an octave cannot have its period.
void validate_octave(const Lattice& lattice, const std::array<std::int64_t, 4>& period,
                     const Octave& octave);

// The frequency of an octave. Throws std::invalid_argument if binary64 has none so low.
double octave_frequency(double frequency, const Octave& octave);

// The period of an octave.
std::array<std::int64_t, 4> octave_period(std::array<std::int64_t, 4> period, const Octave& octave);

template <class Noise>
class AmplitudeNode;

// The node of a noise that has kernels. A derived class sets the noise and its bounds.
template <class Noise>
class NoiseNode : public Node, public std::enable_shared_from_this<NoiseNode<Noise>> {
 public:
  NodePointer with_amplitude(float amplitude) const override {
    if constexpr (requires { noise_.amplitude; }) {
      return std::make_shared<const AmplitudeNode<Noise>>(this->shared_from_this(), amplitude);
    } else {
      return nullptr;
    }
  }

  std::optional<model::NoisePointer> noise() const noexcept final { return &noise_; }

  bool lower(Lowering& lowering, Frame& frame) const final {
    frame.value = lowering.noise(&noise_, frame.positions);
    return true;
  }

  std::size_t weight() const noexcept final {
    if constexpr (requires { noise_.lattice; }) return 1 + table_bytes(noise_.lattice) / 4096;
    return 1;
  }

 protected:
  // For noise in so many dimensions only, or in any if that is 0. bounds_in(dimensions), and
  // derivative_bounds_in(dimensions), which are per cell and before rounding.
  template <class BoundsIn, class DerivativeBoundsIn>
  void set_bounds(int only, BoundsIn bounds_in, DerivativeBoundsIn derivative_bounds_in) {
    set_bounds(only == 0 ? Dimensions{} : Dimensions{only, only}, bounds_in, derivative_bounds_in);
  }
  template <class BoundsIn, class DerivativeBoundsIn>
  void set_bounds(Dimensions all, BoundsIn bounds_in, DerivativeBoundsIn derivative_bounds_in) {
    Properties properties;
    properties.dimensions = all;
    properties.highest_frequency = noise_.frequency;
    properties.cell_frequency = std::abs(noise_.frequency);
    properties.unfaded_frequency = properties.cell_frequency;
    if constexpr (requires { noise_.lattice; })
      properties.largest_shift = std::ranges::max(noise_.lattice.shift);
    for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      properties.bounds[i] = bounds_in(dimensions);
      const DerivativeBounds per_cell = derivative_bounds_in(dimensions);
      // A derivative per cell, or a frequency, that is subnormal is rounded before they are
      // multiplied.
      const auto bound = [&](double of_cell) {
        const double underflow = (of_cell + 1024 * noise_.frequency) * least_rounding;
        return of_cell == 0 ? 0 : rounded_derivative_bound(of_cell * noise_.frequency) + underflow;
      };
      for (std::size_t axis = 0; axis <= i; ++axis)
        properties.derivative_bounds[i].along[axis] = bound(per_cell.along[axis]);
      properties.derivative_bounds[i].length = bound(per_cell.length);
      properties.derivative_scale[i] = magnitude(properties.bounds[i]) * noise_.frequency;
    });
    set_properties(properties);
  }

  template <class>
  friend class AmplitudeNode;

  Noise noise_{};
};

// A noise with a seed and a frequency, perhaps a period. `Derived` is made of parameters and of a
// shift of its lattice.
template <class Derived, class Noise, class Parameters>
class SeededNode : public NoiseNode<Noise> {
 public:
  // Throws std::invalid_argument if the period would break.
  NodePointer as_octave(const Octave& octave, std::vector<NodePointer>) const override {
    Parameters parameters = parameters_;
    parameters.seed = octave_seed(parameters.seed, octave.index);
    parameters.frequency = octave_frequency(parameters.frequency, octave);
    if constexpr (requires { parameters.period; })
      parameters.period = octave_period(parameters.period, octave);
    if constexpr (requires { parameters.lattice; })
      validate_octave(parameters.lattice, parameters.period, octave);
    return std::make_shared<const Derived>(
        parameters, octave_shift(this->noise_.lattice.shift, parameters.seed, octave));
  }

 protected:
  explicit SeededNode(const Parameters& parameters) : parameters_(parameters) {
    this->noise_.frequency = parameters.frequency;
  }

  Parameters parameters_;
};

// The most by which draws times an amplitude leave the bounds of the noise times it. These leave
// room for a rounding more; but not where that is one to a multiple of the least subnormal number,
// of which each vertex may have one in each component.
inline double draw_underflow(double amplitude) noexcept {
  return amplitude != 0 && std::abs(amplitude) < 1e-30 ? 64 * 0x1p-149 : 0;
}

// A noise that multiplies its draws by an amplitude: an octave of a sum.
template <class Noise>
class AmplitudeNode final : public NoiseNode<Noise> {
 public:
  AmplitudeNode(std::shared_ptr<const NoiseNode<Noise>> source, float amplitude)
      : source_(std::move(source)), amplitude_(amplitude) {
    this->noise_ = source_->noise_;
    multiply(this->noise_);
    Properties properties = source_->properties();
    const double factor = drawn_factor(source_->noise_);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto [low, high] = properties.bounds[i];
      // Draws may be small, too.
      const double largest = std::min(1.0, std::max(std::abs(low), std::abs(high)));
      const double underflow = draw_underflow(factor * largest);
      properties.bounds[i] = {std::min(low * factor, high * factor),
                              std::max(low * factor, high * factor)};
      properties.bounds[i].min -= underflow;
      properties.bounds[i].max += underflow;
      DerivativeBounds& derivative = properties.derivative_bounds[i];
      const auto multiply = [&](double& bound) {
        if (bound != 0) bound = bound * std::abs(factor) + underflow * this->noise_.frequency;
      };
      std::ranges::for_each(derivative.along, multiply);
      multiply(derivative.length);
      properties.derivative_scale[i] *= std::max(1.0, std::abs(factor));
    }
    this->set_properties(properties);
  }

  void append_signature(Signature& to) const override {
    to.add("amplitude", amplitude_);
    source_->append_signature(to);
  }

  NodePointer with_amplitude(float amplitude) const override {
    return source_->with_amplitude(amplitude);
  }

  NodePointer as_octave(const Octave& octave, std::vector<NodePointer>) const override {
    return octave_of(source_, octave)->with_amplitude(amplitude_);
  }

 private:
  void multiply(model::PerlinNoise& noise) const noexcept { noise.amplitude = amplitude_; }
  void multiply(model::ValueNoise& noise) const noexcept {
    (is_array(noise) ? noise.amplitude : noise.scale) *= amplitude_;
  }

  static bool is_array(const model::ValueNoise& noise) noexcept {
    return noise.lattice.kind == model::LatticePoints::array;
  }

  // The factor that multiplies draws. A scale that is subnormal is rounded to another.
  double drawn_factor(const model::PerlinNoise&) const noexcept { return amplitude_; }
  double drawn_factor(const model::ValueNoise& noise) const noexcept {
    const float scale = this->noise_.scale;
    const bool is_subnormal = std::abs(scale) < std::numeric_limits<float>::min();
    if (is_array(noise) || !is_subnormal) return amplitude_;
    const double rounded = double{scale} / double{noise.scale};
    return std::abs(rounded) > std::abs(amplitude_) ? rounded : double{amplitude_};
  }

  std::shared_ptr<const NoiseNode<Noise>> source_;
  float amplitude_;
};

}  // namespace perlane::graph
