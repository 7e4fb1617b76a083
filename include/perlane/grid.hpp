#pragma once
/// \file
/// Where to evaluate: regular grids of samples.

#include <perlane/detail/cxx20.hpp>
#include <perlane/integers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace perlane {

/// A regular grid of samples in N = 1 to 4 dimensions; its axes are x, y, z, w. Sample i of axis a
/// lies at the coordinate `origin[a] + double(first[a] + i) * step[a]`, so grids that share
/// `origin` and `step` are pieces of one endless grid: chunk borders match to the bit.
///
///     // The second of the chunks, 256 x 256 samples each, that lie side by side along x.
///     const perlane::Grid<2> chunk{.shape = {256, 256}, .first = {256, 0}};
template <int N>
struct Grid {
  static_assert(N >= 1 && N <= 4, "a grid has 1 to 4 dimensions");

  /// The number of samples along each axis: 1 or more, and fewer than 2^61 in all (of a 32-bit
  /// program: 2^29). Samples along x lie next to each other in memory.
  Integers<N> shape{};
  /// The distance between neighbours, in units of coordinate. It is 1 along every axis unless you
  /// give another one, which is finite and not 0.
  std::array<double, std::size_t{N}> step = ones();
  /// The coordinate of global sample 0: finite.
  std::array<double, std::size_t{N}> origin{};
  /// The global index of this grid's first sample. All indices lie between -2^62 and 2^62.
  Integers<N> first{};

 private:
  static constexpr std::array<double, std::size_t{N}> ones() noexcept {
    std::array<double, std::size_t{N}> result{};
    for (double& value : result) value = 1;
    return result;
  }
};

namespace detail {

// A number for each axis of a grid, or for none of them.
template <class T>
class PerAxis {
 public:
  using Item = std::conditional_t<std::is_same_v<T, double>, double, Integer>;

  constexpr PerAxis() noexcept = default;
  constexpr PerAxis(std::initializer_list<Item> values) noexcept { append(values); }
  template <class U, std::size_t N>
    requires std::is_convertible_v<U, Item>
  constexpr PerAxis(
      const std::array<U, N>& values) noexcept {  // NOLINT(google-explicit-constructor)
    append(values);
  }

  constexpr const T* data() const noexcept { return value_.data(); }
  // Also counts what no grid has room for.
  constexpr std::size_t size() const noexcept { return size_; }

 private:
  template <class Values>
  constexpr void append(const Values& values) noexcept {
    for (const auto& value : values) {
      if (size_ < value_.size()) value_[size_] = value;
      ++size_;
    }
  }

  std::array<T, 4> value_{};
  std::size_t size_ = 0;
};

}  // namespace detail

/// A grid as `fill` takes it in braces, where nothing else says how many dimensions there are:
/// `shape` says it, by its length.
///
///     std::vector<float> height(640 * 480);
///     perlane::fill(height, {.shape = {640, 480}}, perlane::perlin());
///
/// Each member is what it is in Grid. `step`, `origin` and `first` have as many numbers as `shape`,
/// or none.
struct BracedGrid {
  /// As in Grid: 1 to 4 numbers.
  detail::PerAxis<std::int64_t> shape{};
  /// As in Grid.
  detail::PerAxis<double> step{};
  /// As in Grid.
  detail::PerAxis<double> origin{};
  /// As in Grid.
  detail::PerAxis<std::int64_t> first{};
};

}  // namespace perlane
