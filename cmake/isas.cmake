# The instruction sets: a line each, and the only place that knows their flags. The flags enable exactly
# what the run-time check in src/engine/dispatch.cpp covers; the order is that of src/isa/isas.hpp. MSVC has flags for whole generations of processors only, and what it lacks a
# flag for it compiles anyway; the macros are what xsimd asks.
#
#     name      processors        flags (GCC, Clang)                            flags (MSVC)
set(PERLANE_ISAS
  "avx512vbmi | x86_64|AMD64|amd64|x64 | -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512ifma -mavx512vbmi | /arch:AVX512 /D__AVX512IFMA__ /D__AVX512VBMI__"
  "avx512 | x86_64|AMD64|amd64|x64 | -mavx512f -mavx512cd -mavx512dq -mavx512bw | /arch:AVX512"
  "avx2   | x86_64|AMD64|amd64|x64 | -mavx2                                     | /arch:AVX2"
  "sse4_1 | x86_64|AMD64|amd64|x64 | -msse4.1                                   | /D__SSE4_1__"
  "neon64 | aarch64|arm64|ARM64$ |                                            | "
  "scalar | .             |                                            | "
)

function(perlane_add_isas target)
  # What the compiler makes: on macOS and Windows that need not be what the system runs on.
  set(processor ${CMAKE_SYSTEM_PROCESSOR})
  if(MSVC AND CMAKE_CXX_COMPILER_ARCHITECTURE_ID)
    set(processor ${CMAKE_CXX_COMPILER_ARCHITECTURE_ID})
  elseif(APPLE AND CMAKE_OSX_ARCHITECTURES)
    set(processor ${CMAKE_OSX_ARCHITECTURES})
    if(processor MATCHES ";")
      message(FATAL_ERROR "CMAKE_OSX_ARCHITECTURES is ${processor}; perlane builds for one architecture at a time, and lipo joins the libraries")
    endif()
  endif()
  foreach(line IN LISTS PERLANE_ISAS)
    string(REGEX MATCH "^([a-z0-9_]+) *\\| ([^ ]+) *\\| ([^|]*)\\|(.*)$" matched "${line}")
    set(name ${CMAKE_MATCH_1})
    set(processors ${CMAKE_MATCH_2})
    if(MSVC AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      string(STRIP "${CMAKE_MATCH_4}" flags)
    else()
      string(STRIP "${CMAKE_MATCH_3}" flags)
    endif()
    if(NOT processor MATCHES "${processors}")
      continue()
    endif()
    if(name STREQUAL "neon64" AND CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")  # xsimd has no NEON there
      continue()
    endif()
    set(file ${PROJECT_SOURCE_DIR}/src/isa/${name}.cpp)
    target_sources(${target} PRIVATE ${file})
    set_property(GLOBAL APPEND PROPERTY PERLANE_ISA_NAMES ${name})
    separate_arguments(flags)
    # The loops over samples address lattice columns in three ways. GCC would hoist what the three addresses have in common, and
    # run out of registers: 1.3 times the time for eight octaves.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND flags -fno-code-hoisting)
    endif()
    # GCC before 12.3 calls the undefined operands of AVX-512 intrinsics uninitialised.
    if(name MATCHES "^avx512" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12.3)
      list(APPEND flags -Wno-uninitialized -Wno-maybe-uninitialized)
    endif()
    # It would tell, of every function, that vectors were passed otherwise by GCC 9.
    if(name STREQUAL "neon64" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND flags -Wno-psabi)
    endif()
    # Unoptimised, functions of xsimd and of the standard library that lack an architecture in their names would not be inlined, and the linker
    # would take all sets' from one of them: from AVX2 for SSE4.1, say.
    foreach(flag IN ITEMS $<IF:$<BOOL:${MSVC}>,/O2,-O2> $<$<BOOL:${MSVC}>:/Ob2>)
      list(APPEND flags $<$<NOT:$<CONFIG:Release,RelWithDebInfo,MinSizeRel>>:${flag}>)
    endforeach()
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${flags}"
      COMPILE_DEFINITIONS XSIMD_DEFAULT_ARCH=xsimd::unsupported)
  endforeach()
endfunction()
