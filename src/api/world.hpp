#pragma once
// Levels of detail.

#include <cstdint>

namespace perlane::api {

// The most levels that a world has whose longest axis has so many samples, 1 or more: the last
// level has more than one of them.
constexpr int most_levels(std::int64_t extent) noexcept {
  int most = 1;
  while (extent > std::int64_t{1} << most) ++most;
  return most;
}

}  // namespace perlane::api
