#pragma once
// The arithmetic contract needs IEEE binary32 and binary64 as they are.

#include <cmath>  // first: after <cfloat>, Zig 0.17.1 has no NAN for macOS

#include <cfloat>
#include <limits>

#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "perlane gives the same bits everywhere; it cannot be compiled with fast-math"
#endif
#if FLT_EVAL_METHOD != 0
#error "perlane gives the same bits everywhere; it cannot be compiled with excess precision (x87)"
#endif
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);
