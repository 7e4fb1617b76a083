# perlane::c is the library for programs in C, and in any C++. It does not demand C++20, and it
# links the C++ runtime, which a C compiler does not add by itself.
add_library(perlane-c INTERFACE)
add_library(perlane::c ALIAS perlane-c)
set_target_properties(perlane-c PROPERTIES EXPORT_NAME c)
target_include_directories(perlane-c INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(perlane-c INTERFACE $<LINK_ONLY:perlane>)

# The libraries of the runtime: stdc++ and m, say. A shared library brings its own along.
set(PERLANE_CXX_RUNTIME "")
get_target_property(type perlane TYPE)
if(type STREQUAL "STATIC_LIBRARY")
  find_package(Threads QUIET)
  set(PERLANE_CXX_RUNTIME ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES} ${CMAKE_THREAD_LIBS_INIT})
  list(FILTER PERLANE_CXX_RUNTIME INCLUDE
    REGEX "^(stdc\\+\\+|c\\+\\+|c\\+\\+abi|m|-l?pthread)$")
  target_link_libraries(perlane-c INTERFACE ${PERLANE_CXX_RUNTIME})
endif()
