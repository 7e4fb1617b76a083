#pragma once

#include "model/curve.hpp"

namespace perlane::reference {

float curve(const model::Curve&, float x) noexcept;
// The derivative, given that of x.
float curve_derivative(const model::Curve&, float x, float dx) noexcept;

}  // namespace perlane::reference
