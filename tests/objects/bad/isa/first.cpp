#include "isa.hpp"

template <>
const int& perlane::isa::table<perlane_xsimd::first>() noexcept {
  static const int result = shared() + shared_too<perlane_xsimd::first, perlane_xsimd::second>();
  return result;
}
