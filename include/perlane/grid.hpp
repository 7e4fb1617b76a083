#pragma once
/// \file
/// Where to evaluate: regular grids of samples.

#include <array>
#include <cstddef>
#include <cstdint>

namespace perlane {

/// A regular grid of samples in N = 1 to 4 dimensions; axes x, y, z, w. Sample i of axis a lies at
/// the coordinate `origin[a] + double(first[a] + i) * step[a]`, so that grids which share `origin`
/// and `step` are pieces of one endless grid: chunk borders match to the bit.
template <int N>
struct Grid {
  static_assert(N >= 1 && N <= 4, "a grid has 1 to 4 dimensions");

  /// Samples per axis, each at least 1; fewer than 2^61 in all. Samples along x lie next to each
  /// other in memory.
  std::array<std::int64_t, std::size_t{N}> shape{};
  /// Distance between neighbours, in units of coordinate; 1 on every axis unless given. Finite, not
  /// 0.
  std::array<double, std::size_t{N}> step = ones();
  /// Coordinate of global sample 0. Finite.
  std::array<double, std::size_t{N}> origin{};
  /// Global index of this grid's first sample. All indices lie between -2^62 and 2^62.
  std::array<std::int64_t, std::size_t{N}> first{};

 private:
  static constexpr std::array<double, std::size_t{N}> ones() noexcept {
    std::array<double, std::size_t{N}> result{};
    for (double& value : result) value = 1;
    return result;
  }
};

}  // namespace perlane
