# The instruction sets and their flags, a line each, best first as in src/isa/isas.hpp. The flags of
# a set enable exactly those instructions for which src/engine/dispatch.cpp checks the CPU. MSVC
# only has flags for whole generations of processors, and compiles the other instructions without a
# flag; xsimd asks for the macros. Other compilers take -mpopcnt for a part of -mavx2; that of Zig
# takes flags literally.
set(x86_64 x86_64|AMD64|amd64|x64)
set(i386 "^i[3-6]86$")
set(arm64 aarch64|arm64|ARM64$)
set(avx512 "-mavx512f -mavx512cd -mavx512dq -mavx512bw -mpopcnt")
set(vbmi "/D__AVX512IFMA__ /D__AVX512VBMI__")
#
#  name         processors          flags (GCC, Clang)                     flags (MSVC)
set(PERLANE_ISAS
  "avx512vbmi | ${x86_64}         | ${avx512} -mavx512ifma -mavx512vbmi  | /arch:AVX512 ${vbmi}"
  "avx512     | ${x86_64}         | ${avx512}                            | /arch:AVX512"
  "avx2       | ${x86_64}         | -mavx2 -mpopcnt                      | /arch:AVX2"
  "sse4_1     | ${x86_64}|${i386} | -msse4.1                             | /D__SSE4_1__"
  "neon64     | ${arm64}          |                                      | "
  "wasm       | wasm32            | -msimd128                            | "
  "scalar     | .                 |                                      | "
)

# The processor that the compiler compiles for. On macOS and Windows, and with -m32, it may differ
# from that of the system.
set(PERLANE_PROCESSOR ${CMAKE_SYSTEM_PROCESSOR})
if(MSVC AND CMAKE_CXX_COMPILER_ARCHITECTURE_ID)
  set(PERLANE_PROCESSOR ${CMAKE_CXX_COMPILER_ARCHITECTURE_ID})
elseif(APPLE AND CMAKE_OSX_ARCHITECTURES)
  set(PERLANE_PROCESSOR ${CMAKE_OSX_ARCHITECTURES})
  if(PERLANE_PROCESSOR MATCHES ";")
    message(FATAL_ERROR "CMAKE_OSX_ARCHITECTURES is ${PERLANE_PROCESSOR}; perlane builds for one "
      "architecture at a time, and lipo joins the libraries")
  endif()
elseif(PERLANE_PROCESSOR MATCHES "${x86_64}" AND CMAKE_CXX_SIZEOF_DATA_PTR EQUAL 4
    AND NOT CMAKE_CXX_COMPILER_ABI MATCHES X32)
  set(PERLANE_PROCESSOR i686)
endif()

# By default, compilers for 32-bit x86 compute with its first, stack-based unit,
# and that unit rounds twice.
if(PERLANE_PROCESSOR MATCHES "${i386}")
  target_compile_options(perlane_strict INTERFACE -msse2 -mfpmath=sse)
endif()

# Adds FOLDER/NAME.cpp of every instruction set to a target, with its flags. PERLANE_ISA_NAMES has
# the names then.
function(perlane_add_isas target folder)
  set_property(GLOBAL PROPERTY PERLANE_ISA_NAMES)
  set(wanted ${PERLANE_INSTRUCTION_SETS})
  if("avx512vbmi" IN_LIST wanted)  # it takes most kernels from avx512
    list(APPEND wanted avx512)
  endif()
  set(unknown ${wanted})
  foreach(line IN LISTS PERLANE_ISAS)
    string(REGEX MATCH "^([a-z0-9_]+) *\\| ([^ ]+)" matched "${line}")
    set(name ${CMAKE_MATCH_1})
    if(PERLANE_PROCESSOR MATCHES "${CMAKE_MATCH_2}")
      list(APPEND names ${name})
      list(REMOVE_ITEM unknown ${name})
    endif()
  endforeach()
  if(unknown)
    list(JOIN names ", " names)
    message(FATAL_ERROR
      "PERLANE_INSTRUCTION_SETS is \"${PERLANE_INSTRUCTION_SETS}\"; use some of ${names}")
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
    if(NOT PERLANE_PROCESSOR MATCHES "${processors}")
      continue()
    endif()
    if(name STREQUAL "neon64" AND CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")  # xsimd has no NEON there
      continue()
    endif()
    set(is_wanted ON)
    if(name STREQUAL "scalar")  # the last of the list; it is left out only if another is built
      get_property(built GLOBAL PROPERTY PERLANE_ISA_NAMES)
      if("wasm" IN_LIST built)  # such a module runs only where there are vectors
        set(is_wanted OFF)
      elseif(built AND NOT PERLANE_WITH_SCALAR AND NOT name IN_LIST wanted)
        set(is_wanted OFF)
      endif()
    elseif(wanted AND NOT name IN_LIST wanted)
      set(is_wanted OFF)
    endif()
    if(NOT is_wanted)
      string(TOUPPER ${name} name)
      target_compile_definitions(${target} PRIVATE PERLANE_WITHOUT_${name})
      continue()
    endif()
    set(file ${folder}/${name}.cpp)
    target_sources(${target} PRIVATE ${file})
    set_property(GLOBAL APPEND PROPERTY PERLANE_ISA_NAMES ${name})
    separate_arguments(flags)
    # The loops over samples address lattice columns in three ways. GCC would hoist what the three
    # addresses have in common, and run out of registers: eight octaves would take 1.3 times the
    # time.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND flags -fno-code-hoisting)
    endif()
    # GCC before 12.3 calls the undefined operands of AVX-512 intrinsics uninitialised.
    if(name MATCHES "^avx512" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"
        AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12.3)
      list(APPEND flags -Wno-uninitialized -Wno-maybe-uninitialized)
    endif()
    # GCC would note for every function that GCC 9 passed its vectors in another way.
    if(name STREQUAL "neon64" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND flags -Wno-psabi)
    endif()
    # These flags come after those of the build type, and override them. Kernels are never built
    # for size or for a debugger, because users wait for them. There is a second reason: some
    # functions of xsimd and of the standard library lack an architecture in their names. Unless the
    # compiler inlines them, the linker takes one object's copy for all sets: that of AVX2 for
    # SSE4.1, say.
    if(MSVC)
      list(APPEND flags /O2 /Ob2)
    else()
      list(APPEND flags -O3 -finline -finline-functions)
    endif()
    # Optimisation at link time would undo that, because the linker then takes a copy before it
    # inlines. On a processor without AVX, a program would stop in the copy of AVX2.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")
      list(APPEND flags /GL-)
    else()
      list(APPEND flags -fno-lto)
    endif()
    # With the checks of sanitizers, GCC takes more than ten minutes for the kernels of a set. Our
    # presets ask for them, but a project that contains perlane does not have to wait for them.
    if(NOT MSVC AND NOT PERLANE_SANITIZE_KERNELS)
      list(APPEND flags -fno-sanitize=all)
    endif()
    # Without -g1, GCC would take twice the time, to tell debuggers of variables that are in
    # registers by then. The numbers of lines remain.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND flags $<$<CONFIG:Debug,RelWithDebInfo>:-g1>)
    endif()
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${flags}"
      COMPILE_DEFINITIONS XSIMD_DEFAULT_ARCH=xsimd::unsupported)
  endforeach()
endfunction()
