#include "isa.hpp"

template <>
const int& perlane::isa::table<xsimd::first>() noexcept {
  static const int result = shared() + shared_too<xsimd::first, xsimd::second>();
  return result;
}
