#pragma once
/// \file
/// Operands of functions of fields: a field, or a number.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>

#include <concepts>
#include <type_traits>

namespace perlane {

/// An operand of arithmetic: a field, or a number, which is the same value everywhere.
class Operand {
 public:
  /// The field itself.
  Operand(const Field& field) noexcept : field_(field) {}  // NOLINT(google-explicit-constructor)
  /// The same value everywhere, so that `0.5f * field` reads as it should.
  /// \throws std::invalid_argument  the value is not finite
  Operand(float value);  // NOLINT(google-explicit-constructor)
  /// The nearest float of a number of another type: variables need no cast.
  template <class T>
    requires(std::is_arithmetic_v<T> && !std::same_as<T, float>)
  Operand(T value) : Operand(static_cast<float>(value)) {}  // NOLINT(google-explicit-constructor)

  /// The field, or that of the number.
  const Field& field() const noexcept { return field_; }

 private:
  Field field_;
};

}  // namespace perlane
