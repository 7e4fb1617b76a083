#pragma once
/// \file
/// Integers that can be initialised with integers of any type: counts of samples, indices, seeds.

#include <perlane/detail/cxx20.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

namespace perlane {

namespace detail {

// An integer of any type, or a type that converts to one. Floating-point numbers pass, too, so that
// `to_integer` can reject them with a better message than that of a failed constraint.
template <class T>
concept IntegerLike = std::is_convertible_v<T, std::int64_t>;

// Converts modulo 2^64, as conversions between integers do: `std::size_t{0} - 5` becomes -5.
template <std::integral To, IntegerLike From>
constexpr To to_integer(From from) noexcept {
  static_assert(!std::is_floating_point_v<From>,
                "perlane: write an integer here, such as static_cast<std::int64_t>(number)");
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (!std::is_floating_point_v<From>) {
    return static_cast<To>(from);
  } else {
    return {};
  }
}

// One integer of an initializer list.
class Integer {
 public:
  template <IntegerLike T>
  constexpr Integer(T value) noexcept  // NOLINT(google-explicit-constructor)
      : value_(to_integer<std::int64_t>(value)) {}
  constexpr operator std::int64_t() const noexcept {  // NOLINT(google-explicit-constructor)
    return value_;
  }

 private:
  std::int64_t value_;
};

}  // namespace detail

/// N integers, one for each axis or each stride. It is a `std::array<std::int64_t, N>` that can be
/// initialised with integers of any type, variables included, without a cast. If fewer than N are
/// given, the others are 0.
///
///     const std::vector<float> row(640);
///     const int rows = 480;
///     const perlane::Grid<2> grid{.shape = {row.size(), rows}};
template <int N>
class Integers : public std::array<std::int64_t, std::size_t{N}> {
  using Base = std::array<std::int64_t, std::size_t{N}>;

 public:
  /// All of them are 0.
  constexpr Integers() noexcept : Base{} {}

  /// \param values  1 to N of them. Unsigned values from 2^63 on become negative, as in other
  /// conversions of integers
  template <detail::IntegerLike... T>
    requires(sizeof...(T) > 0)
  constexpr Integers(T... values) noexcept  // NOLINT(google-explicit-constructor)
      : Base(of(values...)) {}

  /// The same integers.
  constexpr Integers(const Base& values) noexcept  // NOLINT(google-explicit-constructor)
      : Base(values) {}

  /// Integers of another type, converted.
  template <std::integral T>
    requires(!std::same_as<T, std::int64_t>)
  constexpr Integers(  // NOLINT(google-explicit-constructor)
      const std::array<T, std::size_t{N}>& values) noexcept
      : Base{} {
    for (std::size_t i = 0; i < std::size_t{N}; ++i)
      (*this)[i] = detail::to_integer<std::int64_t>(values[i]);
  }

 private:
  template <class... T>
  static constexpr Base of(T... values) noexcept {
    static_assert(sizeof...(T) <= std::size_t{N},
                  "perlane: there are more integers in the braces than there are axes");
    if constexpr (sizeof...(T) <= std::size_t{N}) {
      return {detail::to_integer<std::int64_t>(values)...};
    } else {
      return {};
    }
  }
};

/// A number that chooses one of 2^64 noises. It is a `std::uint64_t` that can be initialised with
/// an integer of any type, a variable included, without a cast. Negative integers are seeds like
/// any others.
///
///     const int map_number = 7;
///     const perlane::Field field = perlane::perlin({.seed = map_number});
class Seed {
 public:
  constexpr Seed() noexcept = default;
  /// An integer of any type, modulo 2^64.
  template <detail::IntegerLike T>
  constexpr Seed(T value) noexcept  // NOLINT(google-explicit-constructor)
      : value_(detail::to_integer<std::uint64_t>(value)) {}

  /// The number itself.
  constexpr operator std::uint64_t() const noexcept {  // NOLINT(google-explicit-constructor)
    return value_;
  }

  /// Adds modulo 2^64.
  constexpr Seed& operator+=(std::uint64_t number) noexcept {
    value_ += number;
    return *this;
  }
  /// Subtracts modulo 2^64.
  constexpr Seed& operator-=(std::uint64_t number) noexcept {
    value_ -= number;
    return *this;
  }
  /// Adds 1 modulo 2^64.
  constexpr Seed& operator++() noexcept { return *this += 1; }
  /// Adds 1 modulo 2^64, and returns the seed before.
  constexpr Seed operator++(int) noexcept {
    const Seed before = *this;
    *this += 1;
    return before;
  }
  /// Subtracts 1 modulo 2^64.
  constexpr Seed& operator--() noexcept { return *this -= 1; }
  /// Subtracts 1 modulo 2^64, and returns the seed before.
  constexpr Seed operator--(int) noexcept {
    const Seed before = *this;
    *this -= 1;
    return before;
  }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace perlane

/// \cond
// For structured bindings: `const auto [width, height] = grid.shape`.
template <int N>
struct std::tuple_size<perlane::Integers<N>> : std::integral_constant<std::size_t, std::size_t{N}> {
};
template <std::size_t I, int N>
struct std::tuple_element<I, perlane::Integers<N>> {
  using type = std::int64_t;
};
/// \endcond
