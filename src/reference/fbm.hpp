#pragma once

#include <span>

namespace perlane::reference {

// A sum of octaves; `value` has the source at each octave, the lowest first.
float fbm(std::span<const float> value, std::span<const float> amplitude) noexcept;

}  // namespace perlane::reference
