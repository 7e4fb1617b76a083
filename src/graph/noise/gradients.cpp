// Gradient sets of the user's: random ones, and vectors that are given.

#include "graph/noise/gradients.hpp"

#include "base/float_environment.hpp"
#include "base/error.hpp"
#include "graph/noise/draw.hpp"
#include "graph/noise/lattice.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace perlane {
namespace {

template <std::size_t N>
void set_random(model::GradientSet& set, std::uint64_t seed) {
  graph::SplitMix64 random(seed);
  set.count = 256;
  for (std::size_t i = 0; i < set.count; ++i) {
    std::array<float, N> vector;
    graph::set_unit_vector(vector,
                           [&random] { return static_cast<std::uint32_t>(random() >> 32); });
    for (std::size_t axis = 0; axis < N; ++axis) set.component[axis][i] = vector[axis];
  }
  // Rounded components make vectors longer by a unit in the last place at most.
  for (double& largest : set.largest)
    largest = graph::largest_of_any_gradients(1 + 0x1p-23, static_cast<int>(N));
  set.largest_simplex = graph::largest_simplex_of_any_gradients(1 + 0x1p-23, static_cast<int>(N));
  graph::set_longest(set);
}

}  // namespace

Gradients Gradients::random(std::uint64_t seed) {
  const base::FloatEnvironment environment;
  graph::CustomGradients custom{};
  custom.own = std::make_unique<model::GradientSet[]>(4);
  custom.seed = seed;
  set_random<1>(custom.own[0], seed);
  set_random<2>(custom.own[1], seed);
  set_random<3>(custom.own[2], seed);
  set_random<4>(custom.own[3], seed);
  for (std::size_t i = 0; i < 4; ++i) custom.set[i] = &custom.own[i];
  return graph::gradients_of(std::make_shared<const graph::CustomGradients>(std::move(custom)));
}

template <int N>
Gradients Gradients::vectors(std::span<const std::array<float, std::size_t{N}>> vectors) {
  const base::FloatEnvironment environment;
  if (vectors.empty() || vectors.size() > 256)
    base::throw_invalid("Gradients::vectors: there are ", vectors.size(), " vectors; use 1 to 256");
  graph::CustomGradients custom{};
  custom.dimensions = N;
  custom.own = std::make_unique<model::GradientSet[]>(1);
  custom.own[0].count = static_cast<std::uint32_t>(vectors.size());
  double longest = 0;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    for (std::size_t axis = 0; axis < N; ++axis) {
      const float component = vectors[i][axis];
      if (!graph::is_usable(component)) {
        base::throw_invalid("Gradients::vectors: vectors[", i, "][", axis, "] is ", component,
                            "; use a number from -1e30 to 1e30");
      }
      custom.own[0].component[axis][i] = component;
    }
    longest = std::max(longest, graph::length(vectors[i]));
  }
  for (double& largest : custom.own[0].largest)
    largest = graph::largest_of_any_gradients(longest, N);
  custom.own[0].largest_simplex = graph::largest_simplex_of_any_gradients(longest, N);
  custom.own[0].longest = longest;
  custom.set[N - 1] = custom.own.get();
  return graph::gradients_of(std::make_shared<const graph::CustomGradients>(std::move(custom)));
}

template Gradients Gradients::vectors<1>(std::span<const std::array<float, 1>>);
template Gradients Gradients::vectors<2>(std::span<const std::array<float, 2>>);
template Gradients Gradients::vectors<3>(std::span<const std::array<float, 3>>);
template Gradients Gradients::vectors<4>(std::span<const std::array<float, 4>>);

}  // namespace perlane
