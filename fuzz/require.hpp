#pragma once
// What a fuzzer does about a wrong result: it stops, which libFuzzer reports with the input.

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
