#pragma once
// The points of cellular noise, by its definition.

#include "graph/noise/lattice.hpp"
#include "reference/lattice.hpp"

#include <perlane/noise.hpp>

#include <array>
#include <cstdint>
#include <utility>

namespace perlane::testing {

inline constexpr Distance distances[] = {Distance::euclidean, Distance::squared,
                                         Distance::manhattan, Distance::chebyshev};

// The points of a field of frequency 1 and without shift.
class Points {
 public:
  explicit Points(const Cellular& parameters)
      : parameters_(parameters),
        key_(graph::hash_key(static_cast<std::uint64_t>(parameters.seed))) {}

  // The place of the point of a cell in it, and the hash of its value.
  std::pair<std::array<double, 4>, std::uint32_t> at(std::array<std::int64_t, 4> cell,
                                                     std::size_t dimensions) const {
    std::uint32_t coordinate[4] = {};
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      const std::int64_t period =
          parameters_.period[axis] == 0 ? std::int64_t{1} << 32 : parameters_.period[axis];
      coordinate[axis] = static_cast<std::uint32_t>(((cell[axis] % period) + period) % period);
    }
    const std::uint32_t xy = reference::last_round(reference::hash(key_, {coordinate, dimensions}));
    const std::uint32_t zw = reference::last_round(xy);
    const std::uint32_t drawn[4] = {xy >> 16, xy & 0xffff, zw >> 16, zw & 0xffff};
    std::array<double, 4> place{};
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      // The centre of the cell, and its part of what the jitter says, in binary32.
      const double spread = parameters_.jitter / 65536;
      const auto first = static_cast<float>(6 - 32767.5 * spread);
      const float at = static_cast<float>(drawn[axis]) * static_cast<float>(spread) + first;
      place[axis] = static_cast<double>(at) - 5.5;
    }
    return {place, reference::last_round(zw)};
  }

 private:
  Cellular parameters_;
  model::HashKey key_;
};

}  // namespace perlane::testing
