#pragma once

#include "model/operations.hpp"

namespace perlane::reference {

// The value of an operation, and its derivative, given those of the operands.
float operate(model::Operation, float a, float b, float c) noexcept;
float operate_derivative(model::Operation, float a, float b, float c, float da, float db,
                         float dc) noexcept;

// A coordinate of binary64 or binary32.
double map(const model::AxisMap&, double coordinate) noexcept;
float map(const model::AxisMap&, float coordinate) noexcept;

}  // namespace perlane::reference
