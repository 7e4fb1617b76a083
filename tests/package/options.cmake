# The table of options in docs/linking.md has a row for each option of cmake/options.cmake, and no
# other.
# PROJECT: the source tree.
cmake_minimum_required(VERSION 3.25)
set(name "PERLANE_[A-Z_]+")
file(STRINGS ${PROJECT}/cmake/options.cmake options
  REGEX "^(option|cmake_dependent_option|set)\\(${name} [^)]*(\"|CACHE )")
list(TRANSFORM options REPLACE "^[a-z_]+\\((${name}) .*" "\\1")
file(STRINGS ${PROJECT}/docs/linking.md rows REGEX "^\\| `${name}` \\|")
list(TRANSFORM rows REPLACE "^\\| `(${name})` .*" "\\1")
list(LENGTH options count)
if(count LESS 11)
  message(FATAL_ERROR "cmake/options.cmake seems to have ${count} options only: ${options}")
endif()
foreach(option IN LISTS options)
  if(NOT option IN_LIST rows)
    message(SEND_ERROR "docs/linking.md's table of options lacks ${option}")
  endif()
endforeach()
foreach(row IN LISTS rows)
  if(NOT row IN_LIST options)
    message(SEND_ERROR "docs/linking.md's table of options has ${row}, which is none")
  endif()
endforeach()
