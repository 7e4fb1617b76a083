#pragma once
// The gradient sets, by dimensions - 1.

#include <perlane/lattice.hpp>

#include "graph/access.hpp"
#include "model/noises.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace perlane::graph {

// Unless asked for others: as many directions as one look-up per component allows, spread evenly.
const model::GradientSet& automatic_gradients(int dimensions) noexcept;

// Perlin 2002: the edges of the cube, with his order and his four repeats; unscaled.
const model::GradientSet& perlin2002_gradients(int dimensions) noexcept;
Gradients perlin2002_gradients();

// The contents of Gradients that are not automatic.
struct CustomGradients {
  int dimensions;             // that they are for; 0: all
  const model::GradientSet* set[4];  // null in other dimensions
  std::unique_ptr<model::GradientSet[]> own;
  std::string_view name{};  // of the function that made them, if everybody shares them
  std::optional<std::uint64_t> seed{};  // of random ones

  // Compares contents to the bit.
  friend bool operator==(const CustomGradients&, const CustomGradients&) noexcept;
};

// The set that Perlin::gradients stands for; null in dimensions that it does not have.
const model::GradientSet* gradient_set(const Gradients&, int dimensions) noexcept;

// Sets GradientSet::longest, when the vectors are there.
constexpr void set_longest(model::GradientSet& set) noexcept {
  double most = 0;
  for (std::size_t i = 0; i < std::size_t{set.count}; ++i) {
    double square = 0;
    for (const auto& component : set.component) square += double{component[i]} * component[i];
    most = square > most ? square : most;
  }
  // Newton's method from above, in a constant expression, too; then a little more for rounding.
  double root = most > 1 ? most : 1;
  for (double next = (root + most / root) / 2; next < root; next = (root + most / root) / 2)
    root = next;
  set.longest = root * (1 + 0x1p-50);
}

// A bound for gradient noise whose longest gradient has the length `longest`, with any fade.
double largest_of_any_gradients(double longest, int dimensions) noexcept;
// A bound for simplex noise, likewise, before scaling and rounding; tests/graph/range_test.cpp
// proves it.
double largest_simplex_of_any_gradients(double longest, int dimensions) noexcept;

}  // namespace perlane::graph
