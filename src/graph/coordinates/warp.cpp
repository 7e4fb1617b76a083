// Warps: coordinates that are moved by fields. I. Quilez, "Domain warping", 2002; by octaves, one
// after another: J. Peck, FastNoise, 2017 (progressive).

#include <perlane/coordinates.hpp>
#include <perlane/fractal.hpp>
#include <perlane/noise.hpp>

#include "base/error.hpp"
#include "base/float_environment.hpp"
#include "graph/call.hpp"
#include "graph/lowering.hpp"
#include "graph/noise/draw.hpp"
#include "graph/noise/lattice.hpp"
#include "graph/noise/source.hpp"
#include "graph/octaves.hpp"
#include "graph/properties.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::NodePointer;

// A place in a lattice that is displaced by no more cells than this in binary32 is right to 2^-17
// of a cell. Displacements that may be larger are added in binary64.
constexpr double most_displaced = 256;

// Its parts are the field, and the fields that move each axis. A field that has fewer dimensions
// than there are axes moved needs no more than its own.
class WarpNode final : public graph::Node {
 public:
  WarpNode(const char* name, double scale, std::vector<NodePointer> parts, int least_dimensions)
      : Node(std::move(parts)), name_(name), scale_(scale), least_dimensions_(least_dimensions) {
    set_properties(find_properties());
    graph::validate_scale(name, scale);
  }

  void append_signature(graph::Signature& to) const override { to.add("warp", scale_, is_far_); }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    const std::size_t axes =
        std::min(parts().size() - 1, static_cast<std::size_t>(lowering.dimensions()));
    const std::span<const NodePointer> by = parts().subspan(1, axes);
    if (frame.phase == 0) {
      for (const NodePointer& distance : by) lowering.need_term(*distance, frame.positions);
      return false;
    }
    const int positions = lowering.warp(frame.positions, by, scale_, is_far_);
    if (frame.phase == 1) {
      lowering.need(part(0), positions);
      return false;
    }
    frame.value = lowering.value(part(0), positions);
    if (lowering.has_derivatives()) {
      std::array<graph::Term, 4> terms{};
      for (std::size_t i = 0; i < axes; ++i) terms[i] = lowering.term(*by[i], frame.positions);
      frame.value = lowering.chain(frame.value, identity, terms, scale_);
    }
    return true;
  }

  bool has_value_of_first_part() const noexcept override { return true; }

  NodePointer as_octave(const graph::Octave& octave,
                        std::vector<NodePointer> parts) const override {
    return std::make_shared<const WarpNode>(name_, scale_ / octave.factor, std::move(parts),
                                            least_dimensions_);
  }

 private:
  static constexpr std::array<std::array<float, 4>, 4> identity{
      {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

  graph::Properties find_properties() {
    const graph::Properties& field = part(0).properties();
    const auto by = parts().subspan(1);
    graph::Properties properties = graph::merged_properties(by);
    properties.dimensions = graph::common_dimensions(parts());
    properties.dimensions.least = std::max(properties.dimensions.least, least_dimensions_);
    properties.bounds = field.bounds;
    properties.buffers = std::max(properties.buffers, field.buffers + static_cast<int>(by.size()));
    properties.highest_frequency = std::max(properties.highest_frequency, field.highest_frequency);
    properties.cell_frequency = std::max(properties.cell_frequency, field.cell_frequency);
    properties.unfaded_frequency = std::max(properties.unfaded_frequency, field.unfaded_frequency);
    // A cell more, for the coordinate that is moved is rounded.
    const double moved = moved_cells(properties.dimensions);
    properties.largest_shift = std::max(properties.largest_shift, field.largest_shift + moved + 1);
    const double displacement = field.largest_displacement + moved;
    is_far_ = is_far_ || displacement > most_displaced;
    if (!is_far_)
      properties.largest_displacement = std::max(properties.largest_displacement, displacement);
    graph::for_each_dimension(properties.dimensions, [&](int dimensions, std::size_t i) {
      double factor = 1;
      for (const NodePointer& distance : by)
        factor += 100 * std::abs(scale_) * distance->derivative_scale(dimensions);
      properties.derivative_scale[i] = std::max(field.derivative_scale[i], 1.0) * factor;
      // A derivative is that of the field along the axis, and those along all axes times the
      // derivatives of the fields that move these.
      const graph::DerivativeBounds& of_field = field.derivative_bounds[i];
      properties.derivative_bounds[i] =
          graph::each_derivative_bound(dimensions, [&](auto component) {
            double sum = 0;
            for (std::size_t axis = 0; axis < std::min(by.size(), i + 1); ++axis)
              sum += of_field.along[axis] *
                     moved_by(component(by[axis]->derivative_bounds(dimensions)));
            return component(of_field) + sum;
          });
    });
    return properties;
  }

  // How much faster an axis is moved, for a bound of the derivative of what moves it. The scale is
  // rounded, and the product; they may be subnormal.
  double moved_by(double bound) const noexcept {
    if (bound == 0 || scale_ == 0) return 0;
    return bound * (std::abs(scale_) + graph::least_rounding) + graph::least_rounding;
  }

  // The most cells of the field that coordinates are moved by.
  double moved_cells(const graph::Dimensions& all) {
    // However slow the field is, coordinates must be finite.
    const double frequency = std::max(part(0).highest_frequency(), 1e-250);
    double most = 0;
    for (std::size_t axis = 0; axis + 1 < parts().size(); ++axis) {
      double distance = 0;
      graph::for_each_dimension(all, [&](int dimensions, std::size_t) {
        const auto [low, high] = part(axis + 1).bounds(dimensions);
        distance = std::max({distance, std::abs(low * scale_), std::abs(high * scale_)});
      });
      // The comparison is false for NaN, too.
      if (!(distance * frequency < model::coordinate_limit / 2)) {
        throw_invalid(name_, ": axis ", axis, " is moved by up to ", distance,
                      ", which times the highest frequency of the field, ", frequency,
                      ", is too large; keep it below 2^50");
      }
      // In binary32 such numbers, or sums of them, would end as 0 or infinity.
      for (const double number : {distance, scale_, frequency})
        is_far_ = is_far_ || std::abs(number) > 1e30 || (number != 0 && std::abs(number) < 1e-30);
      most = std::max(most, distance * frequency);
    }
    return most;
  }

  const char* name_;
  double scale_;
  int least_dimensions_;
  bool is_far_ = false;  // whether samples may be moved too far for displacements in binary32
};

// Throws for fields that have no number of dimensions in common with the field that they move, or
// with each other.
void validate_dimensions(const std::vector<NodePointer>& parts) {
  const std::span<const NodePointer> all(parts);
  const int axes = static_cast<int>(parts.size()) - 1;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [least, most] = graph::common_dimensions(all.first(i + 1));
    if (std::max(least, axes) <= most) continue;
    if (i == 0) {
      throw_invalid("warp: by has ", axes, " operands, and the field is made for ", most,
                    " dimensions; use one operand per axis");
    }
    throw_invalid("warp: by[", i - 1, "] is made for ", parts[i]->dimensions().least, " to ",
                  parts[i]->dimensions().most, " dimensions, and what comes before it for ",
                  std::max(axes, graph::common_dimensions(all.first(i)).least), " to ",
                  graph::common_dimensions(all.first(i)).most,
                  "; use fields that have one in common");
  }
}

graph::Powers powers_of(const Warp& parameters) {
  return {"Warp", parameters.octaves, parameters.lacunarity, parameters.gain};
}

void validate(const Warp& parameters) {
  (void)graph::powers_of_gain(powers_of(parameters));
  (void)graph::powers_of_lacunarity(powers_of(parameters), parameters.frequency);
}

// The noise that moves each axis.
std::array<Field, 4> noise_of(const Warp& parameters) {
  graph::SplitMix64 draw(graph::octave_seed(parameters.seed, ~std::uint64_t{1}));
  const auto next = [&] { return perlin({.seed = draw(), .frequency = parameters.frequency}); };
  return {next(), next(), next(), next()};
}

Field warped(const char* name, const Field& field, double scale,
             const std::vector<NodePointer>& by) {
  std::vector<NodePointer> parts{graph::pointer_of(field)};
  parts.insert(parts.end(), by.begin(), by.end());
  return graph::field_of(std::make_shared<const WarpNode>(name, scale, std::move(parts), 1));
}

constexpr const char* instead_of_chunks =
    "use perlin or value in its place; what moves the coordinates may be noise of a chunk";

}  // namespace

Field warp(const Field& field, const std::vector<Operand>& by) {
  const base::FloatEnvironment environment;
  if (by.empty() || by.size() > 4) {
    throw_invalid("warp: by has ", by.size(), " operands; use 1 to 4, one per axis");
  }
  graph::reject_chunks("warp", field, instead_of_chunks);
  std::vector<NodePointer> parts{graph::pointer_of(field)};
  for (const Operand& operand : by) parts.push_back(graph::pointer_of(operand.field()));
  validate_dimensions(parts);
  if (graph::are_of_different_chunks(std::span<const NodePointer>(parts).subspan(1))) {
    throw_invalid(
        "warp: by holds noise of chunks that translate has moved to different places, so one of "
        "them would be beyond its chunk; move all of them by the same distance");
  }
  Field made = graph::field_of(
      std::make_shared<const WarpNode>("warp", 1.0, parts, static_cast<int>(by.size())));
  return graph::called("warp", std::move(parts), graph::NoArguments{}, std::move(made));
}

Field domain_warp(const Field& field, const Warp& parameters) {
  return graph::call("domain_warp", field, parameters, [&] {
    validate(parameters);
    graph::reject_chunks("domain_warp", field, instead_of_chunks);
    std::vector<NodePointer> by;
    for (const Field& noise : noise_of(parameters)) {
      by.push_back(graph::pointer_of(fbm(noise, {.octaves = parameters.octaves,
                                                 .lacunarity = parameters.lacunarity,
                                                 .gain = parameters.gain})));
    }
    return warped("domain_warp", field, parameters.amplitude, by);
  });
}

Field domain_warp_progressive(const Field& field, const Warp& parameters) {
  constexpr auto name = "domain_warp_progressive";
  return graph::call(name, field, parameters, [&] {
    validate(parameters);
    graph::reject_chunks(name, field, instead_of_chunks);
    const std::array<Field, 4> noise = noise_of(parameters);
    const std::vector<double> amplitude = graph::powers_of_gain(powers_of(parameters));
    const std::vector<double> frequency =
        graph::powers_of_lacunarity(powers_of(parameters), parameters.frequency);
    const double total = graph::sum_of_magnitudes(amplitude);
    // The others see the coordinates that the first octave has moved.
    Field result = field;
    for (std::size_t k = amplitude.size(); k-- > 0;) {
      std::vector<NodePointer> by;
      for (const Field& of_axis : noise) {
        const NodePointer& first = graph::pointer_of(of_axis);
        by.push_back(k == 0 ? first : graph::octave_of(first, {k, frequency[k], false}));
      }
      result = warped(name, result, amplitude[k] / total * parameters.amplitude, by);
    }
    return result;
  });
}

}  // namespace perlane
