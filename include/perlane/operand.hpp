#pragma once
/// \file
/// Operands of functions of fields: a field, or a number.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>

namespace perlane {

/// An operand of arithmetic: a field, or a number, which is the same value everywhere.
class Operand {
 public:
  Operand(const Field& field) noexcept
      : field_(field) {
  }  // NOLINT(google-explicit-constructor): so that `0.5f * field` reads as it should
  Operand(float value);                                    // NOLINT(google-explicit-constructor)

  const Field& field() const noexcept { return field_; }

 private:
  Field field_;
};

}  // namespace perlane
