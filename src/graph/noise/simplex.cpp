// Simplex noise, perlane's own and the published one: parameters, checks, and the nodes.

#include <perlane/noise.hpp>
#include <perlane/published.hpp>

#include "graph/call.hpp"
#include "graph/noise/derivative_bounds.hpp"
#include "graph/noise/gradients.hpp"
#include "graph/noise/source.hpp"

#include <cmath>

namespace perlane {
namespace {

// The largest value of noise that is scaled by us, and what evaluation in binary32 adds to it at
// most: the squares of four offsets are wrong by 1.5e-7 together, near a maximum t is 0.3 or more,
// and its fourth power is then wrong by 2e-6 of itself; products and sums add 8 * 2^-24.
constexpr double largest_simplex_value = 0.999996;
constexpr double rounding_of_simplex = 3e-6;

// The part that both nodes of simplex noise share.
template <class Derived, class Parameters>
class SimplexBase : public graph::SeededNode<Derived, model::SimplexNoise, Parameters> {
 protected:
  SimplexBase(const Parameters& parameters, const Lattice& lattice, const graph::Shift& shift)
      : SimplexBase::SeededNode(parameters), lattice_(lattice, parameters.seed, {}, shift) {
    this->noise_.lattice = lattice_.points();
  }

  // Per cell.
  graph::DerivativeBounds derivative_bounds_in(int dimensions) const noexcept {
    const int i = dimensions - 1;
    const model::SimplexNoise& noise = this->noise_;
    const double longest = noise.gradients[i]->longest * double{noise.scale[i]};
    return graph::derivative_bounds_of_simplex(longest, noise.support_squared[i] > 0.5f,
                                               dimensions);
  }

  graph::SeededLattice lattice_;
};

class SimplexNode final : public SimplexBase<SimplexNode, Simplex> {
 public:
  explicit SimplexNode(const Simplex& parameters, const graph::Shift& shift = {})
      : SimplexBase(parameters, Lattice(), shift) {
    const auto& custom = graph::custom_of(parameters.gradients);
    // All vectors of the user's have one scale, so that two sets of them compare.
    const bool is_users = custom != nullptr && custom->own != nullptr;
    noise_.is_published = false;
    double largest[4] = {};
    for (int i = 0; i < 4; ++i) {
      const model::GradientSet* set = graph::gradient_set(parameters.gradients, i + 1);
      const double quanta = model::unskew_quanta[i];
      noise_.unskew[i] = quanta / 0x1p24;
      noise_.skew[i] = quanta / (0x1p24 - (i + 1) * quanta);
      noise_.support_squared[i] = 0.5f - 0x1p-13f;
      noise_.gradients[i] = set;
      if (set == nullptr) continue;
      const double scale =
          is_users ? std::sqrt(i + 1.0) / 2 / graph::largest_simplex_of_any_gradients(1, i + 1)
                   : largest_simplex_value / set->largest_simplex;
      noise_.scale[i] = static_cast<float>(scale);
      largest[i] = set->largest_simplex * scale;
      largest[i] += std::max(largest[i], 1.0) * rounding_of_simplex;
    }
    set_bounds(
        custom != nullptr ? custom->dimensions : 0,
        [&](int dimensions) {
          return graph::Bounds{-largest[dimensions - 1], largest[dimensions - 1]};
        },
        [&](int dimensions) { return derivative_bounds_in(dimensions); });
  }

  void append_signature(graph::Signature& to) const override {
    to.add("simplex", parameters_.seed, parameters_.frequency, parameters_.gradients,
           noise_.lattice.shift);
  }
};

// ---- as published -----------------------------------------------------------

// The gradient that a number of his table draws: grad1 to grad4 of simplexnoise1234.c.
using PublishedGradient = std::array<float, 4>;
PublishedGradient published_gradient(int dimensions, std::uint32_t number) {
  const auto sign = [number](std::uint32_t bit) { return (number & bit) != 0 ? -1.0f : 1.0f; };
  PublishedGradient gradient{};
  const auto add = [&gradient](std::size_t axis, float value) { gradient[axis] += value; };
  switch (dimensions) {
    case 1:
      gradient[0] = sign(8) * static_cast<float>(1 + (number & 7));
      break;
    case 2: {
      const std::uint32_t h = number & 7;
      add(h < 4 ? 0 : 1, sign(1));
      add(h < 4 ? 1 : 0, 2 * sign(2));
      break;
    }
    case 3: {
      const std::uint32_t h = number & 15;
      add(h < 8 ? 0 : 1, sign(1));
      add(h < 4 ? 1 : h == 12 || h == 14 ? 0 : 2, sign(2));
      break;
    }
    default: {
      const std::uint32_t h = number & 31;
      add(h < 24 ? 0 : 1, sign(1));
      add(h < 16 ? 1 : 2, sign(2));
      add(h < 8 ? 2 : 3, sign(4));
      break;
    }
  }
  return gradient;
}

// By the entry of his table at an index, so that the last look-up of a chain is the gradient's.
const model::GradientSet* published_gradients() {
  static const model::GradientSet* const sets = [] {
    auto* made = new model::GradientSet[4]();  // never deleted
    const auto table = graph::perlin2002_table();
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
      model::GradientSet& set = made[dimensions - 1];
      set.count = 256;
      for (std::size_t i = 0; i < 256; ++i) {
        const PublishedGradient gradient = published_gradient(dimensions, table->entries()[i]);
        for (std::size_t axis = 0; axis < 4; ++axis) set.component[axis][i] = gradient[axis];
      }
      graph::set_longest(set);
    }
    return made;
  }();
  return sets;
}

Lattice published_lattice() {
  static const auto& table = *new std::shared_ptr<const graph::CustomLattice>(  // never deleted
      std::make_shared<const graph::CustomLattice>(graph::CustomLattice{
          graph::FixedTable{model::LatticePoints::classic, graph::perlin2002_table(), 0}}));
  return graph::lattice_of(table);
}

class PublishedNode final : public SimplexBase<PublishedNode, Published> {
 public:
  explicit PublishedNode(const Published& parameters, const graph::Shift& shift = {})
      : SimplexBase(parameters, published_lattice(), shift) {
    // The largest values: tests/graph/range_test.cpp.
    constexpr float scale[4] = {0.25f, 40.0f, 72.0f, 62.0f};
    constexpr double largest[4] = {0.6328125, 0.884356776, 0.936515319, 0.987611732};
    noise_.is_published = true;
    for (int i = 0; i < 4; ++i) {
      const double n = i + 1;
      // In one dimension, vertices are the integers.
      noise_.skew[i] = i == 0 ? 0 : (std::sqrt(n + 1) - 1) / n;
      noise_.unskew[i] = i == 0 ? 0 : (1 - 1 / std::sqrt(n + 1)) / n;
      noise_.support_squared[i] = i == 0 ? 1.0f : 0.5f;
      noise_.gradients[i] = published_gradients() + i;
      noise_.scale[i] = scale[i];
    }
    set_bounds(
        0,
        [&](int dimensions) {
          const double bound = largest[dimensions - 1] + rounding_of_simplex;
          return graph::Bounds{-bound, bound};
        },
        [&](int dimensions) { return derivative_bounds_in(dimensions); });
  }

  void append_signature(graph::Signature& to) const override {
    to.add("simplex2012", parameters_.seed, noise_.frequency, noise_.lattice.shift);
  }
};

}  // namespace

Field simplex(const Simplex& parameters) {
  return graph::call("simplex", {}, parameters, [&] {
    return graph::field_of(std::make_shared<const SimplexNode>(parameters));
  });
}

Field simplex2012(const Published& parameters) {
  return graph::call("simplex2012", {}, parameters, [&] {
    return graph::field_of(std::make_shared<const PublishedNode>(parameters));
  });
}

}  // namespace perlane
