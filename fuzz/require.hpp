#pragma once
// Stops the fuzzer at a wrong result. libFuzzer then reports the input.

#include <perlane/perlane.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace perlane::fuzz {

inline void require(bool is_true, const char* what) {
  if (is_true) return;
  std::fprintf(stderr, "%s, with %s\n", what, std::string(active_isa()).c_str());
  std::abort();
}

inline bool is_same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

inline bool is_within(float value, const Range& range) {
  return value >= range.min && value <= range.max;
}

template <class Call>
bool is_rejected(Call call) {
  try {
    call();
    return false;
  } catch (const std::invalid_argument&) {
    return true;
  }
}

}  // namespace perlane::fuzz
