#pragma once
// Runs code on a small stack: walks over deep graphs must not take a piece of it for each level.

#include <gtest/gtest.h>

#if __has_include(<pthread.h>)
#include <limits.h>
#include <pthread.h>

#include <algorithm>
#include <cstddef>
#else
#include <thread>
#endif

namespace perlane::testing {

#if __has_include(<pthread.h>)

// Runs on a stack of 64 KiB, or of the least size that the system has, such as 128 KiB on 64-bit
// Arm.
inline void on_a_small_stack(void* (*body)(void*), void* argument) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  std::size_t size = 64 * 1024;
#ifdef PTHREAD_STACK_MIN
  size = std::max<std::size_t>(size, PTHREAD_STACK_MIN);
#endif
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, size), 0);
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, body, argument), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

#else  // MSVC: the size of a stack cannot be chosen, so only 1 MiB is tested

inline void on_a_small_stack(void* (*body)(void*), void* argument) {
  std::thread(body, argument).join();
}

#endif

}  // namespace perlane::testing
