#pragma once
// The samples of a grid, one by one, for tests and fuzzers.

#include <perlane/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace perlane::testing {

template <int N>
std::size_t samples(const Grid<N>& grid) {
  std::size_t count = 1;
  for (const std::int64_t extent : grid.shape) count *= static_cast<std::size_t>(extent);
  return count;
}

// The indices of a sample along the axes, from the first sample of the grid on.
template <int N>
std::array<std::int64_t, std::size_t{N}> indices(const Grid<N>& grid, std::size_t sample) {
  std::array<std::int64_t, std::size_t{N}> along;
  for (std::size_t axis = 0; axis < N; ++axis) {
    const auto extent = static_cast<std::size_t>(grid.shape[axis]);
    along[axis] = static_cast<std::int64_t>(sample % extent);
    sample /= extent;
  }
  return along;
}

template <int N>
std::array<double, std::size_t{N}> position(const Grid<N>& grid, std::size_t sample) {
  const auto along = indices(grid, sample);
  std::array<double, std::size_t{N}> point;
  for (std::size_t axis = 0; axis < N; ++axis) {
    point[axis] =
        grid.origin[axis] + static_cast<double>(grid.first[axis] + along[axis]) * grid.step[axis];
  }
  return point;
}

}  // namespace perlane::testing
