// Gradient noise: parameters, checks, and the node.

#include <perlane/field.hpp>

#include "engine/environment.hpp"
#include "field/call.hpp"
#include "field/catalogue.hpp"
#include "field/gradients.hpp"
#include "field/source.hpp"
#include "field/steepness.hpp"

namespace perlane {
namespace {

class PerlinNode final : public field::NoiseNode<model::PerlinNoise> {
 public:
  explicit PerlinNode(const Perlin& parameters, const field::Shift& shift = {})
      : parameters_(parameters),
        lattice_(parameters.lattice, parameters.seed, parameters.period, shift) {
    noise_.frequency = parameters.frequency;
    noise_.fade = field::model_fade(parameters.fade);
    noise_.lattice = lattice_.points();
    const field::ExplicitLattice* array = field::explicit_lattice(parameters_.lattice);
    const auto& given = parameters_.gradients.given();
    if (array != nullptr) {
      for (int axis = 0; axis < 4; ++axis) noise_.component[axis] = array->component[axis].data();
      set_bounds(
          array->dimensions,
          [&](int dimensions) {
            return symmetric(field::largest_of_any_gradients(array->longest, dimensions));
          },
          [&](int dimensions) { return slopes_of(array->longest, dimensions); });
    } else {
      for (int i = 0; i < 4; ++i) {
        noise_.gradients[i] = field::gradient_set(parameters.gradients, i + 1);
      }
      set_bounds(
          given != nullptr ? given->dimensions : 0,
          [&](int dimensions) {
            const auto& largest = noise_.gradients[dimensions - 1]->largest;
            return symmetric(largest[static_cast<int>(noise_.fade)]);
          },
          [&](int dimensions) {
            return slopes_of(noise_.gradients[dimensions - 1]->longest, dimensions);
          });
    }
  }

  void sign(field::Signature& to) const override {
    to.add("perlin");
    to.add(parameters_.seed);
    to.add(parameters_.frequency);
    to.add(parameters_.lattice);
    to.add(parameters_.gradients);
    to.add(parameters_.fade);
    to.add(parameters_.period);
    to.add(std::to_array(noise_.lattice.shift));
  }

  field::NodePointer as_octave(const field::Octave& octave,
                               std::vector<field::NodePointer>) const override {
    const Perlin parameters = field::octave_of_parameters(parameters_, octave);
    return std::make_shared<const PerlinNode>(
        parameters, field::octave_shift(noise_.lattice.shift, parameters.seed, octave));
  }

 private:
  static field::Bounds symmetric(double largest) { return {-largest, largest}; }
  field::Slopes slopes_of(double longest, int dimensions) const noexcept {
    return field::slopes_of_gradients(longest, noise_.fade, dimensions);
  }

  Perlin parameters_;
  field::SeededLattice lattice_;
};

void validate(const Perlin& parameters) {
  field::validate_frequency("Perlin", parameters.frequency);
  field::validate_fade("Perlin", parameters.fade);
  field::validate_lattice("Perlin", parameters.lattice, parameters.period);
  if (const field::ExplicitLattice* array = field::explicit_lattice(parameters.lattice)) {
    if (!array->value.empty())
      engine::refuse("Perlin::lattice has explicit values; use Lattice::explicit_gradients");
    if (parameters.gradients.given() != nullptr) {
      engine::refuse(
          "Perlin::gradients is given, and so are the gradients of Perlin::lattice; use one of "
          "them");
    }
  }
}

}  // namespace

Field perlin(const Perlin& parameters) {
  const engine::FloatEnvironment environment;
  validate(parameters);
  return field::called("perlin", {}, parameters,
                       Field(std::make_shared<const PerlinNode>(parameters)));
}

Field perlin2002() { return field::perlin2002(0, 1.0); }

Field field::perlin2002(std::uint64_t seed, double frequency) {
  // In fewer dimensions than three, it is his noise at z = 0.
  static const auto& table =
      *new std::shared_ptr<const GivenLattice>(std::make_shared<const GivenLattice>(GivenLattice{
          FixedTable{model::LatticePoints::permutation, perlin2002_table(), 3}}));  // never deleted
  return called("perlin2002", {}, Published{seed, frequency},
                perlin({.seed = seed,
                        .frequency = frequency,
                        .lattice = Lattice(table),
                        .gradients = perlin2002_gradients()}));
}

}  // namespace perlane
