# The threads of the library: those of oneTBB, its own, or none. PERLANE_THREADS is the target to
# link for them.
set(PERLANE_THREADS "")
if(PERLANE_WITH_TBB)
  find_package(TBB)
  if(NOT TBB_FOUND)
    message(FATAL_ERROR "perlane finds no oneTBB. Install it (libtbb-dev on Debian), or set "
      "PERLANE_WITH_TBB to OFF: perlane then has threads of its own")
  endif()
  set(PERLANE_THREADS TBB::tbb)
  target_sources(perlane PRIVATE src/engine/parallel_tbb.cpp)
elseif(PERLANE_WITH_THREADS)
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
  set(PERLANE_THREADS Threads::Threads)
  target_sources(perlane PRIVATE
    src/engine/parallel_pool.cpp
    src/engine/thread_pool.cpp)  # not in a unity build: it includes windows.h
else()
  target_sources(perlane PRIVATE src/engine/parallel_serial.cpp)
endif()
if(PERLANE_WITH_THREADS)
  # Threads wait in the code of the library, or in that of oneTBB, which would be unloaded with it.
  get_target_property(type perlane TYPE)
  if(type STREQUAL "SHARED_LIBRARY" AND CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
    target_link_options(perlane PRIVATE -Wl,-z,nodelete)
  endif()
  target_compile_definitions(perlane PRIVATE PERLANE_WITH_THREADS)
  target_link_libraries(perlane PRIVATE ${PERLANE_THREADS})
endif()
