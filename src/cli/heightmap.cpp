#include "cli/heightmap.hpp"

namespace perlane::cli {
namespace {

// In binary64, where the difference of two floats is exact enough to round as the real number would.
struct Codes {
  double low;
  double width;

  explicit Codes(Range range) noexcept : low(range.min), width(double{range.max} - double{range.min}) {}

  std::uint16_t of(float value) const noexcept {
    const double position = (double{value} - low) / width * 65535.0;
    const double inside = position < 0 ? 0 : position > 65535 ? 65535 : position;
    return static_cast<std::uint16_t>(static_cast<std::int32_t>(inside + 0.5));
  }
};

}  // namespace

std::uint16_t code_of(float value, Range range) noexcept { return Codes(range).of(value); }

Range encode(std::span<const float> values, Range range, std::span<std::uint16_t> codes) noexcept {
  const Codes map(range);
  Range seen{values[0], values[0]};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float value = values[i];
    codes[i] = map.of(value);
    seen.min = value < seen.min ? value : seen.min;
    seen.max = value > seen.max ? value : seen.max;
  }
  return seen;
}

}  // namespace perlane::cli
