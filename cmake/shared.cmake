# perlane as a shared library, if BUILD_SHARED_LIBS asks for one.

# Until version 1.0, a minor version may change interfaces. perlane-config-version.cmake has the
# same rule.
set(PERLANE_SOVERSION ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  string(APPEND PERLANE_SOVERSION .${PROJECT_VERSION_MINOR})
endif()

# Hides all functions but those that the public headers declare.
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
    list(FILTER sources EXCLUDE REGEX "/src/isa/")  # they define no public function
    set_property(SOURCE ${sources} APPEND PROPERTY
      COMPILE_OPTIONS -include ${PROJECT_SOURCE_DIR}/src/api/exports.hpp)
  endif()
endfunction()

# Makes an archive of the same objects, for programs of ours that use functions which a shared
# library hides.
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
