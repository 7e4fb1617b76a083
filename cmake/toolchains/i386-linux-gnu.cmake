# 32-bit x86, from any Debian or Ubuntu. CPUs of x86-64 run its programs themselves, and need only
# be shown the way to its libraries; others run them under QEMU.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
if(NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER i686-linux-gnu-g++)
endif()
set(CMAKE_CXX_COMPILER_TARGET i686-linux-gnu)  # for Clang
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(libraries /usr/i686-linux-gnu/lib)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${libraries}/ld-linux.so.2 --library-path ${libraries})
else()
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-i386 -L /usr/i686-linux-gnu)
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
