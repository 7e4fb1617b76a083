// Gradient noise: parameters, checks, and the node.

#include <perlane/noise.hpp>
#include <perlane/published.hpp>

#include "graph/call.hpp"
#include "graph/noise/derivative_bounds.hpp"
#include "graph/noise/gradients.hpp"
#include "graph/noise/source.hpp"

namespace perlane {
namespace {

class PerlinNode final : public graph::SeededNode<PerlinNode, model::PerlinNoise, Perlin> {
 public:
  explicit PerlinNode(const Perlin& parameters, const graph::Shift& shift = {})
      : SeededNode(parameters),
        lattice_(parameters.lattice, parameters.seed, parameters.period, shift) {
    noise_.fade = graph::model_fade(parameters.fade);
    noise_.lattice = lattice_.points();
    const graph::ExplicitLattice* array = graph::explicit_lattice(parameters_.lattice);
    const auto& custom = graph::custom_of(parameters_.gradients);
    if (array != nullptr) {
      for (int axis = 0; axis < 4; ++axis) noise_.component[axis] = array->component[axis].data();
      set_bounds(
          array->dimensions,
          [&](int dimensions) {
            return symmetric(graph::largest_of_any_gradients(array->longest, dimensions));
          },
          [&](int dimensions) { return derivative_bounds_of(array->longest, dimensions); });
    } else {
      for (int i = 0; i < 4; ++i) {
        noise_.gradients[i] = graph::gradient_set(parameters.gradients, i + 1);
      }
      set_bounds(
          custom != nullptr ? custom->dimensions : 0,
          [&](int dimensions) {
            const auto& largest = noise_.gradients[dimensions - 1]->largest;
            return symmetric(largest[static_cast<int>(noise_.fade)]);
          },
          [&](int dimensions) {
            return derivative_bounds_of(noise_.gradients[dimensions - 1]->longest, dimensions);
          });
    }
  }

  void append_signature(graph::Signature& to) const override {
    to.add("perlin", parameters_.seed, parameters_.frequency, parameters_.lattice,
           parameters_.gradients, parameters_.fade, parameters_.period, noise_.lattice.shift);
  }

 private:
  static graph::Bounds symmetric(double largest) { return {-largest, largest}; }
  graph::DerivativeBounds derivative_bounds_of(double longest, int dimensions) const noexcept {
    return graph::derivative_bounds_of_gradients(longest, noise_.fade, dimensions);
  }

  graph::SeededLattice lattice_;
};

void validate(const Perlin& parameters) {
  graph::validate_lattice("Perlin", parameters.lattice, parameters.period);
  if (const graph::ExplicitLattice* array = graph::explicit_lattice(parameters.lattice)) {
    if (!array->value.empty())
      base::throw_invalid("Perlin::lattice has explicit values; use Lattice::explicit_gradients");
    if (graph::custom_of(parameters.gradients) != nullptr) {
      base::throw_invalid(
          "Perlin::gradients is given, and so are the gradients of Perlin::lattice; use one of "
          "them");
    }
  }
}

}  // namespace

Field perlin(const Perlin& parameters) {
  return graph::call("perlin", {}, parameters, [&] {
    validate(parameters);
    return graph::field_of(std::make_shared<const PerlinNode>(parameters));
  });
}

Field perlin2002(const Published& parameters) {
  // In fewer dimensions than three, it is his noise at z = 0.
  static const auto& table = *new std::shared_ptr<const graph::CustomLattice>(
      std::make_shared<const graph::CustomLattice>(graph::CustomLattice{graph::FixedTable{
          model::LatticePoints::permutation, graph::perlin2002_table(), 3}}));  // never deleted
  return graph::call("perlin2002", {}, parameters, [&] {
    return perlin({.seed = parameters.seed,
                   .frequency = parameters.frequency,
                   .lattice = graph::lattice_of(table),
                   .gradients = graph::perlin2002_gradients()});
  });
}

}  // namespace perlane
