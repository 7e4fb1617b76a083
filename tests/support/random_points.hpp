#pragma once
// Random points, and the reference at one of them.

#include <perlane/field.hpp>

#include "graph/access.hpp"
#include "graph/node.hpp"

#include <array>
#include <cstddef>
#include <random>
#include <vector>

namespace perlane::testing {

inline float at(const Field& field, const std::array<double, 4>& c, int dimensions = 4) {
  return graph::node_of(field).sample({dimensions, false, {c[0], c[1], c[2], c[3]}}, nullptr);
}

inline std::vector<std::array<double, 4>> places(int count, double spread) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-spread, spread);
  std::vector<std::array<double, 4>> points(static_cast<std::size_t>(count));
  for (auto& point : points) {
    for (double& c : point) c = uniform(random);
  }
  return points;
}

}  // namespace perlane::testing
