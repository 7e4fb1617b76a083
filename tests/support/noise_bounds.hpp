#pragma once
// Expects that the stated ranges of noises are the proven ones.

#include "model/open_simplex.hpp"
#include "support/signed_bound.hpp"
#include "support/testing.hpp"

#include <gtest/gtest.h>

namespace perlane::testing {

// The vectors of a set without their signs.
template <int N>
std::vector<Vector<N>> magnitudes(const model::GradientSet& set) {
  std::vector<Vector<N>> vectors;
  for (std::size_t i = 0; i < std::size_t{set.count}; ++i) {
    Vector<N> vector;
    for (std::size_t axis = 0; axis < N; ++axis)
      vector[axis] = std::abs(static_cast<double>(set.component[axis][i]));
    vectors.push_back(vector);
  }
  std::ranges::sort(vectors);
  vectors.erase(std::ranges::unique(vectors).begin(), vectors.end());
  return vectors;
}

// The stated range is the proven one and what binary32 may add, and no wider.
template <int N>
void expect_bound(const Field& field, double proven) {
  EXPECT_NEAR(graph::node_of(field).bounds(N).max, proven + 4e-6, 2e-9) << N << "D";
  EXPECT_EQ(graph::node_of(field).bounds(N).min, -graph::node_of(field).bounds(N).max);
}

// All points of a lattice that lie within a cube.
template <int N>
void add_lattice(double from, double to, std::vector<Vector<N>>& vertices) {
  Vector<N> vertex;
  vertex.fill(from);
  for (int axis = 0; axis < N;) {
    vertices.push_back(vertex);
    for (axis = 0; axis < N && (vertex[static_cast<std::size_t>(axis)] += 1) > to; ++axis)
      vertex[static_cast<std::size_t>(axis)] = from;
  }
}

// All permutations of the gradients, and of what is opposite to them.
inline std::vector<Vector<4>> all_orders(const model::GradientSet& set) {
  std::vector<Vector<4>> vectors;
  for (std::size_t i = 0; i < std::size_t{set.count}; ++i) {
    for (const double sign : {1.0, -1.0}) {
      Vector<4> vector;
      for (std::size_t axis = 0; axis < 4; ++axis)
        vector[axis] = sign * static_cast<double>(set.component[axis][i]);
      std::ranges::sort(vector);
      do vectors.push_back(vector);
      while (std::ranges::next_permutation(vector).found);
    }
  }
  std::ranges::sort(vectors);
  vectors.erase(std::ranges::unique(vectors).begin(), vectors.end());
  return vectors;
}

// All vertices in reach together, of which the noise leaves some out.
inline void expect_proven_open_simplex(const Field& field) {
  const auto& noise = *std::get<const model::OpenSimplexNoise*>(*graph::node_of(field).noise());
  const auto support_squared = [&](int dimensions) {
    return double{model::open_simplex_support_squared(dimensions, noise.is_smooth)};
  };
  const auto edges = magnitudes<3>(*noise.gradients[2]);
  const auto directions = magnitudes<2>(*noise.gradients[1]);
  SimplexBound<2> flat{(3 - std::sqrt(3.0)) / 6, support_squared(2), directions, true, {}};
  add_lattice<2>(-1, 2, flat.vertices);
  expect_bound<2>(field, flat.largest_value(1e-9).upper);
  SimplexBound<3> solid{0, support_squared(3), edges, true, {}};
  add_lattice<3>(0, 1, solid.vertices);
  add_lattice<3>(-0.5, 1.5, solid.vertices);
  expect_bound<3>(field, solid.largest_value(1e-9).upper);
  if (!has_dimensions(field, 4)) return;
  SignedBound<4> hyper{(5 - std::sqrt(5.0)) / 20, support_squared(4), {}};
  for (const model::NearVertex& near : model::near_vertices.at) {
    const auto [x, y, z, w] = near.step;
    const Vector<4> at{double(x), double(y), double(z), double(w)};
    hyper.vertices.push_back({at, all_orders(*noise.gradients[3])});
  }
  expect_bound<4>(field, hyper.largest_value(1e-9).upper);
}

}  // namespace perlane::testing
