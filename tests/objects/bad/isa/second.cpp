#include "isa.hpp"

template <>
const int& perlane::isa::table<xsimd::second>() noexcept {
  static const int result = shared() + shared_too<xsimd::first, xsimd::second>();
  return result;
}
