include(CMakePackageConfigHelpers)

install(TARGETS perlane EXPORT perlane-targets)
install(DIRECTORY include/perlane ${PROJECT_BINARY_DIR}/include/perlane
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/perlane)
install(EXPORT perlane-targets NAMESPACE perlane:: DESTINATION ${package_dir})
configure_package_config_file(cmake/perlane-config.cmake.in perlane-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(perlane-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/perlane-config.cmake ${PROJECT_BINARY_DIR}/perlane-config-version.cmake
  DESTINATION ${package_dir})

# A static library: its users link oneTBB themselves, so pkg-config requires it in public.
cmake_path(APPEND PERLANE_PC_INCLUDEDIR "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
cmake_path(APPEND PERLANE_PC_LIBDIR "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
if(PERLANE_WITH_TBB)
  set(PERLANE_PC_REQUIRES tbb)
endif()
configure_file(cmake/perlane.pc.in perlane.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/perlane.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
