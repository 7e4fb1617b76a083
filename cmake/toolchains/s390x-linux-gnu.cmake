# Big-endian: IBM Z, from any Debian or Ubuntu; its programs run under QEMU.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
if(NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER s390x-linux-gnu-g++)
endif()
set(CMAKE_CXX_COMPILER_TARGET s390x-linux-gnu)  # for Clang
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x -L /usr/s390x-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
