# WebAssembly for Node and browsers, from any Debian or Ubuntu: Clang, LLD, wasi-libc and libc++.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
if(NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER clang++-19)
endif()
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT -fwasm-exceptions)
# A module is a library that lives on between calls, not a program that ends.
set(CMAKE_EXE_LINKER_FLAGS_INIT -mexec-model=reactor)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
