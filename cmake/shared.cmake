# perlane as a shared library, where BUILD_SHARED_LIBS asks for it.

# Interfaces may change with the minor version until there is a 1.0: the same rule as in
# perlane-config-version.cmake.
set(PERLANE_SOVERSION ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  string(APPEND PERLANE_SOVERSION .${PROJECT_VERSION_MINOR})
endif()

# Users link to what the public headers declare, and to nothing else.
function(perlane_hide_inside target)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "SHARED_LIBRARY")
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PERLANE_SOVERSION}
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON WINDOWS_EXPORT_ALL_SYMBOLS ON)
  if(NOT MSVC)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources EXCLUDE REGEX "/src/isa/")  # they declare nothing of that
    set_property(SOURCE ${sources} APPEND PROPERTY
      COMPILE_OPTIONS -include ${PROJECT_SOURCE_DIR}/src/api/exports.hpp)
  endif()
endfunction()

# The library for programs of ours that use what a shared library hides: the same objects, as an
# archive.
function(perlane_add_inside name target)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "SHARED_LIBRARY")
    add_library(${name} ALIAS ${target})
    return()
  endif()
  add_library(${name} STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${target}>)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name}
    INTERFACE $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  if(PERLANE_WITH_TBB)
    target_link_libraries(${name} PRIVATE TBB::tbb)
  endif()
endfunction()
