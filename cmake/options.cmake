option(PERLANE_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(PERLANE_BUILD_BENCH "Build the benchmarks" OFF)
option(PERLANE_BUILD_CLI "Build the command-line tool" ${PROJECT_IS_TOP_LEVEL})
option(PERLANE_BUILD_FUZZERS "Build the fuzzers; needs Clang" OFF)
option(PERLANE_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(PERLANE_WITH_TBB "Fill large grids on all cores, with oneTBB" ON)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

# How everything of ours is compiled: the arithmetic contract (never fuse) and our warnings.
add_library(perlane_strict INTERFACE)
if(MSVC)
  target_compile_options(perlane_strict INTERFACE /fp:precise /W4)
else()
  target_compile_options(perlane_strict INTERFACE
    -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
endif()
