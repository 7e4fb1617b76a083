#pragma once
// Stores past the caches are not ordered with those that follow. Kernels do not wait for them: who
// calls kernels does, once.

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

namespace perlane::engine {

// Makes what this thread has written past the caches visible before what it stores afterwards. It
// waits for the memory: once, not tile by tile.
inline void finish_streaming() noexcept {
#if defined(__SSE2__) || defined(_M_X64)
  _mm_sfence();
#endif
}

}  // namespace perlane::engine
