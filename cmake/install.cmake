# Installs the library, and the files by which find_package and pkg-config find it. An installed
# tree may be moved to another prefix.
include(CMakePackageConfigHelpers)

# The names of components begin with perlane_, because a parent project has components, too.
install(TARGETS perlane perlane-c EXPORT perlane-targets
  RUNTIME COMPONENT perlane_library
  LIBRARY COMPONENT perlane_library NAMELINK_COMPONENT perlane_development
  ARCHIVE COMPONENT perlane_development)
set(headers PATTERN "*.h")
if(PERLANE_EXPORT_C_ALONE)
  list(APPEND headers PATTERN detail EXCLUDE)
else()
  list(APPEND headers PATTERN "*.hpp")
endif()
install(DIRECTORY include/perlane ${PROJECT_BINARY_DIR}/include/perlane
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT perlane_development
  FILES_MATCHING ${headers})

# Programs link the threads with a static library. A shared library links them itself.
get_target_property(type perlane TYPE)
set(PERLANE_USERS_FIND "")
if(PERLANE_WITH_THREADS AND type STREQUAL "STATIC_LIBRARY")
  string(REGEX REPLACE ":.*" "" PERLANE_USERS_FIND ${PERLANE_THREADS})
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/perlane)
install(EXPORT perlane-targets NAMESPACE perlane::
  DESTINATION ${package_dir} COMPONENT perlane_development)
configure_package_config_file(cmake/perlane-config.cmake.in perlane-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(perlane-config-version.cmake
  COMPATIBILITY ${PERLANE_COMPATIBILITY})
install(FILES
  ${PROJECT_BINARY_DIR}/perlane-config.cmake ${PROJECT_BINARY_DIR}/perlane-config-version.cmake
  DESTINATION ${package_dir} COMPONENT perlane_development)

if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(PERLANE_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
else()
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
    BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE up)
  set(PERLANE_PC_PREFIX "\${pcfiledir}/${up}")
endif()
cmake_path(APPEND PERLANE_PC_INCLUDEDIR "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
cmake_path(APPEND PERLANE_PC_LIBDIR "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
set(PERLANE_PC_REQUIRES "")
set(PERLANE_PC_THREADS "")
if(PERLANE_USERS_FIND STREQUAL "TBB")
  set(PERLANE_PC_REQUIRES "\nRequires: tbb")
elseif(PERLANE_USERS_FIND AND CMAKE_THREAD_LIBS_INIT)
  set(PERLANE_PC_THREADS " ${CMAKE_THREAD_LIBS_INIT}")
endif()
# pkg-config --static adds the C++ runtime, which a C compiler does not link by itself.
list(TRANSFORM PERLANE_CXX_RUNTIME REPLACE "^([^-].*)" "-l\\1" OUTPUT_VARIABLE runtime)
list(JOIN runtime " " PERLANE_PC_LIBS_PRIVATE)
if(PERLANE_PC_LIBS_PRIVATE)
  string(PREPEND PERLANE_PC_LIBS_PRIVATE "\nLibs.private: ")
endif()
configure_file(cmake/perlane.pc.in perlane.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/perlane.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT perlane_development)
