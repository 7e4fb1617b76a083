#pragma once
// Values to 16-bit codes.

#include <perlane/field.hpp>

#include <cstdint>
#include <span>

namespace perlane::cli {

// The nearest code to `value`, when `range` maps to all codes: range.min to 0, range.max to 65535. Values outside saturate.
std::uint16_t code_of(float value, Range range) noexcept;

// `codes` of `values`; returns the smallest and the largest value.
Range encode(std::span<const float> values, Range range, std::span<std::uint16_t> codes) noexcept;

}  // namespace perlane::cli
