# perlane as a shared library, if BUILD_SHARED_LIBS asks for one.

# Until version 1.0, a minor version may change interfaces. The name of a shared library and what
# find_package accepts follow the same rule.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(PERLANE_SOVERSION 0.${PROJECT_VERSION_MINOR})
  set(PERLANE_COMPATIBILITY SameMinorVersion)
else()
  set(PERLANE_SOVERSION ${PROJECT_VERSION_MAJOR})
  set(PERLANE_COMPATIBILITY SameMajorVersion)
endif()

# Hides all functions but those that the public headers declare; with PERLANE_EXPORT_C_ALONE, all
# but those of the C interface.
function(perlane_hide_internal_symbols target)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "SHARED_LIBRARY")
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PERLANE_SOVERSION}
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  if(PERLANE_EXPORT_C_ALONE)
    perlane_export_c_alone(${target})
  else()
    set_target_properties(${target} PROPERTIES WINDOWS_EXPORT_ALL_SYMBOLS ON)
  endif()
  if(NOT MSVC)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources EXCLUDE REGEX "/src/isa/")  # they define no public function
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS
      $<$<BOOL:${PERLANE_EXPORT_C_ALONE}>:-DPERLANE_EXPORT_C_ALONE>
      -include ${PROJECT_SOURCE_DIR}/src/api/exports.hpp)
  endif()
endfunction()

# Visibility hides nothing on Windows, and nothing that the standard library's headers have compiled
# into the library elsewhere. So the linker gets a list.
function(perlane_export_c_alone target)
  set_property(DIRECTORY APPEND PROPERTY
    CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/c/abi.txt)
  file(STRINGS ${PROJECT_SOURCE_DIR}/src/c/abi.txt functions REGEX "^function ")
  list(TRANSFORM functions REPLACE "^function " "")
  if(WIN32)
    list(JOIN functions "\n" functions)
    file(CONFIGURE OUTPUT exports.def CONTENT "EXPORTS\n${functions}\n")
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/exports.def)
  elseif(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
    list(JOIN functions "; " functions)
    file(CONFIGURE OUTPUT exports.map CONTENT "{ global: ${functions}; local: *; };\n")
    target_link_options(${target} PRIVATE
      -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/exports.map)
  endif()
endfunction()

# Makes an archive of the same objects, for programs of ours that use functions which a shared
# library hides.
function(perlane_add_internal_library name target)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "SHARED_LIBRARY")
    add_library(${name} ALIAS ${target})
    return()
  endif()
  add_library(${name} STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${target}>)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name}
    INTERFACE $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(${name} PRIVATE ${PERLANE_THREADS})
endfunction()
