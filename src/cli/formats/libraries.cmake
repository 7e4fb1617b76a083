# The libraries of the command line: of its messages and of the formats that it writes.

# perlane_library(TARGET NAME HEADER LIBRARY PACKAGES): one that has no package of CMake's of its
# own, or not everywhere.
function(perlane_library target name header library packages)
  find_path(${name}_INCLUDE_DIR ${header})
  find_library(${name}_LIBRARY ${library})
  mark_as_advanced(${name}_INCLUDE_DIR ${name}_LIBRARY)
  if(NOT ${name}_INCLUDE_DIR OR NOT ${name}_LIBRARY)
    message(FATAL_ERROR "The command-line tool needs ${library}: ${packages}. "
      "PERLANE_BUILD_CLI=OFF builds perlane without the tool")
  endif()
  target_include_directories(${target} SYSTEM PUBLIC ${${name}_INCLUDE_DIR})
  target_link_libraries(${target} PUBLIC ${${name}_LIBRARY})
endfunction()

# Those that every build of the command line has.
function(perlane_link_plain target)
  find_package(fmt 9 QUIET)
  if(NOT fmt_FOUND)
    message(FATAL_ERROR "The command-line tool needs {fmt} 9 or newer: libfmt-dev of Debian. "
      "PERLANE_BUILD_CLI=OFF builds perlane without the tool")
  endif()
  find_package(PNG REQUIRED)  # and zlib with it
  target_link_libraries(${target} PUBLIC fmt::fmt PNG::PNG ZLIB::ZLIB)
endfunction()

function(perlane_link_formats target)
  perlane_link_plain(${target})
  if(PERLANE_WITH_TIFF)
    find_package(TIFF REQUIRED)
    perlane_library(${target} ZSTD zstd.h zstd "libzstd-dev of Debian, or PERLANE_WITH_TIFF=OFF")
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/map_tags.cpp
      ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/tiff.cpp)
    target_link_libraries(${target} PUBLIC TIFF::TIFF)
  endif()
  if(PERLANE_WITH_EXR)
    find_package(OpenEXR 3 REQUIRED)
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/exr.cpp)
    target_link_libraries(${target} PUBLIC OpenEXR::OpenEXR)
  endif()
  if(PERLANE_WITH_ZARR)
    perlane_library(${target} BLOSC blosc.h blosc
      "libblosc-dev of Debian, or PERLANE_WITH_ZARR=OFF")
    perlane_unity_sources(${target} zarr ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/zarr.cpp
      ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/zarr_reader.cpp)
  endif()
  foreach(format TIFF EXR ZARR)
    target_compile_definitions(${target} PUBLIC
      $<$<BOOL:${PERLANE_WITH_${format}}>:PERLANE_WITH_${format}>)
  endforeach()
endfunction()
