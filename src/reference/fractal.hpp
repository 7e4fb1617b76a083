#pragma once

#include "model/octaves.hpp"
#include "model/sink.hpp"

namespace perlane::reference {

// Folds the value of an octave: leaves it, scales it, or adds it to the sum of the octaves before.
float accumulate(model::Accumulation, float sum, float n, float amplitude) noexcept;

// The signal of an octave n, and its derivative with respect to n.
float shape(const model::OctaveRule&, float n) noexcept;
float shape_derivative(const model::OctaveRule&, float n) noexcept;

// The result of the octaves so far, or its derivatives.
struct Joined {
  float value;
  float weight;
};

// The weight that damps further octaves of a hybrid multifractal. It never falls as w rises.
float hybrid_weight(float w) noexcept;

// The first octave n, whose amplitude is a; and each further one.
Joined begin(const model::OctaveRule&, float n, float a) noexcept;
Joined join(const model::OctaveRule&, const Joined& before, float n, float a) noexcept;

// Their derivatives, given those of their arguments.
Joined begin_derivative(const model::OctaveRule&, float n, float a, float dn) noexcept;
Joined join_derivative(const model::OctaveRule&, const Joined& before, float n, float a,
                       const Joined& d_before, float dn) noexcept;

}  // namespace perlane::reference
