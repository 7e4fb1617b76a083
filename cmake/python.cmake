# The parts of the Python package that are not Python: the shared library, and the tool if it is
# built.
add_custom_target(perlane-python DEPENDS perlane)
if(WIN32)
  set(name perlane.dll)  # whatever the compiler calls it
else()
  set(name libperlane${CMAKE_SHARED_LIBRARY_SUFFIX})
endif()
install(FILES $<TARGET_FILE:perlane> DESTINATION perlane COMPONENT perlane_python RENAME ${name})
if(PERLANE_BUILD_CLI)
  add_dependencies(perlane-python perlane-cli)
  install(PROGRAMS $<TARGET_FILE:perlane-cli> DESTINATION perlane COMPONENT perlane_python
    RENAME perlane-tool${CMAKE_EXECUTABLE_SUFFIX})
endif()
