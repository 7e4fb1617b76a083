#pragma once
// Stops the fuzzer at a wrong result. libFuzzer then reports the input.

#include <perlane/perlane.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace perlane::fuzz {

inline void require(bool is_true, const char* what) {
  if (is_true) return;
  std::fprintf(stderr, "%s, with %s\n", what, std::string(active_isa()).c_str());
  std::abort();
}

}  // namespace perlane::fuzz
