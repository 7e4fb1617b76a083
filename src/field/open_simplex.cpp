// OpenSimplex2 and OpenSimplex2S as published: parameters, checks, and the node. K. Spencer,
// "OpenSimplex2", 2022.

#include <perlane/field.hpp>
#include <perlane/operators.hpp>

#include "engine/environment.hpp"
#include "field/call.hpp"
#include "field/open_simplex_gradients.hpp"
#include "field/source.hpp"
#include "field/steepness.hpp"

#include <algorithm>

namespace perlane {
namespace {

// The largest values, in 2D and 3D, without what evaluation in binary32 adds at most;
// tests/open_simplex_test.cpp proves them.
constexpr double largest_nearest[2] = {1.000000014, 1.00000022};
constexpr double largest_smooth[2] = {1.00000017, 0.999999986};
constexpr double rounding_of_open_simplex = 4e-6;

constexpr std::uint64_t second_seed = 0 - std::uint64_t{0x52d547b2e96ed629};

class OpenSimplexNode final : public field::NoiseNode<model::OpenSimplexNoise> {
 public:
  OpenSimplexNode(bool is_smooth, std::uint64_t seed, double frequency,
                  const field::Dimensions& all, const field::Shift& shift = {}) {
    static const field::FlatAndSolid& nearest =
        *new field::FlatAndSolid(field::open_simplex_gradients(
            {0.01001634121365712, 0.07969837668935331}));  // never deleted
    static const field::FlatAndSolid& smooth = *new field::FlatAndSolid(
        field::open_simplex_gradients({0.05481866495625118, 0.2781926117527186}));  // likewise
    noise_.frequency = frequency;
    std::ranges::copy(shift, noise_.lattice.shift);
    noise_.is_smooth = is_smooth;
    noise_.is_long = true;
    noise_.seed[0] = seed;
    noise_.seed[1] = seed ^ second_seed;
    field::set_gradients(is_smooth ? smooth : nearest, noise_);
    set_bounds(
        all,
        [&](int dimensions) {
          const double largest = (is_smooth ? largest_smooth : largest_nearest)[dimensions - 2];
          return field::Bounds{-largest - rounding_of_open_simplex,
                               largest + rounding_of_open_simplex};
        },
        [&](int dimensions) {
          return field::slopes_of_open_simplex(noise_.gradients[dimensions - 1]->longest, is_smooth,
                                               dimensions);
        });
  }

  void sign(field::Signature& to) const override {
    to.add(noise_.is_smooth ? "opensimplex2s" : "opensimplex2");
    to.add(noise_.seed[0]);
    to.add(noise_.frequency);
    to.add(std::to_array(noise_.lattice.shift));
  }

  field::NodePointer as_octave(const field::Octave& octave,
                               std::vector<field::NodePointer>) const override {
    const std::uint64_t seed = field::octave_seed(noise_.seed[0], octave.index);
    return std::make_shared<const OpenSimplexNode>(
        noise_.is_smooth, seed, noise_.frequency * octave.factor, dimensions(),
        field::octave_shift(noise_.lattice.shift, seed, octave));
  }
};

// An orientation is a turn of the coordinates before they are turned as in `standard`: by 45
// degrees before they are skewed in 2D; and in 3D by that matrix, which is its own inverse, times
// his. Half is the root of 1/2, third that of 1/3.
constexpr double root_half = 0.7071067811865476, third = 0.577350269189626;
constexpr double unskew = -0.21132486540518713;

Field oriented(Orientation orientation, const Field& noise) {
  constexpr double near = -(1 + unskew), far = -unskew;
  switch (orientation) {
    case Orientation::standard:
      break;
    case Orientation::improve_x:
      return transform(noise, {{{root_half, root_half}, {-root_half, root_half}}});
    case Orientation::improve_xy:
      return transform(noise, {{{near, far, third}, {far, near, third}, {third, third, third}}});
    case Orientation::improve_xz:
      return transform(noise, {{{near, third, far}, {third, third, third}, {far, third, near}}});
  }
  return noise;
}

Field make(const char* name, bool is_smooth, const OpenSimplex2& parameters) {
  const engine::FloatEnvironment environment;
  field::validate_frequency("OpenSimplex2", parameters.frequency);
  const Orientation orientation = parameters.orientation;
  if (orientation < Orientation::standard || orientation > Orientation::improve_xz) {
    engine::refuse("OpenSimplex2::orientation is ", static_cast<int>(orientation),
                   "; use Orientation::standard, improve_x, improve_xy or improve_xz");
  }
  const field::Dimensions dimensions =
      orientation == Orientation::standard    ? field::Dimensions{2, 3}
      : orientation == Orientation::improve_x ? field::Dimensions{2, 2}
                                              : field::Dimensions{3, 3};
  const Field noise(std::make_shared<const OpenSimplexNode>(
      is_smooth, static_cast<std::uint64_t>(parameters.seed), parameters.frequency, dimensions));
  return field::called(name, {}, parameters, oriented(orientation, noise));
}

}  // namespace

Field opensimplex2(const OpenSimplex2& parameters) {
  return make("opensimplex2", false, parameters);
}
Field opensimplex2s(const OpenSimplex2& parameters) {
  return make("opensimplex2s", true, parameters);
}

}  // namespace perlane
