# Clang as Zig packages it (`pip install ziglang`), with the C library and libc++ of every target:
#   cmake --toolchain cmake/toolchains/zig.cmake -DZIG_TARGET=x86_64-windows-gnu ...
# A target may end with the oldest system that its programs run on: x86_64-linux-gnu.2.17,
# aarch64-macos.11.0. Programs for Windows run under Wine, and those for 64-bit Arm under QEMU.
set(ZIG_TARGET "" CACHE STRING "A target of Zig")
find_program(ZIG zig python-zig REQUIRED NO_CMAKE_FIND_ROOT_PATH)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ZIG_TARGET ZIG)
if(NOT ZIG_TARGET MATCHES "^([a-z0-9_]+)-(linux|windows|macos)")
  message(FATAL_ERROR "ZIG_TARGET is \"${ZIG_TARGET}\"; use one like x86_64-windows-gnu")
endif()
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
if(CMAKE_MATCH_2 STREQUAL "windows")
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_CROSSCOMPILING_EMULATOR wine)
elseif(CMAKE_MATCH_2 STREQUAL "macos")
  set(CMAKE_SYSTEM_NAME Darwin)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
    set(CMAKE_SYSTEM_PROCESSOR arm64)
  endif()
else()
  set(CMAKE_SYSTEM_NAME Linux)
  if(NOT CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL CMAKE_SYSTEM_PROCESSOR)
    set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CMAKE_SYSTEM_PROCESSOR})
  endif()
endif()

# CMake and ccache take one program for a compiler, not a program and its first argument.
set(wrappers ${CMAKE_BINARY_DIR}/zig)
set(macros "")
if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")  # Zig 0.17 lacks them where <cfloat> precedes <cmath>
  set(macros "'-DINFINITY=__builtin_inff()' '-DNAN=__builtin_nanf(\"\")'")
endif()
foreach(tool cc c++)  # without -g0, Zig adds to objects eight times their size for debuggers
  file(CONFIGURE OUTPUT ${wrappers}/${tool}
    CONTENT "#!/bin/sh\nexec '${ZIG}' ${tool} -target ${ZIG_TARGET} -g0 ${macros} \"$@\"\n")
endforeach()
foreach(tool ar ranlib rc)
  file(CONFIGURE OUTPUT ${wrappers}/${tool} CONTENT "#!/bin/sh\nexec '${ZIG}' ${tool} \"$@\"\n")
endforeach()
file(CHMOD ${wrappers}/cc ${wrappers}/c++ ${wrappers}/ar ${wrappers}/ranlib ${wrappers}/rc
  PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE)
set(CMAKE_C_COMPILER ${wrappers}/cc)
set(CMAKE_CXX_COMPILER ${wrappers}/c++)
set(CMAKE_AR ${wrappers}/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${wrappers}/ranlib CACHE FILEPATH "")
set(CMAKE_RC_COMPILER ${wrappers}/rc)
# packaging/libraries/make builds the libraries of the command-line tool for a target.
set(libraries ${CMAKE_CURRENT_LIST_DIR}/../../build/libraries/${ZIG_TARGET})
if(EXISTS ${libraries})
  set(CMAKE_FIND_ROOT_PATH ${libraries})
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

# Libraries that are headers come from the system, but without the headers of its C library, which
# lie beside them.
foreach(package xsimd:xsimd xtl:xtl nlohmann:nlohmann_json CLI:CLI11)
  string(REGEX MATCH "(.*):(.*)" matched ${package})
  set(headers /usr/include/${CMAKE_MATCH_1})
  set(config /usr/share/cmake/${CMAKE_MATCH_2})
  if(EXISTS ${headers} AND EXISTS ${config} AND NOT EXISTS ${wrappers}/share/cmake/${CMAKE_MATCH_2})
    file(COPY ${headers} DESTINATION ${wrappers}/include)
    file(COPY ${config} DESTINATION ${wrappers}/share/cmake)
  endif()
endforeach()
list(PREPEND CMAKE_PREFIX_PATH ${wrappers})
