#pragma once
/// \file
/// Regular grids of samples, on which fields are evaluated.

#include <perlane/detail/cxx20.hpp>
#include <perlane/integers.hpp>
#include <perlane/per_axis.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <type_traits>

namespace perlane {

/// The number of samples along each of N axes: N integers of any type.
template <int N>
class Shape : public Integers<N> {
 public:
  constexpr Shape() noexcept = default;
  /// A number for each axis.
  template <detail::IntegerLike... T>
    requires(sizeof...(T) > 0)
  constexpr Shape(T... samples) noexcept  // NOLINT(google-explicit-constructor)
      : Integers<N>(samples...) {
    static_assert(sizeof...(T) >= std::size_t{N},
                  "perlane: a grid has a number of samples for each axis; write, for a Grid<2>, "
                  "{.shape = {512, 512}}");
  }
  /// A number for each axis, which a list within braces makes, too: `{{512, 512}}`.
  constexpr Shape(  // NOLINT(google-explicit-constructor)
      const std::array<std::int64_t, std::size_t{N}>& samples) noexcept
      : Integers<N>(samples) {}
  /// Integers of another type, converted.
  template <std::integral T>
    requires(!std::same_as<T, std::int64_t>)
  constexpr Shape(  // NOLINT(google-explicit-constructor)
      const std::array<T, std::size_t{N}>& samples) noexcept
      : Integers<N>(samples) {}
};

/// The global index of a sample: N integers of any type.
template <int N>
class Indices : public Integers<N> {
 public:
  /// Sample 0 of every axis.
  constexpr Indices() noexcept = default;
  /// An index for each axis.
  template <detail::IntegerLike... T>
    requires(sizeof...(T) > 0)
  constexpr Indices(T... indices) noexcept  // NOLINT(google-explicit-constructor)
      : Integers<N>(indices...) {
    static_assert(N == 1 || sizeof...(T) > 1,
                  "perlane: one index may be meant for every axis or for x alone; write, for a "
                  "Grid<2>, {.first = {256, 0}}");
  }
  /// An index for each axis, which a list within braces makes, too: `{{512, 512}}`.
  constexpr Indices(  // NOLINT(google-explicit-constructor)
      const std::array<std::int64_t, std::size_t{N}>& indices) noexcept
      : Integers<N>(indices) {}
  /// Integers of another type, converted.
  template <std::integral T>
    requires(!std::same_as<T, std::int64_t>)
  constexpr Indices(  // NOLINT(google-explicit-constructor)
      const std::array<T, std::size_t{N}>& indices) noexcept
      : Integers<N>(indices) {}
};

/// A regular grid of samples in N = 1 to 4 dimensions; its axes are x, y, z, w. Sample i of axis a
/// lies at the coordinate `origin[a] + double(first[a] + i) * step[a]`, so grids that share
/// `origin` and `step` are pieces of one endless grid: chunk borders match to the bit.
///
///     // The second of the chunks, 256 x 256 samples each, that lie side by side along x.
///     const perlane::Grid<2> chunk{.shape = {256, 256}, .first = {256, 0}};
template <int N = 0>
struct Grid {
  // N is 0 where it is left out.
  static_assert(N >= 1 && N <= 4,
                "perlane: a grid has 1 to 4 dimensions; write Grid<2> for two of them");

  /// The number of samples along each axis: 1 or more, and fewer than 2^61 in all (of a 32-bit
  /// program: 2^29). Samples along x lie next to each other in memory.
  Shape<N> shape{};
  /// The distance between neighbours, in units of coordinate. It is 1 along every axis unless you
  /// give another one, which is finite and not 0.
  Numbers<N> step = 1;
  /// The coordinate of global sample 0: finite.
  Numbers<N> origin{};
  /// The global index of this grid's first sample. All indices lie between -2^62 and 2^62.
  Indices<N> first{};
};

namespace detail {

// A list of integers, one for each axis.
class ShapeList : public PerAxis<std::int64_t> {
 public:
  constexpr ShapeList() noexcept = default;
  // A number by itself does not say how many axes there are.
  template <NumberLike T>
  constexpr ShapeList(T) noexcept {  // NOLINT(google-explicit-constructor)
    static_assert(!NumberLike<T>,
                  "perlane: name the shape of a grid, a list with a number for each "
                  "axis: write {.shape = {512, 512}}");
  }
  constexpr ShapeList(std::initializer_list<Integer> samples) noexcept : PerAxis(samples) {}
  template <std::integral T, std::size_t N>
  constexpr ShapeList(  // NOLINT(google-explicit-constructor)
      const std::array<T, N>& samples) noexcept
      : PerAxis(samples) {}
};

}  // namespace detail

/// A grid as `fill` takes it in braces, where nothing else says how many dimensions there are:
/// `shape` says it, by its length.
///
///     std::vector<float> height(640 * 480);
///     perlane::fill(height, {.shape = {640, 480}}, perlane::perlin());
///
/// Each member is what it is in Grid. `step`, `origin` and `first` have as many numbers as `shape`,
/// one for all axes, or none.
struct BracedGrid {
  /// As in Grid: 1 to 4 numbers.
  detail::ShapeList shape{};
  /// As in Grid.
  PerAxis<double> step = 1;
  /// As in Grid.
  PerAxis<double> origin{};
  /// As in Grid.
  PerAxis<std::int64_t> first{};
};

}  // namespace perlane

/// \cond
// For structured bindings.
template <int N>
struct std::tuple_size<perlane::Shape<N>> : std::integral_constant<std::size_t, std::size_t{N}> {};
template <std::size_t I, int N>
struct std::tuple_element<I, perlane::Shape<N>> {
  using type = std::int64_t;
};
template <int N>
struct std::tuple_size<perlane::Indices<N>> : std::integral_constant<std::size_t, std::size_t{N}> {
};
template <std::size_t I, int N>
struct std::tuple_element<I, perlane::Indices<N>> {
  using type = std::int64_t;
};
/// \endcond
