#pragma once

#include "base/float_environment.hpp"

#include <cfenv>

namespace perlane::text {

// The environment that numbers are read in. base::FloatEnvironment leaves the x87 unit of an x86
// CPU as it is, whose rounding strtod asks for.
class DefaultEnvironment {
 public:
  DefaultEnvironment() noexcept {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
    std::fesetround(FE_TONEAREST);  // on Windows, FE_DFL_ENV may leave the rounding as it is
  }
  DefaultEnvironment(const DefaultEnvironment&) = delete;
  DefaultEnvironment& operator=(const DefaultEnvironment&) = delete;
  ~DefaultEnvironment() { std::fesetenv(&callers_); }

 private:
  base::FloatEnvironment environment_;
  std::fenv_t callers_;
};

}  // namespace perlane::text
