#pragma once
// Stores past the caches are not ordered with those that follow. Kernels do not wait for them;
// their caller does, once.

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

namespace perlane::engine {

// Makes the stores of this thread past the caches visible before those that follow. It waits for
// the memory: once, not tile by tile.
inline void finish_streaming() noexcept {
#if defined(__SSE2__) || defined(_M_X64)
  _mm_sfence();
#endif
}

}  // namespace perlane::engine
