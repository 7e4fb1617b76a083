// The noises of OSL and MaterialX: the nodes. K. Perlin, "Improving Noise", SIGGRAPH 2002; L. Gritz
// et al., "Open Shading Language", 2010.

#include <perlane/arithmetic.hpp>
#include <perlane/noise.hpp>
#include <perlane/published.hpp>

#include "graph/call.hpp"
#include "graph/noise/derivative_bounds.hpp"
#include "graph/noise/gradients.hpp"
#include "graph/noise/source.hpp"

#include <algorithm>
#include <type_traits>

namespace perlane {
namespace {

using model::GradientSet;

// Two components of a vector, chosen by bits of its number, and their factors.
void set_gradients(GradientSet& set, std::uint32_t count, float scale) {
  set.count = count;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::size_t first = i < count / 2 ? 0 : 1;
    std::size_t second = count == 8 ? 1 - first : i < 4 ? 1 : i == 12 || i == 14 ? 0 : 2;
    set.component[first][i] = (i & 1) != 0 ? -scale : scale;
    set.component[second][i] = ((i & 2) != 0 ? -scale : scale) * (count == 8 ? 2.0f : 1.0f);
  }
  graph::set_longest(set);
}

const GradientSet* gradients() {
  static const GradientSet* const sets = [] {
    auto* made = new GradientSet[2]();  // never deleted
    set_gradients(made[0], 8, 0.6616f);
    set_gradients(made[1], 16, 0.9820f);
    return made;
  }();
  return sets;
}

// The largest values in 2D and 3D, and what evaluation in binary32 adds at most;
// tests/noise/mx_noise_test.cpp proves them.
constexpr double largest_of_mx[2] = {0.9997905693, 1.0176994367};
constexpr double rounding_of_mx = 1e-6;

template <class Noise>
class MxNode final : public graph::SeededNode<MxNode<Noise>, Noise, Published> {
 public:
  // Published noise has no seed; another moves it along x.
  explicit MxNode(const Published& parameters, const graph::Shift& shift = {})
      : MxNode::SeededNode(parameters) {
    Noise& noise = this->noise_;
    noise.lattice.kind = model::LatticePoints::jenkins;
    noise.lattice.start = static_cast<std::uint32_t>(std::uint64_t{parameters.seed});
    std::ranges::copy(shift, noise.lattice.shift);
    if constexpr (is_cells) {
      noise.fade = model::Fade::none;
      noise.least = 0x80000000;  // published values are unsigned
      noise.scale = 0x1p-31f;
    } else {
      noise.fade = model::Fade::quintic;
      for (int i = 0; i < 2; ++i) noise.gradients[i + 1] = gradients() + i;
    }
    this->set_bounds(
        graph::Dimensions{2, 3},
        [](int dimensions) {
          const double bound = is_cells ? 1 : largest_of_mx[dimensions - 2] + rounding_of_mx;
          return graph::Bounds{-bound, bound};
        },
        [&](int dimensions) {
          if constexpr (is_cells)
            return graph::DerivativeBounds{};
          else
            return graph::derivative_bounds_of_gradients(noise.gradients[dimensions - 1]->longest,
                                                         noise.fade, dimensions);
        });
  }

  void append_signature(graph::Signature& to) const override {
    to.add(is_cells ? "mx_cell_noise" : "mx_noise", this->parameters_.seed, this->noise_.frequency,
           this->noise_.lattice.shift);
  }

 private:
  static constexpr bool is_cells = std::is_same_v<Noise, model::ValueNoise>;
};

}  // namespace

Field mx_noise(const Published& parameters) {
  return graph::call("mx_noise", {}, parameters, [&] {
    return graph::field_of(std::make_shared<const MxNode<model::PerlinNoise>>(parameters));
  });
}

// Levels about 0 become those from 0 to 1.
Field mx_cell_noise(const Published& parameters) {
  return graph::call("mx_cell_noise", {}, parameters, [&] {
    return graph::field_of(std::make_shared<const MxNode<model::ValueNoise>>(parameters)) * 0.5f +
           0.5f;
  });
}

}  // namespace perlane
