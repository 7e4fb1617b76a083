#pragma once
/// \file
/// For perlane itself: every header includes this one first, so that a compiler of an older C++
/// says so in its first line.

// MSVC keeps __cplusplus at 199711 unless it is told otherwise.
#if defined(_MSVC_LANG) ? _MSVC_LANG < 202002L : defined(__cplusplus) && __cplusplus < 202002L
#error perlane needs C++20: compile with -std=c++20 (GCC, Clang) or /std:c++20 (MSVC), \
or write target_compile_features(your_target PRIVATE cxx_std_20) in CMake
// The compiler stops here, at a file that does not exist: pages of further errors would only bury
// the one above.
#include <perlane/detail/stopped.hpp>
#endif
