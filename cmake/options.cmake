include(CMakeDependentOption)

option(PERLANE_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
# The benchmarks call functions of POSIX.
cmake_dependent_option(PERLANE_BUILD_BENCH "Build the benchmarks" OFF "NOT WIN32" OFF)
option(PERLANE_BUILD_CLI "Build the command-line tool" ${PROJECT_IS_TOP_LEVEL})
option(PERLANE_BUILD_FUZZERS "Build the fuzzers; needs Clang" OFF)
option(PERLANE_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(PERLANE_BUILD_PYTHON "Install what the Python package needs; for shared libraries" OFF)
option(PERLANE_EXPORT_C_ALONE "Let a shared library export the C interface alone"
  ${PERLANE_BUILD_PYTHON})
# Systems without a name, such as WebAssembly, have no threads.
cmake_dependent_option(PERLANE_WITH_THREADS "Fill large grids on all cores"
  ON "NOT CMAKE_SYSTEM_NAME STREQUAL Generic" OFF)
cmake_dependent_option(PERLANE_WITH_TBB "Take the threads from oneTBB; else perlane has its own"
  ON "PERLANE_WITH_THREADS" OFF)
set(PERLANE_INSTRUCTION_SETS "" CACHE STRING
  "Build kernels for these besides plain C++, say avx2;sse4_1; for all that there are, if empty")
option(PERLANE_WITH_SCALAR "Build kernels of plain C++, for CPUs that have none of the sets" ON)
option(PERLANE_SANITIZE_KERNELS "Let sanitizers check the kernels, too, if there are any" OFF)
option(PERLANE_INSTALL "Let cmake --install install perlane" ${PROJECT_IS_TOP_LEVEL})
# Formats of the command-line tool:
option(PERLANE_WITH_TIFF "Write .tif, with libtiff and zstd" ON)
option(PERLANE_WITH_EXR "Write .exr, with OpenEXR" ON)
option(PERLANE_WITH_ZARR "Write .zarr, with Blosc" ON)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

# Our own code is compiled with warnings, and without fused operations, which would change bits.
add_library(perlane_strict INTERFACE)
if(MSVC)
  # /RTC1 forbids optimisation, which isas.cmake asks for.
  string(REPLACE "/RTC1" "" CMAKE_CXX_FLAGS_DEBUG "${CMAKE_CXX_FLAGS_DEBUG}")
  target_compile_options(perlane_strict INTERFACE /fp:precise /EHsc /GR)
  target_compile_definitions(perlane_strict INTERFACE _CRT_SECURE_NO_WARNINGS)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # /fp:precise of Clang fuses.
    target_compile_options(perlane_strict INTERFACE /clang:-ffp-contract=off)
  elseif(MSVC_VERSION LESS 1930)
    message(FATAL_ERROR
      "perlane needs Visual Studio 2022 or newer: /fp:precise of earlier ones fuses")
  endif()
else()
  # A project that contains perlane may have flags that change arithmetic, or leave out exceptions.
  target_compile_options(perlane_strict INTERFACE
    -fno-fast-math -ffp-contract=off -fexceptions -frtti)
endif()
if(NOT PROJECT_IS_TOP_LEVEL)
  target_compile_options(perlane_strict INTERFACE -w)  # of MSVC, too
elseif(MSVC)
  target_compile_options(perlane_strict INTERFACE /W4)
else()
  target_compile_options(perlane_strict INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
endif()
if(MINGW AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  message(FATAL_ERROR "GCC for Windows does not align AVX vectors on the stack, so programs would "
    "crash; compile perlane with Clang")
endif()

# perlane_unity_sources(TARGET NAME FILES... [OPTIONS FLAGS...]) adds files to a target. It
# compiles them as one file, unless CMAKE_UNITY_BUILD is OFF, and in half the time, since they share
# most of their headers. The flags are for these files only; the unity build of CMake leaves out
# files that have flags of their own. The names in anonymous namespaces must differ within a group.
function(perlane_unity_sources target name)
  cmake_parse_arguments(PARSE_ARGV 2 batch "" "" "OPTIONS")
  set(files ${batch_UNPARSED_ARGUMENTS})
  target_sources(${target} PRIVATE ${files})
  if(NOT DEFINED CMAKE_UNITY_BUILD OR CMAKE_UNITY_BUILD)
    set_source_files_properties(${files} PROPERTIES HEADER_FILE_ONLY ON)
    set(includes)
    foreach(file IN LISTS files)
      cmake_path(ABSOLUTE_PATH file)
      string(APPEND includes "#include \"${file}\"\n")
    endforeach()
    set(files ${CMAKE_CURRENT_BINARY_DIR}/together/${name}.cpp)
    file(CONFIGURE OUTPUT ${files} CONTENT "${includes}")
    target_sources(${target} PRIVATE ${files})
  endif()
  set_property(SOURCE ${files} APPEND PROPERTY COMPILE_OPTIONS ${batch_OPTIONS})
endfunction()

# perlane_precompile(TARGET HEADERS...) compiles headers once for all files of a target, unless
# CMAKE_UNITY_BUILD is OFF.
function(perlane_precompile target)
  if(NOT DEFINED CMAKE_UNITY_BUILD OR CMAKE_UNITY_BUILD)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# perlane_embed_lines(VARIABLE FILE) sets a variable to the lines of a file as string literals of
# C++, without comments (lines that begin with #).
function(perlane_embed_lines variable file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(REGEX REPLACE "(^|\n)#[^\n]*" "" text "${text}")
  string(STRIP "${text}" text)
  string(REPLACE "\n" ")_\",\n  R\"_(" text "${text}")
  set(${variable} "\n  R\"_(${text})_\",\n" PARENT_SCOPE)
endfunction()
