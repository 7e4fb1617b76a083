#pragma once
/// \file
/// For perlane itself: from the arguments of the templates of evaluate.hpp to requests, and what
/// the compiler says of arguments that are none.

#include <perlane/destination.hpp>
#include <perlane/detail/cxx20.hpp>
#include <perlane/detail/entry_points.hpp>
#include <perlane/grid.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

namespace perlane {

struct Options;

namespace detail {

// ---- grids ------------------------------------------------------------------

template <int N>
constexpr AnyGrid any_grid(const Grid<N>& grid) noexcept {
  return {N, grid.shape.data(), grid.step.data(), grid.origin.data(), grid.first.data()};
}

inline Elements elements_of(float* data, std::size_t size) noexcept {
  return {ElementType::float32, data, size};
}
inline Elements elements_of(std::uint16_t* data, std::size_t size) noexcept {
  return {ElementType::uint16, data, size};
}
inline Elements elements_of(std::uint8_t* data, std::size_t size) noexcept {
  return {ElementType::uint8, data, size};
}
// The extents of an array of arrays; none of other arrays.
template <class Out, class Array = std::remove_reference_t<Out>>
constexpr auto extents_of = []<std::size_t... index>(std::index_sequence<index...>) {
  return std::array<std::int64_t, sizeof...(index)>{
      static_cast<std::int64_t>(std::extent_v<Array, index>)...};
}(std::make_index_sequence<(std::rank_v<Array> > 1) ? std::rank_v<Array> : 0>());

// Any array: a span, a vector, an array of the language, also one of arrays.
template <class Out>
Elements elements_of(Out&& out) noexcept {
  using Array = std::remove_reference_t<Out>;
  if constexpr (std::rank_v<Array> > 1) {
    using Element = std::remove_all_extents_t<Array>;
    return elements_of(reinterpret_cast<Element*>(&out), sizeof(Array) / sizeof(Element));
  } else {
    return elements_of(std::data(out), std::size(out));
  }
}

inline GridRequest dense(const Elements& out, const AnyGrid& grid, const Field& field,
                         const Options& options, const Range* codes = nullptr) noexcept {
  return {.grid = grid,
          .field = &field,
          .options = &options,
          .out = {out},
          .is_dense = true,
          .codes = codes};
}

template <int N, Element T>
GridRequest strided(const Strided<N, T>& out, const AnyGrid& grid, const Field& field,
                    const Options& options, const Range* codes = nullptr) noexcept {
  return {.grid = grid,
          .field = &field,
          .options = &options,
          .out = {elements_of(out.elements)},
          .layout = {out.stride.data(), out.first, out.stride_x},
          .codes = codes};
}

template <int N, Element T>
AnyArray any_array(const Strided<N, T>& out) noexcept {
  AnyArray array{.elements = elements_of(out.elements),
                 .first = out.first,
                 .stride_x = out.stride_x,
                 .dimensions = N};
  for (std::size_t i = 0; i + 1 < std::size_t{N}; ++i) array.stride[i] = out.stride[i];
  return array;
}

template <int N>
GridRequest planes(const Planes<N>& out, const AnyGrid& grid, const Field& field,
                   const Options& options) noexcept {
  GridRequest request{.grid = grid,
                      .field = &field,
                      .options = &options,
                      .out = {elements_of(out.value)},
                      .with_derivatives = true,
                      .layout = {out.stride.data(), out.first, out.stride_x}};
  for (std::size_t axis = 0; axis < std::size_t{N}; ++axis)
    request.out[axis + 1] = elements_of(out.derivative[axis]);
  return request;
}

// ---- arrays of points -------------------------------------------------------

inline Coordinates coordinates_of(std::span<const double> axis) noexcept {
  return {.doubles = axis.data(), .size = axis.size()};
}
inline Coordinates coordinates_of(std::span<const float> axis) noexcept {
  return {.floats = axis.data(), .size = axis.size()};
}

template <class Real>
using Axes = std::initializer_list<std::span<const Real>>;

template <class Real>
PointsRequest points(std::span<float> out, const Field& field, Axes<Real> axes,
                     const Options& options) noexcept {
  PointsRequest request{.dimensions = 0,
                        .is_single = std::is_same_v<Real, float>,
                        .points = {},
                        .field = &field,
                        .options = &options,
                        .out = {elements_of(out)}};
  for (const std::span<const Real> axis : axes)
    request.points[request.dimensions++] = coordinates_of(axis);
  return request;
}

template <int N, class Real>
PointsRequest points(const Planes<N>& out, const Field& field,
                     const std::array<std::span<const Real>, std::size_t{N}>& axes,
                     const Options& options) noexcept {
  PointsRequest request = points<Real>(out.value, field, {}, options);
  request.dimensions = N;
  request.with_derivatives = true;
  request.layout = {out.stride.data(), out.first, out.stride_x};
  for (std::size_t axis = 0; axis < std::size_t{N}; ++axis) {
    request.points[axis] = coordinates_of(axes[axis]);
    request.out[axis + 1] = elements_of(out.derivative[axis]);
  }
  return request;
}

// ---- arguments that are none ------------------------------------------------

// True for an array of some kind, or the beginning of one.
template <class T>
concept ArrayLike = std::is_pointer_v<std::remove_cvref_t<T>> || requires(T& array) {
  std::data(array);
  std::size(array);
};

// An array of arrays of a type that `fill` writes.
template <class Out>
concept NestedArray = (std::rank_v<std::remove_reference_t<Out>> > 1) &&
                      Element<std::remove_all_extents_t<std::remove_reference_t<Out>>>;

template <class Out>
concept Destination = std::convertible_to<Out, std::span<float>> ||
                      std::convertible_to<Out, std::span<std::uint16_t>> ||
                      std::convertible_to<Out, std::span<std::uint8_t>> || NestedArray<Out>;

// An array of floats, also one of arrays.
template <class Out>
concept FloatDestination =
    std::convertible_to<Out, std::span<float>> ||
    (NestedArray<Out> &&
     std::same_as<std::remove_all_extents_t<std::remove_reference_t<Out>>, float>);

// Coordinates, or Options after them.
template <class Real, class... Arguments>
concept CoordinatesOf = ((std::convertible_to<const Arguments&, std::span<const Real>> ||
                          std::same_as<Arguments, Options>) &&
                         ...);

// Does not compile unless the elements are of a type that `fill` writes.
template <class Out>
constexpr bool require_destination() noexcept {
  constexpr bool is_pointer = std::is_pointer_v<std::remove_cvref_t<Out>>;
  static_assert(!is_pointer,
                "perlane: a pointer does not say how many elements there are; write "
                "std::span(pointer, number)");
  if constexpr (!is_pointer) {
    using T =
        std::remove_all_extents_t<std::remove_pointer_t<decltype(std::data(std::declval<Out&>()))>>;
    static_assert(!std::is_const_v<T>,
                  "perlane: the destination is const; take an array that can be written to");
    static_assert(std::is_const_v<T> || Element<T>,
                  "perlane: the destination has elements of another type; take an array of float, "
                  "std::uint16_t or std::uint8_t");
    static_assert(
        !Element<T> || Destination<Out> || !Destination<std::add_lvalue_reference_t<Out>>,
        "perlane: the destination is gone after this call; take an array that has a name");
    static_assert(!Element<T> || Destination<std::add_lvalue_reference_t<Out>>,
                  "perlane: no std::span can be made of the destination; write "
                  "std::span(out.data(), out.size())");
  }
  return true;
}

// The result of `fill` for such an array; the message comes where it is called.
template <class Out>
struct Unwritable {
  static_assert(require_destination<Out&>());
};

template <class Out>
constexpr void require_codes() noexcept {
  require_destination<Out>();
  static_assert(!FloatDestination<Out>,
                "perlane: only std::uint16_t and std::uint8_t have codes; leave out the range, or "
                "take an array of these");
}

template <class Out>
constexpr void require_floats() noexcept {
  require_destination<Out>();
  static_assert(!Destination<Out> || std::convertible_to<Out, std::span<float>>,
                "perlane: values at points are float; take an array of float");
}

}  // namespace detail
}  // namespace perlane
