#pragma once
// Bounds of the derivatives of noise per cell, before rounding. They are for vertices that each
// draw any gradient that is no longer, or any value that is no larger;
// tests/graph/derivative_bounds_test.cpp proves them.

#include "graph/node.hpp"
#include "model/noises.hpp"

namespace perlane::graph {

DerivativeBounds derivative_bounds_of_gradients(double longest, model::Fade,
                                                int dimensions) noexcept;

// For values from -largest to largest, or as far apart.
DerivativeBounds derivative_bounds_of_values(double largest, model::Fade, int dimensions) noexcept;

// `is_wide`: in one dimension, vertices are the integers, and reach as far as the next.
DerivativeBounds derivative_bounds_of_simplex(double longest, bool is_wide,
                                              int dimensions) noexcept;

// In 2 to 4 dimensions.
DerivativeBounds derivative_bounds_of_open_simplex(double longest, bool is_smooth,
                                                   int dimensions) noexcept;

}  // namespace perlane::graph
