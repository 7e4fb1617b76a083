// Values as codes.

#include "reference/code.hpp"

#include <cmath>

namespace perlane::reference {

std::uint32_t code(float n, double low, double scale, std::uint32_t largest) noexcept {
  const double position = (static_cast<double>(n) - low) * scale;
  const double above = position > 0 ? position : 0;
  const double inside = above < largest ? above : largest;
  const double down = std::floor(inside);
  const double rest = inside - down;
  const auto code = static_cast<std::uint32_t>(down);
  return rest > 0.5 || (rest == 0.5 && code % 2 == 1) ? code + 1 : code;
}

}  // namespace perlane::reference
