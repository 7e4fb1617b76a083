#pragma once
// The elements of destinations: floats and codes.

#include <perlane/field.hpp>

#include "reference/code.hpp"

#include <limits>
#include <type_traits>

namespace perlane::testing {

// Returns the element that a value is written as.
template <class T>
T element_of(float n, const Range& codes) {
  if constexpr (std::is_same_v<T, float>) {
    return n;
  } else {
    constexpr T largest = std::numeric_limits<T>::max();
    return static_cast<T>(reference::code(n, reference::coding(codes.min, codes.max, largest)));
  }
}

}  // namespace perlane::testing
