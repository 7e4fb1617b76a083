include(CMakeDependentOption)

option(PERLANE_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
# These two ask the system what only POSIX answers.
cmake_dependent_option(PERLANE_BUILD_BENCH "Build the benchmarks" OFF "NOT WIN32" OFF)
cmake_dependent_option(PERLANE_BUILD_CLI "Build the command-line tool"
  ${PROJECT_IS_TOP_LEVEL} "NOT WIN32" OFF)
option(PERLANE_BUILD_FUZZERS "Build the fuzzers; needs Clang" OFF)
option(PERLANE_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(PERLANE_WITH_TBB "Fill large grids on all cores, with oneTBB" ON)
set(PERLANE_INSTRUCTION_SETS "" CACHE STRING
  "What to build kernels for besides plain C++, say avx2;sse4_1; all that there are, if empty")
# Of the command-line tool:
option(PERLANE_WITH_TIFF "Write .tif, with libtiff and zstd" ON)
option(PERLANE_WITH_EXR "Write .exr, with OpenEXR" ON)
option(PERLANE_WITH_ZARR "Write .zarr, with Blosc" ON)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

# How everything of ours is compiled: the arithmetic contract (never fuse) and our warnings.
add_library(perlane_strict INTERFACE)
if(MSVC)
  # /RTC1 forbids optimisation, which isas.cmake insists on.
  string(REPLACE "/RTC1" "" CMAKE_CXX_FLAGS_DEBUG "${CMAKE_CXX_FLAGS_DEBUG}")
  target_compile_options(perlane_strict INTERFACE /fp:precise /W4)
  target_compile_definitions(perlane_strict INTERFACE _CRT_SECURE_NO_WARNINGS)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Its /fp:precise fuses.
    target_compile_options(perlane_strict INTERFACE /clang:-ffp-contract=off)
  elseif(MSVC_VERSION LESS 1930)
    message(FATAL_ERROR
      "perlane needs Visual Studio 2022 or newer: /fp:precise of earlier ones fuses")
  endif()
else()
  target_compile_options(perlane_strict INTERFACE
    -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
endif()

# Compiles the files of a target whose names match a pattern together, unless CMAKE_UNITY_BUILD is
# OFF: they take half the time then, most of which was that of the headers they share.
function(perlane_compile_together target pattern)
  if(DEFINED CMAKE_UNITY_BUILD AND NOT CMAKE_UNITY_BUILD)
    return()
  endif()
  get_target_property(files ${target} SOURCES)
  list(FILTER files INCLUDE REGEX "^${pattern}$")
  string(MAKE_C_IDENTIFIER "${pattern}" group)
  set_source_files_properties(${files} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
