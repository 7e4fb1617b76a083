# WebAssembly for Node and browsers, from any Debian or Ubuntu: Clang, LLD, wasi-libc and libc++.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
if(NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER clang++-19)
endif()
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# Every browser with vectors has these, but Clang does not take them for granted before version 20.
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions -mnontrapping-fptoint -mbulk-memory")
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
