# Debian packages, by `cpack` in a build tree: perlane (the command-line tool), libperlane-dev and,
# where the library is shared, the library. They follow Debian's multiarch directories if the build
# is configured with CMAKE_INSTALL_PREFIX=/usr.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The perlane authors <perlane@users.noreply.invalid>"
  CACHE STRING "Maintainer of the packages that cpack makes")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PERLANE_CHANGELOG ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/deb_documents.cmake)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENTS_ALL perlane_development)

set(CPACK_DEBIAN_PERLANE_DEVELOPMENT_PACKAGE_NAME libperlane-dev)
set(CPACK_DEBIAN_PERLANE_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PERLANE_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(summary "perlane fills large arrays with coherent noise: heights, densities, textures.\n")
set(CPACK_COMPONENT_PERLANE_DEVELOPMENT_DESCRIPTION
  "${summary}This package has the headers and the library to compile programs with.")
if(PERLANE_WITH_TBB)
  set(CPACK_DEBIAN_PERLANE_DEVELOPMENT_PACKAGE_DEPENDS libtbb-dev)
endif()

get_target_property(type perlane TYPE)
if(type STREQUAL "SHARED_LIBRARY")
  list(APPEND CPACK_COMPONENTS_ALL perlane_library)
  set(CPACK_DEBIAN_PERLANE_LIBRARY_PACKAGE_NAME libperlane${PERLANE_SOVERSION})
  set(CPACK_DEBIAN_PERLANE_LIBRARY_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
  set(CPACK_DEBIAN_PERLANE_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
  set(CPACK_COMPONENT_PERLANE_LIBRARY_DESCRIPTION
    "${summary}This package has the shared library.")
  set(CPACK_DEBIAN_PERLANE_DEVELOPMENT_PACKAGE_DEPENDS
    "libperlane${PERLANE_SOVERSION} (= ${PROJECT_VERSION})")
endif()

if(PERLANE_BUILD_CLI)
  list(APPEND CPACK_COMPONENTS_ALL perlane_tool)
  set(CPACK_DEBIAN_PERLANE_TOOL_PACKAGE_NAME perlane)
  set(CPACK_DEBIAN_PERLANE_TOOL_PACKAGE_SECTION graphics)
  set(CPACK_COMPONENT_PERLANE_TOOL_DESCRIPTION
    "perlane renders heightmaps and shaded reliefs of coherent noise.\n\
This package has the command-line tool.")
endif()

include(CPack)
