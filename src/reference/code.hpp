#pragma once

#include <cstdint>

namespace perlane::reference {

// The code of a value: the nearest to (n - low) * scale, ties to even; `largest` for what is above,
// 0 for what is below, and for NaN.
std::uint32_t code(float n, double low, double scale, std::uint32_t largest) noexcept;

}  // namespace perlane::reference
