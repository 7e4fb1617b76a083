#pragma once

#include <array>
#include <cstddef>
#include <random>
#include <vector>

namespace perlane::bench {

// The coordinates, axis by axis, of random points within 1000 cells of the origin.
template <class Real, std::size_t N>
std::array<std::vector<Real>, N> random_points(std::int64_t count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<Real> uniform(-1000, 1000);
  std::array<std::vector<Real>, N> points;
  for (std::vector<Real>& axis : points) {
    axis.resize(static_cast<std::size_t>(count));
    for (Real& coordinate : axis) coordinate = uniform(random);
  }
  return points;
}

}  // namespace perlane::bench
