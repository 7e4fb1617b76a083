// Values as codes.

#include "reference/code.hpp"

#include <cmath>

namespace perlane::reference {

model::Coding coding(float low, float high, std::uint32_t largest) noexcept {
  const double width = static_cast<double>(high) - static_cast<double>(low);
  // The difference of two values, and the scale, would overflow beyond these.
  const float unit = width < 0x1p-100 ? 0x1p+100f : width < 0x1p+127 ? 1.0f : 0x1p-2f;
  const double scale = largest / (width * static_cast<double>(unit));
  return {unit, low * unit, static_cast<float>(scale), static_cast<float>(largest)};
}

std::uint32_t code(float n, const model::Coding& coding) noexcept {
  const float position = (n * coding.unit - coding.low) * coding.scale;
  const float above = position > 0 ? position : 0;
  const float inside = above < coding.largest ? above : coding.largest;
  const float down = std::floor(inside);
  const float fraction = inside - down;
  const auto code = static_cast<std::uint32_t>(down);
  return fraction > 0.5f || (fraction == 0.5f && code % 2 == 1) ? code + 1 : code;
}

}  // namespace perlane::reference
