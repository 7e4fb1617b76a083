#pragma once
// The floating-point environment of the contract: round to nearest, subnormal numbers as they are.
// A caller may run with another one, for speed or by accident; it is set aside while perlane
// evaluates, and comes back after that, even if a callback has changed the environment. WebAssembly
// has no other.

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#elif !defined(__wasm__)
#include <cfenv>
#endif

namespace perlane::base {

class FloatEnvironment {
 public:
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

#if defined(__SSE2__) || defined(_M_X64)
  FloatEnvironment() noexcept : callers_(_mm_getcsr()) {
    if (differs(callers_, standard)) _mm_setcsr(standard);
  }
  ~FloatEnvironment() {
    if (differs(callers_, _mm_getcsr())) _mm_setcsr(callers_);
  }

 private:
  static constexpr unsigned standard = 0x1f80;  // of a new program
  // All bits but the flags that operations leave.
  static bool differs(unsigned a, unsigned b) noexcept { return ((a ^ b) & 0xffc0) != 0; }
  unsigned callers_;
#elif defined(__wasm__)
  FloatEnvironment() noexcept {}
#else
  FloatEnvironment() noexcept {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&callers_); }

 private:
  std::fenv_t callers_;
#endif
};

}  // namespace perlane::base
