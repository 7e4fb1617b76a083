#pragma once
/// \file
/// A number for each axis: x, y, z, w.

#include <perlane/detail/cxx20.hpp>
#include <perlane/integers.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <tuple>
#include <type_traits>

namespace perlane {

namespace detail {

// A number: an integer or a floating-point number of any type.
template <class T>
concept NumberLike = std::is_arithmetic_v<T>;

// One number of an initializer list.
class Real {
 public:
  template <NumberLike T>
  constexpr Real(T value) noexcept  // NOLINT(google-explicit-constructor)
      : value_(static_cast<double>(value)) {}
  constexpr operator double() const noexcept {  // NOLINT(google-explicit-constructor)
    return value_;
  }

 private:
  double value_;
};

}  // namespace detail

/// N numbers, one for each axis. It is a `std::array<double, N>` that may be initialised with
/// numbers of any type, also with variables, without a cast. A number by itself is for all axes; if
/// there are fewer than N, the others are 0.
///
///     const int east = 40, north = 25;
///     const perlane::Grid<2> grid{.shape = {64, 64}, .step = 0.5, .origin = {east, north}};
template <int N>
class Numbers : public std::array<double, std::size_t{N}> {
  using Base = std::array<double, std::size_t{N}>;

 public:
  /// All of them are 0.
  constexpr Numbers() noexcept : Base{} {}

  /// A number for all axes, or numbers for x, y, z and w; 0 along axes that have none.
  template <detail::NumberLike... T>
    requires(sizeof...(T) > 0)
  constexpr Numbers(T... values) noexcept  // NOLINT(google-explicit-constructor)
      : Base{} {
    static_assert(sizeof...(T) <= std::size_t{N},
                  "perlane: there are more numbers in the braces than there are axes");
    const double all[]{static_cast<double>(values)...};
    for (std::size_t axis = 0; axis < std::size_t{N}; ++axis)
      (*this)[axis] = sizeof...(T) == 1 ? all[0] : axis < sizeof...(T) ? all[axis] : 0;
  }

  /// A number for each axis, which a list within braces makes, too: `{{0.5, 2}}`.
  constexpr Numbers(const Base& values) noexcept  // NOLINT(google-explicit-constructor)
      : Base(values) {}

  /// Numbers of another type, converted.
  template <detail::NumberLike T>
    requires(!std::same_as<T, double>)
  constexpr Numbers(  // NOLINT(google-explicit-constructor)
      const std::array<T, std::size_t{N}>& values) noexcept
      : Base{} {
    for (std::size_t axis = 0; axis < std::size_t{N}; ++axis)
      (*this)[axis] = static_cast<double>(values[axis]);
  }
};

/// Numbers by axis where the number of dimensions is not known yet: a number, which is for all
/// axes; a list in braces, of 2 to 4 for x, y, z and w; or a `std::array`. They may be of any
/// arithmetic type. T is `double` or `std::int64_t`.
///
/// Functions throw std::invalid_argument for a list of one number, such as `{8}`, because it does
/// not say whether it is for every axis (write `8`) or for x alone (write `{8, 0}`). Numbers may
/// also be set by axis: `period[0] = 8;`.
///
///     const perlane::Field noise = perlane::perlin({.period = 8});  // along every axis
///     const perlane::Field away = perlane::translate(noise, {100, 20.5});  // along x and y
template <class T>
class PerAxis : public std::array<T, 4> {
  using Item = std::conditional_t<std::is_same_v<T, double>, detail::Real, detail::Integer>;

 public:
  /// No numbers: all of them are 0.
  constexpr PerAxis() noexcept : std::array<T, 4>{} {}

  /// The same number for all axes.
  template <detail::NumberLike U>
  constexpr PerAxis(U number) noexcept  // NOLINT(google-explicit-constructor)
      : std::array<T, 4>{}, is_number_(true) {
    this->fill(Item(number));
  }

  /// Numbers for x, y, z and w, up to 4.
  constexpr PerAxis(std::initializer_list<Item> numbers) noexcept
      : std::array<T, 4>{}, is_lone_(numbers.size() == 1) {
    append(numbers);
  }

  /// A number for each axis, as many as the array has.
  template <class U, std::size_t N>
    requires std::is_convertible_v<U, Item>
  constexpr PerAxis(  // NOLINT(google-explicit-constructor)
      const std::array<U, N>& numbers) noexcept
      : std::array<T, 4>{} {
    append(numbers);
  }

  /// A number for each axis, as many as the span has.
  constexpr explicit PerAxis(std::span<const T> numbers) noexcept : std::array<T, 4>{} {
    append(numbers);
  }

  /// True if there is one number for all axes.
  constexpr bool is_number() const noexcept {
    for (const T& number : *this) {
      const bool is_nan = number != number && (*this)[0] != (*this)[0];
      if (number != (*this)[0] && !is_nan) return false;
    }
    return is_number_;
  }
  /// True if the braces hold one number only.
  constexpr bool is_lone() const noexcept { return is_lone_ && count() == 1; }
  /// The count of numbers of the list or the array, also those above 4, or up to the last one that
  /// was set to another number than 0; 0 if it is a number.
  constexpr std::size_t count() const noexcept {
    if (is_number()) return 0;
    std::size_t used = 4;
    while (used > 0 && (*this)[used - 1] == T{}) --used;
    return used > count_ ? used : count_;
  }

 private:
  template <class Values>
  constexpr void append(const Values& numbers) noexcept {
    for (const auto& number : numbers) {
      if (count_ < 4) (*this)[count_] = Item(number);
      ++count_;
    }
  }

  std::size_t count_ = 0;
  bool is_number_ = false;
  bool is_lone_ = false;
};

}  // namespace perlane

/// \cond
// For structured bindings.
template <int N>
struct std::tuple_size<perlane::Numbers<N>> : std::integral_constant<std::size_t, std::size_t{N}> {
};
template <std::size_t I, int N>
struct std::tuple_element<I, perlane::Numbers<N>> {
  using type = double;
};
/// \endcond
