#pragma once
// Runs code on a small stack: walks over deep graphs must not take a piece of it for each level.

#include <gtest/gtest.h>
#include <pthread.h>

namespace perlane::testing {

// Runs on a stack of 64 KiB.
inline void on_a_small_stack(void* (*body)(void*), void* argument) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 64 * 1024), 0);
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, body, argument), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

}  // namespace perlane::testing
